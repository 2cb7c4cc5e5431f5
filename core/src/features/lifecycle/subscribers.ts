import type { Sql, Tx } from '../../platform/db/index.js';
import { RequestSubscriberEntity } from './entities.js';

/** Subscribes a user to a request; subscribing twice is subscribing. */
export async function subscribeTo(tx: Tx, requestId: string, userId: string, at: Date): Promise<void> {
  await tx.upsert(RequestSubscriberEntity, { requestId, userId, createdAt: at.toISOString() }, { conflict: ['requestId', 'userId'] });
}

/** Lists the subscribers of a request. */
export async function subscribersOf(sql: Pick<Sql, 'all'>, requestId: string): Promise<string[]> {
  const rows = await sql.all<{ userId: string }>('SELECT user_id FROM request_subscribers WHERE request_id = ?', [requestId]);
  return rows.map(({ userId }) => userId);
}

export async function subscriberCount(sql: Pick<Sql, 'get'>, requestId: string): Promise<number> {
  const row = await sql.get<{ n: number }>('SELECT COUNT(*) AS n FROM request_subscribers WHERE request_id = ?', [requestId]);
  return Number(row?.n ?? 0);
}

/** Subscribes all subscribers of one request to another, except its owner, who is notified anyway. */
export async function copySubscribers(tx: Tx, from: string, to: { readonly id: string; readonly userId: string }, at: Date): Promise<void> {
  for (const userId of await subscribersOf(tx, from)) if (userId !== to.userId) await subscribeTo(tx, to.id, userId, at);
}

/** Ends it; not to be subscribed is no fault. */
export async function unsubscribeFrom(tx: Tx, requestId: string, userId: string): Promise<void> {
  await tx.entities.delete(RequestSubscriberEntity, { requestId, userId });
}
