import type { CatalogBook } from '@lectern/plugin-api';
import type { Database } from '../../platform/db/index.js';
import { loadBooks, NEVER_FETCHED, saveBooks } from './book-store.js';
import type { BookPage, PageQuery } from './book-page.js';
import { isUnsupported, type CatalogSource } from './catalog-source.js';
import { readList, readListAges, readListHeads, replaceList, STORED_LISTS, type ListSlice, type StoredList } from './list-store.js';
import type { WorkRecorder } from './work-recorder.js';

/** What a refresh did. */
export interface RefreshReport {
  readonly refreshed: readonly StoredList[];
  /** Lists that stay as they were, because no catalogue has them or it sent nothing. */
  readonly kept: readonly StoredList[];
}

/** The lists that are kept in the database. */
export interface CatalogLists {
  /** From the database only. */
  popular(query: PageQuery): Promise<BookPage>;
  /** From the database only. */
  newReleases(query: PageQuery): Promise<BookPage>;
  /** The first `count` ASINs of the stored lists, in one statement. `total` counts those only. */
  listHeads(count: number): Promise<Map<StoredList, ListSlice>>;
  /** Whether a list fetched then should have been refreshed since. */
  isListStale(fetchedAt: string | undefined): boolean;
  /** When the oldest stored list was fetched; `undefined` when one is missing. */
  listsFetchedAt(): Promise<Date | undefined>;
  /**
   * Fetches the lists anew. A list that cannot be fetched stays as it was.
   *
   * @throws ApiError 503 `catalogue_unavailable` when one failed, after the others were refreshed
   */
  refreshLists(signal?: AbortSignal): Promise<RefreshReport>;
}

export interface CatalogListsDeps {
  readonly database: Database;
  readonly source: CatalogSource;
  readonly works: WorkRecorder;
  readonly region: () => Promise<string>;
  readonly now: () => Date;
}

/** A daily refresh that was late by half a day. */
const STALE_MS = 36 * 3_600_000;
const LIST_LENGTH = 200;
const SOURCE_PAGE = 50;

export function createCatalogLists({ database, source, works, region, now }: CatalogListsDeps): CatalogLists {
  const isListStale = (fetchedAt: string | undefined): boolean =>
    fetchedAt !== undefined && now().getTime() - Date.parse(fetchedAt) > STALE_MS;

  async function stored(list: StoredList, { page, limit }: PageQuery): Promise<BookPage> {
    const inRegion = await region();
    const slice = await readList(database.read, list, inRegion, page, limit);
    const books = await loadBooks(database.read, slice.asins, inRegion);
    return {
      items: slice.asins.flatMap((asin) => books.get(asin)?.book ?? []),
      page,
      limit,
      total: slice.total,
      ...(slice.fetchedAt === undefined ? {} : { fetchedAt: slice.fetchedAt }),
      ...(isListStale(slice.fetchedAt) ? { stale: true } : {}),
    };
  }

  /** Books of a remote list up to the length that is kept. */
  async function walk(list: StoredList, inRegion: string, signal: AbortSignal | undefined): Promise<CatalogBook[]> {
    const books = new Map<string, CatalogBook>();
    for (let page = 1; page <= LIST_LENGTH / SOURCE_PAGE; page += 1) {
      const slice = { region: inRegion, page, limit: SOURCE_PAGE };
      const answer = await source.page(
        list,
        slice,
        (catalog, call) => (list === 'popular' ? catalog.popular?.({ ...slice, ...call }) : catalog.newReleases?.({ ...slice, ...call })),
        signal,
      );
      for (const book of answer.books) if (!books.has(book.asin)) books.set(book.asin, book);
      if (!answer.hasMore) break;
    }
    return [...books.values()];
  }

  async function refresh(list: StoredList, inRegion: string, signal: AbortSignal | undefined): Promise<boolean> {
    const books = await walk(list, inRegion, signal);
    // An empty answer is an outage in disguise; the old list is better.
    if (books.length === 0) return false;
    const { items, groups } = works.unite(books);
    await database.transaction(async (tx) => {
      await saveBooks(tx, books, NEVER_FETCHED);
      await replaceList(
        tx,
        list,
        inRegion,
        items.map(({ asin }) => asin),
        now().toISOString(),
      );
    });
    works.keep(groups, inRegion);
    return true;
  }

  return {
    isListStale,
    popular: (query) => stored('popular', query),
    newReleases: (query) => stored('new-releases', query),
    listHeads: async (count) => readListHeads(database.read, await region(), count),
    async listsFetchedAt() {
      const ages = await readListAges(database.read, await region());
      const times = STORED_LISTS.map((list) => ages.get(list));
      return times.includes(undefined) ? undefined : new Date(times.sort()[0] ?? 0);
    },
    async refreshLists(signal) {
      const refreshed: StoredList[] = [];
      const kept: StoredList[] = [];
      if (!source.isThere()) return { refreshed, kept: [...STORED_LISTS] };
      const inRegion = await region();
      let fault: Error | undefined;
      for (const list of STORED_LISTS) {
        try {
          ((await refresh(list, inRegion, signal)) ? refreshed : kept).push(list);
        } catch (error) {
          signal?.throwIfAborted();
          if (!isUnsupported(error)) fault = error as Error;
          kept.push(list);
        }
      }
      await works.idle();
      if (fault) throw fault;
      return { refreshed, kept };
    },
  };
}
