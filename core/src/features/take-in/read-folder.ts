import { access, constants, lstat, readdir } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import PQueue from 'p-queue';
import type { AudioInfo, AudioProbe } from '../../files/checking/audio-probe.js';
import { isAudioProbeError } from '../../files/checking/audio-probe.js';
import { entryAt } from '../../files/placing/check-move.js';
import { readSidecar } from '../../files/placing/read-sidecar.js';
import { isHiddenName, isUnfinishedName, kindOfFile } from '../../files/reading/file-kind.js';
import { compareNaturally } from '../../files/reading/natural-order.js';
import { asinOf } from '../library/library-record.js';
import { albumKey, joinTags, readFileTags, type FolderFacts } from './folder-facts.js';
import { isDiscFolder } from './walk-folders.js';

/** Audio files that are one book, as far as one can see. */
export interface Unit {
  /** The folder, or the file where the book is one of several in its folder. */
  readonly path: string;
  /** Names within the folder where the book is some of its files. */
  readonly files: readonly string[] | null;
}

/** What was read of a book's files. */
export interface ReadUnit {
  readonly facts: FolderFacts;
  readonly fileCount: number;
  readonly bytes: number;
  readonly hasCover: boolean;
  readonly hasEbook: boolean;
  /** Files that could not be read as audio, or of which a part is missing. */
  readonly unreadable: number;
}

interface FileInside {
  readonly name: string;
  readonly path: string;
  readonly size: number;
}

/** The most audio files of one folder of which tags and length are read. */
const MOST_PROBED = 1500;
const READ_AT_ONCE = 2;
/** A single file as long as this may be a whole book. */
const WHOLE_BOOK_SECONDS = 50 * 60;
const WHOLE_BOOK = /\.(?:m4b|m4a|mka)$/i;

export interface ReadDeps {
  readonly probe: AudioProbe;
  readonly signal: AbortSignal;
}

/** @param isWanted by its name: many books may lie in one folder, and no other file is looked at for each of them */
async function filesOf(folder: string, isMixed: boolean, isWanted: (name: string) => boolean, prefix = ''): Promise<FileInside[]> {
  const found: FileInside[] = [];
  for (const entry of await readdir(join(folder, prefix), { withFileTypes: true })) {
    const name = prefix === '' ? entry.name : `${prefix}/${entry.name}`;
    if (isHiddenName(entry.name) || isUnfinishedName(entry.name)) continue;
    if (entry.isDirectory() && isDiscFolder(entry.name) && !isMixed && prefix.split('/').length < 3) {
      found.push(...(await filesOf(folder, false, isWanted, name)));
    } else if (entry.isFile() && isWanted(name)) {
      const path = join(folder, name);
      const info = await lstat(path).catch(() => undefined);
      if (info?.isFile() === true) found.push({ name, path, size: info.size });
    }
  }
  return found.sort((a, b) => compareNaturally(a.name, b.name));
}

/** The files of a book that are to move, with the folder around them. @returns nothing where there are none */
export async function filesOfUnit({
  path,
  files,
}: Unit): Promise<{ readonly folder: string; readonly files: readonly FileInside[] } | undefined> {
  const info = await lstat(path).catch(() => undefined);
  const isFolder = info?.isDirectory() === true;
  const folder = isFolder ? path : dirname(path);
  const wanted = isFolder ? undefined : new Set(files ?? [basename(path)]);
  const stem = basename(path, extname(path));
  const isOurs = (name: string): boolean => {
    const kind = kindOfFile(name);
    if (wanted === undefined) return kind === 'audio' || kind === 'ebook';
    return wanted.has(name) || (files === null && (kind === 'ebook' || kind === 'image') && basename(name, extname(name)) === stem);
  };
  const found = await filesOf(folder, !isFolder, isOurs).catch(() => []);
  return found.some(({ name }) => kindOfFile(name) === 'audio') ? { folder, files: found } : undefined;
}

/** The audio files of a book. Folders of many books are not listed for it. @throws system errors, after which nobody knows what is there */
export async function audioOfUnit({ path, files }: Unit): Promise<readonly FileInside[]> {
  const info = await entryAt(path);
  if (info?.isDirectory() === true) {
    await access(path, constants.R_OK | constants.X_OK);
    return filesOf(path, false, (name) => kindOfFile(name) === 'audio');
  }
  const found = await Promise.all(
    (files ?? [basename(path)]).map(async (name) => {
      const file = join(dirname(path), name);
      const inside = await entryAt(file);
      return inside?.isFile() === true ? [{ name, path: file, size: inside.size }] : [];
    }),
  );
  return found.flat();
}

async function probeAll({ probe, signal }: ReadDeps, files: readonly FileInside[]): Promise<Map<string, AudioInfo | undefined>> {
  const read = new Map<string, AudioInfo | undefined>();
  const queue = new PQueue({ concurrency: READ_AT_ONCE });
  await Promise.all(
    files.slice(0, MOST_PROBED).map((file) =>
      queue.add(async () => {
        signal.throwIfAborted();
        try {
          read.set(file.name, await probe.probe(file.path, { signal, checks: 'bytes' }));
        } catch (error) {
          signal.throwIfAborted();
          if (!isAudioProbeError(error)) throw error;
          read.set(file.name, undefined);
        }
      }),
    ),
  );
  return read;
}

/** The name of a file without what numbers it. */
function stem(name: string): string {
  return basename(name, extname(name))
    .replace(/\d+/g, '')
    .replace(/[^\p{L}]+/gu, ' ')
    .trim()
    .toLowerCase();
}

