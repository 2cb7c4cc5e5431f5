import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '../client.js';
import { queryKeys } from '../query-keys.js';

/** Books whose files are in the bin of the library, the last first. */
export const binQuery = (page: number) =>
  queryOptions({
    queryKey: queryKeys.binPage(page),
    queryFn: ({ signal }) => answer(api.GET('/api/admin/library/bin', { params: { query: { page, limit: 20 } }, signal })),
    placeholderData: keepPreviousData,
  });

/** Moves the files of a book back, or deletes them; how many. */
export function useBinAct() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, act }: { id: string; act: 'restore' | 'delete' }): Promise<number> => {
      const call = { params: { path: { id } } };
      if (act === 'restore') return (await answer(api.POST('/api/admin/library/bin/{id}/restore', call))).restored;
      return (await answer(api.DELETE('/api/admin/library/bin/{id}', call))).deleted;
    },
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.bin }),
  });
}
