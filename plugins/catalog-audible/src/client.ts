import { isIntegrationError, type HttpResponse, type PluginHttp } from '@lectern/plugin-api';
import { normalizeBaseUrl } from './base-url.js';
import { findRegion, type Region } from './regions.js';
import { isRemote, objectsOf, parseList, parseMember, parseProducts, type Product, type Remote } from './schema.js';

/** An unknown or retired group fails the whole request; keep the list short. */
const BOOK_GROUPS = 'contributors,product_attrs,product_desc,product_details,product_extended_attrs,media,rating,series,category_ladders';
/** A group that books can do without. It is left out as soon as the store refuses it. */
const SAMPLE_GROUP = 'sample';
const IMAGE_SIZES = '500,1024';

/** The most ids per request, which is also the largest page. */
export const LARGEST_PAGE = 50;

export interface InStore {
  readonly region: string;
  readonly signal: AbortSignal;
}

/** The parts of a query that differ between listings. */
export type ProductQuery = Readonly<
  Partial<Record<'keywords' | 'title' | 'author' | 'narrator' | 'category_id' | 'products_sort_by', string>>
>;

/** The store's catalogue API. */
export interface StoreClient {
  /** @param page 0-based; pages hold {@link LARGEST_PAGE} products */
  products(query: ProductQuery, page: number, store: InStore): Promise<{ readonly products: readonly Product[]; readonly total?: number }>;
  /** At most {@link LARGEST_PAGE} ids. The answer may be shorter and in another order. */
  productsByAsin(asins: readonly string[], store: InStore): Promise<readonly Product[]>;
  /** A stub without title if the region does not know the id. */
  product(asin: string, store: InStore, options?: { readonly relationships?: boolean }): Promise<Product>;
  categories(store: InStore): Promise<readonly Remote[]>;
  /** `undefined`: no such person. */
  contributor(asin: string, store: InStore): Promise<Remote | undefined>;
  /** `undefined`: the store has no chapters for it. */
  chapterInfo(asin: string, store: InStore): Promise<Remote | undefined>;
  ping(store: InStore): Promise<void>;
}

/** @param apiBaseUrl used instead of the region's own host unless empty */
export function createStoreClient(http: PluginHttp, apiBaseUrl: string): StoreClient {
  function baseOf(region: Region): string {
    return apiBaseUrl.trim() === '' ? `https://${region.apiHost}` : normalizeBaseUrl(apiBaseUrl, 'apiBaseUrl');
  }

  async function get(path: string, query: Record<string, string | number | undefined>, store: InStore): Promise<HttpResponse> {
    const region = findRegion(store.region);
    return http.request({
      url: `${baseOf(region)}/1.0${path}`,
      query,
      headers: { accept: 'application/json', 'accept-language': region.locale },
      signal: store.signal,
    });
  }

  let hasSamples = true;

  async function getBooks(path: string, query: Record<string, string | number | undefined>, groups: string, store: InStore) {
    const ask = (wanted: string) => get(path, { ...query, response_groups: wanted, image_sizes: IMAGE_SIZES }, store);
    if (!hasSamples) return ask(groups);
    try {
      return await ask(`${groups},${SAMPLE_GROUP}`);
    } catch (error) {
      if (!isIntegrationError(error) || error.code !== 'INTEGRATION_BAD_RESPONSE') throw error;
      const answer = await ask(groups);
      hasSamples = false;
      return answer;
    }
  }

  async function orAbsent<T>(answer: Promise<T>): Promise<T | undefined> {
    try {
      return await answer;
    } catch (error) {
      if (isIntegrationError(error) && error.code === 'INTEGRATION_NOT_FOUND') return undefined;
      throw error;
    }
  }

  return {
    async products(query, page, store) {
      const answer = await getBooks('/catalog/products', { ...query, num_results: LARGEST_PAGE, page }, BOOK_GROUPS, store);
      return parseProducts(answer.json());
    },

    async productsByAsin(asins, store) {
      if (asins.length === 0) return [];
      const answer = await getBooks('/catalog/products', { asins: asins.join(',') }, BOOK_GROUPS, store);
      return parseProducts(answer.json()).products;
    },

    async product(asin, store, { relationships = false } = {}) {
      const groups = relationships ? `${BOOK_GROUPS},relationships` : BOOK_GROUPS;
      const path = `/catalog/products/${encodeURIComponent(asin)}`;
      const answer = await orAbsent(getBooks(path, {}, groups, store));
      return answer ? parseMember(answer.json(), 'product') : { asin };
    },

    async categories(store) {
      const answer = await get('/catalog/categories', { root: 'Genres', categories_num_levels: 3 }, store);
      return parseList(answer.json(), 'categories');
    },

    async contributor(asin, store) {
      const { locale } = findRegion(store.region);
      const answer = await orAbsent(get(`/catalog/contributors/${encodeURIComponent(asin)}`, { locale }, store));
      return answer && parseMember(answer.json(), 'contributor');
    },

    async chapterInfo(asin, store) {
      const path = `/content/${encodeURIComponent(asin)}/metadata`;
      const answer = await orAbsent(get(path, { response_groups: 'chapter_info', quality: 'High' }, store));
      const metadata = answer && parseMember(answer.json(), 'content_metadata');
      const info = metadata?.chapter_info;
      return isRemote(info) && objectsOf(info.chapters).length > 0 ? info : undefined;
    },

    async ping(store) {
      const answer = await get('/catalog/products', { num_results: 1, page: 0, products_sort_by: 'BestSellers' }, store);
      parseProducts(answer.json());
    },
  };
}
