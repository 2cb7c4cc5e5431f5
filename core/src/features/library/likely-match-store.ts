import { placeholders, type Database, type RowOf, type Sql, type SqlValue, type Tx } from '../../platform/db/index.js';
import { LikelyMatchEntity, type LibraryItemEntity, type LibraryItemRow } from './entities.js';
import type { Likeness } from './likeness.js';

type LikelyMatchRow = RowOf<typeof LikelyMatchEntity>;

/** An item that is due to be looked up. */
export type DueItem = Pick<LibraryItemRow, 'id' | 'title' | 'authors' | 'durationSeconds'>;

/** An item of the queue. */
type QueuedItem = RowOf<typeof LibraryItemEntity>;

/** A book that an item may be. */
export interface LikelyBook extends Likeness {
  readonly asin: string;
}

/** Words of the partial indexes. By `IS NULL`, SQLite would take the index of all matches, and sort what has none. */
const WITHOUT_BOOK = `COALESCE(matched_asin, '') = ''`;
const QUEUED = `${WITHOUT_BOOK} AND likely_score IS NOT NULL`;

async function count(sql: Sql, where: string, params: readonly SqlValue[] = []): Promise<number> {
  const row = await sql.get<{ n: number }>(`SELECT COUNT(*) AS n FROM library_items WHERE ${where}`, params);
  return Number(row?.n ?? 0);
}

/** Returns items without a book that were not looked up since they changed, or not for long. One statement. */
export function itemsToLookUp(sql: Sql, now: Date, most: number): Promise<DueItem[]> {
  return sql.all<DueItem>(
    `SELECT id, title, authors, duration_seconds FROM library_items WHERE ${WITHOUT_BOOK} AND look_up_at <= ?
     ORDER BY look_up_at, id LIMIT ${most}`,
    [now.toISOString()],
  );
}

/** Counts the items without a book that wait to be looked up. */
export function countToLookUp(sql: Sql, now: Date): Promise<number> {
  return count(sql, `${WITHOUT_BOOK} AND look_up_at <= ?`, [now.toISOString()]);
}

/** Moves an item behind all others that wait, because the catalogue did not answer: it may never answer for this one. */
export async function lookUpLast(tx: Tx, { id, title, authors }: DueItem, at: Date): Promise<void> {
  await tx.run('UPDATE library_items SET look_up_at = ? WHERE id = ? AND title = ? AND authors = ?', [
    ...[at.toISOString(), id, title, authors],
  ]);
}

/** Stores again which of an item's likely matches is the best that nobody rejected. */
async function settleScore(tx: Tx, itemId: string): Promise<void> {
  await tx.run(
    `UPDATE library_items SET likely_score = (SELECT MAX(score) FROM library_likely_matches WHERE item_id = ? AND rejected_at IS NULL)
     WHERE id = ?`,
    [itemId, itemId],
  );
}

/**
 * Stores the catalogue's likely books for an item. Books that an admin rejected stay rejected. An item that is gone, or that changed
 * meanwhile, is left for the next time.
 */
export async function keepLikelyBooks(tx: Tx, item: DueItem, books: readonly LikelyBook[], lookUpAt: string): Promise<void> {
  const kept = await tx.run('UPDATE library_items SET look_up_at = ? WHERE id = ? AND title = ? AND authors = ?', [
    ...[lookUpAt, item.id, item.title, item.authors],
  ]);
  if (kept === 0) return;
  await tx.run('DELETE FROM library_likely_matches WHERE item_id = ? AND rejected_at IS NULL', [item.id]);
  const rows = books.map(({ asin, score, title, author, length }) => ({
    itemId: item.id,
    asin,
    score,
    titleFit: title,
    authorFit: author,
    lengthFit: length,
  }));
  // one that was rejected is still there, and stays so
  await tx.upsert(LikelyMatchEntity, rows, { conflict: ['itemId', 'asin'], update: ['score', 'titleFit', 'authorFit', 'lengthFit'] });
  await settleScore(tx, item.id);
}

/** A page of items with likely matches, the surest first, and how many there are. Two statements. */
export async function queuedItems(
  { read }: Pick<Database, 'read'>,
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<{ readonly rows: QueuedItem[]; readonly total: number }> {
  const rows = await read.all<QueuedItem>(
    `SELECT * FROM library_items WHERE ${QUEUED} ORDER BY likely_score DESC, id DESC LIMIT ? OFFSET ?`,
    [limit, (page - 1) * limit],
  );
  return { rows, total: await count(read, QUEUED) };
}

/** The likely matches of items that nobody rejected, the surest first. One statement. */
export async function likelyMatchesOf(sql: Sql, itemIds: readonly string[]): Promise<LikelyMatchRow[]> {
  if (itemIds.length === 0) return [];
  return sql.all<LikelyMatchRow>(
    `SELECT * FROM library_likely_matches WHERE item_id IN (${placeholders(itemIds.length)}) AND rejected_at IS NULL
     ORDER BY score DESC, asin`,
    itemIds,
  );
}

/** @param rejectedAt null takes the rejection back @returns whether there is such a likely match */
export async function rejectLikelyMatch(tx: Tx, itemId: string, asin: string, rejectedAt: string | null): Promise<boolean> {
  const changed = await tx.run('UPDATE library_likely_matches SET rejected_at = ? WHERE item_id = ? AND asin = ?', [
    ...[rejectedAt, itemId, asin],
  ]);
  if (changed > 0) await settleScore(tx, itemId);
  return changed > 0;
}
