import type { Stats } from 'node:fs';
import { lstat, readdir, stat } from 'node:fs/promises';
import { dirname, join, posix, relative, sep } from 'node:path';

import { errorCode, toFileError } from '../file-error.js';
import { isWithin, resolveInside } from '../path-jail.js';
import { kindOfFile } from '../reading/file-kind.js';
import { MoveFault } from './move-fault.js';

/** A file of a book that moves. */
export interface MovedFile {
  /** Relative to the folder that the book leaves, `/` between segments. */
  readonly from: string;
  /** Relative to its new folder. */
  readonly to: string;
  /** Bytes; absent for a cover or a sidecar, which people and media servers replace and delete. */
  readonly size?: number;
}

/** A book that goes from one folder of the library to another one, or whose files get other names. */
export interface BookMove {
  /** Names the working folder; letters, digits and `-`. */
  readonly id: string;
  /** The real path of the folder inside which it is now, most often the library folder. */
  readonly root: string;
  /** The folder that it leaves, relative to `root`. Empty: `root` itself, which stays, so that only the files leave it. */
  readonly from: string;
  /** The folder that it goes to, relative to `toRoot`. */
  readonly to: string;
  /** The real path of the folder inside which it is to be afterwards. Default: `root`. */
  readonly toRoot?: string;
  readonly files: readonly MovedFile[];
  /** Its new folder may hold other things, beside which its files go one by one; what others put beside it stays in the old folder. */
  readonly isShared?: boolean;
  /** Only its files leave the folder, even if no other book is in it any more. */
  readonly onlyFiles?: boolean;
  /** Of a move that was begun: the folder that has its working folder, relative to `root`. */
  readonly top?: string;
}

/** More than one book has, with all that people and media servers put beside it. */
const MOST_ENTRIES = 5000;

/** What is at a path; links are not followed. `undefined`: nothing. */
export function entryAt(path: string): Promise<Stats | undefined> {
  return lstat(path).catch((error: unknown) => {
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '')) return undefined;
    throw error;
  });
}

/** Names of all files in a folder and below. @throws MoveFault for links, and for more files than a book has */
async function filesOf(folder: string): Promise<string[]> {
  const files: string[] = [];
  let entries = 0;
  async function visit(below: string): Promise<void> {
    for (const entry of await readdir(join(folder, below), { withFileTypes: true })) {
      const name = posix.join(below, entry.name);
      entries += 1;
      if (entries > MOST_ENTRIES) throw new MoveFault('too_many_files', folder);
      if (entry.isSymbolicLink()) throw new MoveFault('link_in_folder', join(folder, name));
      if (entry.isDirectory()) await visit(name);
      else files.push(name);
    }
  }
  await visit('');
  return files;
}

async function checkFiles(source: string, files: readonly MovedFile[]): Promise<void> {
  for (const { from, size } of files) {
    if (size === undefined) continue;
    const info = await entryAt(join(source, from));
    if (!info) throw new MoveFault('missing', join(source, from));
    if (!info.isFile() || info.size !== size) throw new MoveFault('changed', join(source, from));
  }
}

