import { realpath } from 'node:fs/promises';
import { relative } from 'node:path';
import type { CatalogBook } from '@lectern/plugin-api';
import type { JobContext, JobDefinition } from '../../platform/jobs/job-queue.js';
import { crashPoint } from '../../platform/testing/crash-point.js';
import { waitReason } from '../lifecycle/reasons/wait-reasons.js';
import type { RequestRow } from '../lifecycle/request-record.js';
import { IMPORT, REMOVE_LEFTOVERS } from '../lifecycle/request-jobs.js';
import { describeBytes } from '../../files/reading/describe-bytes.js';
import type { ImportDependencies, ImportOrder } from './import-dependencies.js';
import { settleDefect, settleStop } from './import-failure.js';
import { placeBook } from './import-place.js';
import type { PlacedBook } from './import-place.js';
import { planImport } from './import-plan.js';
import { createImportProgress } from './import-progress.js';
import type { ImportProgress } from './import-progress.js';
import { listImport, locateSource } from './import-source.js';
import type { ImportSource } from './import-source.js';
import { ImportStop, toImportStop } from './import-stop.js';
import { createImportStore } from './import-store.js';
import type { ImportStore } from './import-store.js';
import { verifyEbooks, verifyRecording } from './import-verify.js';
import type { Verified } from './import-verify.js';
import { createKeyedLock } from '../../files/placing/keyed-lock.js';
import type { KeyedLock } from '../../files/placing/keyed-lock.js';
import { isWithin } from '../../files/path-jail.js';
import { removeLeftovers } from './remove-leftovers.js';
import { removePlaced } from '../../files/placing/remove-placed.js';

const TWO_HOURS_MS = 7_200_000;
/** The delay before imported files are removed from a client that does not seed them, because plugins may still look at them. */
const LEFTOVER_GRACE_MS = 60_000;
const LIBRARY = { kind: 'library', name: 'Library folder' } as const;

/** One run. */
interface Run {
  readonly deps: ImportDependencies;
  readonly store: ImportStore;
  readonly lock: KeyedLock;
  readonly job: JobContext<ImportOrder>;
  readonly order: ImportOrder;
  readonly request: RequestRow;
  readonly progress: ImportProgress;
}

/** The request to import; `undefined` if it has moved on or was cancelled. */
async function begin(deps: ImportDependencies, requestId: string): Promise<RequestRow | undefined> {
  const request = await deps.requests.row(requestId);
  if (request?.status === 'processing') return request;
  if (request?.status !== 'awaiting_import') return undefined;
  return deps.database.transaction((tx) =>
    deps.transitions.apply(tx, requestId, 'import_resumed', {
      message: 'The import will be tried again.',
      reason: waitReason('importing'),
    }),
  );
}

async function libraryFolder(
  deps: ImportDependencies,
  type: RequestRow['type'],
): Promise<{ root: string; template: string; writeSidecar: boolean; mayLink: boolean; roots: string[] }> {
  const { library } = await deps.settings.get();
  if (library.path === null) {
    throw new ImportStop('passing', waitReason('no_library_folder'));
  }
  // resolved, because placed folders are recorded by their real path
  const root = await realpath(library.path).catch(() => undefined);
  if (root === undefined) {
    throw new ImportStop('passing', waitReason('library_not_visible', { path: library.path }));
  }
  const roots = [root, deps.dataDir, ...(library.downloadPath === null ? [] : [library.downloadPath])];
  const template = type === 'ebook' ? library.ebookPathTemplate : library.pathTemplate;
  return { root, template, writeSidecar: library.writeSidecar, mayLink: !library.copyFiles, roots };
}

/** The catalogue's description. An import works without it. */
async function describedBook({ deps, request, job }: Run): Promise<CatalogBook | undefined> {
  const cached = (await deps.catalog.cached([request.asin], request.region)).get(request.asin);
  if (cached) return cached;
  const asked = await deps.catalog.book(request.asin, { signal: job.signal }).catch(() => undefined);
  job.signal.throwIfAborted();
  return asked;
}

async function askPlugins({ deps, request, order }: Run, path: string): Promise<void> {
  // a person's decision takes precedence
  if (order.acceptSuspect) return;
  const refusal = await deps.host.hooks.veto('import.matching', { request: await deps.requests.info(request), path });
  if (!refusal) return;
  throw new ImportStop('suspect', waitReason('import_refused', { refusal: refusal.refuse }));
}