/** The books that the audio files of a folder are: by their albums, or one file each where every one of them is as long as a book. */
function groupFiles(audio: readonly FileInside[], read: ReadonlyMap<string, AudioInfo | undefined>): FileInside[][] {
  if (audio.length < 2 || audio.length > MOST_PROBED) return [[...audio]];
  const albums = audio.map(({ name }) => readFileTags(read.get(name)?.tags ?? {}).album);
  if (albums.every((album) => album !== undefined)) {
    const byAlbum = new Map<string, FileInside[]>();
    for (const [at, file] of audio.entries()) {
      const key = albumKey(albums[at] ?? '');
      byAlbum.set(key, [...(byAlbum.get(key) ?? []), file]);
    }
    // an album for each short file is one that numbers its chapters
    const isChapters =
      byAlbum.size === audio.length && audio.some(({ name }) => (read.get(name)?.durationSeconds ?? 0) < WHOLE_BOOK_SECONDS);
    if (byAlbum.size > 1 && !isChapters) return [...byAlbum.values()];
    if (byAlbum.size === 1) return [[...audio]];
  }
  const areWhole = audio.every(({ name }) => WHOLE_BOOK.test(name) && (read.get(name)?.durationSeconds ?? 0) >= WHOLE_BOOK_SECONDS);
  const areNamedApart = new Set(audio.map(({ name }) => stem(name))).size === audio.length;
  return areWhole && areNamedApart ? audio.map((file) => [file]) : [[...audio]];
}

function unitOf(folder: string, group: readonly FileInside[]): Unit {
  const [only, ...rest] = group;
  if (only !== undefined && rest.length === 0) return { path: only.path, files: null };
  return { path: join(folder, group[0]?.name ?? ''), files: group.map(({ name }) => name) };
}

async function readGroup(
  folder: string,
  names: readonly string[],
  group: readonly FileInside[],
  read: ReadonlyMap<string, AudioInfo | undefined>,
): Promise<Pick<ReadUnit, 'facts' | 'fileCount' | 'bytes' | 'unreadable'>> {
  const infos = group.map(({ name }) => read.get(name));
  // the length that a header states says nothing of a file that was cut off
  const isMeasured = infos.every((info) => info !== undefined && info.durationSeconds > 0 && info.damage === undefined);
  const { asin } = await readSidecar(folder);
  const sidecarAsin = asinOf(asin);
  const damaged = infos.filter((info) => info === undefined || info.damage !== undefined).length;
  return {
    facts: {
      names,
      ...(damaged > 0 ? { isDamaged: true } : {}),
      tags: joinTags(infos.flatMap((info) => (info ? [readFileTags(info.tags)] : []))),
      ...(sidecarAsin === undefined ? {} : { sidecarAsin }),
      ...(isMeasured ? { durationSeconds: Math.round(infos.reduce((sum, info) => sum + (info?.durationSeconds ?? 0), 0)) } : {}),
    },
    fileCount: group.length,
    bytes: group.reduce((sum, { size }) => sum + size, 0),
    unreadable: damaged,
  };
}

/** A folder, or files of it, that were looked at. */
export type Looked =
  | { readonly kind: 'book'; readonly read: ReadUnit }
  | { readonly kind: 'several'; readonly units: readonly Unit[] }
  | { readonly kind: 'gone' };

/**
 * Reads names, tags and lengths. Every audio file is opened once.
 *
 * @param names from the chosen folder down to the unit
 * @param isMixed whether books lie in folders below, so that each file here is its own
 * @returns the units where there are several books, each of which is to be read by itself
 */
export async function readUnit(deps: ReadDeps, unit: Unit, names: readonly string[], isMixed: boolean): Promise<Looked> {
  const info = await lstat(unit.path).catch(() => undefined);
  const isFolder = info?.isDirectory() === true;
  if (!info || !(isFolder || info.isFile())) return { kind: 'gone' };
  const folder = isFolder ? unit.path : join(unit.path, '..');
  const wanted = isFolder ? undefined : new Set(unit.files ?? [basename(unit.path)]);
  const isBeside = (name: string): boolean => basename(name, extname(name)) === basename(unit.path, extname(unit.path));
  const isWanted = (name: string): boolean => wanted === undefined || wanted.has(name) || isBeside(name);
  const all = await filesOf(folder, isMixed || !isFolder, isWanted).catch(() => []);
  const audio = all.filter(({ name }) => kindOfFile(name) === 'audio' && (wanted === undefined || wanted.has(name)));
  if (audio.length === 0) return { kind: 'gone' };
  if (isFolder && isMixed && audio.length > 1 && audio.every(({ name }) => WHOLE_BOOK.test(name)))
    return { kind: 'several', units: audio.map((file) => unitOf(folder, [file])) };
  const read = await probeAll(deps, audio);
  const groups = isFolder ? groupFiles(audio, read) : [audio];
  if (groups.length > 1) return { kind: 'several', units: groups.map((group) => unitOf(folder, group)) };
  // the folder is no book's own where others lie below it
  if (isFolder && isMixed) return { kind: 'several', units: [unitOf(folder, audio)] };
  const kinds = new Set(all.filter(({ name }) => isFolder || isBeside(name)).map(({ name }) => kindOfFile(name)));
  const read1 = await readGroup(isFolder ? folder : unit.path, names, audio, read);
  return { kind: 'book', read: { ...read1, hasCover: kinds.has('image'), hasEbook: kinds.has('ebook') } };
}
