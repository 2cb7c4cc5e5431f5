import type { Sql } from '../../platform/db/index.js';
import type { RequestOrigin, RequestStatus } from '../lifecycle/statuses.js';
import { audiobookRequestsOf } from '../lifecycle/request-store.js';

/** A request the user has, or had. */
export interface EarlierRequest {
  readonly id: string;
  readonly asin: string;
  readonly status: RequestStatus;
  readonly origin: RequestOrigin;
}

/**
 * Returns the user's own requests for books, ended ones included: automatic requests do not repeat a cancelled or denied one. One
 * statement.
 *
 * @returns the newest by ASIN
 */
export async function askedBefore(sql: Sql, userId: string, asins: readonly string[]): Promise<Map<string, EarlierRequest>> {
  if (asins.length === 0) return new Map();
  const rows = await audiobookRequestsOf(sql, userId, asins);
  return new Map(rows.map((row) => [row.asin, row]));
}
