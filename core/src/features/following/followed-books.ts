import type { Database } from '../../platform/db/index.js';
import type { ComingUp } from './coming-up.js';
import { recentOf } from './follow-store.js';

/** Books of what a person follows, for other pages. Both read stored rows only, in a fixed number of statements. */
export interface FollowedBooks {
  /** ASINs of the newest books that are out, as of the last checks; the newest first. */
  newest(userId: string, count: number): Promise<readonly string[]>;
  /** ASINs of books to come, the next first. */
  comingUp(userId: string, count: number): Promise<readonly string[]>;
}

interface FollowedBooksDeps {
  readonly database: Pick<Database, 'read'>;
  readonly comingUp: ComingUp;
}

export function createFollowedBooks({ database, comingUp }: FollowedBooksDeps): FollowedBooks {
  return {
    async newest(userId, count) {
      const books = await recentOf(database.read, userId);
      const newestFirst = [...books].sort((a, b) => (a.releaseDate < b.releaseDate ? 1 : a.releaseDate > b.releaseDate ? -1 : 0));
      return [...new Set(newestFirst.map(({ asin }) => asin))].slice(0, count);
    },
    comingUp: async (userId, count) => (await comingUp(userId)).slice(0, count).map(({ asin }) => asin),
  };
}
