import type { NotificationMessage } from '@lectern/plugin-api';
import Type from 'typebox';
import { defineJob } from '../../platform/jobs/define-job.js';
import { readJson, type Database, type RowOf, type Tx } from '../../platform/db/index.js';
import type { DeliveryEntity, DeliveryState } from './entities.js';
import { sentence, storeSaid, type Said } from '../../platform/words/index.js';
import { integrationFacts } from '../integration-records/integration-facts.js';

/** The job that sends one delivery. */
export const DELIVER = defineJob('notify.deliver', Type.Object({ deliveryId: Type.String() }), {
  key: ({ deliveryId }) => `notify.deliver:${deliveryId}`,
});

/** The job that sends one delivery to one person. Whatever happens to it holds up no shared channel. */
export const DELIVER_PERSONAL = defineJob('notify.deliver-personal', Type.Object({ deliveryId: Type.String() }), {
  key: ({ deliveryId }) => `notify.deliver-personal:${deliveryId}`,
});

/** A delivery and the current state of its backend. */
export interface Delivery {
  readonly id: string;
  readonly integrationId: string;
  readonly state: DeliveryState;
  readonly message: NotificationMessage;
  readonly createdAt: string;
  /** Absent if the integration was removed. */
  readonly backend?: { readonly name: string; readonly enabled: boolean };
}

/** A delivery to one person. */
export interface PersonalDelivery extends Pick<Delivery, 'id' | 'state' | 'message' | 'createdAt'> {
  readonly userId: string;
  /** `push`, `mail`, or the id of a target of theirs. */
  readonly way: string;
}

type DeliveryRow = Pick<RowOf<typeof DeliveryEntity>, 'id' | 'integrationId' | 'state' | 'message' | 'createdAt'>;

/** Abandons deliveries that were waiting or being sent at a time, because nobody knows whether they arrived. */
export async function giveUpDeliveriesUntil(tx: Tx, before: string, why: Said, at: string): Promise<void> {
  await tx.run(
    `UPDATE notification_deliveries SET state = 'unknown', finished_at = ?, error = ? WHERE state IN ('queued', 'sending') AND created_at <= ?`,
    [at, storeSaid(why), before],
  );
}

/** Reads and updates deliveries. Each update is compare-and-set. */
export function createDeliveryStore(database: Database, now: () => Date) {
  return {
    async get(id: string): Promise<Delivery | undefined> {
      const row = await database.read.get<DeliveryRow>(
        'SELECT id, integration_id, state, message, created_at FROM notification_deliveries WHERE id = ?',
        [id],
      );
      if (!row) return undefined;
      const backend = await integrationFacts(database.read, row.integrationId);
      return { ...row, message: readJson(row.message), backend };
    },

    async getPersonal(id: string): Promise<PersonalDelivery | undefined> {
      const row = await database.read.get<DeliveryRow & { readonly userId: string }>(
        'SELECT id, user_id, integration_id, state, message, created_at FROM notification_deliveries WHERE id = ? AND user_id IS NOT NULL',
        [id],
      );
      return row && { ...row, way: row.integrationId, message: readJson(row.message) };
    },

    /** @returns false if another process has it */
    begin: async (id: string): Promise<boolean> =>
      (await database.transaction((tx) =>
        tx.run("UPDATE notification_deliveries SET state = 'sending' WHERE id = ? AND state = 'queued'", [id]),
      )) === 1,

    /** Marks it for another try. */
    async postpone(id: string, why: Said): Promise<void> {
      await database.transaction((tx) =>
        tx.run("UPDATE notification_deliveries SET state = 'queued', error = ? WHERE id = ? AND state = 'sending'", [storeSaid(why), id]),
      );
    },

    /** Ends one that waits; one that is being sent ends with its call. */
    async cancel(tx: Tx, id: string): Promise<void> {
      await tx.run("UPDATE notification_deliveries SET state = 'failed', error = ?, finished_at = ? WHERE id = ? AND state = 'queued'", [
        storeSaid(sentence('finding.job_cancelled')),
        now().toISOString(),
        id,
      ]);
    },

    /** A late success replaces `unknown`; other final states stay. */
    async finish(id: string, state: 'sent' | 'failed' | 'dropped' | 'unknown', why: Said | null = null): Promise<void> {
      const before = state === 'sent' ? "'queued', 'sending', 'unknown'" : "'queued', 'sending'";
      await database.transaction((tx) =>
        tx.run(`UPDATE notification_deliveries SET state = ?, error = ?, finished_at = ? WHERE id = ? AND state IN (${before})`, [
          state,
          why === null ? null : storeSaid(why),
          now().toISOString(),
          id,
        ]),
      );
    },
  };
}

export type DeliveryStore = ReturnType<typeof createDeliveryStore>;
