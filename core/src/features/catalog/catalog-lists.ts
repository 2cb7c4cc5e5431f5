import type { Catalog, CatalogBook, Listing, Page } from '@lectern/plugin-api';
import type { Database } from '../../platform/db/index.js';
import { NEVER_FETCHED, saveBooks } from './book-store.js';
import type { BookPage, PageQuery } from './book-page.js';
import { isUnsupported, type CatalogSource } from './catalog-source.js';
import type { CategoryRefresh } from './catalog-categories.js';
import {
  categoryList,
  categoryOf,
  isKeepable,
  keepCategoryLists,
  readListAges,
  readListHeads,
  readListPage,
  replaceList,
  STORED_LISTS,
  type ListKey,
  type ListSlice,
} from './list-store.js';
import type { WorkRecorder } from './work-recorder.js';

/** The outcome of a refresh. */
export interface RefreshReport {
  readonly refreshed: readonly ListKey[];
  /** Lists that did not change, because no catalogue has them or it sent nothing. */
  readonly kept: readonly ListKey[];
}

/** The lists that are kept in the database. */
export interface CatalogLists {
  /** Reads from the database only. */
  popular(query: PageQuery): Promise<BookPage>;
  /** Reads from the database only. */
  newReleases(query: PageQuery): Promise<BookPage>;
  /** The first `count` ASINs of stored lists, in one statement, with an entry for each list. `total` counts those only. */
  listHeads(lists: readonly ListKey[], count: number): Promise<Map<ListKey, ListSlice>>;
  /** Whether a list fetched then should have been refreshed since. */
  isListStale(fetchedAt: string | undefined): boolean;
  /** Returns the earlier of the times at which popular books and new releases were fetched; `undefined` when one is missing. */
  listsFetchedAt(): Promise<Date | undefined>;
  /**
   * Fetches the lists again, with the tree of categories and the books of those that are kept. A list that cannot be fetched stays as it
   * was.
   *
   * @throws ApiError 503 `catalogue_unavailable` when one failed, after the others were refreshed
   */
  refreshLists(signal?: AbortSignal): Promise<RefreshReport>;
  /** Fetches those of these categories that are missing. @throws as `refreshLists` */
  fetchMissing(categories: readonly string[], signal?: AbortSignal): Promise<RefreshReport>;
}

export interface CatalogListsDeps {
  readonly database: Database;
  readonly source: CatalogSource;
  readonly works: WorkRecorder;
  readonly stored: StoredPages;
  readonly categories: CategoryRefresh;
  readonly region: () => Promise<string>;
  readonly now: () => Date;
}

/** A daily refresh that was late by half a day. */
const STALE_MS = 36 * 3_600_000;
const LIST_LENGTH = 200;
/** There may be many categories, and each page is a call. */
const CATEGORY_LENGTH = 100;
const SOURCE_PAGE = 50;

/** Asks a catalogue for a page of a list; `undefined` where it has no such list. */
function askFor(list: ListKey): (catalog: Catalog, listing: Listing) => Promise<Page<CatalogBook>> | undefined {
  const category = categoryOf(list);
  if (category !== undefined) return (catalog, listing) => catalog.category?.(category, listing);
  return (catalog, listing) => (list === 'popular' ? catalog.popular?.(listing) : catalog.newReleases?.(listing));
}

/** Lists as they are kept. */
export interface StoredPages {
  page(list: ListKey, query: PageQuery): Promise<BookPage>;
  isListStale(fetchedAt: string | undefined): boolean;
}

export function createStoredPages({ database, region, now }: Pick<CatalogListsDeps, 'database' | 'region' | 'now'>): StoredPages {
  const isListStale = (fetchedAt: string | undefined): boolean =>
    fetchedAt !== undefined && now().getTime() - Date.parse(fetchedAt) > STALE_MS;

  async function page(list: ListKey, { page, limit }: PageQuery): Promise<BookPage> {
    const inRegion = await region();
    const { books, total, fetchedAt } = await readListPage(database.read, list, inRegion, page, limit);
    return {
      items: books,
      page,
      limit,
      total,
      ...(fetchedAt === undefined ? {} : { fetchedAt }),
      ...(isListStale(fetchedAt) ? { stale: true } : {}),
    };
  }

  return { isListStale, page };
}

