import { isIntegrationError, type AddOptions, type Downloadable } from '@lectern/plugin-api';
import type { BoundProvider, PluginHost } from '../../plugin-host/plugin-host.js';
import { readJson, type Database, type Tx } from '../../platform/db/index.js';
import type { EventBus } from '../../platform/events/event-bus.js';
import type { PayloadOf } from '../../platform/jobs/define-job.js';
import type { JobContext, JobDefinition, JobQueue, RunAgain } from '../../platform/jobs/job-queue.js';
import { inRow, SaidError, saidOf, sentence, storeSaid, type Said, type Sentence } from '../../platform/words/index.js';
import { announceSearch } from '../search/announce-search.js';
import type { CandidateStore, StoredCandidate } from '../search/candidate-store.js';
import { DIRECT_CLIENT_ID } from '../direct-downloads/index.js';
import type { NotificationService } from '../notifications/notification-service.js';
import type { SettingsService } from '../settings/index.js';
import { waitReason } from '../lifecycle/reasons/wait-reasons.js';
import type { RequestRow } from '../lifecycle/request-record.js';
import type { RequestReader } from '../lifecycle/request-reader.js';
import { findRequest, takeUpDownload } from '../lifecycle/request-store.js';
import { GRAB, REMOVE_DOWNLOAD, TELL_HOOKS } from '../lifecycle/request-jobs.js';
import type { RequestTransitions } from '../lifecycle/transitions.js';
import { countFailedReleases, endRequest, failDownload, MOST_RELEASES } from './download-failure.js';
import { chooseClient, clientOfAttempt } from './choose-client.js';
import { isClientDown } from './client-fault.js';
import { lastDownloadError, type DownloadRow, type DownloadStore } from '../lifecycle/download-store.js';
import { faultOfItem } from './file-list/judge-files.js';
import { handOut, type SourceWait } from './hand-out.js';
import { MONITOR } from './monitor-job.js';
import { removeDownload } from './remove-download.js';
import { seedingLimits, seedingRule } from './seeding/seeding-rule.js';
import { saidName } from '../../plugin-host/said-name.js';

type GrabJob = JobContext<PayloadOf<typeof GRAB>>;

/** The dependencies of grabbing. */
export interface GrabDependencies {
  readonly database: Database;
  readonly host: PluginHost;
  readonly jobs: JobQueue;
  readonly requests: RequestReader;
  readonly transitions: RequestTransitions;
  readonly candidates: CandidateStore;
  readonly downloads: DownloadStore;
  readonly notifications: NotificationService;
  readonly events: EventBus;
  readonly settings: Pick<SettingsService, 'get'>;
  readonly now: () => Date;
  readonly timeScale: number;
}

/** Empty, so that the client integration's own setting decides. */
const CATEGORY = '';
const TAG = 'lectern';
const SHORTEST_RETRY_MS = 30_000;
const LONGEST_RETRY_MS = 600_000;
const HOUR_MS = 3_600_000;
const ADD_TIMEOUT_MS = 60_000;
/** The longest wait for one answer of a source, and for all of them together. */
const LONGEST_WAIT_MS = HOUR_MS;
const LONGEST_SOURCE_WAIT_MS = 3 * HOUR_MS;

/**
 * Explains a nonsensical answer of a client: the release may be the cause, or something else may answer in its place,
 * such as the sign-in page of a proxy. A check of the client tells.
 */
async function clientTrouble(deps: GrabDependencies, client: BoundProvider<'downloadClient'>, error: unknown, signal: AbortSignal) {
  if (isClientDown(error)) return error;
  const isOurOwn = client.integrationId === DIRECT_CLIENT_ID;
  if (isOurOwn || !isIntegrationError(error) || error.code !== 'INTEGRATION_BAD_RESPONSE') return undefined;
  return deps.host.check(client.integrationId, { signal }).then(
    () => undefined,
    (trouble: unknown) => trouble,
  );
}

/** Picks the candidate: a person's or plugin's choice first, then the ranked rest. */
async function chooseCandidate(deps: GrabDependencies, job: GrabJob, request: RequestRow): Promise<StoredCandidate | undefined> {
  const wished = job.payload.candidateId;
  if (wished !== undefined) {
    const candidate = await deps.candidates.get(wished);
    if (candidate && candidate.requestId === request.id && candidate.state !== 'failed' && candidate.state !== 'blocklisted')
      return candidate;
  }
  return deps.candidates.nextAutomatic(request.id, request.asin);
}

