import type { CatalogBook, CatalogChapter } from '@lectern/plugin-api';
import type { Database, Tx } from '../../platform/db/index.js';
import type { Logger } from '../../platform/logging/logger.js';
import {
  booksOfSeries,
  findBooks,
  loadBooks,
  loadHeadings,
  loadReleaseDays,
  loadSeries,
  NEVER_FETCHED,
  saveBooks,
  titlesOfSeries,
  type BookHeading,
  type SeriesPart,
} from './book-store.js';
import { bareTitle } from './bare-title.js';
import { isOtherReading, writersOf } from './same-recording.js';
import { rangeOfPart } from './series-part.js';
import { createBookReader } from './book-reader.js';
import { ASIN, cleanBooks } from './clean-book.js';
import { createAuthorsAndSeries, type AuthorsAndSeries } from './authors-and-series.js';
import { createCatalogListing } from './catalog-listing.js';
import { createCatalogCategories, type CatalogCategories } from './catalog-categories.js';
import { createCatalogLists, createStoredPages, type CatalogLists } from './catalog-lists.js';
import { createCatalogSearching, type CatalogSearching } from './search-regions.js';
import { createCatalogSource, isCatalogUnavailable, type CatalogHost } from './catalog-source.js';
import { createKeptAnswers } from './kept-answers.js';
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
export interface CatalogService extends CatalogLists, CatalogCategories, AuthorsAndSeries, CatalogSearching {
  /** The server's region. */
  region(): Promise<string>;
  /**
   * A book with its details: the stored one for seven days, then from the catalogue; the stored one again while that is down.
   * `undefined`: there is no such book.
   *
   * @throws ApiError 503 `catalogue_unavailable` when it is not stored and no catalogue answers, 422 `unknown_region`
   */
  book(asin: string, options?: BookOptions): Promise<CatalogBook | undefined>;
  /** The chapters of a recording; `undefined` if the catalogue has none, has no accurate ones, or does not answer. */
  chapters(
    asin: string,
    options: { readonly region: string; readonly signal: AbortSignal },
  ): Promise<readonly CatalogChapter[] | undefined>;
  /** Stored books in one statement, whatever their age; of the region where known there, else of any. */
  cached(asins: readonly string[], region?: string): Promise<Map<string, CatalogBook>>;
  /**
   * Titles of the other parts of a book's primary series, as far as they are stored: opening a series and following one
   * stores them. Collections, and books without a part, are not among them, as they may hold this very book.
   */
  otherTitlesOfSeries(book: CatalogBook): Promise<string[]>;
  /** Whether a stored book of the region is the same text read by somebody else. */
  hasOtherReadings(book: CatalogBook): Promise<boolean>;
  /** The series of stored books, in one statement; of the region where known there, else of any. */
  seriesOf(asins: readonly string[]): Promise<Map<string, CatalogBook['series']>>;
  /** Stored books of the server's region whose primary series has one of these names, at most `most`; in one statement. */
  storedOfSeries(names: readonly string[], most: number): Promise<SeriesPart[]>;
  /** Days of release (YYYY-MM-DD) of stored books that have one, in one statement; of the region where known there, else of any. */
  releaseDays(asins: readonly string[]): Promise<Map<string, string>>;
  /** Titles, authors and series of stored books, in one statement that reads no more of them; of the region where known there, else of any. */
  headings(asins: readonly string[]): Promise<Map<string, BookHeading>>;
  /** Stores books of a listing. Absent members keep their stored values. */
  remember(books: readonly CatalogBook[]): Promise<void>;
  /** Other ASINs of the same recordings, in one statement; an entry for every ASIN asked for. */
  siblings(asins: readonly string[]): Promise<Map<string, string[]>>;
  /** Creates a work for an ASIN that has none. */
  seedWork(tx: Tx, asin: string): Promise<void>;
  /** Forgets kept answers about authors and series that are too old. @returns how many */
  forgetAnswers(): Promise<number>;
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
  const kept = createKeptAnswers(deps);
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

  const searching = createCatalogSearching({ database, source, listing, works, region });

  return {
    region,
    remember,
    ...createCatalogLists({ database, source, works, stored, categories: refresh, region, now }),
    ...categories,
    ...createAuthorsAndSeries({ source, listing, kept, region, now }),
    ...searching,
    async book(asin, { signal, fresh = false, region: wanted } = {}) {
      if (!ASIN.test(asin)) return undefined;
      const inRegion = wanted ?? (await region());
      if (wanted !== undefined) await searching.requireRegion(wanted);
      const work = underWay.get(JSON.stringify([asin, inRegion, fresh]), () => readOrFetch(asin, inRegion, fresh));
      return untilAborted(work, signal);
    },
    async chapters(asin, { region: inRegion, signal }) {
      const ask = source.ask('chapters', (catalog, call) => catalog.chapters?.(asin, { ...call, region: inRegion }), { signal });
      return ask.catch((error: unknown) => {
        if (!isCatalogUnavailable(error)) throw error;
        return undefined;
      });
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
    async hasOtherReadings(book) {
      const stored = await findBooks(database.read, `${bareTitle(book.title).title} ${writersOf(book)[0] ?? ''}`, book.region);
      return stored.some((other) => isOtherReading(book, other));
    },
    seriesOf: async (asins) => loadSeries(database.read, asins, await region()),
    storedOfSeries: async (names, most) => booksOfSeries(database.read, names, await region(), most),
    releaseDays: async (asins) => loadReleaseDays(database.read, asins, await region()),
    headings: async (asins) => loadHeadings(database.read, asins, await region()),
    siblings: (asins) => loadSiblings(database.read, asins),
    seedWork: (tx, asin) => seedWork(tx, asin, now().toISOString()),
    forgetAnswers: () => kept.forget(),
    idle: async () => {
      await Promise.all([works.idle(), kept.idle()]);
    },
  };
}
