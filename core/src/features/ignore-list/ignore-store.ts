import { placeholders, type Sql, type Tx } from '../../platform/db/index.js';
import { IgnoredAudiobookEntity, type IgnoredAudiobookRow } from './entities.js';

/** Entries of a person's ignore list for any of these ASINs, oldest first; in one statement. */
export function ignoredAmong(sql: Sql, userId: string, asins: readonly string[]): Promise<IgnoredAudiobookRow[]> {
  return sql.all<IgnoredAudiobookRow>(
    `SELECT id, user_id, asin, created_at FROM ignored_audiobooks WHERE user_id = ? AND asin IN (${placeholders(asins.length)})
     ORDER BY created_at, id`,
    [userId, ...asins],
  );
}

/** A page of a person's ignore list, newest first, and how many entries there are. */
export async function ignoredPage(
  sql: Sql,
  userId: string,
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<{ readonly rows: IgnoredAudiobookRow[]; readonly total: number }> {
  const rows = await sql.all<IgnoredAudiobookRow>(
    'SELECT id, user_id, asin, created_at FROM ignored_audiobooks WHERE user_id = ? ORDER BY created_at DESC, id DESC LIMIT ? OFFSET ?',
    [userId, limit, (page - 1) * limit],
  );
  return { rows, total: await countIgnored(sql, userId) };
}

export async function countIgnored(sql: Sql, userId: string): Promise<number> {
  const row = await sql.get<{ total: number }>('SELECT COUNT(*) AS total FROM ignored_audiobooks WHERE user_id = ?', [userId]);
  return Number(row?.total ?? 0);
}

export function addIgnored(tx: Tx, row: IgnoredAudiobookRow): Promise<void> {
  return tx.insert(IgnoredAudiobookEntity, row);
}

/** @returns whether it was there */
export async function removeIgnored(tx: Tx, userId: string, id: string): Promise<boolean> {
  return (await tx.run('DELETE FROM ignored_audiobooks WHERE id = ? AND user_id = ?', [id, userId])) === 1;
}
