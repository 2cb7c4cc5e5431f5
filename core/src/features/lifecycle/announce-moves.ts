import type { Tx } from '../../platform/db/index.js';
import type { Said } from '../../platform/words/index.js';
import type { RequestRow } from './request-record.js';

/**
 * News about a move, for notifications. Each is an event of `NOTIFICATION_EVENTS`; the service that sends it does not compile otherwise.
 */
export type MoveNews =
  | 'request_pending_approval'
  | 'request_approved'
  | 'request_denied'
  | 'request_reopened'
  | 'request_released'
  | 'request_available'
  | 'request_error'
  | 'request_cancelled';

/** Announces a move to people, in the transaction that makes it; the service that delivers messages implements this. */
export interface MoveAnnouncer {
  /** @param event `request_grabbed` is no move: it is told when the client has taken the release */
  requestEvent(tx: Tx, event: MoveNews | 'request_grabbed', request: RequestRow, reason: Said): Promise<void>;
}
