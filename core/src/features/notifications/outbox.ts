import type { LanguageTag } from '@lectern/messages';
import type { NotificationMessage } from '@lectern/plugin-api';
import { v7 as uuid } from 'uuid';
import type { Tx } from '../../platform/db/index.js';
import type { EventBus } from '../../platform/events/event-bus.js';
import type { JobQueue } from '../../platform/jobs/job-queue.js';
import { subscribersOf } from '../integration-records/integration-facts.js';
import { languagesOf } from '../users/account-rows.js';
import type { Announcements, AnnouncementSubject } from './announcements.js';
import type { MessageText } from './compose-message.js';
import { DELIVER } from './delivery-record.js';
import { DeliveryEntity, NotificationEntity } from './entities.js';
import type { NotificationEvent, NotificationEventId } from './notification-events.js';

/** The parts of an announcement. */
export interface Announcement {
  readonly event: NotificationEvent & { readonly id: NotificationEventId };
  /** Identical for repetitions of the same event; at most 200 characters. */
  readonly dedupeKey: string;
  readonly text: (language: LanguageTag) => Promise<MessageText>;
  readonly subject: AnnouncementSubject;
  /** Users who get it in the in-app center. */
  readonly userIds: readonly string[];
  readonly requestId?: string;
  readonly fields: NotificationMessage['fields'];
  /** `url` is a path of the web UI; the address is added when it is sent. */
  readonly links: NotificationMessage['links'];
  readonly coverUrl?: string;
  /** The backend that the announcement is about, which does not receive it. */
  readonly exceptIntegrationId?: string;
}

/** The dependencies of the outbox. */
export interface OutboxDeps {
  readonly jobs: Pick<JobQueue, 'enqueue'>;
  readonly events: EventBus;
  readonly announcements: Pick<Announcements, 'tell'>;
  readonly now: () => Date;
}

async function tellUsers({ events }: OutboxDeps, tx: Tx, note: Announcement, at: string): Promise<void> {
  const languages = await languagesOf(tx, note.userIds);
  for (const userId of new Set(note.userIds)) {
    const { title, lines } = await note.text(languages.get(userId) ?? 'en');
    const id = uuid();
    const { requestId, dedupeKey } = note;
    const said = { event: note.event.id, title, lines: JSON.stringify(lines), path: note.links[0]?.url };
    const row = { id, userId, ...said, requestId, dedupeKey, createdAt: at };
    const written = await tx.upsert(NotificationEntity, row, { conflict: ['userId', 'dedupeKey'] });
    if (written === 0) continue;
    const data = { id, event: note.event.id, title, at };
    tx.afterCommit(() => events.publish({ type: 'notification', data, audience: { users: [userId], andAdmins: false } }));
  }
}

async function queueDeliveries({ jobs }: OutboxDeps, tx: Tx, note: Announcement, at: string): Promise<void> {
  const { event, dedupeKey, text, fields, links, coverUrl } = note;
  const message: NotificationMessage = {
    event: event.id,
    // a channel is read by several people
    ...(await text('en')),
    fields,
    links,
    severity: event.severity,
    ...(coverUrl === undefined ? {} : { coverUrl }),
    occurredAt: at,
    dedupeKey,
  };
  for (const integrationId of await subscribersOf(tx, event.id)) {
    if (integrationId === note.exceptIntegrationId) continue;
    const id = uuid();
    const row = { id, integrationId, dedupeKey, message: JSON.stringify(message), state: 'queued' as const, createdAt: at };
    const written = await tx.upsert(DeliveryEntity, row, { conflict: ['integrationId', 'dedupeKey'] });
    if (written === 0) continue;
    await jobs.enqueue(tx, DELIVER({ deliveryId: id }));
  }
}

/**
 * Writes an announcement into the caller's transaction: a row for each user, and a delivery with its job for each
 * subscribed backend, and what listeners write. A repeated dedupe key writes nothing.
 */
export async function writeAnnouncement(deps: OutboxDeps, tx: Tx, note: Announcement): Promise<void> {
  const at = deps.now().toISOString();
  await tellUsers(deps, tx, note, at);
  await queueDeliveries(deps, tx, note, at);
  const { event, dedupeKey, text, links, subject } = note;
  await deps.announcements.tell(tx, { event: event.id, dedupeKey, title: (await text('en')).title, path: links[0]?.url, subject, at });
}
