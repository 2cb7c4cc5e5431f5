import type { LanguageTag } from '@lectern/messages';
import type { NotificationMessage } from '@lectern/plugin-api';
import { v7 as uuid } from 'uuid';
import type { Tx } from '../../../platform/db/index.js';
import type { JobQueue } from '../../../platform/jobs/job-queue.js';
import { languagesOf, type Contact } from '../../users/account-rows.js';
import { DELIVER_PERSONAL } from '../delivery-record.js';
import { DeliveryEntity } from '../entities.js';
import type { NotificationEvent } from '../notification-events.js';
import { choiceKey, choicesAbout, personRows, quietHoursOf } from './preference-store.js';
import { quietUntil } from './quiet-hours.js';
import { waysOf, type WaysDeps } from './ways.js';

/** Passes an event on to the people it is for, by the ways that each of them wants. */
export interface PersonalOutbox {
  /** Writes into the caller's transaction. A repeated dedupe key writes nothing. */
  queue(
    tx: Tx,
    event: NotificationEvent,
    userIds: readonly string[],
    messageFor: (contact: Contact, language: LanguageTag) => Promise<NotificationMessage>,
  ): Promise<void>;
}

export interface PersonalOutboxDeps extends WaysDeps {
  readonly jobs: Pick<JobQueue, 'enqueue'>;
  readonly now: () => Date;
}

/** Writes a delivery to one person, unless there is one. */
export async function queueFor(
  tx: Tx,
  jobs: Pick<JobQueue, 'enqueue'>,
  { userId, way, message, runAt }: { userId: string; way: string; message: NotificationMessage; runAt: Date | undefined },
): Promise<void> {
  const id = uuid();
  const row = {
    id,
    userId,
    integrationId: way,
    // unique for a way, which several people may share
    dedupeKey: `${message.dedupeKey}:${userId}`,
    message: JSON.stringify(message),
    state: 'queued' as const,
    createdAt: message.occurredAt,
  };
  if ((await tx.upsert(DeliveryEntity, row, { conflict: ['integrationId', 'dedupeKey'] })) === 0) return;
  await jobs.enqueue(tx, DELIVER_PERSONAL({ deliveryId: id }, runAt ? { runAt } : {}));
}

export function createPersonalOutbox(deps: PersonalOutboxDeps): PersonalOutbox {
  return {
    async queue(tx, event, userIds, messageFor) {
      const ids = [...new Set(userIds)];
      if (ids.length === 0) return;
      const [people, choices, rows] = [await waysOf(tx, deps, ids), await choicesAbout(tx, event.id, ids), await personRows(tx, ids)];
      const languages = await languagesOf(tx, ids);
      for (const { contact, ways } of people) {
        const message = await messageFor(contact, languages.get(contact.id) ?? 'en');
        const quiet = quietHoursOf(rows.get(contact.id));
        const runAt = quiet ? quietUntil(quiet, deps.now()) : undefined;
        for (const { id: way, kind, obstacle } of ways) {
          const isWanted = choices.get(choiceKey(contact.id, way)) ?? event.byDefault.includes(kind);
          if (isWanted && !obstacle) await queueFor(tx, deps.jobs, { userId: contact.id, way, message, runAt });
        }
      }
    },
  };
}
