import type { RequestEvent } from './machine.js';
import type { RequestRow } from './request-record.js';
import { hasFiles, isLive, type RequestStatus } from './statuses.js';

/**
 * When the book of a request first arrived, after a move. One that a media server loses and lists again has arrived once; one that was found
 * by mistake has not.
 */
export function arrivalOf(
  { type, arrivedAt }: Pick<RequestRow, 'type' | 'arrivedAt'>,
  to: RequestStatus,
  event: RequestEvent,
  at: string,
): string | null {
  if (event === 'library_withdrawn') return null;
  return hasFiles(to) && !isLive(to, type) ? (arrivedAt ?? at) : arrivedAt;
}
