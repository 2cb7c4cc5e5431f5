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

/** Whether the ebook of a book can be asked for, and whether it was. */
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
