import { access, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import * as nodeFs from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { crashPoint } from '../../platform/testing/crash-point.js';
import type { AudioProbe } from '../checking/audio-probe.js';
import { lackOfSpace } from '../free-space.js';
import { flushFile } from '../flush-file.js';
import { FileError } from '../file-error.js';
import { transferFile, type PlacementFs, type Transferred } from '../placing/placement-copy.js';
import type { SourceFile } from '../reading/source-files.js';
import { sampledFileHash } from '../sampled-hash.js';
import type { BookTags } from './book-tags.js';
import { isTaggable, writeTags } from './write-tags.js';
import { sentence } from '../../platform/words/index.js';

/** A copy of one file, with tags if its kind can have them. */
export interface TaggedCopy {
  /** Absolute. */
  readonly from: string;
  /** Absolute. */
  readonly path: string;
  /** The name of the source in its release. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** See `sampledFileHash`. */
  readonly hash: string;
}

const RECEIPT = 'tagged.json';
/** What tags may add to a file, beside the cover. */
const ROOM_BYTES = 64 * 1024;

async function assertRoom(folder: string, bytes: number, fs: Pick<PlacementFs, 'statfs'>): Promise<void> {
  const lack = await lackOfSpace(folder, bytes, fs);
  if (lack === undefined) return;
  throw new FileError('disk_full', sentence('file.no_room_for_tags', { folder, lack }), folder, true);
}

interface CopyWork {
  readonly key: string;
  readonly tags: BookTags;
  readonly cover: Uint8Array | undefined;
  readonly probe: AudioProbe;
  readonly signal: AbortSignal;
  /** Called before each step that changes the folder; throws if the folder is somebody else's by now. */
  readonly hold?: (() => Promise<void>) | undefined;
  /** Whether a file is left out that can be linked into the folder, because it will be linked to its place as well. Default: none is. */
  readonly mayLink?: boolean;
  readonly fileMode?: number;
  /** The methods to try. Default link, reflink, copy. */
  readonly methods?: readonly Transferred['method'][];
  readonly fs?: PlacementFs;
  readonly onProgress: (fraction: number) => void;
}

/** Brings one file after the other into the folder, in the ways in which it would be placed. @returns whether it is a copy */
function copier(files: readonly SourceFile[], folder: string, work: CopyWork, coverBytes: number) {
  const { signal, fileMode, mayLink = false, fs = nodeFs } = work;
  const methods = new Set<Transferred['method']>(work.methods ?? ['link', 'reflink', 'copy']);
  const bytesTotal = files.reduce((sum, { size }) => sum + size, 0);
  let bytesDone = 0;
  let isRoomChecked = false;
  const onBytes = (bytes: number): void => {
    bytesDone += bytes;
    work.onProgress(bytesTotal === 0 ? 1 : bytesDone / bytesTotal);
  };
  const beforeCopy = async (): Promise<void> => {
    if (!isRoomChecked) await assertRoom(folder, bytesTotal - bytesDone + (ROOM_BYTES + coverBytes) * files.length, fs);
    isRoomChecked = true;
  };
  return async (from: string, to: string): Promise<boolean> => {
    const options = { fs, signal, methods, mayLink, fileMode, warn: () => undefined, beforeCopy, onBytes };
    const { method } = await transferFile(from, to, options);
    if (method !== 'link') return true;
    await fs.rm(to);
    return false;
  };
}

/**
 * Copies the files of a book into a working folder and writes its tags into the copies. The sources are only read. A receipt at the end says
 * that all of it is whole, so a run that was cut off begins anew.
 *
 * @returns one copy for each file that is not left out
 * @throws FileError of the copying; TagWriteError
 */
export async function makeTaggedCopies(files: readonly SourceFile[], folder: string, work: CopyWork): Promise<readonly TaggedCopy[]> {
  const { key, tags, signal, probe } = work;
  await work.hold?.();
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  const cover = work.cover && join(folder, 'cover');
  if (cover !== undefined && work.cover) await writeFile(cover, work.cover);
  const bring = copier(files, folder, work, work.cover?.byteLength ?? 0);
  const copies: TaggedCopy[] = [];
  for (const [index, { path: from, name }] of files.entries()) {
    signal.throwIfAborted();
    await work.hold?.();
    const path = join(folder, `${index}${extname(name).toLowerCase()}`);
    if (!(await bring(from, path))) continue;
    crashPoint('tagging', 'copied');
    const part = { isWhole: files.length === 1, name: basename(from), ...(cover === undefined ? {} : { cover }) };
    await work.hold?.();
    if (isTaggable(path)) await writeTags(path, tags, part, { probe, signal });
    crashPoint('tagging', 'written');
    await flushFile(path);
    copies.push({ from, path, name, size: (await stat(path)).size, hash: await sampledFileHash(path) });
  }
  await work.hold?.();
  await writeReceipt(folder, key, copies);
  crashPoint('tagging', 'noted');
  return copies;
}

async function writeReceipt(folder: string, key: string, copies: readonly TaggedCopy[]): Promise<void> {
  const path = join(folder, RECEIPT);
  await writeFile(path, JSON.stringify({ key, copies }));
  await flushFile(path);
}

/** Whether a folder holds all copies of a book. */
export function hasTagReceipt(folder: string): Promise<boolean> {
  return access(join(folder, RECEIPT)).then(
    () => true,
    () => false,
  );
}

/** The copies of a run that was cut off after it had made them all; `undefined` if they are not whole, or of other files or tags. */
export async function findTaggedCopies(folder: string, key: string): Promise<readonly TaggedCopy[] | undefined> {
  try {
    const { key: found, copies } = JSON.parse(await readFile(join(folder, RECEIPT), 'utf8')) as { key: string; copies: TaggedCopy[] };
    if (found !== key) return undefined;
    for (const { path, size, hash } of copies) {
      if ((await stat(path)).size !== size || (await sampledFileHash(path)) !== hash) return undefined;
    }
    return copies;
  } catch {
    return undefined;
  }
}
