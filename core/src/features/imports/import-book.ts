import { realpath } from 'node:fs/promises';
import type { CatalogBook } from '@lectern/plugin-api';
import type { RunAgain } from '../../platform/jobs/job-queue.js';
import { readJson } from '../../platform/db/index.js';
import { crashPoint } from '../../platform/testing/crash-point.js';
import { waitReason } from '../lifecycle/reasons/wait-reasons.js';
import { bookKey } from '../lifecycle/placed-folders.js';
import type { RequestRow } from '../lifecycle/request-record.js';
import type { PlacementPlan } from '../../files/placing/placement-plan.js';
import type { SourceFile } from '../../files/reading/source-files.js';
import type { Settings } from '../settings/settings.js';
import { lookBeside, type Beside } from './beside-audio.js';
import type { ImportDependencies } from './import-dependencies.js';
import { finishImport } from './import-finish.js';
import { makeFiles, placeMade } from './import-outcome.js';
import { planImport } from './import-plan.js';
import type { ImportRun } from './import-run.js';
import { listImport, type ImportSource } from './import-source.js';
import { refuseKept } from './named-source.js';
import { ImportStop } from './import-stop.js';
import { mergeParts, removeWork } from './merge-parts.js';
import { wantsMerge } from './merge-wish.js';
import { notUnpacked } from './refuse-broken.js';
import { verifyEbooks } from './verify-ebooks.js';
import { verifyRecording } from './verify-recording.js';

interface LibraryFolder {
  readonly root: string;
  readonly template: string;
  readonly writeSidecar: boolean;
  readonly mayLink: boolean;
  readonly roots: readonly string[];
  readonly settings: Settings['library'];
}

async function libraryFolder(deps: ImportDependencies, type: RequestRow['type']): Promise<LibraryFolder> {
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
  return { root, template, writeSidecar: library.writeSidecar, mayLink: !library.copyFiles, roots, settings: library };
}

/** The catalogue's description. An import works without it. */
async function describedBook({ deps, request, job }: ImportRun): Promise<CatalogBook | undefined> {
  const cached = (await deps.catalog.cached([request.asin], request.region)).get(request.asin);
  if (cached) return cached;
  const asked = await deps.catalog.book(request.asin, { region: request.region, signal: job.signal }).catch(() => undefined);
  job.signal.throwIfAborted();
  return asked;
}

async function askPlugins({ deps, request, order }: ImportRun, path: string): Promise<void> {
  // a person's decision takes precedence
  if (order.acceptSuspect) return;
  const refusal = await deps.host.hooks.veto('import.matching', { request: await deps.requests.info(request), path });
  if (!refusal) return;
  throw new ImportStop('suspect', waitReason('import_refused', { refusal: refusal.refuse }));
}

/** The name of what was downloaded; nothing for files that a person named. */
function releaseOf({ sourcePath }: RequestRow, { download }: ImportSource): string | undefined {
  return sourcePath === null ? download?.release.title : undefined;
}

/**
 * Imports a book from files that were found: looks at them, merges them or writes their tags if that is wanted, and places them.
 *
 * @returns when to begin again, if others have to be merged first
 * @throws ImportStop, FileError, AudioProbeError; the signal's reason
 */
