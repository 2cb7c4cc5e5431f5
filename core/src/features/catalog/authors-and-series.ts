import type { CatalogAuthor, CatalogSeries } from '@lectern/plugin-api';
import { ApiError } from '../../platform/http/problem.js';
import type { BookPage, PageQuery } from './book-page.js';
import { isUnsupported, type CatalogSource } from './catalog-source.js';
import type { CatalogListing } from './catalog-listing.js';
import { toPlainLine, toPlainText } from './plain-text.js';
import { createShortCache } from './short-cache.js';

/** Authors and series as the catalogue knows them. Each throws ApiError 503 `catalogue_unavailable` when none answers. */
export interface AuthorsAndSeries {
  /** Finds authors, the likeliest first; empty where no catalogue searches for authors. */
  findAuthors(name: string): Promise<readonly CatalogAuthor[]>;
  author(id: string): Promise<CatalogAuthor | undefined>;
  /** @throws ApiError 404 `unknown_author` where no catalogue lists an author's books */
  authorBooks(id: string, query: PageQuery): Promise<BookPage>;
  /** Finds series, the likeliest first; empty where no catalogue searches for series. */
  findSeries(name: string): Promise<readonly CatalogSeries[]>;
  series(id: string): Promise<CatalogSeries | undefined>;
  /** In the order of the series. @throws ApiError 404 `unknown_series` where no catalogue lists a series' books */
  seriesBooks(id: string, query: PageQuery): Promise<BookPage>;
}

export interface AuthorsAndSeriesDeps {
  readonly source: CatalogSource;
  readonly listing: CatalogListing;
  readonly region: () => Promise<string>;
  readonly now: () => Date;
}

/** The pattern of ids of authors and series; entries with other ids are dropped, because ids appear in paths. */
export const CATALOG_ID = /^[A-Za-z0-9_-]{1,50}$/;
const KEEP_MS = 60 * 60_000;
const MOST_FOUND = 100;

/** An author, or a series. */
type Entry = CatalogAuthor | CatalogSeries;

function clean({ id, name, description }: Entry): Entry | undefined {
  const plain = toPlainLine(name, 300);
  if (plain === undefined || !CATALOG_ID.test(id)) return undefined;
  return { id, name: plain, description: toPlainText(description) };
}

/** Entries that can be shown, each id once. */
function cleanList(found: readonly Entry[]): Entry[] {
  const byId = new Map<string, Entry>();
  for (const entry of found.slice(0, MOST_FOUND)) {
    const tidy = clean(entry);
    if (tidy && !byId.has(tidy.id)) byId.set(tidy.id, tidy);
  }
  return [...byId.values()];
}

/** Returns a substitute if no catalogue supports the call. */
async function unlessUnsupported<T>(work: Promise<T>, instead: () => T): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (isUnsupported(error)) return instead();
    throw error;
  }
}

/** The methods of a catalogue for one kind of entry. */
interface Kind {
  readonly search: 'searchAuthors' | 'searchSeries';
  readonly one: 'author' | 'series';
  readonly books: 'authorBooks' | 'seriesBooks';
  /** The error where no catalogue lists the books of such an entry. */
  readonly unknown: () => ApiError;
}

function createLookup({ source, listing, region, now }: AuthorsAndSeriesDeps, { search, one, books, unknown }: Kind) {
  const entries = createShortCache<Entry | undefined>({ keepMs: KEEP_MS, most: 500, now });
  const searches = createShortCache<readonly Entry[]>({ keepMs: KEEP_MS, most: 200, now });

  return {
    find: async (name: string): Promise<readonly Entry[]> => {
      const inRegion = await region();
      const ask = () => source.ask<readonly Entry[]>(search, (catalog, call) => catalog[search]?.(name, { ...call, region: inRegion }));
      const key = JSON.stringify([inRegion, name.toLowerCase()]);
      return searches.get(key, async () => cleanList(await unlessUnsupported(ask(), () => [])));
    },
    one: async (id: string): Promise<Entry | undefined> => {
      const inRegion = await region();
      const ask = () => source.ask<Entry | undefined>(one, (catalog, call) => catalog[one]?.(id, { ...call, region: inRegion }));
      return entries.get(JSON.stringify([inRegion, id]), async () => {
        const found = await unlessUnsupported(ask(), () => undefined);
        return found && clean({ ...found, id });
      });
    },
    books: async (id: string, query: PageQuery): Promise<BookPage> => {
      const inRegion = await region();
      const page = listing(`${books}:${id}`, query, (catalog, call) => catalog[books]?.(id, { ...query, ...call, region: inRegion }));
      return unlessUnsupported(page, () => {
        throw unknown();
      });
    },
  };
}

export function createAuthorsAndSeries(deps: AuthorsAndSeriesDeps): AuthorsAndSeries {
  const authors = createLookup(deps, {
    search: 'searchAuthors',
    one: 'author',
    books: 'authorBooks',
    unknown: () => new ApiError('unknown_author', 'The catalogue has no such author.'),
  });
  const series = createLookup(deps, {
    search: 'searchSeries',
    one: 'series',
    books: 'seriesBooks',
    unknown: () => new ApiError('unknown_series', 'The catalogue has no such series.'),
  });
  return {
    findAuthors: authors.find,
    author: authors.one,
    authorBooks: authors.books,
    findSeries: series.find,
    series: series.one,
    seriesBooks: series.books,
  };
}
