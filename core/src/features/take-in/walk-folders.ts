import type { BigIntStats } from 'node:fs';
import { lstat, opendir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../../files/file-error.js';
import { folderId } from '../../files/own-data.js';
import { isWithin } from '../../files/path-jail.js';
import { createGiveWay } from '../../platform/jobs/give-way.js';
import { isHiddenName, isUnfinishedName, kindOfFile } from '../../files/reading/file-kind.js';
import { compareNaturally, discNumber } from '../../files/reading/natural-order.js';

/** Why something was passed over. `own_data`: it is the server's data directory. `mount`: the folder lies on another file system; it is read all the same. */
export type NoteKind =
  | 'hidden'
  | 'unfinished'
  | 'link'
  | 'link_outside'
  | 'special'
  | 'unreadable_name'
  | 'no_access'
  | 'seen'
  | 'deep'
  | 'mount'
  | 'full'
  | 'own_data';

/** Audio files that lie together. */
export interface FoundFolder {
  /** Absolute. */
  readonly path: string;
  /** From the chosen folder down; a file of several in one folder is one of them. */
  readonly names: readonly string[];
  /** Whether books lie in folders below, so that every file here is a book of its own. */
  readonly isMixed: boolean;
}

export interface WalkEvents {
  readonly note: (kind: NoteKind, name: string) => void;
  readonly signal: AbortSignal;
  /** Identities of folders that are never entered. */
  readonly closed: ReadonlySet<string>;
}

const MOST_LEVELS = 12;
/** Entries of the whole walk. */
const MOST_ENTRIES = 1_000_000;
/** Entries of one folder. */
const MOST_IN_FOLDER = 100_000;
const PART_FOLDER = /^(?:part|teil|pt|side|seite|tape)[\s._-]*\d{1,3}$/i;

/** Whether a folder holds a part of the book of the folder around it. */
export function isDiscFolder(name: string): boolean {
  return discNumber(name) !== undefined || PART_FOLDER.test(name);
}

interface Listed {
  readonly audio: boolean;
  readonly folders: readonly string[];
}

interface Walk extends WalkEvents {
  readonly root: string;
  readonly seen: Set<string>;
  readonly giveWay: () => Promise<void>;
  entries: number;
}

function shown(names: readonly string[]): string {
  return names.join('/');
}

/** What a link leads to, where that counts: a file inside the chosen folder. */
async function isAudioLink(walk: Walk, names: readonly string[], name: string): Promise<boolean> {
  const path = join(walk.root, ...names, name);
  const target = await realpath(path).catch(() => undefined);
  const info = target === undefined ? undefined : await stat(target).catch(() => undefined);
  const isInside = target !== undefined && isWithin(walk.root, target);
  if (isInside && info?.isFile() === true) return kindOfFile(name) === 'audio';
  walk.note(target !== undefined && !isInside ? 'link_outside' : 'link', shown([...names, name]));
  return false;
}

async function list(walk: Walk, names: readonly string[]): Promise<Listed | undefined> {
  const path = join(walk.root, ...names);
  const folders: string[] = [];
  let audio = false;
  let here = 0;
  try {
    // names as bytes, because one that is not UTF-8 cannot be opened by its decoded form
    for await (const { name: bytes, ...entry } of await readEntries(path)) {
      await walk.giveWay();
      walk.signal.throwIfAborted();
      walk.entries += 1;
      here += 1;
      const name = bytes.toString('utf8');
      if (walk.entries > MOST_ENTRIES || here > MOST_IN_FOLDER) {
        walk.note('full', shown(names));
        break;
      }
      if (!Buffer.from(name, 'utf8').equals(bytes)) walk.note('unreadable_name', shown([...names, name]));
      else if (isUnfinishedName(name)) walk.note('unfinished', shown([...names, name]));
      else if (isHiddenName(name)) walk.note('hidden', shown([...names, name]));
      else if (entry.isFolder) folders.push(name);
      else if (entry.isFile) audio ||= kindOfFile(name) === 'audio';
      else if (entry.isLink) audio = (await isAudioLink(walk, names, name)) || audio;
      else walk.note('special', shown([...names, name]));
    }
  } catch (error) {
    walk.signal.throwIfAborted();
    if (errorCode(error) === undefined) throw error;
    walk.note('no_access', shown(names));
    return undefined;
  }
  return { audio, folders: folders.sort(compareNaturally) };
}

interface Entry {
  readonly name: Buffer;
  readonly isFolder: boolean;
  readonly isFile: boolean;
  readonly isLink: boolean;
}

/** The entries of a folder, one after another. */
async function readEntries(path: string): Promise<AsyncIterable<Entry>> {
  // the types do not know that names may be read as bytes
  const directory = await opendir(path, { encoding: 'buffer' as unknown as BufferEncoding, bufferSize: 256 });
  return (async function* () {
    for await (const entry of directory) {
      const name = entry.name as unknown as Buffer;
      // some file systems do not say of what kind an entry is
      const isTold = entry.isDirectory() || entry.isFile() || entry.isSymbolicLink();
      const kind = isTold ? entry : await lstat(Buffer.concat([Buffer.from(`${path}/`), name])).catch(() => entry);
      yield { name, isFolder: kind.isDirectory(), isFile: kind.isFile(), isLink: kind.isSymbolicLink() };
    }
  })();
}

/** @param around the file system of the folder around it */
async function enter(walk: Walk, names: readonly string[], around: bigint): Promise<BigIntStats | undefined> {
  const info = await lstat(join(walk.root, ...names), { bigint: true }).catch(() => undefined);
  if (!info?.isDirectory()) {
    walk.note('no_access', shown(names));
    return undefined;
  }
  const id = folderId(info);
  if (walk.closed.has(id)) {
    walk.note('own_data', shown(names));
    return undefined;
  }
  if (walk.seen.has(id)) {
    walk.note('seen', shown(names));
    return undefined;
  }
  walk.seen.add(id);
  if (info.dev !== around) walk.note('mount', shown(names));
  return info;
}

/** Found below a folder: whether it holds a book's audio, and the folders of books further down. */
interface Below {
  readonly hasOwn: boolean;
  readonly hasBooks: boolean;
}

/** Walks one folder; what it finds is given in the order of names, a book's folder after those below it. */
async function* walkFolder(walk: Walk, names: readonly string[], device: bigint): AsyncGenerator<FoundFolder, Below> {
  if (names.length > MOST_LEVELS) {
    walk.note('deep', shown(names));
    return { hasOwn: false, hasBooks: false };
  }
  const listed = await list(walk, names);
  if (!listed) return { hasOwn: false, hasBooks: false };
  const discs: FoundFolder[] = [];
  let hasBooks = false;
  for (const folder of listed.folders) {
    const inner = [...names, folder];
    const entered = await enter(walk, inner, device);
    if (!entered) continue;
    if (isDiscFolder(folder) && names.length > 0) {
      for await (const found of walkFolder(walk, inner, entered.dev)) discs.push(found);
      continue;
    }
    for await (const found of walkFolder(walk, inner, entered.dev)) {
      hasBooks = true;
      yield found;
    }
  }
  const hasOwn = listed.audio || discs.length > 0;
  if (hasOwn) yield { path: join(walk.root, ...names), names, isMixed: hasBooks };
  return { hasOwn, hasBooks };
}

/**
 * Finds the folders below a folder that hold audio, in the order of their names. A book of several discs is one folder. Links to folders are
 * not followed, and nothing outside is looked at. Reads names only.
 *
 * @param root a real path
 */
export async function* walkFolders(root: string, { note, signal, closed }: WalkEvents): AsyncGenerator<FoundFolder> {
  const info = await lstat(root, { bigint: true });
  const seen = new Set([folderId(info)]);
  yield* walkFolder({ root, seen, giveWay: createGiveWay(), entries: 0, note, signal, closed }, [], info.dev);
}