/** One name for all that a file system may take for the same. */
function folded(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

/** New names that another file has or gets, compared as file systems do that ignore case. */
function takenName(files: readonly MovedFile[], present: readonly string[], isAlone: boolean): string | undefined {
  const leaves = new Map(files.map(({ from, to }) => [folded(from), to]));
  const taken = new Set(isAlone ? present.map(folded).filter((name) => !leaves.has(name)) : []);
  for (const { to } of files) {
    const name = folded(to);
    if (taken.has(name) || (leaves.has(name) && leaves.get(name) !== to)) return to;
    taken.add(name);
  }
  return undefined;
}

/** Whether a file of the folder is one of the book; on a disk that ignores case, also under a name with other capitals. */
async function isOurs(source: string, name: string, ours: ReadonlyMap<string, string>): Promise<boolean> {
  const own = ours.get(folded(name));
  if (own === undefined || own === name) return own === name;
  const [here, there] = [await entryAt(join(source, name)), await entryAt(join(source, own))];
  return here !== undefined && here.ino === there?.ino && here.dev === there.dev;
}

async function isBookAlone(source: string, present: readonly string[], files: readonly MovedFile[]): Promise<boolean> {
  const ours = new Map(files.map(({ from }) => [folded(from), from]));
  for (const name of present) {
    if (['audio', 'ebook'].includes(kindOfFile(name)) && !(await isOurs(source, name, ours))) return false;
  }
  return true;
}

/** Whether nothing but the book is in a folder that it leaves downwards or upwards, so that the folder is free once the book is away. */
async function isFreed(target: string, source: string): Promise<boolean> {
  if (!isWithin(target, source)) return false;
  let current = target;
  for (const step of relative(target, source).split(sep)) {
    if (step === '') return true;
    const [only, ...others] = await readdir(current);
    if (only !== step || others.length > 0) return false;
    current = join(current, step);
  }
  return true;
}

async function checkTarget(source: string, target: string, isAlone: boolean): Promise<void> {
  const there = await entryAt(target);
  if (!there) return;
  const own = await stat(source);
  const isSame = there.ino === own.ino && there.dev === own.dev;
  if (isSame && !isAlone) throw new MoveFault('shared_folder', source);
  // below the folder that moves, it moves along
  if (isSame || (isAlone && isWithin(source, target))) return;
  const isEmpty = there.isDirectory() && (await readdir(target)).length === 0;
  if (isEmpty || (isAlone && there.isDirectory() && (await isFreed(target, source)))) return;
  throw new MoveFault('target_taken', target);
}

async function nearestFolder(path: string): Promise<Stats> {
  for (let current = dirname(path); ; current = dirname(current)) {
    const info = await entryAt(current);
    if (info) return info;
  }
}

/** @throws MoveFault, FileError unless a folder lies inside another one, without a link on the way */
async function checkInside(root: string, path: string): Promise<void> {
  if ((await resolveInside(root, path)) !== path) throw new MoveFault('link_in_folder', path);
}

async function checkBeside(target: string, files: readonly MovedFile[]): Promise<void> {
  const there = await entryAt(target);
  if (there && !there.isDirectory()) throw new MoveFault('target_taken', target);
  for (const { to } of there ? files : []) {
    if (await entryAt(join(target, to))) throw new MoveFault('target_taken', join(target, to));
  }
}

async function look({ root, from, to, toRoot = root, files, ...how }: Omit<BookMove, 'id'>): Promise<{ readonly isAlone: boolean }> {
  const source = join(root, from);
  const target = join(toRoot, to);
  if (from !== '') await checkInside(root, source);
  if (to !== '') await checkInside(toRoot, target);
  const info = await entryAt(source);
  if (!info?.isDirectory()) throw new MoveFault('missing', source);
  // all the books of a library may lie in a root
  const present = from === '' || how.onlyFiles === true ? [] : await filesOf(source);
  await checkFiles(source, files);
  const isAlone = from !== '' && how.onlyFiles !== true && (await isBookAlone(source, present, files));
  const taken = takenName(files, present, isAlone);
  if (taken !== undefined) throw new MoveFault('target_taken', join(target, taken));
  if (how.isShared === true) await checkBeside(target, files);
  else await checkTarget(source, target, isAlone);
  if (((await entryAt(target)) ?? (await nearestFolder(target))).dev !== info.dev) throw new MoveFault('other_file_system', target);
  return { isAlone };
}

/**
 * Looks whether a book can be moved, by names, sizes and kinds of entries; it reads no file.
 *
 * @returns `isAlone`: all that is in its folder goes along, because no other book is or was in it
 * @throws MoveFault, FileError
 */
export async function checkMove(move: Omit<BookMove, 'id'>): Promise<{ readonly isAlone: boolean }> {
  try {
    return await look(move);
  } catch (error) {
    throw error instanceof MoveFault ? error : toFileError(error, 'move_book_in', join(move.root, move.from));
  }
}
