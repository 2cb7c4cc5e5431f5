import type { CatalogBook } from '@lectern/plugin-api';
import type { BookPage, PageQuery } from './book-page.js';
import { isCatalogUnavailable } from './catalog-source.js';

/** Results that are looked through at most: catalogues compare single words, or do not search for narrators at all. */
const READ: { readonly limit: number; readonly pages: number } = { limit: 50, pages: 10 };

/**
 * A page of the wanted ones among the results of a search. Reads results from their beginning until the page is full, so that pages have no
 * holes and the total counts matches only.
 *
 * @throws as `search` for the first results
 */
export async function pageOfWanted(
  search: (query: PageQuery) => Promise<BookPage>,
  isWanted: (book: CatalogBook) => boolean,
  { page, limit }: PageQuery,
): Promise<BookPage> {
  const wanted = new Map<string, CatalogBook>();
  const groups: (readonly string[])[] = [];
  let stale = false;
  let isEnd = false;
  for (let read = 1; read <= READ.pages && !isEnd && wanted.size <= page * limit; read += 1) {
    const results = await search({ page: read, limit: READ.limit }).catch((error: unknown) => {
      if (read > 1 && isCatalogUnavailable(error)) return undefined;
      throw error;
    });
    // stored books are another list than that which the catalogue has just sent
    if (!results || (read > 1 && results.stale === true && !stale)) break;
    stale ||= results.stale === true;
    groups.push(...(results.groups ?? []));
    for (const book of results.items) if (isWanted(book)) wanted.set(book.asin, book);
    isEnd = read * READ.limit >= results.total;
  }
  const hasMore = wanted.size > page * limit;
  return {
    items: [...wanted.values()].slice((page - 1) * limit, page * limit),
    groups,
    page,
    limit,
    total: wanted.size,
    hasMore,
    ...(!isEnd && !hasMore ? { isCut: true } : {}),
    ...(stale ? { stale } : {}),
  };
}
