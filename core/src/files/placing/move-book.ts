import * as nodeFs from 'node:fs/promises';
import { constants, copyFile, mkdir, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

import { crashPoint } from '../../platform/testing/crash-point.js';
import { errorCode, toFileError } from '../file-error.js';
import { isWithin } from '../path-jail.js';
import { checkMove, entryAt, type BookMove, type MovedFile } from './check-move.js';
import { MoveFault } from './move-fault.js';
import { makeFolders, syncFolder } from './placement-target.js';
import { removeEmptyParents } from './remove-placed.js';

/** Flushes the entries of a folder to disk. */
type SyncFolder = (folder: string) => Promise<void>;

/** The folders of a move, absolute. */
interface Places {
  readonly source: string;
  readonly target: string;
  /** Hidden, so that media servers pass over it. */
  readonly aside: string;
}

async function placesOf({ id, root, from, to, toRoot = root, top: begunIn }: BookMove): Promise<Places> {
  const top = await topOfFileSystem(root, from);
  // below a mount point without its mount, it would seem that the book is gone
  if (begunIn !== undefined && join(root, begunIn) !== top) throw new MoveFault('not_mounted', join(root, begunIn));
  return { source: join(root, from), target: join(toRoot, to), aside: join(top, `.lectern-${id}.moving`) };
}

/** The library folder, or the folder on the way to the book where another file system is mounted: a rename works only within one. */
export async function topOfFileSystem(root: string, from: string): Promise<string> {
  let top = root;
  let current = root;
  let { dev } = await stat(root);
  for (const step of from.split('/')) {
    current = join(current, step);
    const info = await entryAt(current);
    if (!info?.isDirectory()) break;
    if (info.dev !== dev) [top, dev] = [current, info.dev];
  }
  return top;
}

async function isThere(path: string): Promise<boolean> {
  return (await entryAt(path)) !== undefined;
}

async function hasAll(folder: string, files: readonly MovedFile[], nameOf: (file: MovedFile) => string): Promise<boolean> {
  for (const file of files) {
    if (file.size === undefined) continue;
    const info = await entryAt(join(folder, nameOf(file)));
    if (!info?.isFile() || info.size !== file.size) return false;
  }
  return true;
}

/** Gives a file of the working folder its place there. What an earlier run did is left as it is. */
async function bring({ isShared }: BookMove, { source, target, aside }: Places, { from, to, size }: MovedFile): Promise<void> {
  const goal = join(aside, to);
  const old = join(aside, from);
  const [at, before] = [await entryAt(goal), await entryAt(old)];
  // names that differ in case alone are one name on some file systems
  const isSame = at !== undefined && before !== undefined && at.ino === before.ino;
  if (at && !isSame) {
    if (before) throw new MoveFault('target_taken', goal);
    return;
  }
  if (at && from === to) return;
  const origin = before ? old : join(source, from);
  if (!before && !(await isThere(origin))) {
    if (size === undefined || (isShared === true && (await entryAt(join(target, to)))?.size === size)) return;
    throw new MoveFault('missing', origin);
  }
  await mkdir(dirname(goal), { recursive: true });
  // another book is in the old folder, and a cover or a sidecar there may be its own as well
  if (!before && size === undefined) return copyWhole(origin, goal);
  await rename(origin, goal);
  if (before) await removeEmptyParents(aside, dirname(old));
}

/** Nobody finds half a file under the new name. */
async function copyWhole(from: string, to: string): Promise<void> {
  const part = join(dirname(to), `.lectern-${basename(to).slice(0, 60)}.tmp`);
  await copyFile(from, part, constants.COPYFILE_FICLONE);
  await rename(part, to);
}

async function takeAside(places: Places, isAlone: boolean): Promise<void> {
  if (isAlone) await rename(places.source, places.aside);
  else await mkdir(places.aside);
  crashPoint('renaming', 'aside');
}

/** Puts the files beside others, and what else is in the working folder back where it was. */
async function settleBeside({ files }: BookMove, { source, target, aside }: Places): Promise<void> {
  for (const { to } of files) {
    const [from, goal] = [join(aside, to), join(target, to)];
    if (!(await isThere(from))) continue;
    if (await isThere(goal)) throw new MoveFault('target_taken', goal);
    await mkdir(dirname(goal), { recursive: true });
    await rename(from, goal);
    crashPoint('renaming', 'beside');
    await removeEmptyParents(aside, dirname(from));
  }
  if ((await readdir(aside)).length > 0) await mkdir(source, { recursive: true });
  await returnRest(aside, source);
}

/** Takes back what {@link settleBeside} did; nothing was there under these names before. */
async function fetchBack({ files }: BookMove, { target, aside }: Places): Promise<void> {
  for (const { to, size } of files) {
    const [here, there] = [join(aside, to), join(target, to)];
    if (size === undefined || (await isThere(here)) || (await entryAt(there))?.size !== size) continue;
    await mkdir(dirname(here), { recursive: true });
    await rename(there, here);
  }
}

/** A rename of a folder replaces nothing but an empty folder. */
async function settle({ root }: BookMove, { source, target, aside }: Places): Promise<void> {
  if (isWithin(target, source)) await removeEmptyParents(root, dirname(source));
  const made = await makeFolders(dirname(target), nodeFs);
  try {
    await rename(aside, target);
  } catch (error) {
    for (const folder of made) await rmdir(folder).catch(() => undefined);
    // two mounts of one file system look alike until something is moved from one to the other
    if (errorCode(error) === 'EXDEV') throw new MoveFault('other_file_system', target, { cause: error });
    if (!['ENOTEMPTY', 'EEXIST', 'ENOTDIR'].includes(errorCode(error) ?? '')) throw error;
    throw new MoveFault('target_taken', target, { cause: error });
  }
  crashPoint('renaming', 'settled');
}

/** Flushes all that changed: the book's folder, and the folders around both of its ends. @throws MoveFault `not_flushed` */
async function flush({ root, toRoot = root }: BookMove, home: string, { aside }: Places, sync: SyncFolder): Promise<void> {
  const folders = [home, dirname(aside)];
  for (let folder = dirname(home); isWithin(root, folder) || isWithin(toRoot, folder); folder = dirname(folder)) folders.push(folder);
  for (const folder of new Set(folders)) {
    await sync(folder).catch((cause: unknown) => {
      throw new MoveFault('not_flushed', home, { cause });
    });
  }
}

/** Moves what is left in the working folder beside what appeared in the old one meanwhile. */
async function returnRest(aside: string, source: string): Promise<void> {
  for (const entry of await readdir(aside, { withFileTypes: true })) {
    const [from, to] = [join(aside, entry.name), join(source, entry.name)];
    if (!(await isThere(to))) await rename(from, to);
    else if (entry.isDirectory()) await returnRest(from, to);
  }
  await rmdir(aside);
}

async function putBack(move: BookMove, places: Places): Promise<void> {
  const { files } = move;
  const { source, aside } = places;
  if (move.isShared === true) await fetchBack(move, places);
  const isWhole = !(await isThere(source));
  const home = isWhole ? aside : source;
  for (const { from, to, size } of files) {
    const now = join(aside, to);
    // the other book's own one is still there
    if (!isWhole && size === undefined && (await isThere(join(home, from)))) await rm(now, { force: true });
    if ((isWhole && from === to) || !(await isThere(now)) || (await isThere(join(home, from)))) continue;
    await mkdir(dirname(join(home, from)), { recursive: true });
    await rename(now, join(home, from));
    await removeEmptyParents(aside, dirname(now));
  }
  if (!isWhole) return returnRest(aside, source);
  await makeFolders(dirname(source), nodeFs);
  await rename(aside, source);
}

/**
 * Moves a book to its new folder, under its new names. The book is taken into a hidden working folder, its files get their
 * names there, and it appears in its new folder as a whole, so nobody sees half of it. No file is copied, and nothing is
 * overwritten. What other people and programs put beside it goes along, unless another book is in the folder, or the move says
 * otherwise. A move that was cut off is finished by calling this again; one that cannot be finished is put back.
 *
 * @throws MoveFault, FileError; the book is where it was then, except after `stuck`, `not_mounted` and `not_flushed`
 */
export async function moveBook(move: BookMove, sync: SyncFolder = (folder) => syncFolder(folder, nodeFs)): Promise<void> {
  const { root, from, to, files } = move;
  try {
    const places = await placesOf(move);
    const { source, target, aside } = places;
    const isAside = await isThere(aside);
    const hasArrived = !isAside && (await hasAll(target, files, (file) => file.to)) && !(await hasAll(source, files, (file) => file.from));
    if (!isAside && !hasArrived) await takeAside(places, (await checkMove(move)).isAlone);
    if (!hasArrived) await finish(move, places, sync);
    await flush(move, target, places, sync);
  } catch (error) {
    throw error instanceof MoveFault ? error : toFileError(error, 'move_book_in', join(root, from));
  }
  // the book has arrived, so an empty folder that cannot be deleted is no fault
  if (from !== to) await removeEmptyParents(root, join(root, from)).catch(() => undefined);
}

async function finish(move: BookMove, places: Places, sync: SyncFolder): Promise<void> {
  try {
    for (const file of move.files) {
      await bring(move, places, file);
      crashPoint('renaming', 'named');
    }
    await (move.isShared === true ? settleBeside(move, places) : settle(move, places));
  } catch (error) {
    await putBack(move, places).catch((cause: unknown) => {
      throw new MoveFault('stuck', places.aside, { cause });
    });
    await flush(move, places.source, places, sync);
    throw error;
  }
}
