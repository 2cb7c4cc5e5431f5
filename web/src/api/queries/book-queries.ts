import { queryOptions } from '@tanstack/react-query';
import { answer, api } from '../client.js';
import { queryKeys } from '../query-keys.js';

export const homeQuery = queryOptions({
  queryKey: queryKeys.home,
  queryFn: ({ signal }) => answer(api.GET('/api/home', { signal })),
  staleTime: 60_000,
});

/** The regions of the connected catalogues. */
export const regionsQuery = queryOptions({
  queryKey: queryKeys.regions,
  queryFn: ({ signal }) => answer(api.GET('/api/regions', { signal })),
  staleTime: 10 * 60_000,
});

export const categoriesQuery = queryOptions({
  queryKey: queryKeys.categories,
  queryFn: ({ signal }) => answer(api.GET('/api/categories', { signal })),
  staleTime: 60 * 60_000,
});

/** Whether the ebook of a book can be requested, and whether it was. */
export const ebookQuery = (asin: string) =>
  queryOptions({
    queryKey: queryKeys.ebook(asin),
    queryFn: ({ signal }) => answer(api.GET('/api/audiobooks/{asin}/ebook', { params: { path: { asin } }, signal })),
    staleTime: 15_000,
  });

/** @param region absent: the server's */
export const bookQuery = (asin: string, region?: string) =>
  queryOptions({
    queryKey: queryKeys.book(asin, region),
    queryFn: ({ signal }) =>
      answer(api.GET('/api/audiobooks/{asin}', { params: { path: { asin }, query: region === undefined ? {} : { region } }, signal })),
    staleTime: 60_000,
  });
