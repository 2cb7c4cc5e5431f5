import type { DownloadState, DownloadStatus } from '@lectern/plugin-api';
import { detail } from './detail.js';
import type { Torrent } from './schema.js';

const STATES: Readonly<Record<string, DownloadState>> = {
  allocating: 'checking',
  checkingResumeData: 'checking',
  checkingDL: 'checking',
  checkingUP: 'checking',
  metaDL: 'metadata',
  forcedMetaDL: 'metadata',
  queuedDL: 'queued',
  downloading: 'downloading',
  forcedDL: 'downloading',
  stalledDL: 'stalled',
  pausedDL: 'paused',
  stoppedDL: 'paused',
  // The files are only partly copied, although the progress is already 1.
  moving: 'postprocessing',
  uploading: 'seeding',
  forcedUP: 'seeding',
  stalledUP: 'seeding',
  queuedUP: 'seeding',
  pausedUP: 'completed',
  stoppedUP: 'completed',
  missingFiles: 'failed',
  error: 'failed',
};

const ERRORS: Readonly<Record<string, 'files_gone' | 'stopped_with_error'>> = {
  missingFiles: 'files_gone',
  error: 'stopped_with_error',
};

/** Means "unknown". */
const ETA_UNKNOWN = 8_640_000;

/** The state of a torrent from the closed list. A state that this version does not know counts as downloading. */
export function stateOf(torrent: Torrent): DownloadState {
  const state = STATES[torrent.state] ?? 'downloading';
  const isDone = state === 'seeding' || state === 'completed';
  return isDone && torrent.progress < 1 ? 'downloading' : state;
}

export function toStatus(torrent: Torrent): DownloadStatus {
  const state = stateOf(torrent);
  const error = ERRORS[torrent.state];
  return {
    itemId: torrent.hash,
    state,
    progress: Math.min(1, Math.max(0, torrent.progress)),
    bytesDone: Math.max(0, torrent.size - torrent.amountLeft),
    bytesTotal: torrent.size,
    downBps: torrent.downBps,
    upBps: torrent.upBps,
    ...(torrent.eta >= 0 && torrent.eta < ETA_UNKNOWN ? { etaSeconds: torrent.eta } : {}),
    ...(torrent.ratio >= 0 ? { ratio: torrent.ratio } : {}),
    seedingSeconds: Math.max(0, torrent.seedingSeconds),
    name: torrent.name,
    // Before the end it can be relative or name the incomplete folder.
    ...(state === 'completed' || state === 'seeding' ? { contentPath: torrent.contentPath } : {}),
    savePath: torrent.savePath,
    ...(error ? { error: detail(error) } : {}),
    raw: torrent.state,
  };
}

/** The answer for an id qBittorrent does not know. */
export function missingStatus(itemId: string): DownloadStatus {
  return { itemId, state: 'missing', progress: 0, bytesDone: 0, bytesTotal: 0, downBps: 0, upBps: 0, raw: 'absent' };
}
