import { lstat, realpath, rmdir, unlink } from 'node:fs/promises';
import { dirname, relative } from 'node:path';
import type { PayloadOf } from '../../platform/jobs/define-job.js';
import type { JobContext, RunAgain } from '../../platform/jobs/job-queue.js';
import { crashPoint } from '../../platform/testing/crash-point.js';
import { inEnglish, inRow, saidOf, sentence, type Said } from '../../platform/words/index.js';
import { errorCode, toFileError } from '../../files/file-error.js';
import { liesInside } from '../../files/own-data.js';
import { isWithin } from '../../files/path-jail.js';
import { verifyPlacement } from '../../files/placing/placement-manifest.js';
import { readClientHoldings } from '../lifecycle/client-holdings.js';
import type { PlacedImport } from '../lifecycle/import-records.js';
import type { CLEAN_SOURCE } from '../lifecycle/request-jobs.js';
import type { ImportDependencies } from './import-dependencies.js';
import type { ImportStore } from './import-store.js';

type CleanJob = JobContext<PayloadOf<typeof CLEAN_SOURCE>>;
type Dependencies = Pick<
  ImportDependencies,
  'database' | 'transitions' | 'settings' | 'host' | 'dataDir' | 'isUploaded' | 'now' | 'timeScale'
>;

/** Until a client that did not answer is asked again what it has. */
const CLIENT_RETRY_MS = 1_800_000;

/** Said in the timeline where files were, or were not, deleted. */
const CLEANED = 'source_cleaned';

function realOf(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}

/** Whether one of two paths is the other, or lies around it. */
function areInTouch(one: string, other: string): boolean {
  return isWithin(one, other) || isWithin(other, one);
}

/** The reason not to delete anything at a path. */
async function objection(
  deps: Dependencies,
  store: ImportStore,
  { requestId, path }: CleanJob['payload'],
  placed: PlacedImport,
): Promise<Said | undefined> {
  const real = await realpath(path);
  if (real !== path) return sentence('finding.link_in_place');
  const { library } = await deps.settings.get();
  const ours = (await deps.isUploaded(requestId, real)) ? [] : [deps.dataDir];
  const kept = await Promise.all([library.path, ...ours].filter((folder) => folder !== null).map(realOf));
  if (kept.some((folder) => areInTouch(folder, real))) return sentence('finding.part_of_library');
  const roots = [library.downloadPath, ...(await store.mappedRoots())].filter((folder) => folder !== null);
  if ((await Promise.all(roots.map(realOf))).some((root) => isWithin(real, root))) return sentence('finding.holds_downloads');
  const client = (await store.downloadsInPlace()).clientAt(real);
  if (client !== undefined) return sentence('finding.belongs_to_download', { client });
  const problems = await verifyPlacement(placed.directory, placed.manifest);
  return problems.length === 0 ? undefined : sentence('finding.library_incomplete');
}

interface Cleaned {
  readonly deleted: number;
  /** Files that were changed after the import, and stay. */
  readonly changed: number;
}

/**
 * Deletes the files that were imported from a path, unless somebody has changed them since.
 *
 * @param hold throws if another run is at work on them by now
 */
async function deleteImported(from: string, placed: PlacedImport, hold: () => Promise<void>): Promise<Cleaned> {
  const paths = placed.manifest.files.flatMap(({ sourcePath, mergedFrom = [] }) => [...(sourcePath ? [sourcePath] : []), ...mergedFrom]);
  const importedAt = Date.parse(placed.createdAt);
  const folders = new Set<string>();
  let [deleted, changed] = [0, 0];
  for (const path of new Set(paths)) {
    // resolved again, because a folder on the way may have become a link
    const real = await realpath(path).catch(() => undefined);
    if (real !== path || !isWithin(from, real)) continue;
    const info = await lstat(real);
    if (!info.isFile()) continue;
    if (info.mtimeMs > importedAt) {
      changed += 1;
      continue;
    }
    await hold();
    await unlink(real);
    crashPoint('source file deleted');
    deleted += 1;
    for (let folder = dirname(real); isWithin(from, folder); folder = dirname(folder)) folders.add(folder);
  }
  await removeEmpty([...folders]);
  return { deleted, changed };
}

