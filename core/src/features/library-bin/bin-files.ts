import type { Stats } from 'node:fs';
import { link, lstat, mkdir, readdir, realpath, rename, unlink } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { crashPoint } from '../../platform/testing/crash-point.js';
import { errorCode, FileError, isFileError, toFileError } from '../../files/file-error.js';
import { resolveInside } from '../../files/path-jail.js';
import { entryAt } from '../../files/placing/check-move.js';
import { topOfFileSystem } from '../../files/placing/move-book.js';
import { removeEmptyParents } from '../../files/placing/remove-placed.js';
import type { BinnedFileRow, BinnedFileState } from './entities.js';
import { sentence } from '../../platform/words/index.js';

/** Hidden, so that media servers and our own walks pass over it. */
const BIN = '.lectern-bin';

/** The two ends of a move; real paths. */
export interface BinPlaces {
  /** The library folder. */
  readonly root: string;
  /** The folder of the book. */
  readonly directory: string;
  /** Its folder in the bin. */
  readonly folder: string;
}

/** What became of each file, by its position. */
type Fates = ReadonlyMap<number, BinnedFileState>;

/** The folder that has the file system of a book: its files go to the bin there, because they are never copied. */
export function diskOf(root: string, directory: string): Promise<string> {
  return topOfFileSystem(root, relative(root, directory).split(sep).join('/'));
}

/** Where the files of a book go. */
export function binFolderOn(disk: string, directory: string, id: string): string {
  return join(disk, BIN, id, relative(disk, directory));
}

/** Whether the disk of a folder in the bin is mounted: nothing is on it where it is not. */
export async function hasDisk(folder: string): Promise<boolean> {
  const [top = ''] = folder.split(`${sep}${BIN}${sep}`, 1);
  return (await readdir(top).catch(() => [])).length > 0;
}

/** Whether a file is what was ticked: a link in its place is not. */
function isAsTicked(info: Stats | undefined, { size, modifiedAt }: BinnedFileRow): boolean {
  return info !== undefined && info.isFile() && info.size === size && Math.trunc(info.mtimeMs) === modifiedAt;
}

/** Makes a folder, unless a link leads elsewhere. @throws FileError `unfit_place` */
async function makeRealFolder(root: string, folder: string): Promise<void> {
  // looked at first: folders would be made behind the link
  if (await isReal(root, folder)) {
    await mkdir(folder, { recursive: true });
    if ((await realpath(folder)) === folder) return;
  }
  throw new FileError('unfit_place', sentence('file.behind_link', { path: folder }), folder, false);
}

/** Whether a path is as it reads, without links on the way. What does not exist has none. */
async function isReal(root: string, path: string): Promise<boolean> {
  try {
    return (await resolveInside(root, path)) === path;
  } catch (error) {
    if (isFileError(error) || ['ELOOP', 'ENOTDIR'].includes(errorCode(error) ?? '')) return false;
    throw error;
  }
}

function isSameFile(one: Stats | undefined, other: Stats | undefined): boolean {
  return one !== undefined && one.ino === other?.ino && one.dev === other.dev;
}

/** File systems without hard links, and owners who may not make them. */
const NO_LINKS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'];

/** Ends a move of which the file has both names. */
async function endMove(from: string): Promise<void> {
  await unlink(from).catch((error: unknown) => {
    if (errorCode(error) !== 'ENOENT') throw error;
  });
}

/**
 * Moves a file to where nothing is. A rename would replace what came up there since it was looked for, so the file gets its second name
 * first, and loses the old one only if that is still the file that is meant.
 *
 * @returns whether it was moved
 */
async function move(from: string, to: string, isMeant: (info: Stats) => boolean, step: 'filling' | 'restoring'): Promise<boolean> {
  try {
    await link(from, to);
  } catch (error) {
    const code = errorCode(error) ?? '';
    if (code === 'EEXIST' || (code === 'ENOENT' && !(await entryAt(from)))) return false;
    if (!NO_LINKS.includes(code)) throw error;
    return rename(from, to).then(
      () => true,
      async (error: unknown) => {
        if (errorCode(error) === 'ENOENT' && !(await entryAt(from))) return false;
        throw error;
      },
    );
  }
  crashPoint('library bin', `${step} linked`);
  const isIt = isMeant(await lstat(to));
  await endMove(isIt ? from : to);
  crashPoint('library bin', `${step} moved`);
  return isIt;
}

async function removeEmptied(root: string, folder: string, files: readonly BinnedFileRow[]): Promise<void> {
  const folders = new Set(files.map(({ path }) => dirname(join(folder, path))));
  for (const emptied of [...folders].sort((a, b) => b.length - a.length)) await removeEmptyParents(root, emptied);
}

