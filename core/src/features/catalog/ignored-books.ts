import { placeholders, type Sql } from '../../platform/db/index.js';

/** Whether a person does not want to be offered one of these books. */
export async function isIgnored(sql: Pick<Sql, 'get'>, userId: string, asins: readonly string[]): Promise<boolean> {
  const row = await sql.get(`SELECT id FROM ignored_audiobooks WHERE user_id = ? AND asin IN (${placeholders(asins.length)}) LIMIT 1`, [
    userId,
    ...asins,
  ]);
  return row !== undefined;
}
