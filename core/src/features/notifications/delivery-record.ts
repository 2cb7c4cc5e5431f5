import type { NotificationMessage } from '@lectern/plugin-api';
import Type from 'typebox';
import { defineJob } from '../../platform/jobs/define-job.js';
import { isTrue, type Database, type RowOf } from '../../platform/db/index.js';
import type { DeliveryEntity, DeliveryState } from './entities.js';

/** The job that sends one delivery. */
export const DELIVER = defineJob('notify.deliver', Type.Object({ deliveryId: Type.String() }), {
  key: ({ deliveryId }) => `notify.deliver:${deliveryId}`,
});

/** A delivery and what its backend is now. */
export interface Delivery {
  readonly id: string;
  readonly integrationId: string;
  readonly state: DeliveryState;
  readonly message: NotificationMessage;
  readonly createdAt: string;
  /** Absent when the integration was removed. */
  readonly backend?: { readonly name: string; readonly enabled: boolean };
}

interface DeliveryRow extends Pick<RowOf<typeof DeliveryEntity>, 'id' | 'integrationId' | 'state' | 'message' | 'createdAt'> {
  name: string | null;
  enabled: unknown;
}

/** Reads and moves deliveries. Each move is compare-and-set. */
export function createDeliveryStore(database: Database, now: () => Date) {
  return {
    async get(id: string): Promise<Delivery | undefined> {
      const row = await database.read.get<DeliveryRow>(
        `SELECT d.id, d.integration_id, d.state, d.message, d.created_at, i.name, i.enabled FROM notification_deliveries d
         LEFT JOIN integrations i ON i.id = d.integration_id WHERE d.id = ?`,
        [id],
      );
      if (!row) return undefined;
      const { name, enabled, message, ...rest } = row;
      return {
        ...rest,
        message: JSON.parse(message) as NotificationMessage,
        ...(name === null ? {} : { backend: { name, enabled: isTrue(enabled) } }),
      };
    },

    /** @returns false when somebody else has it */
    begin: async (id: string): Promise<boolean> =>
      (await database.transaction((tx) =>
        tx.run("UPDATE notification_deliveries SET state = 'sending' WHERE id = ? AND state = 'queued'", [id]),
      )) === 1,

    /** To be tried again. */
    async postpone(id: string, error: string): Promise<void> {
      await database.transaction((tx) =>
        tx.run("UPDATE notification_deliveries SET state = 'queued', error = ? WHERE id = ? AND state = 'sending'", [error, id]),
      );
    },

    /** A late success corrects `unknown`; other ends stay. */
    async finish(id: string, state: 'sent' | 'failed' | 'unknown', error: string | null = null): Promise<void> {
      const before = state === 'sent' ? "'queued', 'sending', 'unknown'" : "'queued', 'sending'";
      await database.transaction((tx) =>
        tx.run(`UPDATE notification_deliveries SET state = ?, error = ?, finished_at = ? WHERE id = ? AND state IN (${before})`, [
          state,
          error,
          now().toISOString(),
          id,
        ]),
      );
    },
  };
}

export type DeliveryStore = ReturnType<typeof createDeliveryStore>;