/** Records the attempt before any request to the outside, so that a crash repeats it and never duplicates it. */
async function beginDownload(
  deps: GrabDependencies,
  request: RequestRow,
  candidate: StoredCandidate,
  clientId: string,
): Promise<DownloadRow | undefined> {
  const { database, downloads, candidates } = deps;
  const id = await database.transaction(async (tx) => {
    const present = await findRequest(tx, request.id);
    if (present?.status !== 'downloading' || present.version !== request.version) return undefined;
    const created = await downloads.create(tx, {
      requestId: request.id,
      candidateId: candidate.id,
      integrationId: clientId,
      releaseKey: candidate.releaseKey,
      release: {
        title: candidate.release.title,
        size: candidate.release.size,
        protocol: candidate.release.protocol,
        infoHash: candidate.release.infoHash,
        indexer: candidate.release.indexer.name,
        score: candidate.score,
      },
    });
    await candidates.setState(tx, candidate.id, 'grabbed');
    if (!(await takeUpDownload(tx, request, created))) throw new Error('The request changed while its download was starting.');
    // no move comes with it, by which it would be seen that a candidate is the chosen one now
    tx.afterCommit(() => announceSearch(deps.events, request, candidate.searchId));
    return created;
  });
  return id === undefined ? undefined : downloads.get(id);
}

/** Goes on with an attempt that was cut off, in another client if its own was removed. */
async function resumeDownload({ database, downloads }: GrabDependencies, download: DownloadRow, clientId: string): Promise<DownloadRow> {
  if (download.integrationId === clientId) return download;
  await database.transaction((tx) => downloads.set(tx, download.id, { integrationId: clientId }));
  return { ...download, integrationId: clientId };
}

async function waitForClient(deps: GrabDependencies, request: RequestRow, name: Said, error: unknown): Promise<RunAgain> {
  // doubles with the time it has already waited; runs that ask to be repeated do not count as attempts
  const before = readJson(request.reason);
  const waited = before?.code === 'client_unreachable' ? deps.now().getTime() - Date.parse(before.since) : 0;
  const wait = Math.min(Math.max(SHORTEST_RETRY_MS * deps.timeScale, waited), LONGEST_RETRY_MS * deps.timeScale);
  const retryAfter = isIntegrationError(error) ? (error.retryAfterMs ?? 0) : 0;
  const againAt = new Date(deps.now().getTime() + Math.max(wait, retryAfter));
  await deps.database.transaction((tx) =>
    deps.transitions.setReason(
      tx,
      request.id,
      waitReason('client_unreachable.adding', { client: name, fault: saidOf(error) }, { nextAt: againAt }),
      'downloading',
    ),
  );
  return { againAt };
}

/** A source makes one wait before it hands a file out: shown, and asked again when the time has passed. */
async function waitForSource(
  deps: GrabDependencies,
  request: RequestRow,
  download: DownloadRow,
  candidate: StoredCandidate,
  wait: SourceWait,
): Promise<RunAgain> {
  const now = deps.now().getTime();
  const { name } = candidate.release.indexer;
  if (now - Date.parse(download.createdAt) > LONGEST_SOURCE_WAIT_MS) {
    throw new SaidError(sentence('finding.kept_waiting'));
  }
  const againAt = new Date(now + Math.min(Math.max(0, wait.waitMs), LONGEST_WAIT_MS));
  await deps.database.transaction((tx) =>
    deps.transitions.setReason(
      tx,
      request.id,
      waitReason('source_wait', { source: name, wait: wait.said }, { nextAt: againAt }),
      'downloading',
    ),
  );
  return { againAt };
}

/** Ends the request when enough releases failed, those included whose files were no good. */
async function isUsedUp(deps: GrabDependencies, request: RequestRow): Promise<boolean> {
  const failures = await countFailedReleases(deps.database.read, request);
  if (failures < MOST_RELEASES) return false;
  const last = await lastDownloadError(deps.database.read, request.id);
  const blame = { kind: 'release', name: request.title } as const;
  await deps.database.transaction((tx) => endRequest(deps, tx, request.id, { failures, said: last ?? sentence('finding.no_good'), blame }));
  return true;
}

async function noCandidateLeft(deps: GrabDependencies, request: RequestRow): Promise<void> {
  const nextAt = new Date(deps.now().getTime() + HOUR_MS * deps.timeScale);
  const last = await lastDownloadError(deps.database.read, request.id);
  await deps.database.transaction((tx) =>
    deps.transitions.apply(tx, request.id, 'candidates_used_up', {
      message: sentence('timeline.no_other_release'),
      reason:
        last === undefined
          ? waitReason('candidates_used_up.unexplained', undefined, { nextAt })
          : waitReason('candidates_used_up', { last }, { nextAt }),
      set: { currentDownloadId: null },
      jobAt: nextAt,
    }),
  );
}

