import { atRest, triedInVain, waitReason, withoutNext, type NewReason } from '../lifecycle/reasons/wait-reasons.js';
import type { Tx } from '../../platform/db/index.js';
import type { JobContext } from '../../platform/jobs/job-queue.js';
import { saidOf, sentence, storeSaid } from '../../platform/words/index.js';
import type { RequestRow } from '../lifecycle/request-record.js';
import type { ImportDependencies, ImportOrder } from './import-dependencies.js';
import { findRemains, type ImportRemains } from './import-remains.js';
import type { ImportDownload, ImportStore } from './import-store.js';
import type { ImportStop } from './import-stop.js';

/** Tries of one import before a person is asked. */
const MOST_IMPORT_ATTEMPTS = 5;

const MINUTE_MS = 60_000;
const BACKOFF_MS = [5 * MINUTE_MS, 15 * MINUTE_MS, 60 * MINUTE_MS, 360 * MINUTE_MS];

/** An import that stopped, or whose job failed for the last time. */
interface StoppedImport {
  readonly request: RequestRow;
  readonly order: ImportOrder;
  readonly download: ImportDownload | undefined;
  readonly signal: AbortSignal;
  readonly log: JobContext['log'];
}

async function postpone(deps: ImportDependencies, store: ImportStore, import_: StoppedImport, stop: ImportStop): Promise<void> {
  const { request, order } = import_;
  const attempts = request.importAttempts + 1;
  if (attempts >= MOST_IMPORT_ATTEMPTS) {
    const reason = triedInVain(stop.reason, attempts);
    await giveUp(deps, store, import_, reason, stop.detail);
    return;
  }
  const wait = (BACKOFF_MS[attempts - 1] ?? BACKOFF_MS.at(-1) ?? 0) * deps.timeScale;
  const nextAt = new Date(deps.now().getTime() + wait);
  await deps.database.transaction((tx) =>
    deps.transitions.apply(tx, request.id, 'import_postponed', {
      reason: { ...stop.reason, nextAt: nextAt.toISOString() },
      detail: { ...stop.detail, code: stop.reason.code, attempt: attempts },
      set: { importAttempts: attempts },
      jobAt: nextAt,
      jobPayload: order.acceptSuspect ? { acceptSuspect: true } : {},
    }),
  );
}

/** A person has to look. What earlier runs placed before they died is recorded, so that nobody wonders whose files those are. */
async function giveUp(
  deps: ImportDependencies,
  store: ImportStore,
  { request, download, signal, log }: StoppedImport,
  reason: NewReason,
  detail?: Readonly<Record<string, unknown>>,
): Promise<void> {
  const end = async (remains?: ImportRemains): Promise<void> => {
    const seen = remains && (await store.seePlaced(remains.directory, remains.manifest));
    await deps.database.transaction(async (tx) => {
      const moved = await deps.transitions.apply(tx, request.id, 'import_given_up', {
        reason,
        detail: { ...detail, code: reason.code, ...(remains ? { directory: remains.directory } : {}) },
        // a person's retry starts over
        set: { importAttempts: 0 },
      });
      if (moved && remains && seen) await store.saveRemains(tx, { requestId: request.id, download, seen, ...remains });
    });
  };
  const remains = await findRemains(deps, store, { request, signal }).catch((error: unknown) => {
    log.info({ requestId: request.id, err: error }, 'what an import left in the library could not be looked at');
    return undefined;
  });
  signal.throwIfAborted();
  if (!remains) return end();
  await end(remains).catch(async (error: unknown) => {
    log.warn({ requestId: request.id, err: error }, 'what an import left in the library was not recorded');
    await end();
  });
}

/** Everybody may read what the files say of themselves; other faults name files. */
function nextReleaseReason({ reason, said }: ImportStop, release: string): NewReason {
  const { evidence } = reason.values;
  const component = { kind: 'release', name: release };
  if (evidence === undefined) return waitReason('trying_next_release', { fault: said }, { component });
  return waitReason('trying_next_release.evidence', { evidence }, { component });
}

/** Excludes the release for this book; the next candidate is grabbed. */
async function rejectRelease(deps: ImportDependencies, request: RequestRow, download: ImportDownload, stop: ImportStop): Promise<void> {
  const at = deps.now();
  const next = await deps.candidates.nextAutomatic(request.id, request.asin);
  const reason = nextReleaseReason(stop, download.release.title);
  await deps.database.transaction(async (tx) => {
    const moved = await deps.transitions.apply(tx, request.id, 'import_broken', {
      message: stop.said,
      reason: next === undefined ? withoutNext(reason) : reason,
      detail: { ...stop.detail, code: stop.reason.code, release: download.release.title, indexer: download.release.indexer },
      set: { currentDownloadId: null, importAttempts: 0 },
    });
    if (!moved) return;
    await deps.candidates.block(tx, {
      asin: request.asin,
      releaseKey: download.releaseKey,
      title: download.release.title,
      indexer: download.release.indexer,
      reason: stop.said,
      at,
    });
    await deps.downloads.set(tx, download.id, { state: 'failed', error: storeSaid(stop.said) });
  });
}

/** Moves a request on after its import stopped: one transaction, one transition. */
export async function settleStop(deps: ImportDependencies, store: ImportStore, import_: StoppedImport, stop: ImportStop): Promise<void> {
  const { request, download } = import_;
  if (stop.kind === 'passing') return postpone(deps, store, import_, stop);
  if (stop.kind === 'held') return giveUp(deps, store, import_, atRest(stop.reason), stop.detail);
  // files that a person named belong to no release
  if (stop.kind === 'broken') {
    if (download && request.sourcePath === null) return rejectRelease(deps, request, download, stop);
    return giveUp(deps, store, import_, stop.reason, stop.detail);
  }
  await deps.database.transaction((tx) =>
    deps.transitions.apply(tx, request.id, 'import_suspect', {
      reason: stop.reason,
      detail: { ...stop.detail, code: stop.reason.code },
    }),
  );
}

/** Ends an import whose job kept failing for an unforeseen reason. */
export async function settleDefect(
  deps: ImportDependencies,
  store: ImportStore,
  { payload, log }: Pick<JobContext<ImportOrder>, 'payload' | 'log'>,
  error: unknown,
): Promise<void> {
  const request = await deps.requests.row(payload.requestId);
  if (!request) return;
  const download = request.currentDownloadId === null ? undefined : await store.download(request.currentDownloadId);
  const reason = waitReason('import_failed', { fault: saidOf(error) });
  const signal = new AbortController().signal;
  await giveUp(deps, store, { request, order: payload, download, signal, log }, reason);
}

/** Ends an import whose job a person cancelled: the request waits for people, who may retry it. */
export async function settleCancelled(deps: Pick<ImportDependencies, 'transitions'>, tx: Tx, requestId: string): Promise<void> {
  const reason = waitReason('import_failed', { fault: sentence('finding.job_cancelled') });
  await deps.transitions.apply(tx, requestId, 'import_given_up', {
    reason,
    detail: { code: reason.code },
    set: { importAttempts: 0 },
  });
}
