import type { CatalogAuthor, CatalogSeries } from '@lectern/plugin-api';
import { ApiError } from '../../platform/http/problem.js';
import type { BookPage, PageQuery } from './book-page.js';
import { isUnsupported, type CatalogSource } from './catalog-source.js';
import type { CatalogListing } from './catalog-listing.js';
import { toPlainLine, toPlainText } from './plain-text.js';
import { createShortCache } from './short-cache.js';

/** Authors and series as the catalogue knows them. Each throws ApiError 503 `catalogue_unavailable` when none answers. */
export interface AuthorsAndSeries {
  /** The likeliest first; empty where no catalogue searches for authors. */
  findAuthors(name: string): Promise<readonly CatalogAuthor[]>;
  author(id: string): Promise<CatalogAuthor | undefined>;
  /** @throws ApiError 404 `unknown_author` where no catalogue lists an author's books */
  authorBooks(id: string, query: PageQuery): Promise<BookPage>;
  /** The likeliest first; empty where no catalogue searches for series. */
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

/** What ids of authors and series look like; others are dropped, because they stand in paths. */
export const CATALOG_ID = /^[A-Za-z0-9_-]{1,100}$/;
const KEEP_MS = 60 * 60_000;
const MOST_FOUND = 100;

function cleanAuthor({ id, name, description }: CatalogAuthor): CatalogAuthor | undefined {
  const plain = toPlainLine(name, 300);
  if (plain === undefined || !CATALOG_ID.test(id)) return undefined;
  return { id, name: plain, description: toPlainText(description) };
}

function cleanSeries({ id, name, description }: CatalogSeries): CatalogSeries | undefined {
  const plain = toPlainLine(name, 300);
  if (plain === undefined || !CATALOG_ID.test(id)) return undefined;
  return { id, name: plain, description: toPlainText(description) };
}

/** Entries that can be shown, each id once. */
function cleanList<T extends { readonly id: string }>(found: readonly T[], clean: (entry: T) => T | undefined): T[] {
  const byId = new Map<string, T>();
  for (const entry of found.slice(0, MOST_FOUND)) {
    const tidy = clean(entry);
    if (tidy && !byId.has(tidy.id)) byId.set(tidy.id, tidy);
  }
  return [...byId.values()];
}

/** What a catalogue that does not offer something stands for. */
async function unlessUnsupported<T>(work: Promise<T>, instead: () => T): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (isUnsupported(error)) return instead();
    throw error;
  }
}

export function createAuthorsAndSeries({ source, listing, region, now }: AuthorsAndSeriesDeps): AuthorsAndSeries {
  const authors = createShortCache<CatalogAuthor | undefined>({ keepMs: KEEP_MS, most: 500, now });
  const allSeries = createShortCache<CatalogSeries | undefined>({ keepMs: KEEP_MS, most: 500, now });
  const authorSearches = createShortCache<readonly CatalogAuthor[]>({ keepMs: KEEP_MS, most: 200, now });
  const seriesSearches = createShortCache<readonly CatalogSeries[]>({ keepMs: KEEP_MS, most: 200, now });
  const keyOf = (inRegion: string, text: string): string => JSON.stringify([inRegion, text.toLowerCase()]);
  const unknownAuthor = (): never => {
    throw new ApiError('unknown_author', 'The catalogue has no such author.');
  };
  const unknownSeries = (): never => {
    throw new ApiError('unknown_series', 'The catalogue has no such series.');
  };

  return {
    async findAuthors(name) {
      const inRegion = await region();
      const ask = () => source.ask('searchAuthors', (catalog, call) => catalog.searchAuthors?.(name, { ...call, region: inRegion }));
      return authorSearches.get(keyOf(inRegion, name), async () => cleanList(await unlessUnsupported(ask(), () => []), cleanAuthor));
    },
    async author(id) {
      const inRegion = await region();
      const ask = () => source.ask('author', (catalog, call) => catalog.author?.(id, { ...call, region: inRegion }));
      return authors.get(JSON.stringify([inRegion, id]), async () => {
        const found = await unlessUnsupported<CatalogAuthor | undefined>(ask(), () => undefined);
        return found && cleanAuthor({ ...found, id });
      });
    },
    async authorBooks(id, query) {
      const inRegion = await region();
      const books = listing(`authorBooks:${id}`, query, (catalog, call) =>
        catalog.authorBooks?.(id, { ...query, ...call, region: inRegion }),
      );
      return unlessUnsupported(books, unknownAuthor);
    },
    async findSeries(name) {
      const inRegion = await region();
      const ask = () => source.ask('searchSeries', (catalog, call) => catalog.searchSeries?.(name, { ...call, region: inRegion }));
      return seriesSearches.get(keyOf(inRegion, name), async () => cleanList(await unlessUnsupported(ask(), () => []), cleanSeries));
    },
    async series(id) {
      const inRegion = await region();
      const ask = () => source.ask('series', (catalog, call) => catalog.series?.(id, { ...call, region: inRegion }));
      return allSeries.get(JSON.stringify([inRegion, id]), async () => {
        const found = await unlessUnsupported<CatalogSeries | undefined>(ask(), () => undefined);
        return found && cleanSeries({ ...found, id });
      });
    },
    async seriesBooks(id, query) {
      const inRegion = await region();
      const books = listing(`seriesBooks:${id}`, query, (catalog, call) =>
        catalog.seriesBooks?.(id, { ...query, ...call, region: inRegion }),
      );
      return unlessUnsupported(books, unknownSeries);
    },
  };
}
