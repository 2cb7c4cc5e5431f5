import { queryOptions, skipToken, useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '../client.js';
import { queryKeys } from '../query-keys.js';
import type { paths } from '../schema.generated.js';
import { applyRequest } from '../live-cache.js';

type Route = paths['/api/admin/manual-import'];
/** A folder or file of the server, and the book that it is. */
export type NamedFiles = Route['get']['parameters']['query'];
/** Files, a book and a person. */
export type ManualImport = Route['post']['requestBody']['content']['application/json'];

/** What an import of files would do. They are read anew each time, since they may have changed. */
export const importPreviewQuery = (files: NamedFiles | undefined) =>
  queryOptions({
    queryKey: queryKeys.importPreview(files),
    queryFn:
      files === undefined ? skipToken : ({ signal }) => answer(api.GET('/api/admin/manual-import', { params: { query: files }, signal })),
    retry: false,
    gcTime: 0,
  });

export function useManualImport() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: ManualImport) => answer(api.POST('/api/admin/manual-import', { body })),
    onSuccess: ({ request }) => {
      applyRequest(client, request);
      void client.invalidateQueries({ queryKey: queryKeys.request(request.id) });
      void client.invalidateQueries({ queryKey: queryKeys.requestLists });
    },
  });
}
