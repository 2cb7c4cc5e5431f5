import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { answer, api } from '../client.js';
import { queryKeys } from '../query-keys.js';

const PAGE_SIZE = 24;

export const homeQuery = queryOptions({
  queryKey: queryKeys.home,
  queryFn: ({ signal }) => answer(api.GET('/api/home', { signal })),
  staleTime: 60_000,
});

export const bookSearchQuery = (query: string) =>
  infiniteQueryOptions({
    queryKey: queryKeys.bookSearch(query),
    queryFn: ({ signal, pageParam }) =>
      answer(api.GET('/api/audiobooks/search', { params: { query: { q: query, page: pageParam, limit: PAGE_SIZE } }, signal })),
    initialPageParam: 1,
    getNextPageParam: (last) => (last.hasMore ? last.page + 1 : undefined),
    enabled: query.trim().length > 0,
    staleTime: 60_000,
  });

/** Catalogue lists stored by the server. */
export const KEPT_LISTS = ['popular', 'new-releases'] as const;
export type KeptList = (typeof KEPT_LISTS)[number];

const KEPT_PATHS = { popular: '/api/audiobooks/popular', 'new-releases': '/api/audiobooks/new-releases' } as const;

export const keptListQuery = (list: KeptList) =>
  infiniteQueryOptions({
    queryKey: queryKeys.bookList(list),
    queryFn: ({ signal, pageParam }) =>
      answer(api.GET(KEPT_PATHS[list], { params: { query: { page: pageParam, limit: PAGE_SIZE } }, signal })),
    initialPageParam: 1,
    getNextPageParam: (last) => (last.hasMore ? last.page + 1 : undefined),
    staleTime: 5 * 60_000,
  });

export const categoriesQuery = queryOptions({
  queryKey: queryKeys.categories,
  queryFn: async ({ signal }) => (await answer(api.GET('/api/categories', { signal }))).items,
  staleTime: 60 * 60_000,
});

export const categoryQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: queryKeys.category(id),
    queryFn: ({ signal, pageParam }) =>
      answer(api.GET('/api/audiobooks/category/{id}', { params: { path: { id }, query: { page: pageParam, limit: PAGE_SIZE } }, signal })),
    initialPageParam: 1,
    getNextPageParam: (last) => (last.hasMore ? last.page + 1 : undefined),
    staleTime: 5 * 60_000,
  });

/** Whether the ebook of a book can be requested, and whether it was. */
export const ebookQuery = (asin: string) =>
  queryOptions({
    queryKey: queryKeys.ebook(asin),
    queryFn: ({ signal }) => answer(api.GET('/api/audiobooks/{asin}/ebook', { params: { path: { asin } }, signal })),
    staleTime: 15_000,
  });

export const bookQuery = (asin: string) =>
  queryOptions({
    queryKey: queryKeys.book(asin),
    queryFn: ({ signal }) => answer(api.GET('/api/audiobooks/{asin}', { params: { path: { asin } }, signal })),
    staleTime: 60_000,
  });
