import { isIntegrationError, type DownloadStatus } from '@lectern/plugin-api';
import Type from 'typebox';
import type { BoundProvider, PluginHost } from '../../plugin-host/plugin-host.js';
import { readJson, type Database, type Tx } from '../../platform/db/index.js';
import { defineJob, type PayloadOf } from '../../platform/jobs/define-job.js';
import type { JobContext, JobDefinition, JobQueue, RunAgain } from '../../platform/jobs/job-queue.js';
import { inRow, SaidError, saidOf, sentence, type Said } from '../../platform/words/index.js';
import type { CandidateStore } from '../search/candidate-store.js';
import { createPathMapping, pairInOtherCase, type PathPair } from '../../files/path-mapping.js';
import { observeStability, takeSnapshot, type StabilityState } from '../../files/reading/stability.js';
import { pathMappingsOf } from '../integration-records/integration-facts.js';
import { messageOf, waitReason, withoutNext, type NewReason } from '../lifecycle/reasons/wait-reasons.js';
import type { RequestProgress } from '../lifecycle/request-record.js';
import { writeProgress } from '../lifecycle/request-store.js';
import type { RequestTransitions } from '../lifecycle/transitions.js';
import { failDownload } from './download-failure.js';
import type { DownloadStore, WatchedDownload } from '../lifecycle/download-store.js';
import { judgeStatus, MISSING_ANSWERS } from './status-verdict.js';
import { saidName } from '../../plugin-host/said-name.js';

/** Polls one client for all its items, whatever their number. */
export const MONITOR = defineJob('downloads.monitor', Type.Object({ integrationId: Type.String() }), {
  key: ({ integrationId }) => `downloads.monitor:${integrationId}`,
});

/** The dependencies of monitoring. */
export interface MonitorDependencies {
  readonly database: Database;
  readonly host: PluginHost;
  readonly jobs: JobQueue;
  readonly transitions: RequestTransitions;
  readonly candidates: CandidateStore;
  readonly downloads: DownloadStore;
  /** Called when only the progress of a request changed. */
  readonly onProgress: (requestId: string) => void;
  readonly now: () => Date;
  readonly timeScale: number;
}

/** State between polls. A restart may forget it. */
interface PollMemory {
  /** By download. */
  readonly stability: Map<string, StabilityState>;
  /** Milliseconds between two polls, by client. */
  readonly intervals: Map<string, number>;
}

const SHORTEST_MS = 2_000;
const LONGEST_MS = 60_000;
/** A download without any progress for this long gives way to the next release. */
const STALL_MS = 6 * 3_600_000;
const STABLE_LOOK_MS = 1_000;

function progressOf(status: DownloadStatus): RequestProgress {
  return {
    fraction: Math.min(1, Math.max(0, status.progress)),
    bytesDone: status.bytesDone,
    bytesTotal: status.bytesTotal,
    etaSeconds: status.etaSeconds,
    downBps: status.downBps,
    clientState: status.state,
  };
}

async function setReason(deps: MonitorDependencies, tx: Tx, item: WatchedDownload, reason: NewReason): Promise<void> {
  const { transitions } = deps;
  const before = readJson(item.requestReason);
  if (before?.code === reason.code && before.message === reason.message) return;
  await transitions.setReason(tx, item.requestId, reason, 'downloading');
}

/** Whether the finished files are visible here and have stopped changing. */
async function filesReady(
  deps: MonitorDependencies,
  memory: PollMemory,
  item: WatchedDownload,
  remotePath: string,
  pairs: readonly PathPair[],
): Promise<NewReason | undefined> {
  const { now } = deps;
  const { stability } = memory;
  const { path } = createPathMapping(pairs).toLocal(remotePath);
  let snapshot;
  try {
    snapshot = await takeSnapshot(path);
  } catch (error) {
    return waitReason('files_unreadable', { path, fault: saidOf(error) });
  }
  const { state, answer } = observeStability(stability.get(item.id), snapshot, now().getTime(), {
    minIntervalMs: STABLE_LOOK_MS * deps.timeScale,
  });
  stability.set(item.id, state);
  if (answer.status === 'ready') {
    stability.delete(item.id);
    return undefined;
  }
  if (answer.code !== 'not_visible') return waitReason(`files_${answer.code}`, { finding: answer.reason });
  const otherCase = pairInOtherCase(pairs, remotePath);
  if (otherCase) return waitReason('path_not_visible.other_case', { path, remote: otherCase.remote });
  return path === remotePath ? waitReason('path_not_visible', { path }) : waitReason('path_not_visible.mapped', { path, remotePath });
}

