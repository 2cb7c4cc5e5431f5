import type { Catalog, CatalogSearch } from '@lectern/plugin-api';
import { toAsin } from './asin.js';
import type { ProductQuery, StoreClient } from './client.js';
import { toPage, type ProductLists } from './product-lists.js';
import { toListedProduct } from './product-mapper.js';
import { stripTitle } from './text.js';

function toQuery(search: CatalogSearch): ProductQuery | undefined {
  const given: [string, string | undefined][] = [
    ['keywords', search.text],
    ['title', search.title],
    ['author', search.author],
    ['narrator', search.narrator],
  ];
  const filled = given.filter((entry): entry is [string, string] => (entry[1]?.trim() ?? '') !== '');
  if (filled.length === 0) return undefined;
  return { ...Object.fromEntries(filled.map(([key, value]) => [key, value.trim()])), products_sort_by: 'Relevance' };
}

/** The query with a shorter title, if there is anything to remove. */
function withoutSubtitle(query: ProductQuery): ProductQuery | undefined {
  const keywords = query.keywords === undefined ? undefined : stripTitle(query.keywords);
  const title = query.title === undefined ? undefined : stripTitle(query.title);
  if (keywords === undefined && title === undefined) return undefined;
  return { ...query, ...(keywords === undefined ? {} : { keywords }), ...(title === undefined ? {} : { title }) };
}

/**
 * Searches by words; a bare ASIN is looked up. A search without hits is repeated without subtitle, brackets and series,
 * because people paste whole titles from elsewhere.
 */
export function createSearch(store: StoreClient, lists: ProductLists): Catalog['search'] {
  return async (search, { signal }) => {
    const { region, page, limit } = search;
    const slice = { region, page, limit, signal };

    const asin = toAsin(search.text);
    if (asin !== undefined) {
      const listed = toListedProduct(await store.product(asin, slice), region);
      if (listed) return { items: page === 1 ? [listed.book] : [], total: 1 };
    }

    const query = toQuery(search);
    if (!query) return { items: [], total: 0 };
    const walked = await lists.query(query, slice);
    const shorter = walked.found === 0 ? withoutSubtitle(query) : undefined;
    return toPage(shorter ? await lists.query(shorter, slice) : walked);
  };
}
