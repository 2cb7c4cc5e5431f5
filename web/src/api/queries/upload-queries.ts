import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '../client.js';
import { queryKeys } from '../query-keys.js';

const EVERY_MS = 5_000;

/** Uploads of everybody, the last first. Pieces arrive without an event for each, so the list is read again while any are on their way. */
export const uploadsQuery = (page: number) =>
  queryOptions({
    queryKey: queryKeys.uploadPage(page),
    queryFn: ({ signal }) => answer(api.GET('/api/admin/uploads', { params: { query: { page, limit: 20 } }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => ((state.data?.total ?? 0) > 0 ? EVERY_MS : false),
  });

/** Cancels the upload of another person. */
export function useCancelUpload() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => answer(api.DELETE('/api/admin/uploads/{id}', { params: { path: { id } } })),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.uploads }),
  });
}
