import type { Database, SqlValue } from '../../platform/db/index.js';
import type { Match } from './book-mapping.js';

/** Matches for the sites' books, shared by all shelves and users. */
export interface MappingStore {
  /** Stores a decision. @param nextTryAt for books without a match */
  decide(provider: string, bookId: string, region: string, match: Match, nextTryAt: string): Promise<void>;
  /** Postpones the next try after a failed lookup, without a decision. */
  postpone(provider: string, bookId: string, until: string): Promise<void>;
}

export function createMappingStore({ database, now }: { readonly database: Database; readonly now: () => Date }): MappingStore {
  return {
    async decide(provider, bookId, region, match, nextTryAt) {
      const found: SqlValue[] =
        match.kind === 'match'
          ? ['matched', match.asin, region, match.method, match.score, null]
          : [match.kind, null, region, null, null, nextTryAt];
      await database.transaction((tx) =>
        tx.run(
          `UPDATE book_mappings SET state = ?, asin = ?, region = ?, method = ?, score = ?, next_try_at = ?, updated_at = ?
           WHERE provider = ? AND book_id = ?`,
          [...found, now().toISOString(), provider, bookId],
        ),
      );
    },
    async postpone(provider, bookId, until) {
      await database.transaction((tx) =>
        tx.run('UPDATE book_mappings SET next_try_at = ? WHERE provider = ? AND book_id = ?', [until, provider, bookId]),
      );
    },
  };
}
