import { realpath } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { ApiError } from '../../platform/http/problem.js';
import { errorCode, FileError, isFileError } from '../../files/file-error.js';
import { liesInside } from '../../files/own-data.js';
import type { SourceListing } from '../../files/reading/source-files.js';
import type { RequestRow } from '../lifecycle/request-record.js';
import type { ImportDependencies } from './import-dependencies.js';
import { listImport } from './import-source.js';
import { ImportStop } from './import-stop.js';
import type { ImportStore } from './import-store.js';
import { saidOf, sentence, type ForeignWords, type Sentence } from '../../platform/words/index.js';

/** Files that a person names for an import, and what they are. */
export interface NamedSource {
  /** Absolute, links resolved. */
  readonly path: string;
  readonly listing: SourceListing;
}

/** Refuses files that are in the library already, or are our own. @throws FileError */
export async function refuseKept(path: string, kept: readonly string[]): Promise<void> {
  const isKept = await Promise.all(kept.map((folder) => liesInside(folder, path)));
  if (!isKept.includes(true)) return;
  throw new FileError('invalid_plan', sentence('file.in_library_already', { path }), path, false);
}

function unfit(said: Sentence | ForeignWords): ApiError {
  return new ApiError('unfit_source', said);
}

function explain(error: unknown, path: string): unknown {
  if (error instanceof ImportStop || isFileError(error)) return unfit(saidOf(error));
  switch (errorCode(error)) {
    case 'ENOENT':
    case 'ENOTDIR':
    case 'ELOOP':
    case 'ENAMETOOLONG':
      return new ApiError('path_not_found', sentence('problem.nothing_at_path', { path }));
    case 'EACCES':
    case 'EPERM':
      return new ApiError('path_no_access', sentence('problem.path_not_readable', { path }));
    default:
      return error;
  }
}

/**
 * Looks at files that a person names, before anything is begun with them.
 *
 * @param isUploaded whether a real path in the data folder is that of files that were uploaded; absent for paths that a person gives
 * @throws ApiError where they cannot be imported
 */
export async function nameSource(
  deps: Pick<ImportDependencies, 'settings' | 'dataDir'>,
  store: Pick<ImportStore, 'mappedRoots'>,
  {
    path,
    type,
    signal,
    isUploaded,
  }: {
    readonly path: string;
    readonly type: RequestRow['type'];
    readonly signal: AbortSignal;
    readonly isUploaded?: ((real: string) => Promise<boolean>) | undefined;
  },
): Promise<NamedSource> {
  if (!isAbsolute(path) || path.includes('\0')) {
    throw new ApiError('path_not_absolute', sentence('problem.files_path_not_absolute'));
  }
  try {
    const real = await realpath(path);
    // our own data are never shown
    if ((await liesInside(deps.dataDir, real)) && !(await isUploaded?.(real)))
      throw new ApiError('path_not_found', sentence('problem.nothing_at_path', { path }));
    const { library } = await deps.settings.get();
    if (library.path !== null) await refuseKept(real, [library.path]);
    const folders = [library.path, library.downloadPath].filter((folder) => folder !== null);
    const protectedRoots = [deps.dataDir, ...folders, ...(await store.mappedRoots())];
    return { path: real, listing: await listImport({ path: real }, { type }, { protectedRoots, accepted: true, signal }) };
  } catch (error) {
    signal.throwIfAborted();
    throw explain(error, path);
  }
}
