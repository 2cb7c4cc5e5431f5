import { realpath } from 'node:fs/promises';
import type { JobContext, JobDefinition, RunAgain } from '../../platform/jobs/job-queue.js';
import { sentence } from '../../platform/words/index.js';
import { createMergeSlots } from '../../files/merging/merge-slots.js';
import { isWithin } from '../../files/path-jail.js';
import { createKeyedLock } from '../../files/placing/keyed-lock.js';
import { CLEAN_SOURCE, IMPORT, REMOVE_LEFTOVERS } from '../lifecycle/request-jobs.js';
import { waitReason } from '../lifecycle/reasons/wait-reasons.js';
import type { RequestRow } from '../lifecycle/request-record.js';
import { findRequest } from '../lifecycle/request-store.js';
import { importBook, waitOn } from './import-book.js';
import type { ImportDependencies, ImportOrder } from './import-dependencies.js';
import { whileHeld } from './hold-run.js';
import { settleCancelled, settleDefect, settleStop } from './import-failure.js';
import { createImportProgress } from './import-progress.js';
import type { ImportRun } from './import-run.js';
import { locateSource, type ImportSource } from './import-source.js';
import { toImportStop } from './import-stop.js';
import { createImportStore, type ImportStore } from './import-store.js';
import { cleanSource, tellUncleaned } from './clean-source.js';
import { removeWork } from './merge-parts.js';
import { createMergeTurns } from './merge-turns.js';
import { newRunId } from './merge-work.js';
import { removeLeftovers } from './remove-leftovers.js';

/** Long enough for the longest merge and for copying a book to a slow share after it. */
const TWELVE_HOURS_MS = 12 * 3_600_000;
const LIBRARY = { kind: 'library', name: 'Library folder' } as const;

/** Whether an import of the request runs, or will run. */
function isImporting(request: RequestRow | undefined): boolean {
  return request?.status === 'processing' || request?.status === 'awaiting_import';
}

/** The request to import; `undefined` if it has moved on or was cancelled. */
async function begin(
  deps: ImportDependencies,
  { requestId, sourcePath, cleanupSource = false }: ImportOrder,
): Promise<RequestRow | undefined> {
  const request = await deps.requests.row(requestId);
  const isNamed = sourcePath !== undefined && request?.sourcePath !== sourcePath;
  if (request?.status === 'processing' && !isNamed) return request;
  if (!isImporting(request)) return undefined;
  return deps.database.transaction(async (tx) => {
    // other jobs follow this one, and only the request goes from one to the next
    if (isNamed) await deps.transitions.setSource(tx, requestId, { path: sourcePath, isCleaned: cleanupSource });
    const resumed = { message: sentence('timeline.import_tried_again'), reason: waitReason('importing') };
    return (await deps.transitions.apply(tx, requestId, 'import_resumed', resumed)) ?? findRequest(tx, requestId);
  });
}

async function runImport(
  given: ImportDependencies,
  store: ImportStore,
  shared: Pick<ImportRun, 'lock' | 'slots' | 'turns'>,
  job: JobContext<ImportOrder>,
): Promise<RunAgain | void> {
  const deps = whileHeld(given, job);
  const order = job.payload;
  const request = await begin(deps, order);
  if (!request) {
    // a run before this one was killed after it had done its work
    await removeWork(deps, order.requestId, job.hold);
    return undefined;
  }
  const progress = createImportProgress(job, async (now) => {
    await job.hold();
    await deps.saveProgress(request.id, now);
  });
  const run: ImportRun = { id: newRunId(), deps, store, ...shared, job, order, request, progress };
  let source: ImportSource | undefined;
  try {
    const later = await waitOn(run);
    if (later) return later;
    source = await locateSource(deps, store, request, job.signal);
    const again = await importBook(run, source);
    if (!again) shared.turns.over(request.id);
    return again;
  } catch (error) {
    await progress.close();
    shared.turns.over(request.id);
    // nothing of the import is this run's any more, if another has taken it over
    await job.hold();
    // cancelled, out of time, or the server stops: whoever aborted decides about the request
    if (job.signal.aborted) {
      // a server that only stops goes on with what is made already
      if (!isImporting(await deps.requests.row(request.id))) await removeWork(deps, request.id, job.hold);
      throw error;
    }
    const library = (await deps.settings.get()).library.path;
    const roots = library === null ? [] : [library, await realpath(library).catch(() => library)];
    const client = source?.client?.name;
    const stop = toImportStop(error, (path) => {
      if (roots.some((root) => isWithin(root, path))) return LIBRARY;
      return client === undefined ? undefined : { kind: 'downloadClient', name: client };
    });
    if (!stop) throw error;
    job.log.info({ requestId: request.id, code: stop.reason.code, kind: stop.kind }, 'import stopped');
    const download = source?.download ?? (request.currentDownloadId === null ? undefined : await store.download(request.currentDownloadId));
    await settleStop(deps, store, { request, order, download, signal: job.signal, log: job.log }, stop);
    // what is merged already serves the next try
    if (stop.kind !== 'passing') await removeWork(deps, request.id, job.hold);
    return undefined;
  } finally {
    await progress.close();
  }
}

/** The import: from a finished download to verified files in the library folder. */
export function importJobs(deps: ImportDependencies): JobDefinition[] {
  const store = createImportStore(deps.database, deps.downloads, deps.now);
  const turns = createMergeTurns(() => deps.now().getTime() / deps.timeScale);
  const shared = { lock: createKeyedLock(), slots: createMergeSlots(), turns };
  return [
    IMPORT.handledBy({
      title: sentence('job.import'),
      // merges take up to three of these, and imports without one go on
      concurrency: deps.concurrency ?? 4,
      timeoutMs: TWELVE_HOURS_MS,
      maxAttempts: 3,
      run: (job) => runImport(deps, store, shared, job),
      onExhausted: async (job, error) => {
        await settleDefect(whileHeld(deps, job), store, job, error);
        await removeWork(deps, job.payload.requestId, job.hold);
      },
      // a run that is cut off sees that the request has moved on, and removes its work
      onCancelled: (tx, { payload }) => settleCancelled(deps, tx, payload.requestId),
    }),
    REMOVE_LEFTOVERS.handledBy({
      title: sentence('job.remove_leftovers'),
      concurrency: 1,
      maxAttempts: 3,
      run: (job) => removeLeftovers(deps, store, job),
    }),
    CLEAN_SOURCE.handledBy({
      title: sentence('job.clean_source'),
      concurrency: 1,
      maxAttempts: 3,
      run: (job) => cleanSource(whileHeld(deps, job), store, job),
      onExhausted: (job, error) => tellUncleaned(whileHeld(deps, job), job, error),
    }),
  ];
}
