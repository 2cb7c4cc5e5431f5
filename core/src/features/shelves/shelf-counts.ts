import { isTrue, placeholders, type Sql } from '../../platform/db/index.js';
import type { BookOutcome } from './shelf-record.js';

/** The number of a shelf's books by outcome. Removed books count only as `removed`. */
export type ShelfCounts = Partial<Record<BookOutcome | 'removed', number>>;

/** Counts of several shelves in one statement. */
export async function countOutcomes(sql: Sql, shelfIds: readonly string[]): Promise<Map<string, ShelfCounts>> {
  if (shelfIds.length === 0) return new Map();
  const rows = await sql.all<{ shelfId: string; outcome: BookOutcome; gone: unknown; n: number }>(
    `SELECT shelf_id, outcome, (removed_at IS NOT NULL) AS gone, COUNT(*) AS n FROM shelf_books
     WHERE shelf_id IN (${placeholders(shelfIds.length)}) GROUP BY shelf_id, outcome, (removed_at IS NOT NULL)`,
    shelfIds,
  );
  const counts = new Map<string, Partial<Record<BookOutcome | 'removed', number>>>(shelfIds.map((id) => [id, {}]));
  for (const { shelfId, outcome, gone, n } of rows) {
    const own = counts.get(shelfId) ?? {};
    const name = isTrue(gone) ? 'removed' : outcome;
    own[name] = (own[name] ?? 0) + Number(n);
  }
  return counts;
}
