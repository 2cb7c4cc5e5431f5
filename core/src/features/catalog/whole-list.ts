import type { CatalogBook } from '@lectern/plugin-api';
import { isCatalogUnavailable } from './catalog-source.js';
import type { PageQuery } from './book-page.js';
import type { RegionOutcome, SearchPage } from './search-regions.js';

/**
 * Why a list was not read to its end: `long`: it has more books than are looked at; `catalogue`: the catalogue does not answer, or stopped
 * answering; `region`: one of the regions does not answer.
 */
export const INCOMPLETE = ['long', 'catalogue', 'region'] as const;
export type Incomplete = (typeof INCOMPLETE)[number];

/** The books of a list that a filter looks at. */
export interface WholeList extends Pick<SearchPage, 'stale' | 'fetchedAt' | 'groups' | 'regions'> {
  /** Each ASIN once. */
  readonly books: readonly CatalogBook[];
  /** Why these are not all that the list has; absent if they are. */
  readonly incomplete?: Incomplete;
}

/** How far a list is read before it is filtered. */
export interface Reach {
  /** Books a page. */
  readonly limit: number;
  readonly pages: number;
  /** The server has the whole list, however old it is. */
  readonly isStored?: boolean;
}

/** A list in the database is read as a whole. */
export const KEPT: Reach = { limit: 1_000, pages: 1, isStored: true };
/** Of a list that only the catalogue has, the first two hundred books: each page is a call. */
export const FIRST_200: Reach = { limit: 50, pages: 4 };
/** Few authors and series have more books than this. */
export const FIRST_500: Reach = { limit: 50, pages: 10 };

/**
 * Reads a list from its beginning. If the catalogue stops answering on the way, the list ends there and is not complete; neither is one of
 * which the catalogue, or a region, does not answer at all: what was kept of it may be its beginning only.
 *
 * @throws as `fetch` for the first page
 */
export async function readWhole(
  fetch: (query: PageQuery) => Promise<SearchPage>,
  { limit, pages, isStored = false }: Reach,
): Promise<WholeList> {
  const books = new Map<string, CatalogBook>();
  const groups: (readonly string[])[] = [];
  let isEnd = false;
  let isCut = false;
  let isBrokenOff = false;
  let stale = false;
  let fetchedAt: string | undefined;
  const outcomes = new Map<string, RegionOutcome>();
  for (let page = 1; page <= pages && !isEnd; page += 1) {
    const read = await fetch({ page, limit }).catch((error: unknown) => {
      if (page > 1 && isCatalogUnavailable(error)) return undefined;
      throw error;
    });
    // kept pages are of another time than those that the catalogue has just sent
    isBrokenOff = !read || (page > 1 && read.stale === true && !stale);
    if (!read || isBrokenOff) break;
    for (const book of read.items) if (!books.has(book.asin)) books.set(book.asin, book);
    groups.push(...(read.groups ?? []));
    stale ||= read.stale === true;
    fetchedAt ??= read.fetchedAt;
    for (const region of read.regions ?? []) {
      // a region that fell silent on the way did not send all it has
      if (!outcomes.has(region.id) || region.outcome !== 'answered') outcomes.set(region.id, region);
    }
    isCut ||= read.isCut === true;
    isEnd = !(read.hasMore ?? page * limit < read.total);
  }
  const regions = [...outcomes.values()];
  const isSilent = isBrokenOff || (stale && !isStored);
  const isRegionSilent = regions.some(({ outcome }) => outcome === 'failed' || outcome === 'kept');
  const incomplete = isSilent ? 'catalogue' : isRegionSilent ? 'region' : isCut || !isEnd ? 'long' : undefined;
  return {
    books: [...books.values()],
    groups,
    ...(incomplete === undefined ? {} : { incomplete }),
    ...(stale ? { stale } : {}),
    ...(regions.length === 0 ? {} : { regions }),
    ...(fetchedAt === undefined ? {} : { fetchedAt }),
  };
}