async function removeEmpty(folders: readonly string[]): Promise<void> {
  for (const folder of folders.toSorted((a, b) => b.length - a.length)) {
    await rmdir(folder).catch((error: unknown) => {
      if (!['ENOENT', 'ENOTEMPTY', 'EEXIST', 'EBUSY'].includes(errorCode(error) ?? '')) throw error;
    });
  }
}

function wordsOf(path: string, { deleted, changed }: Cleaned): Said {
  if (deleted + changed === 0) return sentence('timeline.source_stays_elsewhere', { path });
  const stays = changed === 0 ? undefined : sentence('timeline.source_changed', { count: changed });
  return inRow(sentence('timeline.source_deleted', { count: deleted, path }), stays);
}

function note({ database, transitions }: Dependencies, requestId: string, message: Said, detail: object): Promise<void> {
  return database.transaction((tx) => transitions.note(tx, requestId, CLEANED, message, { detail }));
}

/** Says why files stay that could not be deleted, for example where Lectern may read only. */
export async function tellUncleaned(
  deps: Dependencies,
  { payload, log }: Pick<CleanJob, 'payload' | 'log'>,
  error: unknown,
): Promise<void> {
  const { requestId, path } = payload;
  log.warn({ requestId, err: error }, 'the files of an import could not be deleted');
  if (await liesInside(deps.dataDir, path)) return note(deps, requestId, sentence('timeline.upload_not_deleted'), {});
  const why = saidOf(toFileError(error, 'delete_from', path));
  await note(deps, requestId, sentence('timeline.source_not_all_deleted', { path, why }), { path, why: inEnglish(why) });
}

/**
 * Deletes the files that a person named for an import and wanted to be rid of, once the library has them: those files alone and the
 * folders that this leaves empty; never a root, the library, our own data besides uploads, or what a download client has.
 */
export async function cleanSource(
  deps: Dependencies,
  store: ImportStore,
  job: Pick<CleanJob, 'payload' | 'log' | 'signal' | 'hold'>,
): Promise<RunAgain | void> {
  const { requestId, path } = job.payload;
  const placed = await store.lastOf(requestId);
  const isThere = await lstat(path).then(
    () => true,
    () => false,
  );
  const isUpload = await liesInside(deps.dataDir, path);
  const shown = isUpload ? relative(await realOf(deps.dataDir), path) : path;
  const tell = (message: Said, detail: object): Promise<void> => note(deps, requestId, message, detail);
  if (!placed) return;
  if (!isThere) {
    // a run before this one was killed before it could say so
    if (!(await store.isSaid(requestId, CLEANED, shown)))
      await tell(isUpload ? sentence('timeline.upload_deleted') : sentence('timeline.nothing_left', { path }), { path: shown });
    return;
  }
  let why = await objection(deps, store, job.payload, placed);
  if (why === undefined) {
    try {
      // files of finished Usenet downloads may still be wanted, since nobody but their client knows what they belong to
      const { host, database } = deps;
      const holdings = await readClientHoldings({ host, sql: database.read, withHistory: true, signal: job.signal });
      const client = holdings.clientAt(path);
      if (client !== undefined) why = sentence('finding.client_has_download', { client });
    } catch (error) {
      job.signal.throwIfAborted();
      job.log.info({ requestId, err: error }, 'a client did not say what it has, so the files of an import stay for now');
      return { againAt: new Date(deps.now().getTime() + CLIENT_RETRY_MS * deps.timeScale) };
    }
  }
  if (why !== undefined) {
    const message = isUpload ? sentence('timeline.upload_stays', { why }) : sentence('timeline.source_stays', { path, why });
    return tell(message, { path: shown, why: inEnglish(why) });
  }
  const done = await deleteImported(path, placed, job.hold);
  await tell(isUpload && done.deleted > 0 ? sentence('timeline.upload_deleted') : wordsOf(shown, done), { path: shown, ...done });
}