/** @returns whether anything moved, which keeps polling quick */
async function settle(
  deps: MonitorDependencies,
  memory: PollMemory,
  item: WatchedDownload,
  status: DownloadStatus,
  client: BoundProvider<'downloadClient'>,
  pairs: readonly PathPair[],
): Promise<boolean> {
  const { database, downloads, transitions } = deps;
  const verdict = judgeStatus(status, client);
  const release = readJson(item.release);
  const fail = (said: Said, block = true) =>
    database.transaction((tx) => failDownload(deps, tx, item, { said, blame: { kind: 'release', name: release.title }, block }));
  if (verdict.kind === 'missing') {
    const count = item.missingCount + 1;
    if (count >= MISSING_ANSWERS) {
      await fail(sentence('timeline.removed_in_client', { release: release.title, client: saidName(client) }), false);
      return true;
    }
    await database.transaction((tx) => downloads.set(tx, item.id, { missingCount: count }));
    return false;
  }
  if (verdict.kind === 'failed') {
    await fail(verdict.said);
    return true;
  }
  if (verdict.kind === 'finished') {
    const waiting = await filesReady(deps, memory, item, status.contentPath ?? '', pairs);
    if (waiting) {
      await database.transaction((tx) => setReason(deps, tx, item, waiting));
      await saveProgress(deps, item, progressOf(status));
      // files that are settling are worth a quick look; a missing path needs a person
      return waiting.code !== 'path_not_visible' && waiting.code !== 'files_unreadable';
    }
    await database.transaction(async (tx) => {
      const moved = await transitions.apply(tx, item.requestId, 'download_completed', {
        message: sentence('timeline.downloaded', { client: saidName(client), release: release.title }),
        reason: waitReason('importing'),
        set: { progress: { fraction: 0, phase: 'queued' }, importAttempts: 0 },
        detail: { client: client.name, bytes: status.bytesTotal },
      });
      if (moved)
        await downloads.set(tx, item.id, {
          state: 'completed',
          downloadPath: status.contentPath ?? '',
          clientStatus: status.raw,
          missingCount: 0,
        });
    });
    return true;
  }
  if (verdict.kind === 'stalled') return stalled(deps, item, status, verdict.reason, fail);
  const before = readJson(item.requestProgress);
  const progress = progressOf(status);
  const moving = progress.bytesDone !== before?.bytesDone;
  await database.transaction(async (tx) => {
    if (item.stalledSince !== null || item.missingCount > 0) await downloads.set(tx, item.id, { stalledSince: null, missingCount: 0 });
    await setReason(deps, tx, item, verdict.reason);
  });
  await saveProgress(deps, item, progress);
  return moving;
}

async function stalled(
  deps: MonitorDependencies,
  item: WatchedDownload,
  status: DownloadStatus,
  reason: NewReason,
  fail: (said: Said) => Promise<void>,
): Promise<boolean> {
  const { now, database, downloads } = deps;
  const before = readJson(item.requestProgress);
  // a trickle between two polls is progress
  const trickles = before?.bytesDone !== undefined && status.bytesDone > before.bytesDone;
  const since = (trickles ? null : item.stalledSince) ?? now().toISOString();
  const until = new Date(new Date(since).getTime() + STALL_MS * deps.timeScale);
  if (now() >= until) {
    await fail(inRow(messageOf(reason), sentence('timeline.no_data_for_too_long')));
    return true;
  }
  const isLast = (await deps.candidates.nextAutomatic(item.requestId, item.asin)) === undefined;
  await database.transaction(async (tx) => {
    if (item.stalledSince !== since || item.missingCount > 0) await downloads.set(tx, item.id, { stalledSince: since, missingCount: 0 });
    await setReason(deps, tx, item, { ...(isLast ? withoutNext(reason) : reason), nextAt: until.toISOString() });
  });
  await saveProgress(deps, item, progressOf(status));
  return false;
}

