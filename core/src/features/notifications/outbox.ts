import type { NotificationMessage } from '@lectern/plugin-api';
import { v7 as uuid } from 'uuid';
import { placeholders, type Tx } from '../../platform/db/index.js';
import type { EventBus } from '../../platform/events/event-bus.js';
import type { JobQueue } from '../../platform/jobs/job-queue.js';
import { sayingNoPlaces } from '../../platform/logging/hide-places.js';
import { inEnglish, type Said, type Say, type Sentence, type Speakers } from '../../platform/words/index.js';
import { subscribersOf } from '../integration-records/integration-facts.js';
import { languagesOf } from '../users/account-rows.js';
import type { Announcements, AnnouncementSubject } from './announcements.js';
import { composeText, type MessageFacts } from './compose-message.js';
import { DELIVER } from './delivery-record.js';
import { DeliveryEntity, NotificationEntity } from './entities.js';
import type { NotificationEvent, NotificationEventId } from './notification-events.js';
import type { PersonalOutbox } from './personal/personal-outbox.js';

/** The parts of an announcement. */
export interface Announcement {
  readonly event: NotificationEvent & { readonly id: NotificationEventId };
  /** Identical for repetitions of the same event; at most 160 characters, so that the id of a person has room beside it. */
  readonly dedupeKey: string;
  /** What its text says, in any language. */
  readonly facts: MessageFacts;
  readonly subject: AnnouncementSubject;
  /** Users who get it in the in-app center, and by the ways that they want. */
  readonly userIds: readonly string[];
  readonly requestId?: string;
  /** Requests for the same book that were cancelled shortly before: whoever was told this of one of them is not told again. */
  readonly repeats?: readonly string[];
  readonly fields: readonly { readonly name: Sentence; readonly value: Said }[];
  /** `url` is a path of the web UI; the address is added when it is sent. */
  readonly links: readonly { readonly title: Sentence; readonly url: string }[];
  readonly coverUrl?: string;
  /** The backend that the announcement is about, which does not receive it. */
  readonly exceptIntegrationId?: string;
}

/** The dependencies of the outbox. */
export interface OutboxDeps {
  readonly jobs: Pick<JobQueue, 'enqueue'>;
  readonly events: EventBus;
  readonly announcements: Pick<Announcements, 'tell'>;
  readonly personalOutbox: PersonalOutbox;
  readonly speakers: Speakers;
  readonly now: () => Date;
}

async function knowsAlready(tx: Tx, { event, repeats = [] }: Announcement, userId: string): Promise<boolean> {
  if (repeats.length === 0) return false;
  const row = await tx.get(
    `SELECT id FROM notifications WHERE user_id = ? AND event = ? AND request_id IN (${placeholders(repeats.length)})`,
    [userId, event.id, ...repeats],
  );
  return row !== undefined;
}

async function tellUsers({ events, speakers }: OutboxDeps, tx: Tx, note: Announcement, at: string): Promise<void> {
  const languages = await languagesOf(tx, note.userIds);
  for (const userId of new Set(note.userIds)) {
    if (await knowsAlready(tx, note, userId)) continue;
    const { title, lines } = composeText(note.event, note.facts, await speakers.in(languages.get(userId) ?? 'en'));
    const id = uuid();
    const { requestId, dedupeKey } = note;
    const said = { event: note.event.id, title, lines: JSON.stringify(lines), facts: JSON.stringify(note.facts) };
    const about = { path: note.links[0]?.url, asin: note.subject.book?.asin };
    const row = { id, userId, ...said, ...about, requestId, dedupeKey, createdAt: at };
    const written = await tx.upsert(NotificationEntity, row, { conflict: ['userId', 'dedupeKey'] });
    if (written === 0) continue;
    const data = { id, event: note.event.id, title, at };
    tx.afterCommit(() => events.publish({ type: 'notification', data, audience: { users: [userId], andAdmins: false } }));
  }
}

function messageOf({ event, dedupeKey, facts, fields, links, coverUrl }: Announcement, say: Say, at: string): NotificationMessage {
  return {
    event: event.id,
    ...composeText(event, facts, say),
    fields: fields.map(({ name, value }) => ({ name: say(name), value: say(value) })),
    links: links.map(({ title, url }) => ({ title: say(title), url })),
    severity: event.severity,
    ...(coverUrl === undefined ? {} : { coverUrl }),
    occurredAt: at,
    dedupeKey,
  };
}

async function queueDeliveries({ jobs }: OutboxDeps, tx: Tx, note: Announcement, message: NotificationMessage): Promise<void> {
  const { event, dedupeKey } = note;
  for (const integrationId of await subscribersOf(tx, event.id)) {
    if (integrationId === note.exceptIntegrationId) continue;
    const id = uuid();
    const createdAt = message.occurredAt;
    const row = { id, integrationId, dedupeKey, message: JSON.stringify(message), state: 'queued' as const, createdAt };
    const written = await tx.upsert(DeliveryEntity, row, { conflict: ['integrationId', 'dedupeKey'] });
    if (written === 0) continue;
    await jobs.enqueue(tx, DELIVER({ deliveryId: id }));
  }
}

/**
 * Writes an announcement into the caller's transaction: a row for each user, a delivery with its job for each
 * subscribed backend and for each way that a user wants, and what listeners write. A repeated dedupe key writes nothing.
 */
export async function writeAnnouncement(deps: OutboxDeps, tx: Tx, note: Announcement): Promise<void> {
  const at = deps.now().toISOString();
  await tellUsers(deps, tx, note, at);
  const { event, dedupeKey, userIds, links, subject } = note;
  // a channel is read by several people
  const message = messageOf(note, inEnglish, at);
  await queueDeliveries(deps, tx, note, message);
  await deps.personalOutbox.queue(tx, event, userIds, async ({ role }, language) => {
    const say = await deps.speakers.in(language);
    return messageOf(note, role === 'admin' ? say : sayingNoPlaces(say), at);
  });
  await deps.announcements.tell(tx, { event: event.id, dedupeKey, title: message.title, path: links[0]?.url, subject, at });
}
