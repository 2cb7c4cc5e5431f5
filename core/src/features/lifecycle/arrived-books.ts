import type { Sql } from '../../platform/db/index.js';

/** A book that somebody asked for and that came. */
export interface ArrivedBook {
  readonly asin: string;
  readonly title: string;
  readonly author: string;
  readonly userId: string;
}

/** The books that arrived after a time, the newest first. One statement. */
export async function arrivedSince(sql: Pick<Sql, 'all'>, since: string, most: number): Promise<ArrivedBook[]> {
  return sql.all<ArrivedBook>(
    'SELECT asin, title, author, user_id FROM requests WHERE arrived_at > ? ORDER BY arrived_at DESC, id DESC LIMIT ?',
    [since, most],
  );
}
