import { v7 as uuid } from 'uuid';
import { readJsonOr, type Database, type RowOf, type Tx } from '../../platform/db/index.js';
import { WebhookDeliveryEntity, type WebhookDeliveryState } from './entities.js';
import type { WebhookEvent } from './event-body.js';
import { LONGEST_PAUSE_MS } from './retry-times.js';
import type { Attempt } from './send-webhook.js';
import { sentence, storedSaid, storeSaid, type Said } from '../../platform/words/index.js';

/** By which clocks of several servers may differ. */
const SLACK_MS = 5 * 60_000;

/** Why a webhook that was switched off does not get what waited. */
export const SWITCHED_OFF = sentence('delivery_fault.webhook_off');

type Row = RowOf<typeof WebhookDeliveryEntity>;

/** A line of the log. */
export interface WebhookDelivery extends Pick<
  Row,
  'id' | 'webhookId' | 'attempts' | 'nextAt' | 'triedAt' | 'status' | 'answer' | 'tookMs'
> {
  readonly state: WebhookDeliveryState;
  readonly event: WebhookEvent;
  readonly error: Said | null;
}

/** The line of a row. */
export function toDelivery({ eventId, event, createdAt, data, error, dedupeKey: _, ...row }: Row): WebhookDelivery {
  return {
    ...row,
    error: error === null ? null : storedSaid(error),
    event: { id: eventId, event, at: createdAt, data: readJsonOr(data, { title: '' }) },
  };
}

/** Gives up what waited at a time. @param before ISO 8601 */
export async function giveUpWebhooksUntil(tx: Tx, before: string, why: Said): Promise<void> {
  await tx.run(`UPDATE webhook_deliveries SET state = 'failed', next_at = NULL, error = ? WHERE state = 'queued' AND created_at <= ?`, [
    storeSaid(why),
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
    /** Those whose time has come, the oldest first, and those to which a clock that was ahead has given a time that none has. */
    async due(webhookId: string, most: number): Promise<WebhookDelivery[]> {
      const rows = await database.read.all<Row>(
        `SELECT * FROM webhook_deliveries WHERE webhook_id = ? AND state = 'queued' AND (next_at <= ? OR next_at > ?) ORDER BY next_at, id LIMIT ?`,
        [webhookId, now().toISOString(), new Date(now().getTime() + LONGEST_PAUSE_MS + SLACK_MS).toISOString(), most],
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

    /** How many wait for one webhook. */
    async countWaitingFor(tx: Tx, webhookId: string): Promise<number> {
      const row = await tx.get<{ count: number }>(
        `SELECT COUNT(*) AS count FROM webhook_deliveries WHERE webhook_id = ? AND state = 'queued'`,
        [webhookId],
      );
      return Number(row?.count ?? 0);
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
        [state, nextAt?.toISOString() ?? null, now().toISOString(), status, answer, error === null ? null : storeSaid(error), tookMs, id],
      );
    },

    async giveUp(tx: Tx, webhookId: string, why: Said): Promise<void> {
      await tx.run(`UPDATE webhook_deliveries SET state = 'failed', next_at = NULL, error = ? WHERE webhook_id = ? AND state = 'queued'`, [
        storeSaid(why),
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
