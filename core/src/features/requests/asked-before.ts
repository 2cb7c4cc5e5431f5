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
 * The user's own requests for books, ended ones included: what was cancelled or denied is not asked for again by what
 * asks by itself. One statement.
 *
 * @returns the newest by ASIN
 */
export async function askedBefore(sql: Sql, userId: string, asins: readonly string[]): Promise<Map<string, EarlierRequest>> {
  if (asins.length === 0) return new Map();
  const rows = await audiobookRequestsOf(sql, userId, asins);
  return new Map(rows.map((row) => [row.asin, row]));
}
