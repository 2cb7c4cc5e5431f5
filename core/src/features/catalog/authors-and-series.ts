import type { CatalogAuthor, CatalogSeries } from '@lectern/plugin-api';
import { ApiError } from '../../platform/http/problem.js';
import type { BookPage, PageQuery } from './book-page.js';
import { isCatalogUnavailable, isUnknownToCatalog, isUnsupported, type CatalogSource } from './catalog-source.js';
import type { CatalogListing } from './catalog-listing.js';
import { webAddress } from './clean-book.js';
import type { KeptAnswers } from './kept-answers.js';
import { toPlainLine, toPlainText } from './plain-text.js';
import { seriesOf, type SeriesOfAuthor } from './series-of-author.js';
import { createShortCache } from './short-cache.js';
import { sentence } from '../../platform/words/index.js';

/** What an answer says of its age. */
export interface Aged {
  /** The catalogue does not answer; this was kept. */
  readonly stale?: boolean;
  /** When the kept answer was fetched. */
  readonly fetchedAt?: string;
}

/** Authors, or series, that a name was searched for. */
export interface FoundEntries extends Aged {
  readonly items: readonly CatalogAuthor[];
}

export interface AuthorSeries extends Aged {
  readonly items: readonly SeriesOfAuthor[];
}

/** How a listing is read. */
export interface ReadingOptions {
  /** Kept pages will not do: whoever draws conclusions from a listing needs what the catalogue says now. */
  readonly live?: boolean;
}

/**
 * Authors and series as the catalogue knows them, or as it described them when it last answered. Each throws ApiError 503
 * `catalogue_unavailable` when none answers and nothing is kept.
 */
export interface AuthorsAndSeries {
  /**
   * Finds authors, the likeliest first; empty where no catalogue searches for authors. With the picture of each whose picture is known
   * from this answer or an earlier one.
   */
  findAuthors(name: string): Promise<FoundEntries>;
  author(id: string): Promise<(CatalogAuthor & Aged) | undefined>;
  /** Where the picture of an author is, if that is known from an earlier answer. Never asks the catalogue: a list draws many pictures. */
  authorPicture(id: string): Promise<string | undefined>;
  /** @throws ApiError 404 `unknown_author` where no catalogue lists an author's books */
  authorBooks(id: string, query: PageQuery, options?: ReadingOptions): Promise<BookPage>;
  /** Series of an author's books, those with the most books first. Reads the beginning of the listing. @throws as `authorBooks` */
  authorSeries(id: string): Promise<AuthorSeries>;
  /** Finds series, the likeliest first; empty where no catalogue searches for series. */
  findSeries(name: string): Promise<FoundEntries>;
  series(id: string): Promise<(CatalogSeries & Aged) | undefined>;
  /** In the order of the series. @throws ApiError 404 `unknown_series` where no catalogue lists a series' books */
  seriesBooks(id: string, query: PageQuery, options?: ReadingOptions): Promise<BookPage>;
}

export interface AuthorsAndSeriesDeps {
  readonly source: CatalogSource;
  readonly listing: CatalogListing;
  readonly kept: KeptAnswers;
  readonly region: () => Promise<string>;
  readonly now: () => Date;
}

/** The pattern of ids of authors and series; entries with other ids are dropped, because ids appear in paths. */
export const CATALOG_ID = /^[A-Za-z0-9_-]{1,50}$/;
const KEEP_MS = 60 * 60_000;
const MOST_FOUND = 100;
/** Pages of an author's books that are read for their series. */
const SERIES_PAGES = 4;
const LARGEST_PAGE = 50;

/** An author, or a series. */
type Entry = CatalogAuthor;

function clean({ id, name, description, imageUrl }: Entry): Entry | undefined {
  const plain = toPlainLine(name, 300);
  if (plain === undefined || !CATALOG_ID.test(id)) return undefined;
  const picture = webAddress(imageUrl);
  return { id, name: plain, description: toPlainText(description), ...(picture === undefined ? {} : { imageUrl: picture }) };
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

/** Returns a substitute if no catalogue supports the call, or none has what was asked for. */
async function unlessMissing<T>(work: Promise<T>, instead: () => T): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (isUnsupported(error) || isUnknownToCatalog(error)) return instead();
    throw error;
  }
}

/** Returns what is kept if no catalogue answers; without it the error. */
async function orKept<T>(work: Promise<T>, kept: () => Promise<T | undefined>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const instead = isCatalogUnavailable(error) && !isUnsupported(error) ? await kept() : undefined;
    if (instead === undefined) throw error;
    return instead;
  }
}

/** The methods of a catalogue for one kind of entry. */
interface Kind {
  readonly one: 'author' | 'series';
  readonly search: 'searchAuthors' | 'searchSeries';
  readonly books: 'authorBooks' | 'seriesBooks';
  /** The error where no catalogue lists the books of such an entry. */
  readonly unknown: (cause?: unknown) => ApiError;
}

