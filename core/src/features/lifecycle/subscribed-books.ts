import { placeholders, type Sql } from '../../platform/db/index.js';
import { CLOSED_STATUSES } from './statuses.js';

/** Returns those ASINs whose audiobook has a live request by somebody else that the user subscribes to. One statement. */
export async function subscribedAmong(sql: Pick<Sql, 'all'>, userId: string, asins: readonly string[]): Promise<ReadonlySet<string>> {
  if (asins.length === 0) return new Set();
  const rows = await sql.all<{ asin: string }>(
    `SELECT r.asin FROM request_subscribers s JOIN requests r ON r.id = s.request_id
     WHERE s.user_id = ? AND r.type = 'audiobook' AND r.asin IN (${placeholders(asins.length)})
       AND r.status NOT IN (${placeholders(CLOSED_STATUSES.length)})`,
    [userId, ...asins, ...CLOSED_STATUSES],
  );
  return new Set(rows.map(({ asin }) => asin));
}
