import type { Sql } from '../../platform/db/index.js';

/** Audiobooks of the library whose book is known, some at a time, by the ids of the items after `after`. One statement. */
export function matchedAudiobooks(
  sql: Pick<Sql, 'all'>,
  after: string,
  limit: number,
): Promise<{ readonly id: string; readonly asin: string }[]> {
  // a number, as PostgreSQL takes a bound limit for a tenth of the table
  return sql.all(
    `SELECT id, matched_asin AS asin FROM library_items WHERE id > ? AND has_audio AND matched_asin IS NOT NULL
     ORDER BY id LIMIT ${Math.trunc(limit)}`,
    [after],
  );
}
