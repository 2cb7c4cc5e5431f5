import { v7 as uuid } from 'uuid';
import type { Database, RowOf, Tx } from '../../platform/db/index.js';
import { toDelivery, type WebhookDelivery } from './delivery-store.js';
import { WebhookDeliveryEntity } from './entities.js';
import type { WebhookEvent } from './event-body.js';
import type { Attempt } from './send-webhook.js';
import { storeSaid } from '../../platform/words/index.js';

const DAY_MS = 86_400_000;
const KEEP_DAYS = 30;
/** The most lines of one webhook that are kept. */
const KEEP_EACH = 1000;

/** The log of what was sent, and of what is still to be sent. */
export function createDeliveryLog(database: Database, now: () => Date) {
  return {
    /** A test is sent before it is written. */
    async insertTest(tx: Tx, webhookId: string, { id, event, at, data }: WebhookEvent, attempt: Attempt): Promise<void> {
      const { isDelivered, status, answer, error, tookMs } = attempt;
      await tx.insert(WebhookDeliveryEntity, {
        id: uuid(),
        webhookId,
        eventId: id,
        event,
        dedupeKey: `${event}:${id}`,
        data: JSON.stringify(data),
        state: isDelivered ? 'delivered' : 'failed',
        attempts: 1,
        triedAt: now().toISOString(),
        status,
        answer,
        error: error === null ? null : storeSaid(error),
        tookMs,
        createdAt: at,
      });
    },

    /** Newest first. */
    async page(webhookId: string, page: number, limit: number): Promise<{ items: WebhookDelivery[]; total: number }> {
      const rows = await database.read.all<RowOf<typeof WebhookDeliveryEntity>>(
        'SELECT * FROM webhook_deliveries WHERE webhook_id = ? ORDER BY created_at DESC, id DESC LIMIT ? OFFSET ?',
        [webhookId, limit, (page - 1) * limit],
      );
      const count = await database.read.get<{ total: number }>('SELECT COUNT(*) AS total FROM webhook_deliveries WHERE webhook_id = ?', [
        webhookId,
      ]);
      return { items: rows.map(toDelivery), total: Number(count?.total ?? 0) };
    },

    /** Deletes what is old or beyond the newest thousand of a webhook, except what still waits. @returns how many */
    prune: (): Promise<number> =>
      database.transaction((tx) =>
        tx.run(
          `DELETE FROM webhook_deliveries WHERE state <> 'queued' AND (created_at < ? OR id IN (
             SELECT id FROM (SELECT id, ROW_NUMBER() OVER (PARTITION BY webhook_id ORDER BY created_at DESC, id DESC) AS place
               FROM webhook_deliveries) AS ranked WHERE place > ?))`,
          [new Date(now().getTime() - KEEP_DAYS * DAY_MS).toISOString(), KEEP_EACH],
        ),
      ),
  };
}

export type DeliveryLog = ReturnType<typeof createDeliveryLog>;
