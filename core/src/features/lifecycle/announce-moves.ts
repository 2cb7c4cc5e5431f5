import type { Tx } from '../../platform/db/index.js';
import type { RequestRow } from './request-record.js';

/** Tells people of a move, in the transaction that makes it; whoever delivers messages fulfils this. */
export interface MoveAnnouncer {
  /** @param event one of `NOTIFICATION_EVENTS` */
  requestEvent(tx: Tx, event: string, request: RequestRow, reason: string): Promise<void>;
}
