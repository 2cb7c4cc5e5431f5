import { rmdir, unlink } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';

import { errorCode, toFileError } from '../file-error.js';
import { comparePlaced, type ManifestFile, type PlacementManifest } from './placement-manifest.js';
import { isWithin, resolveInside } from '../path-jail.js';

export interface Removal {
  /** Names of deleted files, relative to the book's folder. */
  readonly removed: readonly string[];
  /** Names that were already gone. */
  readonly gone: readonly string[];
  /** Names that stay: somebody changed them since they were placed, or something else has their place. */
  readonly changed: readonly string[];
  /** Names that stay because somebody still needs them. */
  readonly inUse: readonly string[];
  /** Whether the book's folder is gone as well. It stays if it contains anything that is not ours. */
  readonly isFolderGone: boolean;
}

type Fate = Exclude<keyof Removal, 'isFolderGone'>;

/**
 * Deletes the files of a manifest from a book's folder as far as they are as they were placed, then the folders this leaves empty, up to
 * but not including the library folder. Everything else stays. It may be repeated.
 *
 * @param directory the book's folder, absolute or relative to `root`
 * @param isInUse whether a file has to stay, by its absolute path
 * @throws FileError `outside_root` if the folder, or a listed file, is not really inside
 */
export async function removePlaced(
  root: string,
  directory: string,
  manifest: PlacementManifest,
  isInUse: (path: string) => boolean = () => false,
): Promise<Removal> {
  try {
    const folder = await resolveInside(root, directory);
    const fates: Record<Fate, string[]> = { removed: [], gone: [], changed: [], inUse: [] };
    const folders = new Set<string>([folder]);
    for (const placed of manifest.files) {
      // Resolves the file's folder, not the file: a link in its place is not followed, and is not ours.
      const parent = posix.dirname(placed.path) === '.' ? folder : await resolveInside(folder, posix.dirname(placed.path));
      const file = join(parent, posix.basename(placed.path));
      const fate = isInUse(file) ? 'inUse' : await fateOf(file, placed);
      if (fate === 'removed') await unlink(file);
      fates[fate].push(placed.path);
      for (let current = parent; isWithin(folder, current); current = dirname(current)) folders.add(current);
    }
    const deepestFirst = [...folders].sort((a, b) => b.length - a.length);
    let isFolderGone = false;
    for (const empty of deepestFirst) isFolderGone = await removeIfEmpty(empty);
    if (isFolderGone) await removeEmptyParents(root, dirname(folder));
    return { ...fates, isFolderGone };
  } catch (error) {
    throw toFileError(error, 'remove_from', join(root, directory));
  }
}

async function fateOf(file: string, placed: ManifestFile): Promise<Fate> {
  const problem = await comparePlaced(file, placed);
  if (problem === undefined) return 'removed';
  return problem === 'missing' ? 'gone' : 'changed';
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

/** What {@link removePlaced} would do now. Numbers of files; `bytes` are those of the files that it would delete. */
export interface RemovalPreview {
  readonly removable: number;
  readonly bytes: number;
  readonly gone: number;
  readonly changed: number;
  readonly inUse: number;
}

/** Looks at what {@link removePlaced} would do, and changes nothing. @throws FileError as that does */
export async function previewRemoval(
  root: string,
  directory: string,
  manifest: PlacementManifest,
  isInUse: (path: string) => boolean,
): Promise<RemovalPreview> {
  try {
    const counts = { removable: 0, bytes: 0, gone: 0, changed: 0, inUse: 0 };
    const folder = await resolveInside(root, directory);
    for (const placed of manifest.files) {
      const file = join(folder, placed.path);
      const fate = isInUse(file) ? 'inUse' : await fateOf(file, placed);
      if (fate === 'removed') counts.bytes += placed.size;
      counts[fate === 'removed' ? 'removable' : fate] += 1;
    }
    return counts;
  } catch (error) {
    throw toFileError(error, 'look_at_files_of', join(root, directory));
  }
}