async function moveToBin(places: BinPlaces, file: BinnedFileRow, isInUse: (path: string) => boolean): Promise<BinnedFileState> {
  const [from, to] = [join(places.directory, file.path), join(places.folder, file.path)];
  const [here, there] = [await entryAt(from), await entryAt(to)];
  // an earlier run did it, but perhaps for the last step
  if (isAsTicked(there, file)) {
    if (isSameFile(here, there) && (await isReal(places.root, from))) await endMove(from);
    return 'binned';
  }
  if (!here) return 'gone';
  if (there || !isAsTicked(here, file) || isInUse(from) || !(await isReal(places.root, from))) return 'kept';
  await makeRealFolder(places.root, dirname(to));
  if (await move(from, to, (info) => isAsTicked(info, file), 'filling')) return 'binned';
  if (isAsTicked(await entryAt(to), file)) return 'binned';
  return (await entryAt(from)) ? 'kept' : 'gone';
}

/**
 * Moves ticked files to the bin, unless they have changed since they were ticked, and removes the folders that this leaves empty. It may be
 * repeated.
 *
 * @throws FileError
 */
export async function fillBin(places: BinPlaces, files: readonly BinnedFileRow[], isInUse: (path: string) => boolean): Promise<Fates> {
  try {
    const fates = new Map<number, BinnedFileState>();
    for (const file of files) fates.set(file.position, await moveToBin(places, file, isInUse));
    await removeEmptied(places.root, places.directory, files);
    crashPoint('library bin', 'filled');
    return fates;
  } catch (error) {
    throw toFileError(error, 'bin', places.directory);
  }
}

/** The first file whose old place somebody else has taken; its path. */
export async function inTheWay({ root, directory, folder }: BinPlaces, files: readonly BinnedFileRow[]): Promise<string | undefined> {
  for (const file of files) {
    const [from, to] = [join(folder, file.path), join(directory, file.path)];
    const there = await entryAt(to);
    const here = await entryAt(from);
    // an earlier run brought it back
    if (there && (here ? isSameFile(here, there) : isAsTicked(there, file))) continue;
    if (there || !(await isReal(root, to))) return to;
    const around = await entryAround(root, dirname(to));
    if (around) return around;
  }
  return undefined;
}

/** Something on the way to a folder that is no folder. */
async function entryAround(root: string, folder: string): Promise<string | undefined> {
  for (let current = folder; current.length > root.length; current = dirname(current)) {
    const info = await entryAt(current);
    if (info) return info.isDirectory() ? undefined : current;
  }
  return undefined;
}

async function moveBack({ root, directory, folder }: BinPlaces, file: BinnedFileRow): Promise<BinnedFileState> {
  const [from, to] = [join(folder, file.path), join(directory, file.path)];
  const [here, there] = [await entryAt(from), await entryAt(to)];
  if (!here) return isAsTicked(there, file) ? 'restored' : 'gone';
  // what a link leads to is not in the bin
  if (!here.isFile() || !(await isReal(root, from))) return 'binned';
  if (isSameFile(here, there)) {
    await endMove(from);
    return 'restored';
  }
  // it came up since it was looked for; the file is safe where it is
  if (there) return 'binned';
  await makeRealFolder(root, dirname(to));
  if (await move(from, to, (info) => info.isFile(), 'restoring')) return 'restored';
  const left = await entryAt(from);
  const come = await entryAt(to);
  // another run is at it, and its file has both names
  if (isSameFile(left, come)) {
    await endMove(from);
    return 'restored';
  }
  if (left) return 'binned';
  return isAsTicked(come, file) ? 'restored' : 'gone';
}

/** Moves files back to where they were. What is in the way stays, and so does the file in the bin. It may be repeated. @throws FileError */
export async function takeFromBin(places: BinPlaces, files: readonly BinnedFileRow[]): Promise<Fates> {
  try {
    const fates = new Map<number, BinnedFileState>();
    for (const file of files) fates.set(file.position, await moveBack(places, file));
    await removeEmptied(places.root, places.folder, files);
    crashPoint('library bin', 'restored');
    return fates;
  } catch (error) {
    throw toFileError(error, 'unbin', places.directory);
  }
}

/** Deletes files of the bin, and nothing else that may be there. It may be repeated. @throws FileError */
export async function emptyBin({ root, folder }: Pick<BinPlaces, 'root' | 'folder'>, files: readonly BinnedFileRow[]): Promise<Fates> {
  try {
    const fates = new Map<number, BinnedFileState>();
    for (const file of files) {
      const path = join(folder, file.path);
      const here = await entryAt(path);
      if ((here && !here.isFile()) || !(await isReal(root, path))) {
        fates.set(file.position, 'gone');
        continue;
      }
      await unlink(path).catch((error: unknown) => {
        if (!['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '')) throw error;
      });
      fates.set(file.position, 'emptied');
      crashPoint('library bin', 'emptying deleted');
    }
    await removeEmptied(root, folder, files);
    crashPoint('library bin', 'emptied');
    return fates;
  } catch (error) {
    throw toFileError(error, 'delete_from', folder);
  }
}
