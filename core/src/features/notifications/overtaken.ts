import type { NotificationMessage } from '@lectern/plugin-api';
import type { Sql } from '../../platform/db/index.js';
import { sentence, type Sentence } from '../../platform/words/index.js';
import type { RequestRow } from '../lifecycle/request-record.js';
import { cancelledShortlyBefore, findRequest } from '../lifecycle/request-store.js';
import type { NotificationEventId } from './notification-events.js';

const REQUEST_PAGE = /^\/requests\/([0-9a-f-]{36})$/;

/** The request that a stored message is about. */
export function requestIdOf({ links }: Pick<NotificationMessage, 'links'>): string | undefined {
  return REQUEST_PAGE.exec(links[0]?.url ?? '')?.[1];
}

/** What a request that is made and cancelled tells on its way, besides its end. */
const ON_THE_WAY = [
  'request_pending_approval',
  'request_approved',
  'request_released',
  'request_grabbed',
] as const satisfies NotificationEventId[];
const UNTIL_CANCELLED: readonly string[] = [...ON_THE_WAY, 'request_cancelled'];

/** Asking again within this time after cancelling is no news. */
const AGAIN_MINUTES = 60;

/** Whom a message goes to: a channel, or one person by one way. */
export interface Addressed {
  /** The integration or the way. */
  readonly target: string;
  readonly userId?: string;
  readonly message: NotificationMessage;
}

/** The states of what the same target was told of requests. */
async function statesOf(
  { all }: Pick<Sql, 'all'>,
  { target, userId }: Addressed,
  events: readonly string[],
  requestIds: readonly string[],
): Promise<string[]> {
  const about = events.flatMap((event) => requestIds.map((id) => `${event}:${id}:%`));
  const rows = await all<{ state: string }>(
    `SELECT state FROM notification_deliveries WHERE integration_id = ? AND ${userId === undefined ? 'user_id IS NULL' : 'user_id = ?'}
       AND (${about.map(() => 'dedupe_key LIKE ?').join(' OR ')})`,
    [target, ...(userId === undefined ? [] : [userId]), ...about],
  );
  return rows.map(({ state }) => state);
}

const isTold = (state: string): boolean => state === 'sending' || state === 'sent' || state === 'unknown';

/** The move that a message tells is the last one: a request that joined another is approved and cancelled in one. */
function tellsLastMove({ dedupeKey }: NotificationMessage, { id, version }: RequestRow): boolean {
  return dedupeKey.endsWith(`:${id}:${version}`);
}

/** The requests of which an event was told less than an hour before, if it is one that people could repeat at will. */
export async function repeatsOf(sql: Pick<Sql, 'all'>, event: NotificationEventId, request: RequestRow): Promise<string[]> {
  return UNTIL_CANCELLED.includes(event) ? cancelledShortlyBefore(sql, request, AGAIN_MINUTES) : [];
}

/**
 * Why a message about a request is not worth sending any more: it was decided or cancelled before the message left, or the same people
 * heard the same of the same book within the last hour.
 */
export async function overtakenBy(sql: Pick<Sql, 'get' | 'all'>, addressed: Addressed): Promise<Sentence | undefined> {
  const { message, userId } = addressed;
  const requestId = requestIdOf(message);
  if (requestId === undefined || !UNTIL_CANCELLED.includes(message.event)) return undefined;
  const request = await findRequest(sql, requestId);
  if (!request) return sentence('delivery_fault.request_gone');
  if (message.event === 'request_pending_approval' && request.status !== 'awaiting_approval') return sentence('delivery_fault.decided');
  const isCancelled = request.status === 'cancelled';
  if (message.event !== 'request_cancelled' && isCancelled && !tellsLastMove(message, request)) return sentence('delivery_fault.cancelled');
  if (message.event === 'request_cancelled' && userId === undefined) {
    const before = await statesOf(sql, addressed, ON_THE_WAY, [requestId]);
    if (before.length > 0 && !before.some(isTold)) return sentence('delivery_fault.cancelled');
  }
  const earlier = await repeatsOf(sql, message.event as NotificationEventId, request);
  if (earlier.length === 0) return undefined;
  const told = await statesOf(sql, addressed, [message.event], earlier);
  return told.some(isTold) ? sentence('delivery_fault.told_already') : undefined;
}