/** Hands the release to the client. */
async function addToClient(
  deps: GrabDependencies,
  job: JobContext,
  request: RequestRow,
  client: BoundProvider<'downloadClient'>,
  item: Downloadable,
  download: DownloadRow,
  limits: Pick<AddOptions, 'seedRatio' | 'seedMinutes'>,
  resumed: boolean,
): Promise<{ itemId: string; ours: boolean }> {
  const info = await deps.requests.info(request);
  const planned = { name: `${request.author} - ${request.title}`, category: CATEGORY, tags: [`${TAG}-${download.id}`], ...limits };
  const { options } = await deps.host.hooks.transform('download.adding', { request: info, options: planned });
  // a cancel does not stop it half-way: only its answer tells which item has to be removed again
  const added = await client.call('add', (provider, call) => provider.add(item, { ...planned, ...options, ...call }), {
    timeoutMs: ADD_TIMEOUT_MS,
  });
  if (!added.alreadyThere || (await deps.downloads.isOurs(client.integrationId, added.itemId, download.id)))
    return { itemId: added.itemId, ours: true };
  // after a crash between adding and writing it down, ours looks like somebody's; ours carries our category
  const known = resumed
    ? await client.call('list', async (provider, call) => provider.list?.({ category: options.category, ...call }) ?? []).catch(() => [])
    : [];
  return { itemId: added.itemId, ours: known.some((status) => status.itemId === added.itemId) };
}

async function saveAdded(
  deps: GrabDependencies,
  request: RequestRow,
  client: BoundProvider<'downloadClient'>,
  download: DownloadRow,
  candidate: StoredCandidate,
  added: { itemId: string; ours: boolean },
  instead: Said | undefined,
): Promise<void> {
  const info = await deps.requests.info(request);
  await deps.database.transaction(async (tx) => {
    const present = await findRequest(tx, request.id);
    await deps.downloads.set(tx, download.id, { state: 'added', itemId: added.itemId, ours: added.ours });
    if (present?.status !== 'downloading' || present.currentDownloadId !== download.id) {
      // cancelled while the client was being asked: what we put there goes again
      await deps.jobs.enqueue(tx, REMOVE_DOWNLOAD({ downloadId: download.id }));
      return;
    }
    await deps.transitions.note(
      tx,
      request.id,
      'grabbed',
      inRow(sentence('timeline.given_to_client', { release: candidate.release.title, client: saidName(client) }), instead),
      {
        detail: { client: client.name, indexer: candidate.release.indexer.name, release: candidate.release.title },
      },
    );
    await deps.transitions.setReason(tx, request.id, waitReason('downloading', { client: saidName(client), trouble: '' }));
    const from = sentence('notice_part.from_with', { indexer: candidate.release.indexer.name, client: saidName(client) });
    await deps.notifications.requestEvent(tx, 'request_grabbed', present, from);
    const detail = { release: candidate.release.title, client: client.name };
    await deps.jobs.enqueue(tx, TELL_HOOKS({ hook: 'download.started', requestId: info.id, detail }));
    await deps.jobs.enqueue(tx, MONITOR({ integrationId: client.integrationId }));
  });
}