function createLookup({ source, listing, kept, region, now }: AuthorsAndSeriesDeps, { search, one, books, unknown }: Kind) {
  const entries = createShortCache<Entry | undefined>({ keepMs: KEEP_MS, most: 500, now });
  /** Pictures that came with the results of searches. */
  const pictures = createShortCache<string>({ keepMs: KEEP_MS, most: 500, now });
  const searches = createShortCache<readonly Entry[]>({ keepMs: KEEP_MS, most: 200, now });

  /** Adds the pictures that are kept, and remembers those that came with the search, so that `picture` finds what a list names. */
  async function withPictures(inRegion: string, found: readonly Entry[]): Promise<readonly Entry[]> {
    const unknown = found.filter(({ imageUrl }) => imageUrl === undefined).map(({ id }) => id);
    const keptPictures = await kept.pictures(one, inRegion, unknown);
    return Promise.all(
      found.map(async (entry) => {
        const { id, imageUrl } = entry;
        if (imageUrl !== undefined) await pictures.get(JSON.stringify([inRegion, id]), async () => imageUrl);
        const known = imageUrl ?? keptPictures.get(id);
        return known === undefined ? entry : { ...entry, imageUrl: known };
      }),
    );
  }

  return {
    find: async (name: string): Promise<FoundEntries> => {
      const inRegion = await region();
      const ask = () => source.ask<readonly Entry[]>(search, (catalog, call) => catalog[search]?.(name, { ...call, region: inRegion }));
      const found = searches.get(JSON.stringify([inRegion, name.toLowerCase()]), async () =>
        cleanList(await unlessMissing(ask(), () => [])),
      );
      return orKept<FoundEntries>(
        found.then(async (items) => ({ items: one === 'author' ? await withPictures(inRegion, items) : items })),
        async () => {
          const items = await kept.named(one, inRegion, name);
          const [oldest] = items.map(({ fetchedAt }) => fetchedAt).sort();
          return oldest === undefined ? undefined : { items, stale: true, fetchedAt: oldest };
        },
      );
    },
    one: async (id: string): Promise<(Entry & Aged) | undefined> => {
      const inRegion = await region();
      const ask = () => source.ask<Entry | undefined>(one, (catalog, call) => catalog[one]?.(id, { ...call, region: inRegion }));
      const asked = entries.get(JSON.stringify([inRegion, id]), async () => {
        const found = await unlessMissing(ask(), () => undefined);
        const entry = found && clean({ ...found, id });
        if (entry) kept.keepEntry(one, inRegion, entry);
        return entry;
      });
      return orKept<(Entry & Aged) | undefined>(asked, async () => {
        const entry = await kept.entry(one, inRegion, id);
        return entry && { ...entry, stale: true };
      });
    },
    picture: async (id: string): Promise<string | undefined> => {
      const inRegion = await region();
      const key = JSON.stringify([inRegion, id]);
      const entry = await entries.peek(key)?.catch(() => undefined);
      return entry?.imageUrl ?? (await pictures.peek(key)) ?? (await kept.entry(one, inRegion, id))?.imageUrl;
    },
    books: async (id: string, query: PageQuery, { live = false }: ReadingOptions = {}): Promise<BookPage> => {
      const inRegion = await region();
      const list = `${one}-books:${id}` as const;
      const page = listing(
        `${books}:${id}`,
        query,
        (catalog, call) => catalog[books]?.(id, { ...query, ...call, region: inRegion }),
        // a job that reads listings must not push out what people opened
        live ? undefined : (...fetched) => kept.keepPage(list, inRegion, ...fetched),
      );
      const known = page.catch((error: unknown) => {
        throw isUnsupported(error) || isUnknownToCatalog(error) ? unknown((error as Error).cause) : error;
      });
      return live ? known : orKept(known, () => kept.page(list, inRegion, query));
    },
  };
}

/** Reads the series of an author from the first pages of their books. */
async function readSeries(books: AuthorsAndSeries['authorBooks'], id: string): Promise<AuthorSeries> {
  const pages: BookPage[] = [];
  let isCut = false;
  for (let page = 1; page <= SERIES_PAGES; page += 1) {
    const slice = await books(id, { page, limit: LARGEST_PAGE }).catch((error: unknown) => {
      if (page > 1 && isCatalogUnavailable(error)) return undefined;
      throw error;
    });
    if (!slice) {
      isCut = true;
      break;
    }
    pages.push(slice);
    if (page * LARGEST_PAGE >= slice.total || slice.items.length === 0) break;
  }
  const old = pages.find(({ stale }) => stale);
  return {
    items: seriesOf(pages.flatMap(({ items }) => items)),
    ...(old || isCut ? { stale: true } : {}),
    ...(old?.fetchedAt === undefined ? {} : { fetchedAt: old.fetchedAt }),
  };
}

export function createAuthorsAndSeries(deps: AuthorsAndSeriesDeps): AuthorsAndSeries {
  const authors = createLookup(deps, {
    search: 'searchAuthors',
    one: 'author',
    books: 'authorBooks',
    unknown: (cause) => new ApiError('unknown_author', sentence('problem.no_author'), { cause }),
  });
  const series = createLookup(deps, {
    search: 'searchSeries',
    one: 'series',
    books: 'seriesBooks',
    unknown: (cause) => new ApiError('unknown_series', sentence('problem.no_series'), { cause }),
  });
  return {
    findAuthors: authors.find,
    author: authors.one,
    authorPicture: authors.picture,
    authorBooks: authors.books,
    authorSeries: (id) => readSeries(authors.books, id),
    findSeries: series.find,
    series: series.one,
    seriesBooks: series.books,
  };
}
