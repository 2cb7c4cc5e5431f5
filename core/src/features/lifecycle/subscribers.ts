import type { Tx } from '../../platform/db/index.js';
import { RequestSubscriberEntity } from './entities.js';

/** Subscribes a user to a request; subscribing twice is subscribing. */
export async function subscribeTo(tx: Tx, requestId: string, userId: string, at: Date): Promise<void> {
  await tx.run(
    'INSERT INTO request_subscribers (request_id, user_id, created_at) VALUES (?, ?, ?) ON CONFLICT (request_id, user_id) DO NOTHING',
    [requestId, userId, at.toISOString()],
  );
}

/** Ends it; not to be subscribed is no fault. */
export async function unsubscribeFrom(tx: Tx, requestId: string, userId: string): Promise<void> {
  await tx.entities.delete(RequestSubscriberEntity, { requestId, userId });
}