async function grab(deps: GrabDependencies, job: GrabJob): Promise<RunAgain | void> {
  const { database, host, requests, downloads, candidates } = deps;
  const request = await requests.row(job.payload.requestId);
  if (request?.status !== 'downloading') return;
  const current = request.currentDownloadId === null ? undefined : await downloads.get(request.currentDownloadId);
  if (current && current.state !== 'created' && current.state !== 'failed' && current.state !== 'removed') {
    if (current.state === 'added' && current.integrationId) await watch(deps, current.integrationId);
    return;
  }
  const resumed = current?.state === 'created';
  if (!resumed && job.payload.candidateId === undefined && (await isUsedUp(deps, request))) return;
  const candidate = resumed && current.candidateId ? await candidates.get(current.candidateId) : await chooseCandidate(deps, job, request);
  if (!candidate) return noCandidateLeft(deps, request);
  const { downloads: rules } = await deps.settings.get();
  const chosen = resumed
    ? await clientOfAttempt(deps, current.integrationId, candidate.release, rules)
    : await chooseClient(deps, candidate.release, rules);
  if (!chosen.client) return waitForClient(deps, request, chosen.name, new SaidError(chosen.fault));
  const { client } = chosen;
  const download = resumed
    ? await resumeDownload(deps, current, client.integrationId)
    : await beginDownload(deps, request, candidate, client.integrationId);
  if (!download) return;
  let item: Downloadable;
  try {
    const handed = await handOut(host, candidate, job.signal);
    if (handed.kind === 'wait') return await waitForSource(deps, request, download, candidate, handed);
    item = handed;
  } catch (error) {
    if (job.signal.aborted) throw error;
    const name = (isIntegrationError(error) && error.blame) || candidate.release.indexer.name;
    await database.transaction((tx) =>
      failDownload(deps, tx, download, {
        said: sentence('timeline.not_handed_out', { source: name, release: candidate.release.title, fault: saidOf(error) }),
        blame: { kind: 'indexer', name },
        block: isIntegrationError(error) && error.code === 'INTEGRATION_NOT_FOUND',
      }),
    );
    return;
  }
  const fault = await faultOfItem(item, request.type, candidate.release.size);
  if (fault !== undefined) return refuseFiles(deps, download, candidate, fault);
  const present = await requests.row(request.id);
  // cancelled, maybe by another process, while the indexer was being asked
  if (present?.status !== 'downloading' || present.currentDownloadId !== download.id) return;
  try {
    const { protocol, indexer } = candidate.release;
    const limits = protocol === 'torrent' ? seedingLimits(seedingRule(rules, indexer.name)) : {};
    const added = await addToClient(deps, job, request, client, item, download, limits, resumed);
    await saveAdded(deps, request, client, download, candidate, added, chosen.instead);
  } catch (error) {
    if (job.signal.aborted) throw error;
    const trouble = await clientTrouble(deps, client, error, job.signal);
    if (trouble !== undefined) return waitForClient(deps, request, saidName(client), trouble);
    if (!isIntegrationError(error)) throw error;
    await database.transaction((tx) =>
      failDownload(deps, tx, download, {
        said: sentence('timeline.client_refused', { client: saidName(client), release: candidate.release.title, fault: saidOf(error) }),
        blame: { kind: 'downloadClient', name: client.name },
        block: true,
      }),
    );
  }
}

/** Blocks a release whose own list of files shows that it is not the book. */
async function refuseFiles(deps: GrabDependencies, download: DownloadRow, candidate: StoredCandidate, why: Sentence): Promise<void> {
  const { title } = candidate.release;
  await deps.database.transaction((tx) =>
    failDownload(deps, tx, download, {
      said: sentence('evidence.not_taken', { release: title, why }),
      blame: { kind: 'release', name: title },
      block: true,
    }),
  );
}

async function watch(deps: GrabDependencies, integrationId: string): Promise<void> {
  await deps.jobs.add(MONITOR({ integrationId }));
}

/** Ends handing a release over whose job a person cancelled; one that its client has already goes on. */
async function cancelGrab(deps: GrabDependencies, tx: Tx, requestId: string): Promise<void> {
  const request = await findRequest(tx, requestId);
  if (request?.status !== 'downloading') return;
  const download = request.currentDownloadId === null ? undefined : await deps.downloads.get(request.currentDownloadId);
  if (download && download.state !== 'created' && download.state !== 'failed' && download.state !== 'removed') return;
  if (download?.state === 'created')
    await deps.downloads.set(tx, download.id, { state: 'failed', error: storeSaid(sentence('finding.job_cancelled')) });
  const nextAt = new Date(deps.now().getTime() + HOUR_MS * deps.timeScale);
  const reason = waitReason('candidates_used_up.cancelled', undefined, { nextAt });
  await deps.transitions.apply(tx, requestId, 'candidates_used_up', {
    reason,
    set: { currentDownloadId: null },
    jobAt: nextAt,
  });
}

/** Grabbing and removing. */
export function grabJobs(deps: GrabDependencies): JobDefinition[] {
  return [
    GRAB.handledBy({
      title: sentence('job.grab'),
      concurrency: 3,
      timeoutMs: 600_000,
      run: (job) => grab(deps, job),
      onCancelled: (tx, { payload }) => cancelGrab(deps, tx, payload.requestId),
      onExhausted: async (job, error) => {
        const request = await deps.requests.row(job.payload.requestId);
        const download = request?.currentDownloadId ? await deps.downloads.get(request.currentDownloadId) : undefined;
        if (!request || !download) return;
        await deps.database.transaction((tx) =>
          failDownload(deps, tx, download, {
            said: sentence('timeline.not_handed_over', { fault: saidOf(error) }),
            blame: { kind: 'downloadClient', name: 'Lectern' },
            block: false,
          }),
        );
      },
    }),
    REMOVE_DOWNLOAD.handledBy({
      title: sentence('job.remove_download'),
      concurrency: 2,
      maxAttempts: 8,
      run: (job) => removeDownload(deps, job),
    }),
  ];
}
