import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { answer, api } from '../client.js';
import { queryKeys } from '../query-keys.js';

/** A series is shown completely; the server returns at most this many books at a time. */
const SERIES_PAGE_SIZE = 50;
const HOUR_MS = 60 * 60_000;

export const authorQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.author(id),
    queryFn: ({ signal }) => answer(api.GET('/api/authors/{id}', { params: { path: { id } }, signal })),
    staleTime: HOUR_MS,
  });

export const authorSeriesQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.authorSeries(id),
    queryFn: ({ signal }) => answer(api.GET('/api/authors/{id}/series', { params: { path: { id } }, signal })),
    staleTime: HOUR_MS,
  });

/** Authors and series that a search finds beside books. */
const FOUND_NAMES = 6;

export const foundAuthorsQuery = (name: string) =>
  queryOptions({
    queryKey: queryKeys.foundAuthors(name),
    queryFn: ({ signal }) => answer(api.GET('/api/authors', { params: { query: { q: name, page: 1, limit: FOUND_NAMES } }, signal })),
    staleTime: 5 * 60_000,
  });

export const foundSeriesQuery = (name: string) =>
  queryOptions({
    queryKey: queryKeys.foundSeries(name),
    queryFn: ({ signal }) => answer(api.GET('/api/series', { params: { query: { q: name, page: 1, limit: FOUND_NAMES } }, signal })),
    staleTime: 5 * 60_000,
  });

export const seriesQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.series(id),
    queryFn: ({ signal }) => answer(api.GET('/api/series/{id}', { params: { path: { id } }, signal })),
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
