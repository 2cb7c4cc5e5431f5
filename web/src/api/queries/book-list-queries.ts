import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { filterParams, type BookListFilter } from '../book-list-filter.js';
import { answer, api } from '../client.js';
import { queryKeys } from '../query-keys.js';

const PAGE_SIZE = 24;

/** Catalogue lists stored by the server. */
export const KEPT_LISTS = ['popular', 'new-releases'] as const;
export type KeptList = (typeof KEPT_LISTS)[number];

/** Lists behind rows of the home page. */
export const HOME_LISTS = ['recently-added', 'continue-series'] as const;
export type HomeList = (typeof HOME_LISTS)[number];

/**
 * A list of books, by what makes it: the id of a category or an author, the name of a narrator, or the words of a search and the
 * regions that it asks: none for the server's alone, `undefined` while it is not known which.
 */
export type BookListOf =
  | { readonly kind: 'kept'; readonly id: KeptList }
  | { readonly kind: 'home'; readonly id: HomeList }
  | { readonly kind: 'category' | 'author' | 'narrator'; readonly id: string }
  | { readonly kind: 'search'; readonly id: string; readonly regions: readonly string[] | undefined };

type ListParams = ReturnType<typeof filterParams> & {
  readonly page?: number;
  readonly limit: number;
  readonly facets?: boolean;
  readonly narratorSearch?: string;
};

const KEPT_PATHS = { popular: '/api/audiobooks/popular', 'new-releases': '/api/audiobooks/new-releases' } as const;
const HOME_PATHS = { 'recently-added': '/api/home/recently-added', 'continue-series': '/api/home/continue-series' } as const;

function fetchList(list: BookListOf, query: ListParams, signal: AbortSignal) {
  switch (list.kind) {
    case 'kept':
      return answer(api.GET(KEPT_PATHS[list.id], { params: { query }, signal }));
    case 'home':
      return answer(api.GET(HOME_PATHS[list.id], { params: { query }, signal }));
    case 'category':
      return answer(api.GET('/api/audiobooks/category/{id}', { params: { path: { id: list.id }, query }, signal }));
    case 'author':
      return answer(api.GET('/api/authors/{id}/books', { params: { path: { id: list.id }, query }, signal }));
    case 'narrator':
      return answer(api.GET('/api/narrators/books', { params: { query: { name: list.id, ...query } }, signal }));
    case 'search': {
      const regions = list.regions && list.regions.length > 0 ? { regions: list.regions.join(',') } : {};
      return answer(api.GET('/api/audiobooks/search', { params: { query: { q: list.id, ...regions, ...query } }, signal }));
    }
  }
}

const regionsOf = (list: BookListOf): string => (list.kind === 'search' ? (list.regions ?? []).join(',') : '');

const isKnown = (list: BookListOf): boolean => list.id.trim() !== '' && (list.kind !== 'search' || list.regions !== undefined);

export const bookListQuery = (list: BookListOf, filter: BookListFilter = {}) =>
  infiniteQueryOptions({
    queryKey: queryKeys.bookList(list.kind, list.id, { ...filter, regions: regionsOf(list) }),
    queryFn: ({ signal, pageParam }) => fetchList(list, { ...filterParams(filter), page: pageParam, limit: PAGE_SIZE }, signal),
    initialPageParam: 1,
    getNextPageParam: (last) => (last.hasMore ? last.page + 1 : undefined),
    enabled: isKnown(list),
    // the same list under another filter: the old books stay until the new ones are here
    placeholderData: (previous, query) => {
      const [, , kind, id] = query?.queryKey ?? [];
      return kind === list.kind && id === list.id ? previous : undefined;
    },
    staleTime: list.kind === 'search' ? 60_000 : 5 * 60_000,
  });

/** The values that a list can be filtered by. */
export const bookFacetsQuery = (list: BookListOf, filter: BookListFilter, narratorSearch: string) =>
  queryOptions({
    queryKey: queryKeys.bookFacets(list.kind, list.id, { ...filter, regions: regionsOf(list), sorted: undefined }, narratorSearch),
    queryFn: async ({ signal }) => {
      const params = filterParams({ ...filter, sorted: undefined });
      return (await fetchList(list, { ...params, facets: true, narratorSearch, limit: 1 }, signal)).facets;
    },
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
