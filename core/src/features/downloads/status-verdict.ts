import type { DownloadStatus } from '@lectern/plugin-api';
import { sentence, type Sentence } from '../../platform/words/index.js';
import type { BoundProvider } from '../../plugin-host/plugin-host.js';
import { saidName } from '../../plugin-host/said-name.js';
import { troubleOf } from '../lifecycle/client-trouble.js';
import { waitReason, type NewReason } from '../lifecycle/reasons/wait-reasons.js';

/** The consequence of a client's status for its request. */
export type StatusVerdict =
  | { readonly kind: 'wait' | 'stalled'; readonly reason: NewReason }
  | { readonly kind: 'finished' }
  | { readonly kind: 'failed'; readonly said: Sentence }
  | { readonly kind: 'missing' };

/** Consecutive answers in which an item must be missing before it counts as gone: a client that has just started may not have read its list yet. */
export const MISSING_ANSWERS = 3;

/** Judges what a client says of a download. Pure. An unknown state waits: only completed and seeding are done. */
export function judgeStatus(
  status: DownloadStatus,
  provider: Pick<BoundProvider<'downloadClient'>, 'name' | 'said' | 'pluginId'>,
): StatusVerdict {
  const client = saidName(provider);
  const fault = troubleOf(status, provider.pluginId);
  const trouble = fault === undefined ? '' : sentence('phrase.in_brackets', { remark: fault });
  const wait = (reason: NewReason): StatusVerdict => ({ kind: 'wait', reason });
  switch (status.state) {
    case 'completed':
    case 'seeding':
      return status.contentPath === undefined ? wait(waitReason('no_path_yet', { client })) : { kind: 'finished' };
    case 'failed':
      return {
        kind: 'failed',
        said:
          fault === undefined
            ? sentence('timeline.download_failed', { client, state: status.raw })
            : sentence('timeline.download_failed_because', { client, fault }),
      };
    case 'missing':
      return { kind: 'missing' };
    case 'stalled':
      return {
        kind: 'stalled',
        reason: fault === undefined ? waitReason('stalled.no_peer', { client }) : waitReason('stalled', { client, fault }),
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
