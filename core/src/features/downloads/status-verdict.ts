import type { DownloadStatus } from '@lectern/plugin-api';

/** What a look at a client's item means for its request. Pure. */
export type StatusVerdict =
  | { readonly kind: 'wait'; readonly code: string; readonly message: string; readonly todo?: string }
  | { readonly kind: 'stalled'; readonly message: string; readonly todo: string }
  | { readonly kind: 'finished' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'missing' };

/** Judges a status. `name` is the client's. An unknown state waits: nothing but completed and seeding is done. */
export function judgeStatus(status: DownloadStatus, name: string): StatusVerdict {
  const trouble = status.error === undefined ? '' : ` (${status.error})`;
  switch (status.state) {
    case 'completed':
    case 'seeding':
      return status.contentPath === undefined
        ? { kind: 'wait', code: 'no_path_yet', message: `${name} has finished but does not say yet where the files are.` }
        : { kind: 'finished' };
    case 'failed':
      return { kind: 'failed', message: `${name} reports that the download failed${trouble || `: ${status.raw}`}.` };
    case 'missing':
      return { kind: 'missing' };
    case 'stalled':
      return {
        kind: 'stalled',
        message: `${name} receives nothing${status.error === undefined ? ': no peer has the rest of it' : trouble}.`,
        todo: 'Wait, or choose another release.',
      };
    case 'paused':
      return { kind: 'wait', code: 'client_paused', message: `The download is paused in ${name}.`, todo: `Resume it in ${name}.` };
    case 'queued':
      return { kind: 'wait', code: 'client_queued', message: `The download waits for its turn in ${name}.` };
    case 'metadata':
      return {
        kind: 'stalled',
        message: `${name} looks for the description of the torrent${trouble}.`,
        todo: 'Wait, or choose another release.',
      };
    case 'checking':
      return { kind: 'wait', code: 'client_checking', message: `${name} checks the files.` };
    case 'postprocessing':
      return { kind: 'wait', code: 'client_postprocessing', message: `${name} repairs, unpacks or moves the files.` };
    default:
      return { kind: 'wait', code: 'downloading', message: `${name} is downloading it${trouble}.` };
  }
}
