import type { DownloadStatus } from '@lectern/plugin-api';
import { waitReason, type NewReason } from '../lifecycle/reasons/wait-reasons.js';

/** The consequence of a client's status for its request. */
export type StatusVerdict =
  | { readonly kind: 'wait' | 'stalled'; readonly reason: NewReason }
  | { readonly kind: 'finished' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'missing' };

/** Consecutive answers in which an item must be missing before it counts as gone: a client that has just started may not have read its list yet. */
export const MISSING_ANSWERS = 3;

/** Judges a status. `client` is its name. Pure. An unknown state waits: only completed and seeding are done. */
export function judgeStatus(status: DownloadStatus, client: string): StatusVerdict {
  const trouble = status.error === undefined ? '' : ` (${status.error})`;
  const wait = (reason: NewReason): StatusVerdict => ({ kind: 'wait', reason });
  switch (status.state) {
    case 'completed':
    case 'seeding':
      return status.contentPath === undefined ? wait(waitReason('no_path_yet', { client })) : { kind: 'finished' };
    case 'failed':
      return { kind: 'failed', message: `${client} reports that the download failed${trouble || `: ${status.raw}`}.` };
    case 'missing':
      return { kind: 'missing' };
    case 'stalled':
      return {
        kind: 'stalled',
        reason:
          status.error === undefined ? waitReason('stalled.no_peer', { client }) : waitReason('stalled', { client, fault: status.error }),
      };
    case 'metadata':
      return { kind: 'stalled', reason: waitReason('stalled.metadata', { client, trouble }) };
    case 'paused':
      return wait(waitReason('client_paused', { client }));
    case 'queued':
      return wait(waitReason('client_queued', { client }));
    case 'checking':
      return wait(waitReason('client_checking', { client }));
    case 'postprocessing':
      return wait(waitReason('client_postprocessing', { client }));
    default:
      return wait(waitReason('downloading', { client, trouble }));
  }
}
