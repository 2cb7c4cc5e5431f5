import type { ShelfProvider } from '@lectern/plugin-api';
import type { FeedClient } from './client.js';
import { fault } from './fault.js';
import type { ShelfFeed } from './schema.js';
import { toShelfBook } from './shelf-book.js';

/** More than any shelf has at a hundred books per page; an endless feed stops here. */
const MOST_PAGES = 50;
/** Enough to say how many books are on a shelf before it is added. */
const COUNTED_PAGES = 10;

interface Cursor {
  readonly page: number;
  /** Ids returned so far, because books added during a walk shift the others to the next page. */
  readonly seen: readonly string[];
}

function readCursor(text: string | undefined): Cursor {
  if (text === undefined) return { page: 1, seen: [] };
  return JSON.parse(text) as Cursor;
}

/** Goodreads answers with all books if it does not know the shelf; only the channel's title tells. */
function assertShelf(feed: ShelfFeed, shelf: string): void {
  const actual = /bookshelf:(.*)$/is.exec(feed.title)?.[1]?.trim().toLowerCase();
  if (actual === shelf) return;
  throw fault('INTEGRATION_MISCONFIGURED', 'no_such_shelf', { values: { shelf }, field: 'shelf' });
}

/** The facts from the first page, for Test. */
export interface FirstPage {
  readonly name: string;
  readonly books: number;
}

/** Reads a shelf page by page. */
export function createShelfProvider(
  client: FeedClient,
  shelf: () => string,
): {
  readonly shelfProvider: ShelfProvider;
  readonly firstPage: (signal: AbortSignal) => Promise<FirstPage>;
} {
  async function read(page: number, signal: AbortSignal): Promise<ShelfFeed> {
    const feed = await client.page(shelf(), page, signal);
    assertShelf(feed, shelf());
    return feed;
  }

  async function firstPage(signal: AbortSignal): Promise<FirstPage> {
    const { title, items } = await read(1, signal);
    return { name: title, books: new Set(items.map(({ bookId }) => bookId)).size };
  }

  const shelfProvider: ShelfProvider = {
    async describe({ signal }) {
      const ids = new Set<string>();
      let name = shelf();
      for (let page = 1; page <= COUNTED_PAGES; page += 1) {
        const feed = await read(page, signal);
        const before = ids.size;
        for (const { bookId } of feed.items) ids.add(bookId);
        if (page === 1) name = feed.title;
        if (ids.size === before) break;
      }
      return { name, count: ids.size };
    },

    async books({ signal, cursor }) {
      const { page, seen } = readCursor(cursor);
      if (page > MOST_PAGES) {
        throw fault('INTEGRATION_UNSUPPORTED', 'shelf_too_long', { values: { pages: MOST_PAGES, books: seen.length } });
      }
      const { items } = await read(page, signal);
      const known = new Set(seen);
      const fresh = items.filter(({ bookId }) => !known.has(bookId) && known.add(bookId));
      // a short page means nothing: the end is a page without new books
      if (fresh.length === 0) return { items: [] };
      const next: Cursor = { page: page + 1, seen: [...known] };
      return { items: fresh.map(toShelfBook), next: JSON.stringify(next) };
    },
  };
  return { shelfProvider, firstPage };
}