export function createCatalogLists(deps: CatalogListsDeps): CatalogLists {
  const { database, source, works, stored, categories, region, now } = deps;

  /** Books of a remote list up to the length that is kept. */
  async function walk(list: ListKey, inRegion: string, signal: AbortSignal | undefined): Promise<CatalogBook[]> {
    const books = new Map<string, CatalogBook>();
    const ask = askFor(list);
    const category = categoryOf(list);
    const length = category === undefined ? LIST_LENGTH : CATEGORY_LENGTH;
    for (let page = 1; page <= length / SOURCE_PAGE; page += 1) {
      const slice = { region: inRegion, page, limit: SOURCE_PAGE };
      const what = category === undefined ? list : 'category';
      const answer = await source.page(what, slice, (catalog, call) => ask(catalog, { ...slice, ...call }), signal);
      for (const book of answer.books) if (!books.has(book.asin)) books.set(book.asin, book);
      if (!answer.hasMore) break;
    }
    return [...books.values()];
  }

  async function refresh(list: ListKey, inRegion: string, signal: AbortSignal | undefined): Promise<boolean> {
    const books = await walk(list, inRegion, signal);
    // An empty answer is an outage in disguise; the old list is better.
    if (books.length === 0) return false;
    const { items, groups } = await works.unite(books);
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

  /** Fetches each list separately: a failure does not stop the others. `end` throws the failures. */
  function createRun(inRegion: string, signal: AbortSignal | undefined) {
    const refreshed: ListKey[] = [];
    const kept: ListKey[] = [];
    let fault: Error | undefined;
    async function attempt(work: () => Promise<unknown>): Promise<boolean> {
      try {
        return (await work()) !== false;
      } catch (error) {
        signal?.throwIfAborted();
        if (!isUnsupported(error)) fault = error as Error;
        return false;
      }
    }
    return {
      attempt,
      async lists(all: readonly ListKey[]): Promise<void> {
        for (const list of all) ((await attempt(() => refresh(list, inRegion, signal))) ? refreshed : kept).push(list);
      },
      async end(): Promise<RefreshReport> {
        await works.idle();
        if (fault) throw fault;
        return { refreshed, kept };
      },
    };
  }

  return {
    isListStale: (fetchedAt) => stored.isListStale(fetchedAt),
    popular: (query) => stored.page('popular', query),
    newReleases: (query) => stored.page('new-releases', query),
    listHeads: async (lists, count) => readListHeads(database.read, lists, await region(), count),
    async listsFetchedAt() {
      const ages = await readListAges(database.read, STORED_LISTS, await region());
      const times = STORED_LISTS.map((list) => ages.get(list));
      return times.includes(undefined) ? undefined : new Date(times.sort()[0] ?? 0);
    },
    async refreshLists(signal) {
      if (!source.isThere()) return { refreshed: [], kept: [...STORED_LISTS] };
      const inRegion = await region();
      const run = createRun(inRegion, signal);
      await run.lists(STORED_LISTS);
      await run.attempt(() => categories.refreshTree(signal));
      await run.lists((await categories.keptCategories()).map(categoryList));
      // asked again, because people open and show categories meanwhile
      const kept = (await categories.keptCategories()).map(categoryList);
      await database.transaction((tx) => keepCategoryLists(tx, inRegion, kept));
      return run.end();
    },
    async fetchMissing(wanted, signal) {
      const lists = wanted.filter(isKeepable).map(categoryList);
      if (!source.isThere()) return { refreshed: [], kept: lists };
      const inRegion = await region();
      const ages = await readListAges(database.read, lists, inRegion);
      const run = createRun(inRegion, signal);
      await run.lists(lists.filter((list) => !ages.has(list)));
      return run.end();
    },
  };
}
