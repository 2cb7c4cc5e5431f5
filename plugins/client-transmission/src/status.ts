import type { DownloadState, DownloadStatus } from '@lectern/plugin-api';
import type { Torrent } from './schema.js';

/** A download that receives nothing for this long counts as stalled. The daemon's own `isStalled` can be switched off. */
const STALLED_AFTER_MS = 5 * 60_000;

const NATIVE_STATES = ['stopped', 'check queued', 'checking', 'download queued', 'downloading', 'seed queued', 'seeding'];
const LOCAL_ERROR = 3;

function hasStalled(torrent: Torrent, now: number): boolean {
  if (torrent.isStalled) return true;
  if (torrent.rateDownload > 0) return false;
  const lastSign = Math.max(torrent.activityDate, torrent.startDate, torrent.addedDate);
  return lastSign > 0 && now - lastSign * 1000 > STALLED_AFTER_MS;
}

/** Whether every wanted byte is there. A magnet without metadata reports 0 bytes left of 0. */
function isWhole(torrent: Torrent): boolean {
  return torrent.metadataPercentComplete >= 1 && torrent.sizeWhenDone > 0 && torrent.leftUntilDone === 0;
}

/**
 * The state of a torrent from the closed list; the first match wins.
 * @param now milliseconds since the epoch
 */
export function stateOf(torrent: Torrent, now: number): DownloadState {
  const { status } = torrent;
  if (torrent.error === LOCAL_ERROR) return 'failed';
  if (status === 1 || status === 2) return 'checking';
  if (status === 0 && !isWhole(torrent)) return 'paused';
  if (torrent.metadataPercentComplete < 1) return 'metadata';
  if (status === 3) return 'queued';
  // Complete yet still downloading: the files are being moved out of the incomplete folder.
  if (status === 4 && isWhole(torrent)) return 'postprocessing';
  if (status === 4 && hasStalled(torrent, now)) return 'stalled';
  if (status === 0) return 'completed';
  if ((status === 5 || status === 6) && isWhole(torrent)) return 'seeding';
  return 'downloading';
}

function contentPath(torrent: Torrent): string {
  return `${torrent.downloadDir.replace(/(?<!\/)\/+$/, '')}/${torrent.name}`;
}

function rawState(torrent: Torrent): string {
  const name = NATIVE_STATES[torrent.status] ?? `status ${torrent.status}`;
  return torrent.isFinished ? `${name}, seeding limit reached` : name;
}

/** @param now milliseconds since the epoch */
export function toStatus(torrent: Torrent, now: number): DownloadStatus {
  const state = stateOf(torrent, now);
  return {
    itemId: torrent.hashString,
    state,
    progress: state === 'checking' ? torrent.recheckProgress : Math.min(1, Math.max(0, torrent.percentDone)),
    bytesDone: Math.max(0, torrent.sizeWhenDone - torrent.leftUntilDone),
    bytesTotal: torrent.sizeWhenDone,
    downBps: torrent.rateDownload,
    upBps: torrent.rateUpload,
    ...(torrent.eta >= 0 ? { etaSeconds: torrent.eta } : {}),
    ...(torrent.uploadRatio >= 0 ? { ratio: torrent.uploadRatio } : {}),
    seedingSeconds: Math.max(0, torrent.secondsSeeding),
    name: torrent.name,
    ...(state === 'completed' || state === 'seeding' ? { contentPath: contentPath(torrent) } : {}),
    savePath: torrent.downloadDir,
    ...(torrent.error !== 0 && torrent.errorString !== '' ? { error: torrent.errorString } : {}),
    raw: rawState(torrent),
  };
}

/** The answer for an id the daemon does not know. */
export function missingStatus(itemId: string): DownloadStatus {
  return { itemId, state: 'missing', progress: 0, bytesDone: 0, bytesTotal: 0, downBps: 0, upBps: 0, raw: 'absent' };
}
