import type { DownloadState, DownloadStatus } from '@lectern/plugin-api';
import { detail } from './detail.js';
import type { Download } from './download-list.js';
import { failureReason } from './failure-reason.js';
import { itemIdOf } from './item-id.js';
import type { Group, HistoryItem, ServerStatus } from './schema.js';

const GROUP_STATES: Readonly<Record<string, DownloadState>> = {
  FETCHING: 'queued',
  QUEUED: 'queued',
  PAUSED: 'paused',
  DOWNLOADING: 'downloading',
  PP_QUEUED: 'postprocessing',
  LOADING_PARS: 'postprocessing',
  VERIFYING_SOURCES: 'postprocessing',
  REPAIRING: 'postprocessing',
  VERIFYING_REPAIRED: 'postprocessing',
  RENAMING: 'postprocessing',
  UNPACKING: 'postprocessing',
  MOVING: 'postprocessing',
  POST_UNPACK_RENAMING: 'postprocessing',
  EXECUTING_SCRIPT: 'postprocessing',
  PP_FINISHED: 'postprocessing',
};

/** While files are still being processed nothing is complete, whatever the byte count. */
const NOT_QUITE = 0.99;

/** With HealthCheck=pause, NZBGet keeps hopeless downloads paused forever. */
function isHopeless({ status, health, criticalHealth }: Group): boolean {
  return status === 'PAUSED' && health < criticalHealth;
}

/** @param server may be absent if it does not matter */
export function groupState(group: Group, server: ServerStatus | undefined): DownloadState {
  if (isHopeless(group)) return 'failed';
  // Later versions add stages of post-processing; they begin when everything is downloaded.
  const state = GROUP_STATES[group.status] ?? (group.bytesLeft > group.bytesPaused ? 'downloading' : 'postprocessing');
  // Groups say QUEUED while everything is paused.
  if (group.status === 'QUEUED' && (server?.isPaused || server?.isQuotaReached)) return 'paused';
  return state;
}

export function historyState({ status }: Pick<HistoryItem, 'status'>): DownloadState {
  if (status === 'DELETED/MANUAL' || status.endsWith('/HIDDEN')) return 'missing';
  // One of the user's scripts failed; the files are complete.
  if (status.startsWith('SUCCESS/') || status === 'WARNING/SCRIPT') return 'completed';
  return /^(WARNING|FAILURE|DELETED)\//.test(status) ? 'failed' : 'downloading';
}

/** Waits for data or receives some. */
export function wantsData(group: Group): boolean {
  return group.status === 'QUEUED' || group.status === 'DOWNLOADING';
}

/** Paused files of a running download are repair data that may not be needed. */
function sizesOf(group: Group): { total: number; left: number } {
  const spared = group.status === 'PAUSED' ? 0 : Math.min(group.bytesPaused, group.bytesLeft);
  return { total: Math.max(0, group.bytes - spared), left: Math.max(0, group.bytesLeft - spared) };
}

function groupStatus(group: Group, server: ServerStatus | undefined): DownloadStatus {
  const state = groupState(group, server);
  const { total, left } = sizesOf(group);
  const done = Math.max(0, total - left);
  const progress = total > 0 ? Math.min(1, done / total) : 0;
  const downBps = state === 'downloading' && group.activeDownloads > 0 ? (server?.bytesPerSecond ?? 0) : 0;
  return {
    itemId: itemIdOf(group),
    state,
    progress: state === 'postprocessing' ? NOT_QUITE : progress,
    bytesDone: done,
    bytesTotal: total,
    downBps,
    upBps: 0,
    ...(downBps > 0 ? { etaSeconds: Math.ceil(left / downBps) } : {}),
    name: group.name,
    ...(state === 'failed' ? { error: failureReason(group) } : {}),
    raw: group.status,
  };
}

/** Where the files of a finished download are. After a failed unpack NZBGet names a folder that does not exist. */
function contentPath(item: HistoryItem): string {
  return item.finalDir || item.destDir;
}

function historyStatus(item: HistoryItem): DownloadStatus {
  const state = historyState(item);
  const path = contentPath(item);
  // Finished, but without a path: better to wait than to search for nothing.
  const settled = state === 'completed' && path === '' ? 'postprocessing' : state;
  return {
    itemId: itemIdOf(item),
    state: settled,
    progress: settled === 'completed' ? 1 : NOT_QUITE,
    bytesDone: settled === 'completed' ? item.bytes : 0,
    bytesTotal: item.bytes,
    downBps: 0,
    upBps: 0,
    name: item.name,
    ...(settled === 'completed' ? { contentPath: path } : {}),
    ...(settled === 'failed' ? { error: failureReason(item) } : {}),
    ...(item.status === 'WARNING/SCRIPT' ? { error: detail('script_failed') } : {}),
    raw: item.status,
  };
}

export function toStatus(download: Download, server: ServerStatus | undefined): DownloadStatus {
  return download.place === 'queue' ? groupStatus(download.item, server) : historyStatus(download.item);
}

/** The answer for an id NZBGet does not know. */
export function missingStatus(itemId: string): DownloadStatus {
  return { itemId, state: 'missing', progress: 0, bytesDone: 0, bytesTotal: 0, downBps: 0, upBps: 0, raw: 'absent' };
}
