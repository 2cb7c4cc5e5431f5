import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '../client.js';
import { queryKeys } from '../query-keys.js';

/** The editions of a book with the reasons, for admins. */
export const workQuery = (asin: string) =>
  queryOptions({
    queryKey: queryKeys.work(asin),
    queryFn: async ({ signal }) => (await answer(api.GET('/api/admin/works/{asin}', { params: { path: { asin } }, signal }))).work,
  });

type WorkChange = { merge: { asin: string; other: string } } | { split: string } | { undo: string };

/** Merges works, takes a book out of its work, or undoes one of these. */
export function useChangeWork() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (change: WorkChange) => {
      if ('merge' in change) return (await answer(api.POST('/api/admin/works/merge', { body: change.merge }))).work;
      if ('split' in change) return (await answer(api.POST('/api/admin/works/split', { body: { asin: change.split } }))).work;
      await answer(api.POST('/api/admin/works/changes/{id}/undo', { params: { path: { id: change.undo } } }));
      return undefined;
    },
    onSuccess: async () => {
      await Promise.all([
        client.invalidateQueries({ queryKey: queryKeys.allWorks }),
        client.invalidateQueries({ queryKey: queryKeys.books }),
      ]);
    },
  });
}