export async function importBook(run: ImportRun, source: ImportSource): Promise<RunAgain | void> {
  const { deps, store, request, order, job, progress } = run;
  const { signal } = job;
  const library = await libraryFolder(deps, request.type);
  const protectedRoots = [...library.roots, ...(await store.mappedRoots())];
  const accepted = order.acceptSuspect === true;
  if (source.remotePath === undefined) {
    const real = await realpath(source.path).catch(() => source.path);
    await refuseKept(real, (await deps.isUploaded(request.id, real)) ? [library.root] : [library.root, deps.dataDir]);
  }
  const listing = await listImport(source, request, { protectedRoots, accepted, signal });
  const { mergesAtOnce } = library.settings;
  const mayMerge = wantsMerge(request, library.settings) && listing.audio.length > 1;
  // looked at before anything is read for it, so that waiting costs nothing
  if (mayMerge && run.slots.areTaken(mergesAtOnce)) return waitForTurn(run);
  if (run.slots.isMerging(bookKey(request))) return waitForTurn(run);
  const book = await describedBook(run);
  const checks = { accepted, signal, onProgress: (fraction: number) => progress.verifying(fraction) };
  const verified =
    request.type === 'ebook'
      ? await verifyEbooks(listing.ebooks, { ...checks, release: releaseOf(request, source) })
      : await verifyRecording(listing.audio, {
          ...checks,
          archives: notUnpacked(listing),
          probe: deps.probe,
          catalog: deps.catalog,
          request,
          book,
        });
  await askPlugins(run, source.path);
  const beside = await lookBeside(listing, request, verified);
  const sources = [...verified.files, ...beside.companions];
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
    files: sources,
    warn: (message) => job.log.warn({ requestId: request.id, detail: message }, 'the import plan of a plugin was not used'),
  });
  // rather than waiting for the book with one of the places for imports, which others need
  if (run.slots.isMerging(bookKey(request))) return waitForTurn(run);
  const files: ImportFiles = { book, library, plan, source, sources, beside, durationSeconds: verified.durationSeconds };
  return run.lock.run(`book ${bookKey(request)}`, signal, () => makeAndPlace(run, files));
}

/** The files of an import, with all that decides what is made of them. */
interface ImportFiles {
  readonly book: CatalogBook | undefined;
  readonly library: LibraryFolder;
  readonly plan: PlacementPlan;
  readonly source: ImportSource;
  /** The files of the book, and the documents that belong to it. */
  readonly sources: readonly SourceFile[];
  readonly beside: Beside;
  readonly durationSeconds: number | undefined;
}

async function makeAndPlace(
  run: ImportRun,
  { book, library, plan, source, sources, beside, durationSeconds }: ImportFiles,
): Promise<RunAgain | void> {
  const { deps, store, request, order, job, progress } = run;
  const { signal, hold } = job;
  // somebody may have chosen while the files were looked at, or while another import had the book
  const { mergeChapters } = (await deps.requests.row(request.id)) ?? request;
  const parts = {
    deps,
    store,
    slots: run.slots,
    runId: run.id,
    request: { ...request, mergeChapters },
    book,
    library: library.settings,
    plan,
    sources,
    hold,
    signal,
  };
  const merged = await mergeParts({ ...parts, progress, log: job.log });
  if (merged.kind === 'later') return waitForTurn(run);
  const made = await makeFiles(run, parts, merged);
  // only now, since making them takes up to hours, and other books may have the same folder
  return run.lock.run(`folder ${plan.directory.normalize('NFC').toLowerCase()}`, signal, async () => {
    const { placed, words } = await placeMade(run, made, { request, accepted: order.acceptSuspect === true, signal, hold });
    crashPoint('book placed');
    await progress.close();
    await finishImport(run, { source, root: library.root, placed, words, durationSeconds, beside });
    await removeWork(deps, request.id, hold);
    return undefined;
  });
}

/** Waits on without asking anybody or looking at files, if the import waited for a slot before and there is still none. */
export async function waitOn(run: ImportRun): Promise<RunAgain | undefined> {
  const { deps, request, slots } = run;
  if (readJson(request.progress)?.phase !== 'merge_waiting') return undefined;
  const { library } = await deps.settings.get();
  const isTaken = wantsMerge(request, library) && slots.areTaken(library.mergesAtOnce);
  return isTaken || slots.isMerging(bookKey(request)) ? waitForTurn(run) : undefined;
}

async function waitForTurn({ deps, progress, request, turns }: ImportRun): Promise<RunAgain> {
  await progress.waitForTurn();
  return { againAt: new Date(deps.now().getTime() + turns.wait(request.id) * deps.timeScale) };
}
