import type { Page, CatalogBook } from '@lectern/plugin-api';
import { LARGEST_PAGE, type InStore, type ProductQuery, type StoreClient } from './client.js';
import { walkListing, type ServicePage, type Verdict, type Walked } from './listing-walk.js';
import { isDelisted, toListedProduct, type ListedProduct } from './product-mapper.js';
import { textOf, type Product } from './schema.js';
import { createTtlCache } from './ttl-cache.js';

/** Long enough for browsing through a list. The host keeps answers for longer. */
const PAGE_TTL_MS = 10 * 60_000;
const MOST_PAGES_KEPT = 40;

export interface PageOf extends InStore {
  /** 1-based. */
  readonly page: number;
  readonly limit: number;
}

/** Listings of books, made from the store's listings. */
export interface ProductLists {
  query(query: ProductQuery, slice: PageOf, judge?: (item: ListedProduct) => Verdict): Promise<Walked>;
  byAsins(asins: readonly string[], slice: PageOf): Promise<Walked>;
}

/** Removes what only this plugin's modules use. */
export function toPage({ items, next, total }: Walked): Page<CatalogBook> {
  return { items, ...(next === undefined ? {} : { next }), ...(total === undefined ? {} : { total }) };
}

/** @param language ISO 639-1 of the only language listed, empty for all; books without a language stay */
export function createProductLists(store: StoreClient, language: string, now: () => number): ProductLists {
  const pages = createTtlCache<ServicePage>(now, PAGE_TTL_MS, MOST_PAGES_KEPT);

  function toServicePage(products: readonly Product[], region: string, total?: number): ServicePage {
    return {
      items: products.filter((product) => !isDelisted(product)).flatMap((product) => toListedProduct(product, region) ?? []),
      count: products.length,
      signature: products.map(({ asin }) => textOf(asin) ?? '').join(),
      ...(total === undefined ? {} : { total }),
    };
  }

  function inLanguage(judge: (item: ListedProduct) => Verdict): (item: ListedProduct) => Verdict {
    if (language === '') return judge;
    return (item) => {
      const verdict = judge(item);
      const isOther = item.book.language !== undefined && item.book.language !== language;
      return verdict === 'keep' && isOther ? 'skip' : verdict;
    };
  }

  return {
    query: (query, { region, signal, page, limit }, judge = () => 'keep') =>
      walkListing({
        fetchPage: (number) =>
          pages.get(JSON.stringify([region, query, number]), async () => {
            const { products, total } = await store.products(query, number, { region, signal });
            return toServicePage(products, region, total);
          }),
        judge: inLanguage(judge),
        page,
        limit,
      }),

    byAsins: (asins, { region, signal, page, limit }) =>
      walkListing({
        fetchPage: async (number) => {
          const batch = asins.slice(number * LARGEST_PAGE, (number + 1) * LARGEST_PAGE);
          if (batch.length === 0) return { items: [], count: 0, signature: '' };
          return pages.get(JSON.stringify([region, batch]), async () => {
            const products = await store.productsByAsin(batch, { region, signal });
            const { items } = toServicePage(products, region);
            const inOrder = batch.flatMap((asin) => items.find(({ book }) => book.asin === asin) ?? []);
            return { items: inOrder, count: batch.length, signature: batch.join(), total: asins.length };
          });
        },
        judge: inLanguage(() => 'keep'),
        page,
        limit,
      }),
  };
}
