import type { ShelfBook, ShelfProvider } from '@lectern/plugin-api';
import type { HardcoverClient, Slice } from './client.js';
import { fault } from './fault.js';
import type { RemoteEntry } from './schema.js';
import { toShelfBook } from './shelf-book.js';
import { STATUSES } from './shelf-choices.js';

const PAGE = 100;
/** Enough to say how many books are on a shelf before it is added. */
const COUNTED_PAGES = 10;

type Shelf = { readonly kind: 'status' | 'list'; readonly id: number };

interface Cursor {
  readonly offset: number;
  /** Ids returned so far, because merged books share one. */
  readonly seen: readonly string[];
}

function parseShelf(setting: string): Shelf {
  const found = /^(status|list):(\d+)$/.exec(setting);
  if (!found) throw fault('INTEGRATION_MISCONFIGURED', 'nothing_chosen', { field: 'shelf' });
  return { kind: found[1] as Shelf['kind'], id: Number(found[2]) };
}

export function createShelfProvider(client: HardcoverClient, setting: string): ShelfProvider {
  let userId: number | undefined;

  async function owner(signal: AbortSignal): Promise<number> {
    userId ??= (await client.me(signal)).id;
    return userId;
  }

  async function requireList(id: number, signal: AbortSignal): Promise<{ readonly name: string; readonly books_count?: number | null }> {
    const list = await client.list(id, signal);
    if (list) return list;
    throw fault('INTEGRATION_NOT_FOUND', 'no_such_list', { field: 'shelf' });
  }

  async function read(shelf: Shelf, slice: Slice, signal: AbortSignal): Promise<readonly RemoteEntry[]> {
    // a deleted list answers like an empty one
    if (shelf.kind === 'list' && slice.offset === 0) await requireList(shelf.id, signal);
    const entries =
      shelf.kind === 'status'
        ? await client.booksOfStatus(await owner(signal), shelf.id, slice, signal)
        : await client.booksOfList(shelf.id, slice, signal);
    // no more than requested, whatever came
    return entries.slice(0, slice.limit);
  }

  return {
    async describe({ signal }) {
      const shelf = parseShelf(setting);
      if (shelf.kind === 'list') {
        const { name, books_count: count } = await requireList(shelf.id, signal);
        return { name, count: count ?? 0 };
      }
      let count = 0;
      for (let page = 0; page < COUNTED_PAGES; page += 1) {
        const entries = await read(shelf, { limit: PAGE, offset: page * PAGE }, signal);
        count += entries.length;
        if (entries.length < PAGE) break;
      }
      return { name: STATUSES[shelf.id] ?? `Status ${shelf.id}`, count };
    },

    async books({ signal, cursor }) {
      const { offset, seen }: Cursor = cursor === undefined ? { offset: 0, seen: [] } : (JSON.parse(cursor) as Cursor);
      const entries = await read(parseShelf(setting), { limit: PAGE, offset }, signal);
      const known = new Set(seen);
      const books = entries.map(toShelfBook).filter((book): book is ShelfBook => book !== undefined && !known.has(book.bookId));
      const items = books.filter(({ bookId }) => !known.has(bookId) && known.add(bookId));
      if (entries.length < PAGE) return { items };
      const next: Cursor = { offset: offset + PAGE, seen: [...known] };
      return { items, next: JSON.stringify(next) };
    },
  };
}
