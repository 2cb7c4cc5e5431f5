import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '../client.js';
import { queryKeys } from '../query-keys.js';

export const likelyMatchesQuery = (page: number) =>
  queryOptions({
    queryKey: queryKeys.likelyMatches(page),
    queryFn: ({ signal }) => answer(api.GET('/api/admin/library/likely-matches', { params: { query: { page, limit: 5 } }, signal })),
    placeholderData: keepPreviousData,
  });

export type GapOrder = 'missing' | 'owned' | 'name';

/** Which series with gaps are listed, and how. */
export interface GapFilter {
  search: string;
  sort: GapOrder;
  dismissed: boolean;
  page: number;
}

export const seriesGapsQuery = (filter: GapFilter) =>
  queryOptions({
    queryKey: queryKeys.seriesGaps({ ...filter }),
    queryFn: ({ signal }) => {
      const { search, ...rest } = filter;
      const query = { ...rest, limit: 20, ...(search === '' ? {} : { search }) };
      return answer(api.GET('/api/admin/library/series-gaps', { params: { query }, signal }));
    },
    placeholderData: keepPreviousData,
  });

/** Says that the rest of a series is not wanted, or takes that back. */
export function useDismissSeries() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, dismissed }: { id: string; dismissed: boolean }) =>
      answer(api.POST('/api/admin/library/series-gaps/{id}/dismiss', { params: { path: { id } }, body: { dismissed } })),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.allLibrary }),
  });
}

function useRefresh() {
  const client = useQueryClient();
  return async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey: queryKeys.allLibrary }),
      client.invalidateQueries({ queryKey: queryKeys.books }),
    ]);
  };
}

/** Links an item of a library to a book, or to none. */
export function useLinkItem() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ id, asin }: { id: string; asin: string | null }) =>
      answer(api.POST('/api/admin/library/{id}/link', { params: { path: { id } }, body: { asin } })),
    onSuccess: refresh,
  });
}

/** Says that an item of a library is not a certain book, or takes that back. */
export function useRejectMatch() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ id, ...body }: { id: string; asin: string; rejected: boolean }) =>
      answer(api.POST('/api/admin/library/{id}/reject', { params: { path: { id } }, body })),
    onSuccess: refresh,
  });
}
