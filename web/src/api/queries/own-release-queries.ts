import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '../client.js';
import { queryKeys } from '../query-keys.js';

/** A magnet link, or a .torrent or .nzb file. */
export type Brought = { readonly magnet: string } | { readonly file: File };

export function isNzb(file: Pick<File, 'name'>): boolean {
  return /\.nzb$/i.test(file.name);
}

/** A file as the body of a call. */
function fileBody(file: File, type: string) {
  // the API document declares a file as a string
  return { headers: { 'content-type': type }, body: file as unknown as string, bodySerializer: (body: string) => body };
}

function bring(id: string, brought: Brought) {
  const path = { id };
  if ('magnet' in brought) return answer(api.POST('/api/requests/{id}/own-release/magnet', { params: { path }, body: brought }));
  const { file } = brought;
  return isNzb(file)
    ? answer(
        api.POST('/api/requests/{id}/own-release/nzb', {
          params: { path, query: { name: file.name.slice(0, 300) } },
          ...fileBody(file, 'application/x-nzb'),
        }),
      )
    : answer(api.POST('/api/requests/{id}/own-release/torrent', { params: { path }, ...fileBody(file, 'application/x-bittorrent') }));
}

/** Makes a candidate of what a person brings to a request. */
export function useBringRelease(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (brought: Brought) => bring(id, brought),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.candidates(id) }),
  });
}
