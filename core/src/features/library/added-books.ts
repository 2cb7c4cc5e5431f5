import { readJson, type Database } from '../../platform/db/index.js';
import { namesInRow, type Said } from '../../platform/words/index.js';

/** A book that came into the library. */
export interface AddedBook {
  readonly asin: string;
  readonly title: string;
  readonly author: Said;
}

/** The recognized books that media servers got after a time, the newest first; one of several items is there several times. */
export type AddedSince = (since: string, most: number) => Promise<AddedBook[]>;

export function createAddedSince({ read }: Pick<Database, 'read'>): AddedSince {
  return async (since, most) => {
    const rows = await read.all<{ asin: string; title: string; authors: string }>(
      `SELECT matched_asin AS asin, title, authors FROM library_items
       WHERE added_at > ? AND matched_asin IS NOT NULL AND missing_scans = 0 ORDER BY added_at DESC, id DESC LIMIT ?`,
      [since, most],
    );
    return rows.map(({ asin, title, authors }) => ({ asin, title, author: namesInRow(readJson<string[]>(authors)) }));
  };
}
