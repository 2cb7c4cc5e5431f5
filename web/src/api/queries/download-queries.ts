import { queryOptions, useMutation } from '@tanstack/react-query';
import { withBase } from '../base-path.js';
import { answer, api } from '../client.js';
import { queryKeys } from '../query-keys.js';
import type { BookDownload } from '../types.js';

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
  link.href = withBase(path);
  link.download = '';
  document.body.append(link);
  link.click();
  link.remove();
}

/** What is saved: the files of a request of one's own, or those of any book; `file` names one of them. */
export interface WantedDownload {
  asin: string;
  requestId?: string | null | undefined;
  type?: BookDownload['type'] | undefined;
  file?: string | undefined;
}

function makeLink({ asin, requestId, type, file }: WantedDownload) {
  const one = file === undefined ? {} : { file };
  if (requestId) {
    return answer(api.POST('/api/requests/{id}/download-token', { params: { path: { id: requestId } }, body: one }));
  }
  const body = { ...one, ...(type === undefined ? {} : { type }) };
  return answer(api.POST('/api/audiobooks/{asin}/download-token', { params: { path: { asin } }, body }));
}

/** Creates a link to one file or to all files of a book, and starts the download. */
export function useDownload() {
  return useMutation({ mutationFn: makeLink, onSuccess: ({ path }) => save(path) });
}
