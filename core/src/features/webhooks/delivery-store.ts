import { v7 as uuid } from 'uuid';
import { readJson, type Database, type RowOf, type Tx } from '../../platform/db/index.js';
import { WebhookDeliveryEntity, type WebhookDeliveryState } from './entities.js';
import type { WebhookEvent } from './event-body.js';
import type { Attempt } from './send-webhook.js';

/** Why a webhook that was switched off does not get what waited. */
export const SWITCHED_OFF = 'The webhook was switched off.';

type Row = RowOf<typeof WebhookDeliveryEntity>;

/** A line of the log. */
export interface WebhookDelivery extends Pick<
  Row,
  'id' | 'webhookId' | 'attempts' | 'nextAt' | 'triedAt' | 'status' | 'answer' | 'error' | 'tookMs'
> {
  readonly state: WebhookDeliveryState;
  readonly event: WebhookEvent;
}

/** The line of a row. */
export function toDelivery({ eventId, event, createdAt, data, dedupeKey: _, ...row }: Row): WebhookDelivery {
  return { ...row, event: { id: eventId, event, at: createdAt, data: readJson(data) } };
}

/** Gives up what waited at a time. @param before ISO 8601 */
export async function giveUpWebhooksUntil(tx: Tx, before: string, why: string): Promise<void> {
  await tx.run(`UPDATE webhook_deliveries SET state = 'failed', next_at = NULL, error = ? WHERE state = 'queued' AND created_at <= ?`, [
    why,
    before,
  ]);
}

/** Writes an event for webhooks, due at once. One statement. @returns false if all of them have it already */
export async function queueEvent(
  tx: Tx,
  webhookIds: readonly string[],
  { id, event, at, data }: WebhookEvent,
  dedupeKey: string,
): Promise<boolean> {
  const same = {
    eventId: id,
    event,
    dedupeKey,
    data: JSON.stringify(data),
    state: 'queued' as const,
    attempts: 0,
    nextAt: at,
    createdAt: at,
  };
  const rows = webhookIds.map((webhookId) => ({ id: uuid(), webhookId, ...same }));
  return (await tx.upsert(WebhookDeliveryEntity, rows, { conflict: ['webhookId', 'dedupeKey'] })) > 0;
}

/** What is to be sent. */
export function createDeliveryStore(database: Database, now: () => Date) {
  return {
    /** Those whose time has come, the oldest first. */
    async due(webhookId: string, most: number): Promise<WebhookDelivery[]> {
      const rows = await database.read.all<Row>(
        `SELECT * FROM webhook_deliveries WHERE webhook_id = ? AND state = 'queued' AND next_at <= ? ORDER BY next_at, id LIMIT ?`,
        [webhookId, now().toISOString(), most],
      );
      return rows.map(toDelivery);
    },

    /** When the next one is due; ISO 8601. */
    async nextAt(webhookId: string): Promise<string | undefined> {
      const row = await database.read.get<{ nextAt: string | null }>(
        `SELECT MIN(next_at) AS next_at FROM webhook_deliveries WHERE webhook_id = ? AND state = 'queued'`,
        [webhookId],
      );
      return row?.nextAt ?? undefined;
    },

    /** The webhooks for which something waits. */
    async waiting(): Promise<string[]> {
      const rows = await database.read.all<{ id: string }>(
        `SELECT DISTINCT webhook_id AS id FROM webhook_deliveries WHERE state = 'queued'`,
      );
      return rows.map(({ id }) => id);
    },

    /** How many wait, by webhook. */
    async countWaiting(): Promise<Map<string, number>> {
      const rows = await database.read.all<{ id: string; count: number }>(
        `SELECT webhook_id AS id, COUNT(*) AS count FROM webhook_deliveries WHERE state = 'queued' GROUP BY webhook_id`,
      );
      return new Map(rows.map(({ id, count }) => [id, Number(count)]));
    },

    /** Stores how an attempt ended. A success counts even if the delivery was given up meanwhile. @param nextAt when it is tried again */
    async record(tx: Tx, id: string, { isDelivered, status, answer, error, tookMs }: Attempt, nextAt: Date | undefined): Promise<void> {
      const state: WebhookDeliveryState = isDelivered ? 'delivered' : nextAt ? 'queued' : 'failed';
      await tx.run(
        `UPDATE webhook_deliveries SET state = ?, attempts = attempts + 1, next_at = ?, tried_at = ?, status = ?, answer = ?, error = ?, took_ms = ?
         WHERE id = ?${isDelivered ? '' : ` AND state = 'queued'`}`,
        [state, nextAt?.toISOString() ?? null, now().toISOString(), status, answer, error, tookMs, id],
      );
    },

    async giveUp(tx: Tx, webhookId: string, why: string): Promise<void> {
      await tx.run(`UPDATE webhook_deliveries SET state = 'failed', next_at = NULL, error = ? WHERE webhook_id = ? AND state = 'queued'`, [
        why,
        webhookId,
      ]);
    },

    /** Makes one due at once, with all its attempts before it. @returns false if there is none */
    again: async (tx: Tx, webhookId: string, id: string): Promise<boolean> =>
      (await tx.run(
        `UPDATE webhook_deliveries SET state = 'queued', attempts = 0, next_at = ?, error = NULL WHERE id = ? AND webhook_id = ?`,
        [now().toISOString(), id, webhookId],
      )) > 0,
  };
}

export type DeliveryStore = ReturnType<typeof createDeliveryStore>;