async function importBook(run: Run, source: ImportSource): Promise<void> {
  const { deps, store, request, order, job, progress } = run;
  const { signal } = job;
  const library = await libraryFolder(deps, request.type);
  const protectedRoots = [...library.roots, ...(await store.mappedRoots())];
  const accepted = order.acceptSuspect === true;
  const listing = await listImport(source, request, { protectedRoots, accepted, signal });
  const book = await describedBook(run);
  const checks = { accepted, signal, onProgress: (fraction: number) => progress.verifying(fraction) };
  const verified =
    request.type === 'ebook' ? await verifyEbooks(listing.ebooks, checks) : await verifyRecording(deps.probe, listing.audio, book, checks);
  await askPlugins(run, source.path);
  const plan = await planImport(deps, {
    request,
    book,
    listing,
    signal,
    root: library.root,
    template: library.template,
    writeSidecar: library.writeSidecar,
    mayLink: library.mayLink,
    info: await deps.requests.info(request),
    files: verified.files,
    warn: (message) => job.log.warn({ requestId: request.id, detail: message }, 'the import plan of a plugin was not used'),
  });
  await run.lock.run(plan.directory.normalize('NFC').toLowerCase(), signal, async () => {
    const placed = await placeBook(deps, store, {
      request,
      plan,
      accepted,
      signal,
      sources: verified.files,
      onProgress: (done, total) => progress.placing(done, total),
    });
    crashPoint('book placed');
    await progress.close();
    await finish(run, source, library.root, placed, verified);
  });
}

/** Records the placed files and moves the request on, both or neither. */
async function finish(run: Run, source: ImportSource, root: string, placed: PlacedBook, verified: Verified): Promise<void> {
  const { deps, store, request } = run;
  const directory = relative(root, placed.directory);
  const content = placed.manifest.files.filter((file) => file.method !== 'written');
  const bytes = content.reduce((sum, file) => sum + file.size, 0);
  const methods: Record<string, number> = {};
  for (const { method } of content) methods[method] = (methods[method] ?? 0) + 1;
  const count = `${content.length} ${content.length === 1 ? 'file' : 'files'} (${describeBytes(bytes)})`;
  const isDone = await deps.database.transaction(async (tx) => {
    const moved = await deps.transitions.apply(tx, request.id, 'import_done', {
      message: placed.isNew ? `${count} were placed in “${directory}”.` : `${count} are already in “${directory}”.`,
      reason: request.type === 'ebook' ? null : waitReason('awaiting_library'),
      detail: { directory, files: content.length, bytes, methods, warnings: placed.warnings, durationSeconds: verified.durationSeconds },
    });
    if (!moved) return false;
    await store.save(tx, {
      requestId: request.id,
      directory: placed.directory,
      manifest: placed.manifest,
      download: source.download,
      downloadPath: source.remotePath,
    });
    // files that a person named belong to no download
    if (source.download?.isLeftover && source.remotePath !== undefined) {
      await deps.transitions.dropImported(tx, source.download.id, new Date(deps.now().getTime() + LEFTOVER_GRACE_MS * deps.timeScale));
    }
    return true;
  });
  // cancelled while the last file was being placed: files that nobody else uses are removed
  if (!isDone && placed.isNew && !(await store.occupant(placed.directory))) await removePlaced(root, placed.directory, placed.manifest);
}

async function runImport(deps: ImportDependencies, store: ImportStore, lock: KeyedLock, job: JobContext<ImportOrder>): Promise<void> {
  const order = job.payload;
  const request = await begin(deps, order.requestId);
  if (!request) return;
  const progress = createImportProgress(job, (now) => deps.saveProgress(request.id, now));
  const run: Run = { deps, store, lock, job, order, request, progress };
  let source: ImportSource | undefined;
  try {
    source = await locateSource(deps, store, request, order, job.signal);
    await importBook(run, source);
  } catch (error) {
    await progress.close();
    // cancelled, out of time, or the server stops: whoever aborted decides about the request
    if (job.signal.aborted) throw error;
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
    await settleStop(deps, { request, order, download }, stop);
  } finally {
    await progress.close();
  }
}

/** The import: from a finished download to verified files in the library folder. */
export function importJobs(deps: ImportDependencies): JobDefinition[] {
  const store = createImportStore(deps.database, deps.downloads, deps.now);
  const lock = createKeyedLock();
  return [
    IMPORT.handledBy({
      title: 'Import into the library',
      concurrency: deps.concurrency ?? 2,
      timeoutMs: TWO_HOURS_MS,
      maxAttempts: 3,
      run: (job) => runImport(deps, store, lock, job),
      onExhausted: (job, error) => settleDefect(deps, job.payload.requestId, error),
    }),
    REMOVE_LEFTOVERS.handledBy({
      title: 'Remove what an imported download left behind',
      concurrency: 1,
      maxAttempts: 3,
      run: (job) => removeLeftovers(deps, store, job),
    }),
  ];
}
