import { readdir, realpath, rm, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join } from 'node:path';
import type { PayloadOf } from '../../platform/jobs/define-job.js';
import type { JobContext, RunAgain } from '../../platform/jobs/job-queue.js';
import type { REMOVE_LEFTOVERS } from '../lifecycle/request-jobs.js';
import { kindOfFile } from '../../files/reading/file-kind.js';
import type { ImportDependencies } from './import-dependencies.js';
import type { ImportDownload, ImportStore } from './import-store.js';
import { isWithin, resolveInside } from '../../files/path-jail.js';
import { createPathMapping } from '../../files/path-mapping.js';
import { removeEmptyParents } from '../../files/placing/remove-placed.js';

type Dependencies = Pick<ImportDependencies, 'settings' | 'dataDir' | 'now' | 'timeScale'>;

/** Between two looks at leftovers that another request has yet to import. */
const AWAITED_RETRY_MS = 1_800_000;

async function filesBelow(path: string): Promise<string[]> {
  if (!(await stat(path)).isDirectory()) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => !entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name));
}

async function realPaths(paths: readonly (string | null)[]): Promise<string[]> {
  const given = paths.filter((path): path is string => path !== null && path !== '');
  return Promise.all(given.map((path) => realpath(path).catch(() => path)));
}

/** The downloads folder that really contains `path`, and the real path; `undefined` if none does, or it is gone. */
async function locate(path: string, roots: readonly string[]): Promise<{ readonly root: string; readonly real: string } | undefined> {
  for (const root of roots) {
    const real = await resolveInside(root, path).catch(() => undefined);
    const isThere = real !== undefined && (await stat(real).catch(() => undefined)) !== undefined;
    if (isThere) return { root, real };
  }
  return undefined;
}

/** The reason not to delete a folder, for the log. */
async function objection(
  real: string,
  { kept, imported, roots }: { kept: readonly string[]; imported: ReadonlySet<string>; roots: readonly string[] },
): Promise<string | undefined> {
  if (roots.some((root) => isWithin(real, root))) return 'it holds other downloads';
  if (kept.some((folder) => isWithin(folder, real) || isWithin(real, folder))) return 'it is part of the library, or of our own data';
  const foreign = (await filesBelow(real)).find((file) => ['audio', 'ebook'].includes(kindOfFile(file)) && !imported.has(file));
  return foreign === undefined ? undefined : 'it holds books that were not imported from it';
}

async function pathOf(store: ImportStore, download: ImportDownload): Promise<string | undefined> {
  if (download.downloadPath === null || download.integrationId === null) return undefined;
  const client = await store.client(download.integrationId);
  return client && createPathMapping(client.pairs).toLocal(download.downloadPath).path;
}

/**
 * Deletes the rest of a download after its import if nobody else does: Usenet clients never delete the files of
 * finished jobs. The client names the path, so it is not trusted: the path must be inside a folder of downloads,
 * outside the library, and contain no book but the one imported from there.
 */
export async function removeLeftovers(
  deps: Dependencies,
  store: ImportStore,
  job: Pick<JobContext<PayloadOf<typeof REMOVE_LEFTOVERS>>, 'payload' | 'log' | 'hold'>,
): Promise<RunAgain | void> {
  const { downloadId } = job.payload;
  const download = await store.download(downloadId);
  const manifest = await store.placedFrom(downloadId);
  if (!download?.isLeftover || !manifest) return;
  // the other request may end without an import of its own
  if (await store.isAwaited(download)) return { againAt: new Date(deps.now().getTime() + AWAITED_RETRY_MS * deps.timeScale) };
  const path = await pathOf(store, download);
  if (path === undefined || !isAbsolute(path)) return;

  const { library } = await deps.settings.get();
  const roots = await realPaths([library.downloadPath, ...(await store.mappedRoots())]);
  const found = await locate(path, roots);
  if (!found) return;
  const kept = await realPaths([library.path, deps.dataDir]);
  const imported = new Set(
    await realPaths(manifest.files.flatMap(({ sourcePath, mergedFrom = [] }) => [sourcePath ?? null, ...mergedFrom])),
  );
  const why = await objection(found.real, { kept, imported, roots });
  if (why !== undefined) {
    job.log.warn({ downloadId, path, why }, 'leftovers of a download were not removed');
    return;
  }
  // somebody may have put something else there since the next run has deleted it
  await job.hold();
  await rm(found.real, { recursive: true, force: true });
  await removeEmptyParents(found.root, dirname(found.real));
  job.log.info({ downloadId, path }, 'leftovers of a download were removed');
}
