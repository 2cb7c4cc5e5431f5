import type { CheckDetail, DownloadState, DownloadStatus } from '@lectern/plugin-api';
import { detail } from './detail.js';
import { failureReason } from './failure-reason.js';
import type { Job } from './job-list.js';
import type { HistorySlot, Queue, QueueSlot } from './schema.js';

const QUEUE_STATES: Readonly<Record<string, DownloadState>> = {
  Grabbing: 'queued',
  Queued: 'queued',
  Propagating: 'queued',
  Downloading: 'downloading',
  // More repair data for a job that came back from verification.
  Fetching: 'downloading',
  Checking: 'checking',
  Paused: 'paused',
};

const HISTORY_STATES: Readonly<Record<string, DownloadState>> = {
  Queued: 'postprocessing',
  QuickCheck: 'postprocessing',
  Verifying: 'postprocessing',
  Repairing: 'postprocessing',
  Fetching: 'postprocessing',
  Extracting: 'postprocessing',
  Moving: 'postprocessing',
  Running: 'postprocessing',
  Completed: 'completed',
  Failed: 'failed',
};

/** While files are still being processed nothing is complete, whatever the byte count. */
const NOT_QUITE = 0.99;

const ACTIVE = ['Downloading', 'Fetching'];

const activeIds = new WeakMap<Queue, { readonly id: string | undefined }>();

/**
 * The one job that receives data, because every waiting one calls itself "Downloading" as well. It is determined once
 * per queue, since every job of a long one asks.
 */
function activeId(queue: Queue): string | undefined {
  const known = activeIds.get(queue) ?? { id: queue.slots.find(({ status }) => ACTIVE.includes(status))?.id };
  activeIds.set(queue, known);
  return known.id;
}

function isEncrypted(slot: QueueSlot): boolean {
  return slot.status === 'Paused' && slot.labels.includes('ENCRYPTED');
}

export function queueState(slot: QueueSlot, queue: Queue): DownloadState {
  // SABnzbd pauses encrypted jobs, and nobody will enter a password.
  if (isEncrypted(slot)) return 'failed';
  const state = QUEUE_STATES[slot.status] ?? 'downloading';
  if (slot.status === 'Queued' && queue.isPaused) return 'paused';
  return slot.status === 'Downloading' && activeId(queue) !== slot.id ? 'queued' : state;
}

/** For up to a tenth of a second, longer for big moves, a job is "Completed" before its files are in place. */
export function historyState(slot: HistorySlot): DownloadState {
  const state = HISTORY_STATES[slot.status] ?? 'downloading';
  const isOver = state === 'failed' ? !slot.isLoaded : !slot.isLoaded && slot.storage !== '';
  return (state === 'completed' || state === 'failed') && !isOver ? 'postprocessing' : state;
}

/** A job in the queue that should receive data. */
export function isActive(job: Job): boolean {
  return job.place === 'queue' && queueState(job.slot, job.queue) === 'downloading';
}

function queueError(slot: QueueSlot): CheckDetail | undefined {
  if (isEncrypted(slot)) return detail('paused_as_encrypted');
  return slot.labels.length > 0 ? detail('labelled', { labels: slot.labels }) : undefined;
}

function queueStatus(slot: QueueSlot, queue: Queue): DownloadStatus {
  const state = queueState(slot, queue);
  const done = Math.max(0, slot.bytes - slot.bytesLeft);
  const isMoving = state === 'downloading' && activeId(queue) === slot.id;
  const error = queueError(slot);
  return {
    itemId: slot.id,
    state,
    progress: slot.bytes > 0 ? Math.min(1, done / slot.bytes) : 0,
    bytesDone: done,
    bytesTotal: slot.bytes,
    downBps: isMoving ? queue.bytesPerSecond : 0,
    upBps: 0,
    ...(isMoving && slot.secondsLeft > 0 ? { etaSeconds: slot.secondsLeft } : {}),
    name: slot.name,
    ...(error === undefined ? {} : { error }),
    raw: slot.status,
  };
}

function historyStatus(slot: HistorySlot): DownloadStatus {
  const state = historyState(slot);
  return {
    itemId: slot.id,
    state,
    progress: state === 'completed' ? 1 : NOT_QUITE,
    bytesDone: slot.bytes,
    bytesTotal: slot.bytes,
    downBps: 0,
    upBps: 0,
    name: slot.name,
    // For a failed job, the storage names leftovers.
    ...(state === 'completed' ? { contentPath: slot.storage } : {}),
    ...(state === 'failed' ? { error: failureReason(slot.failMessage) } : {}),
    raw: slot.status,
  };
}

export function toStatus(job: Job): DownloadStatus {
  return job.place === 'queue' ? queueStatus(job.slot, job.queue) : historyStatus(job.slot);
}

/** The answer for an id SABnzbd does not know. */
export function missingStatus(itemId: string): DownloadStatus {
  return { itemId, state: 'missing', progress: 0, bytesDone: 0, bytesTotal: 0, downBps: 0, upBps: 0, raw: 'absent' };
}
