import { readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readJson } from '../../platform/db/index.js';
import { errorCode } from '../../files/file-error.js';
import { isWithin } from '../../files/path-jail.js';
import { entryAt, type MovedFile } from '../../files/placing/check-move.js';
import { topOfFileSystem } from '../../files/placing/move-book.js';
import { kindOfFile } from '../../files/reading/file-kind.js';
import type { FiledMove, LaterState, Notes, TakeInRow, TakenEvidence, TakenRow } from './entities.js';
import { audioOfUnit } from './read-folder.js';

/** Looks whether a folder can be seen. An empty one is more likely an empty mount point. */
export type SeenFolders = (root: string) => Promise<boolean>;

const lookAt: SeenFolders = async (root) =>
  (await realpath(root).catch(() => undefined)) === root && (await readdir(root).catch(() => [])).length > 0;

/** Looks at each folder once. */
export function seenFolders(): SeenFolders {
  const known = new Map<string, Promise<boolean>>();
  return (root) => {
    const seen = known.get(root) ?? lookAt(root);
    known.set(root, seen);
    return seen;
  };
}

/** The folder that was taken in, and the folders below it that were on other disks. */
export interface TakenRoot {
  readonly root: string;
  readonly mounts: readonly string[];
}

export function takenRootOf({ root, notes }: Pick<TakeInRow, 'root' | 'notes'>): TakenRoot {
  return { root, mounts: (readJson<Notes>(notes).mount?.examples ?? []).map((name) => join(root, name)) };
}

/** Whether a disk below the folder, on which a path was, is not mounted now. */
async function isDiskAway({ root, mounts }: TakenRoot, path: string): Promise<boolean> {
  const mount = mounts.find((folder) => isWithin(folder, path));
  if (mount === undefined) return false;
  const [own, around] = await Promise.all([stat(mount).catch(() => undefined), stat(root).catch(() => undefined)]);
  return own === undefined || own.dev === around?.dev;
}

/** Whether audio files are those that were read for a row, by their number and bytes. */
export function areAsRead({ evidence }: Pick<TakenRow, 'evidence'>, audio: readonly { readonly size: number }[]): boolean {
  const { fileCount, bytes } = evidence === null ? { fileCount: 0, bytes: 0 } : readJson<TakenEvidence>(evidence);
  return audio.length === fileCount && audio.reduce((sum, { size }) => sum + size, 0) === bytes;
}

/** @throws system errors, after which nobody knows what is there */
function infosOf(folder: string, names: readonly string[]) {
  return Promise.all(names.map((name) => entryAt(join(folder, name))));
}

/** A disk that does not answer, or a folder that may not be read, says nothing about the files. */
async function orUnseen(compare: () => Promise<LaterState | null>): Promise<LaterState | null> {
  try {
    return await compare();
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return 'unseen';
  }
}

/** Files that are not there are gone, unless the folder around them has gone away since it was looked at. */
async function goneFrom(root: string): Promise<LaterState> {
  return (await lookAt(root)) ? 'gone' : 'unseen';
}

/** The files that are the book. Pictures are replaced and deleted by people and media servers. */
function withoutPictures(files: readonly MovedFile[]): readonly MovedFile[] {
  return files.filter(({ from }) => kindOfFile(from) !== 'image');
}

function areThese(infos: Awaited<ReturnType<typeof infosOf>>, files: readonly MovedFile[]): boolean {
  return infos.every((info, at) => info?.isFile() === true && info.size === files[at]?.size);
}

async function lookForFiled({ toRoot, to, toTop = '', ...move }: FiledMove, isSeen: SeenFolders): Promise<LaterState | null> {
  if (!(await isSeen(toRoot))) return 'unseen';
  const files = withoutPictures(move.files);
  const infos = await infosOf(
    join(toRoot, to),
    files.map((file) => file.to),
  );
  if (!infos.every((info) => info === undefined)) return areThese(infos, files) ? null : 'changed';
  // below a mount point without its mount nobody can say
  if (toTop !== '' && (await topOfFileSystem(toRoot, to)) !== join(toRoot, toTop)) return 'unseen';
  return goneFrom(toRoot);
}

/** What became of files that were filed. */
export function compareFiled(move: FiledMove, isSeen: SeenFolders): Promise<LaterState | null> {
  return orUnseen(() => lookForFiled(move, isSeen));
}

/** Whether somebody put filed files back by hand. */
export async function areBack({ root, from, ...move }: FiledMove): Promise<boolean> {
  const files = withoutPictures(move.files);
  const infos = await infosOf(
    join(root, from),
    files.map((file) => file.from),
  );
  return areThese(infos, files);
}

/** The files that go back: all, but for pictures that are not as they were filed, which stay or are gone. */
export async function filesToPutBack({ toRoot, to, files }: FiledMove): Promise<readonly MovedFile[]> {
  const infos = await infosOf(
    join(toRoot, to),
    files.map((file) => file.to),
  );
  return files.filter((file, at) => kindOfFile(file.from) !== 'image' || areThese([infos[at]], [file]));
}

async function lookForLeft(row: TakenRow, taken: TakenRoot, isSeen: SeenFolders): Promise<LaterState | null> {
  if (!(await isSeen(taken.root))) return 'unseen';
  const audio = await audioOfUnit({ path: row.path, files: row.files === null ? null : readJson<readonly string[]>(row.files) });
  if (audio.length === 0) return (await isDiskAway(taken, row.path)) ? 'unseen' : goneFrom(taken.root);
  return areAsRead(row, audio) ? null : 'changed';
}

/** What became of files that were left where they are. */
export function compareLeft(row: TakenRow, taken: TakenRoot, isSeen: SeenFolders): Promise<LaterState | null> {
  return orUnseen(() => lookForLeft(row, taken, isSeen));
}
