import type { CatalogBook } from '@lectern/plugin-api';
import type { BookPage, PageQuery } from './book-page.js';
import type { CatalogSource } from './catalog-source.js';
import { createShortCache } from './short-cache.js';
import type { WorkRecorder } from './work-recorder.js';

/** The slice of a listing, by default of the server's region. */
export interface ListingQuery extends PageQuery {
  readonly region?: string;
  readonly timeoutMs?: number;
}

/**
 * Asks the catalogue for a page of a listing. Stores its books and groups equal recordings; the books are kept for a few minutes, and
 * grouped each time by what is stored then.
 *
 * @param key names the listing; up to the first colon the method of the plugin
 * @param keep takes a page that came from the catalogue, unless somebody took it already, and where the catalogue lists its books
 * @throws ApiError 503 `catalogue_unavailable`
 */
export type CatalogListing = (
  key: string,
  query: ListingQuery,
  ask: Parameters<CatalogSource['page']>[2],
  keep?: KeepPage,
) => Promise<BookPage>;

/** @param places by ASIN, from 0 */
export type KeepPage = (page: BookPage, places: ReadonlyMap<string, number>) => void;

/** A page that is remembered. */
interface Remembered {
  readonly books: readonly CatalogBook[];
  readonly total: number;
  readonly places: ReadonlyMap<string, number>;
  /** Its groups were stored. */
  isGrouped: boolean;
  isTaken: boolean;
}

const KEEP_MS = 5 * 60_000;

export function createCatalogListing({
  source,
  works,
  region,
  remember,
  now,
}: {
  readonly source: CatalogSource;
  readonly works: WorkRecorder;
  readonly region: () => Promise<string>;
  readonly remember: (books: readonly CatalogBook[]) => Promise<void>;
  readonly now: () => Date;
}): CatalogListing {
  const pages = createShortCache<Remembered>({ keepMs: KEEP_MS, most: 500, now });
  return async (key, { page, limit, region: wanted, timeoutMs }, ask, keep) => {
    const inRegion = wanted ?? (await region());
    const remembered = await pages.get(JSON.stringify([key, inRegion, page, limit]), async () => {
      const fetched = await source.page(key.split(':', 1)[0] ?? key, { region: inRegion, page, limit, timeoutMs }, ask);
      await remember(fetched.books);
      return { ...fetched, isGrouped: false, isTaken: false };
    });
    const united = await works.unite(remembered.books);
    if (!remembered.isGrouped) works.keep(united.groups, inRegion);
    remembered.isGrouped = true;
    const answer = { ...united, page, limit, total: remembered.total };
    if (keep && !remembered.isTaken) {
      remembered.isTaken = true;
      keep(answer, remembered.places);
    }
    return answer;
  };
}
