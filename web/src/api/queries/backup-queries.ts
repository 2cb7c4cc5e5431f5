import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '../client.js';
import { queryKeys } from '../query-keys.js';

export const backupsQuery = queryOptions({
  queryKey: queryKeys.backups,
  queryFn: async ({ signal }) => (await answer(api.GET('/api/admin/backups', { signal }))).items,
});

/** The backup is made in the background; the jobs show its progress. */
export function useMakeBackup() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => answer(api.POST('/api/admin/backups')),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.jobs }),
  });
}

export function useDeleteBackup() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => answer(api.DELETE('/api/admin/backups/{name}', { params: { path: { name } } })),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.backups }),
  });
}
