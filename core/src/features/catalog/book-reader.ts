import type { CatalogBook } from '@lectern/plugin-api';
import type { Database } from '../../platform/db/index.js';
import { loadBooks, saveBooks } from './book-store.js';
import { isCatalogUnavailable, type createCatalogSource } from './catalog-source.js';

const FRESH_MS = 7 * 86_400_000;
/** Somebody waits although something can be shown. */
const STALE_TIMEOUT_MS = 8_000;
const BOOK_TIMEOUT_MS = 20_000;

interface BookReaderDeps {
  readonly database: Database;
  readonly source: Pick<ReturnType<typeof createCatalogSource>, 'book'>;
  readonly now: () => Date;
}

/** Reads a stored book while it is recent, else asks the catalogue. */
export function createBookReader({ database, source, now }: BookReaderDeps) {
  /** Reads the stored book again: a copy that a caller read earlier may be older than one stored since. */
  return async function readOrFetch(asin: string, inRegion: string, fresh: boolean): Promise<CatalogBook | undefined> {
    const stored = (await loadBooks(database.read, [asin], inRegion)).get(asin);
    const isYoung = stored?.book.region === inRegion && now().getTime() - Date.parse(stored.fetchedAt) < FRESH_MS;
    if (isYoung && !fresh) return stored.book;
    try {
      const fetched = await source.book(asin, inRegion, stored ? STALE_TIMEOUT_MS : BOOK_TIMEOUT_MS);
      if (!fetched) return stored?.book;
      await database.transaction((tx) => saveBooks(tx, [fetched], now().toISOString()));
      return (await loadBooks(database.read, [asin], inRegion)).get(asin)?.book ?? fetched;
    } catch (error) {
      if (stored && isCatalogUnavailable(error)) return stored.book;
      throw error;
    }
  };
}
