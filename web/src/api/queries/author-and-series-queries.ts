import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { answer, api } from '../client.js';
import { queryKeys } from '../query-keys.js';

const PAGE_SIZE = 24;
/** A series is shown completely; the server returns at most this many books at a time. */
const SERIES_PAGE_SIZE = 50;
const HOUR_MS = 60 * 60_000;

export const authorQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.author(id),
    queryFn: async ({ signal }) => (await answer(api.GET('/api/authors/{id}', { params: { path: { id } }, signal }))).author,
    staleTime: HOUR_MS,
  });

export const authorBooksQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: queryKeys.authorBooks(id),
    queryFn: ({ signal, pageParam }) =>
      answer(api.GET('/api/authors/{id}/books', { params: { path: { id }, query: { page: pageParam, limit: PAGE_SIZE } }, signal })),
    initialPageParam: 1,
    getNextPageParam: (last) => (last.hasMore ? last.page + 1 : undefined),
    staleTime: 5 * 60_000,
  });

export const seriesQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.series(id),
    queryFn: async ({ signal }) => (await answer(api.GET('/api/series/{id}', { params: { path: { id } }, signal }))).series,
    staleTime: HOUR_MS,
  });

export const seriesBooksQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: queryKeys.seriesBooks(id),
    queryFn: ({ signal, pageParam }) =>
      answer(api.GET('/api/series/{id}/books', { params: { path: { id }, query: { page: pageParam, limit: SERIES_PAGE_SIZE } }, signal })),
    initialPageParam: 1,
    getNextPageParam: (last) => (last.hasMore ? last.page + 1 : undefined),
    staleTime: 5 * 60_000,
  });