async function saveProgress(deps: MonitorDependencies, item: WatchedDownload, progress: RequestProgress): Promise<void> {
  const { database } = deps;
  const text = JSON.stringify(progress);
  if (text === item.requestProgress) return;
  const { requestId, id: downloadId } = item;
  await database.transaction((tx) => writeProgress(tx, { requestId, status: 'downloading', downloadId }, progress));
  deps.onProgress(item.requestId);
}

async function unreachable(deps: MonitorDependencies, items: readonly WatchedDownload[], name: Said, error: unknown): Promise<void> {
  const { database } = deps;
  const fault = saidOf(error);
  await database.transaction(async (tx) => {
    for (const item of items) {
      await setReason(deps, tx, item, waitReason('client_unreachable', { client: name, fault }));
    }
  });
}

function nextLook(deps: MonitorDependencies, memory: PollMemory, integrationId: string, quick: boolean): Date {
  const { now } = deps;
  const { intervals } = memory;
  const before = intervals.get(integrationId) ?? SHORTEST_MS;
  const interval = quick ? SHORTEST_MS : Math.min(LONGEST_MS, before * 1.5);
  intervals.set(integrationId, interval);
  return new Date(now().getTime() + interval * deps.timeScale);
}

async function poll(deps: MonitorDependencies, memory: PollMemory, job: JobContext<PayloadOf<typeof MONITOR>>): Promise<RunAgain | void> {
  const { downloads, now } = deps;
  const { intervals } = memory;
  const { integrationId } = job.payload;
  const items = await downloads.watched(integrationId);
  if (items.length === 0) {
    intervals.delete(integrationId);
    return;
  }
  const client = deps.host.provider('downloadClient', integrationId);
  const ids = items.map((item) => item.itemId ?? '');
  let statuses: readonly DownloadStatus[];
  try {
    if (!client) throw new SaidError(sentence('finding.client_gone'));
    statuses = await client.call('status', (provider, call) => provider.status(ids, call), { timeoutMs: 30_000, signal: job.signal });
  } catch (error) {
    if (job.signal.aborted) throw error;
    const again = nextLook(deps, memory, integrationId, false);
    const asked = isIntegrationError(error) && error.retryAfterMs ? new Date(now().getTime() + error.retryAfterMs) : again;
    const againAt = asked > again ? asked : again;
    await unreachable(deps, items, client ? saidName(client) : sentence('timeline.the_download_client'), error);
    return { againAt };
  }
  const pairs = await pathMappingsOf(deps.database.read, integrationId);
  const byId = new Map(statuses.map((status) => [status.itemId, status]));
  let quick = false;
  for (const item of items) {
    job.signal.throwIfAborted();
    const status = byId.get(item.itemId ?? '');
    if (!status || !client) continue;
    try {
      if (await settle(deps, memory, item, status, client, pairs)) quick = true;
    } catch (error) {
      // one item must not prevent checking the others of its client
      job.log.warn({ requestId: item.requestId, err: error }, 'a download could not be judged');
    }
  }
  return { againAt: nextLook(deps, memory, integrationId, quick) };
}

/** The jobs that poll the clients. */
export function monitorJobs(deps: MonitorDependencies): JobDefinition[] {
  const memory: PollMemory = { stability: new Map(), intervals: new Map() };
  return [
    MONITOR.handledBy({
      title: sentence('job.monitor_downloads'),
      concurrency: 8,
      timeoutMs: 120_000,
      maxAttempts: 1_000_000,
      run: (job) => poll(deps, memory, job),
    }),
  ];
}
