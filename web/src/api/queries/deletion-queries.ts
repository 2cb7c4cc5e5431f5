import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '../client.js';
import { queryKeys } from '../query-keys.js';

/** What becomes of the files of a request that is deleted. */
export type FilesWish = 'keep' | 'remove';

/** What deleting a request would remove; looked at anew each time that somebody asks. */
export function deletionQuery(id: string) {
  return queryOptions({
    queryKey: queryKeys.deletion(id),
    queryFn: ({ signal }) => answer(api.GET('/api/admin/requests/{id}/deletion', { params: { path: { id } }, signal })),
    staleTime: 0,
    gcTime: 0,
  });
}

interface DeleteInput {
  id: string;
  files: FilesWish;
  isOneOfMany?: boolean;
}

/** Begins to delete a request; `request.deleted` tells when it is gone. */
export function useDeleteRequest() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, files }: DeleteInput) => answer(api.DELETE('/api/requests/{id}', { params: { path: { id }, query: { files } } })),
    onSettled: (_data, _error, { id, isOneOfMany = false }) => {
      // lists are reloaded once, when all are done
      if (isOneOfMany) return;
      void client.invalidateQueries({ queryKey: queryKeys.request(id) });
      void client.invalidateQueries({ queryKey: queryKeys.requestLists });
    },
  });
}
