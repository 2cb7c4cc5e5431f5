import type { CatalogBook } from '@lectern/plugin-api';
import type { Database, Tx } from '../../platform/db/index.js';
import type { Logger } from '../../platform/logging/logger.js';
import { booksOfSeries, findBooks, loadBooks, NEVER_FETCHED, saveBooks, titlesOfSeries } from './book-store.js';
import { rangeOfPart } from './series-part.js';
import { createBookReader } from './book-reader.js';
import { ASIN, cleanBooks } from './clean-book.js';
import type { BookPage, PageQuery } from './book-page.js';
import { createAuthorsAndSeries, type AuthorsAndSeries } from './authors-and-series.js';
import { createCatalogListing } from './catalog-listing.js';
import { createCatalogCategories, type CatalogCategories } from './catalog-categories.js';
import { createCatalogLists, createStoredPages, type CatalogLists } from './catalog-lists.js';
import { createCatalogSource, isCatalogUnavailable, type CatalogHost } from './catalog-source.js';
import { groupSameWork } from './dedupe.js';
import { categoryList } from './list-store.js';
import { createShortCache, untilAborted } from './short-cache.js';
import { createWorkRecorder } from './work-recorder.js';
import { loadSiblings, seedWork } from './works-store.js';

export interface BookOptions {
  readonly signal?: AbortSignal;
  /** Asks the catalogue even when the stored book is recent. */
  readonly fresh?: boolean;
  /** Default: the server's. */
  readonly region?: string;
}

/** Books by ASIN, searches and lists, from the catalogue plugins and from the books stored earlier. */
export interface CatalogService extends CatalogLists, CatalogCategories, AuthorsAndSeries {
  /** The server's region. */
  region(): Promise<string>;
  /**
   * A book with its details: the stored one for seven days, then from the catalogue; the stored one again while that is down.
   * `undefined`: there is no such book.
   *
   * @throws ApiError 503 `catalogue_unavailable` when it is not stored and no catalogue answers
   */
  book(asin: string, options?: BookOptions): Promise<CatalogBook | undefined>;
  /** Stored books in one statement, whatever their age; of the region where known there, else of any. */
  cached(asins: readonly string[], region?: string): Promise<Map<string, CatalogBook>>;
  /**
   * Titles of the other parts of a book's primary series, as far as they are stored: opening a series and following one
   * stores them. Collections, and books without a part, are not among them, as they may hold this very book.
   */
  otherTitlesOfSeries(book: CatalogBook): Promise<string[]>;
  /** Stored books of the server's region whose primary series has one of these names, at most `most`; in one statement. */
  storedOfSeries(names: readonly string[], most: number): Promise<CatalogBook[]>;
  /** Stores books of a listing. Absent members keep their stored values. */
  remember(books: readonly CatalogBook[]): Promise<void>;
  /** Other ASINs of the same recordings, in one statement; an entry for every ASIN asked for. */
  siblings(asins: readonly string[]): Promise<Map<string, string[]>>;
  /**
   * Asks the catalogue; when it is down, searches the stored books.
   *
   * @throws ApiError 503 `catalogue_unavailable` when nothing stored fits either
   */
  search(query: PageQuery & { readonly text: string }): Promise<BookPage>;
  /** Creates a work for an ASIN that has none. */
  seedWork(tx: Tx, asin: string): Promise<void>;
  /** Resolves when nothing is being stored in the background any more. */
  idle(): Promise<void>;
}

export interface CatalogDeps {
  readonly database: Database;
  readonly host: CatalogHost;
  readonly settings: { get(): Promise<{ readonly server: { readonly region: string } }> };
  /** Categories that somebody shows on the home page. */
  readonly shownCategories: () => Promise<readonly string[]>;
  readonly log: Pick<Logger, 'warn'>;
  readonly now: () => Date;
}

/** Searches the stored books. */
async function searchStored(database: Pick<Database, 'read'>, region: string, text: string, { page, limit }: PageQuery): Promise<BookPage> {
  const books = groupSameWork(await findBooks(database.read, text, region));
  const asins = books.groups.flatMap(([first]) => first ?? []);
  const slice = asins.slice((page - 1) * limit, page * limit);
  const found = await loadBooks(database.read, slice, region);
  return { items: slice.flatMap((asin) => found.get(asin)?.book ?? []), page, limit, total: asins.length, stale: true };
}

export function createCatalogService(deps: CatalogDeps): CatalogService {
  const { database, settings, now } = deps;
  const source = createCatalogSource(deps);
  const underWay = createShortCache<CatalogBook | undefined>({ keepMs: 0, most: 1000, now });
  const works = createWorkRecorder(deps);
  const readOrFetch = createBookReader({ database, source, now });

  const region = async (): Promise<string> => (await settings.get()).server.region;
  const remember = async (books: readonly CatalogBook[]): Promise<void> => {
    const clean = await cleanBooks(books, await region());
    if (clean.length > 0) await database.transaction((tx) => saveBooks(tx, clean, NEVER_FETCHED));
  };

  const listing = createCatalogListing({ source, works, region, remember, now });
  const stored = createStoredPages({ database, region, now });
  const { categories, refresh } = createCatalogCategories({
    database,
    source,
    listing,
    keptPage: (id, query) => stored.page(categoryList(id), query),
    shownCategories: deps.shownCategories,
    region,
    log: deps.log,
    now,
  });

  return {
    region,
    remember,
    ...createCatalogLists({ database, source, works, stored, categories: refresh, region, now }),
    ...categories,
    ...createAuthorsAndSeries({ source, listing, region, now }),
    async book(asin, { signal, fresh = false, region: wanted } = {}) {
      if (!ASIN.test(asin)) return undefined;
      const inRegion = wanted ?? (await region());
      const work = underWay.get(JSON.stringify([asin, inRegion, fresh]), () => readOrFetch(asin, inRegion, fresh));
      return untilAborted(work, signal);
    },
    async cached(asins, wanted) {
      const stored = await loadBooks(database.read, asins, wanted ?? (await region()));
      return new Map([...stored].map(([asin, { book }]) => [asin, book]));
    },
    async otherTitlesOfSeries({ series: [primary], region: inRegion }) {
      const own = rangeOfPart(primary?.part);
      if (!primary || !own || own.from !== own.to) return [];
      const stored = await titlesOfSeries(database.read, primary.name, inRegion);
      const others = stored.filter(({ series: [first] }) => {
        const range = rangeOfPart(first?.part);
        return range !== undefined && range.from === range.to && range.from !== own.from;
      });
      return [...new Set(others.map(({ title }) => title))];
    },
    storedOfSeries: async (names, most) => booksOfSeries(database.read, names, await region(), most),
    siblings: (asins) => loadSiblings(database.read, asins),
    async search({ text, page, limit }) {
      const wanted = text.trim().replace(/\s+/g, ' ');
      const inRegion = await region();
      try {
        return await listing(`search:${wanted.toLowerCase()}`, { page, limit }, (catalog, call) =>
          catalog.search({ text: wanted, region: inRegion, page, limit }, call),
        );
      } catch (error) {
        if (!isCatalogUnavailable(error)) throw error;
        const stored = await searchStored(database, await region(), wanted, { page, limit });
        if (stored.total === 0) throw error;
        return stored;
      }
    },
    seedWork: (tx, asin) => seedWork(tx, asin, now().toISOString()),
    idle: () => works.idle(),
  };
}
