import type { CatalogBook } from '@lectern/plugin-api';
import type { BookPage, PageQuery } from './book-page.js';
import type { CatalogSource } from './catalog-source.js';
import { createShortCache } from './short-cache.js';
import type { WorkRecorder } from './work-recorder.js';

/**
 * Asks the catalogue for a page of a listing. Stores its books and groups equal recordings; the books and the groups are kept for a few
 * minutes.
 *
 * @param key names the listing; up to the first colon the method of the plugin
 * @throws ApiError 503 `catalogue_unavailable`
 */
export type CatalogListing = (key: string, query: PageQuery, ask: Parameters<CatalogSource['page']>[2]) => Promise<BookPage>;

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
  const pages = createShortCache<BookPage>({ keepMs: KEEP_MS, most: 500, now });
  return async (key, { page, limit }, ask) => {
    const inRegion = await region();
    return pages.get(JSON.stringify([key, inRegion, page, limit]), async () => {
      const fetched = await source.page(key.split(':', 1)[0] ?? key, { region: inRegion, page, limit }, ask);
      await remember(fetched.books);
      const united = await works.unite(fetched.books);
      works.keep(united.groups, inRegion);
      return { ...united, page, limit, total: fetched.total };
    });
  };
}
