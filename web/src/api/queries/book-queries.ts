import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../client.js';
import { queryKeys } from '../query-keys.js';
import type { BookAnswer, BookSearchPage, Home } from '../types.js';

const PAGE_SIZE = 24;

export const homeQuery = queryOptions({
  queryKey: queryKeys.home,
  queryFn: ({ signal }) => api.get<Home>('/api/home', { signal }),
  staleTime: 60_000,
});

export const bookSearchQuery = (query: string) =>
  infiniteQueryOptions({
    queryKey: queryKeys.bookSearch(query),
    queryFn: ({ signal, pageParam }) =>
      api.get<BookSearchPage>('/api/audiobooks/search', { query: { q: query, page: pageParam, limit: PAGE_SIZE }, signal }),
    initialPageParam: 1,
    getNextPageParam: (last) => (last.page * last.limit < last.total ? last.page + 1 : undefined),
    enabled: query.trim().length > 0,
    staleTime: 60_000,
  });

export const bookQuery = (asin: string) =>
  queryOptions({
    queryKey: queryKeys.book(asin),
    queryFn: ({ signal }) => api.get<BookAnswer>(`/api/audiobooks/${encodeURIComponent(asin)}`, { signal }),
    staleTime: 60_000,
  });
