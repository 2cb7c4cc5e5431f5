import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '../client.js';
import { queryKeys } from '../query-keys.js';

export const blocklistQuery = (filter: { search?: string | undefined; lifted: boolean; page: number }) =>
  queryOptions({
    queryKey: queryKeys.blocklistPage(filter),
    queryFn: ({ signal }) => answer(api.GET('/api/admin/blocklist', { params: { query: { ...filter, limit: 20 } }, signal })),
    placeholderData: keepPreviousData,
  });

/** Allows a blocked release again, or blocks it again. */
export function useLiftBlock() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, act }: { id: string; act: 'block' | 'unblock' }) => {
      const call = { params: { path: { id } } };
      if (act === 'block') return answer(api.POST('/api/admin/blocklist/{id}/block', call));
      return answer(api.POST('/api/admin/blocklist/{id}/unblock', call));
    },
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.blocklist }),
  });
}
