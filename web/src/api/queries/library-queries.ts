import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '../client.js';
import { queryKeys } from '../query-keys.js';

export const likelyMatchesQuery = (page: number) =>
  queryOptions({
    queryKey: queryKeys.likelyMatches(page),
    queryFn: ({ signal }) => answer(api.GET('/api/admin/library/likely-matches', { params: { query: { page, limit: 5 } }, signal })),
    placeholderData: keepPreviousData,
  });

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
