import { padded, placeholders, type Sql } from '../../platform/db/index.js';
import type { RequestRow } from './request-record.js';
import { CLOSED_STATUSES } from './statuses.js';

/** Returns those ASINs whose audiobook somebody has a live request for. One statement. */
export async function requestedAmong(sql: Pick<Sql, 'all'>, asins: readonly string[]): Promise<ReadonlySet<string>> {
  if (asins.length === 0) return new Set();
  const wanted = padded(asins);
  const rows = await sql.all<{ asin: string }>(
    `SELECT DISTINCT asin FROM requests WHERE type = 'audiobook' AND asin IN (${placeholders(wanted.length)})
       AND status NOT IN (${placeholders(CLOSED_STATUSES.length)})`,
    [...wanted, ...CLOSED_STATUSES],
  );
  return new Set(rows.map(({ asin }) => asin));
}

/** A request by its book. */
export type RequestedBook = Pick<RequestRow, 'id' | 'asin' | 'type' | 'status'>;

/** These requests, by their ids. One statement. */
export async function requestedBooks(sql: Pick<Sql, 'all'>, requestIds: readonly string[]): Promise<Map<string, RequestedBook>> {
  if (requestIds.length === 0) return new Map();
  const wanted = padded(requestIds);
  const rows = await sql.all<RequestedBook>(
    `SELECT id, asin, type, status FROM requests WHERE id IN (${placeholders(wanted.length)})`,
    wanted,
  );
  return new Map(rows.map((row) => [row.id, row]));
}
