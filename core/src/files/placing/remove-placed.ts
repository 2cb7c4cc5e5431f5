import { lstat, rmdir, unlink } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';

import { errorCode, toFileError } from '../file-error.js';
import type { PlacementManifest } from './placement-manifest.js';
import { isWithin, resolveInside } from '../path-jail.js';

export interface Removal {
  /** Names of deleted files, relative to the book's folder. */
  readonly removed: readonly string[];
  /** Names that were already gone or are not files. */
  readonly skipped: readonly string[];
  /** Whether the book's folder is gone as well. It stays if it contains anything that is not ours. */
  readonly isFolderGone: boolean;
}

/**
 * Deletes the files of a manifest from a book's folder, then the folders this leaves empty, up to but not including the
 * library folder. Everything else stays.
 *
 * @param directory the book's folder, absolute or relative to `root`
 * @throws FileError `outside_root` if the folder, or a listed file, is not really inside
 */
export async function removePlaced(root: string, directory: string, manifest: PlacementManifest): Promise<Removal> {
  try {
    const folder = await resolveInside(root, directory);
    const removed: string[] = [];
    const skipped: string[] = [];
    const folders = new Set<string>([folder]);
    for (const { path } of manifest.files) {
      // Resolves the file's folder, not the file: a link in its place is removed, not followed.
      const parent = posix.dirname(path) === '.' ? folder : await resolveInside(folder, posix.dirname(path));
      const file = join(parent, posix.basename(path));
      const isFile = await lstat(file).then(
        (info) => info.isFile() || info.isSymbolicLink(),
        () => false,
      );
      if (isFile) await unlink(file);
      (isFile ? removed : skipped).push(path);
      for (let current = parent; isWithin(folder, current); current = dirname(current)) folders.add(current);
    }
    const deepestFirst = [...folders].sort((a, b) => b.length - a.length);
    for (const empty of deepestFirst) await removeIfEmpty(empty);
    const isFolderGone = await lstat(folder).then(
      () => false,
      () => true,
    );
    if (isFolderGone) await removeEmptyParents(root, dirname(folder));
    return { removed, skipped, isFolderGone };
  } catch (error) {
    throw toFileError(error, 'remove files from', join(root, directory));
  }
}

/** @returns whether the folder is gone */
async function removeIfEmpty(folder: string): Promise<boolean> {
  try {
    await rmdir(folder);
    return true;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return true;
    if (['ENOTEMPTY', 'EEXIST', 'EBUSY'].includes(errorCode(error) ?? '')) return false;
    throw error;
  }
}

/** Deletes `folder` and its parents as long as they are empty, up to but not including `root`. */
export async function removeEmptyParents(root: string, folder: string): Promise<void> {
  let current = folder;
  for (;;) {
    const isInside = await resolveInside(root, current).then(
      () => true,
      () => false,
    );
    if (!isInside || !(await removeIfEmpty(current))) return;
    current = dirname(current);
  }
}
