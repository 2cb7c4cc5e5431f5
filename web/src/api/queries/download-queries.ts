import { queryOptions, useMutation } from '@tanstack/react-query';
import { answer, api } from '../client.js';
import { queryKeys } from '../query-keys.js';

/** Whether the signed-in person can download the files of a book, and which. */
export const downloadStatusQuery = (asin: string) =>
  queryOptions({
    queryKey: queryKeys.downloadStatus(asin),
    queryFn: ({ signal }) => answer(api.GET('/api/audiobooks/{asin}/download-status', { params: { path: { asin } }, signal })),
    staleTime: 60_000,
  });

/** How many books the person may still request. */
export const quotaQuery = queryOptions({
  queryKey: queryKeys.quota,
  queryFn: ({ signal }) => answer(api.GET('/api/user/quota', { signal })),
  staleTime: 60_000,
});

/** Passes an address to the browser's own downloads, which need no session and can be resumed. */
function save(path: string): void {
  const link = document.createElement('a');
  link.href = path;
  link.download = '';
  document.body.append(link);
  link.click();
  link.remove();
}

/** Creates a link to one file or to all files of a book, and starts the download. */
export function useDownload() {
  return useMutation({
    mutationFn: ({ requestId, file }: { requestId: string; file?: string }) =>
      answer(
        api.POST('/api/requests/{id}/download-token', { params: { path: { id: requestId } }, body: file === undefined ? {} : { file } }),
      ),
    onSuccess: ({ path }) => save(path),
  });
}
