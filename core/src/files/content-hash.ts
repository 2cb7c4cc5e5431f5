import { createHash } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join } from 'node:path';

import { isUnfinishedName, kindOfFile } from './reading/file-kind.js';
import { sampledFileHash } from './sampled-hash.js';

/** Written before every hash; hashes of different versions are never compared. */
const CONTENT_HASH_VERSION = 'v1';

/** A file of a book with the hash of its size and of samples of its bytes; a placement's manifest holds such. */
export interface HashedFile {
  /** Relative to the book's folder, `/` between segments. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** See `sampledFileHash`. */
  readonly hash: string;
}

export interface ContentHashOptions {
  /**
   * Files to look at, relative to the folder; the others are another book's. Without it all files in the folder and
   * below are the book's.
   */
  readonly names?: readonly string[];
  readonly signal?: AbortSignal;
}

/** Folders of systems and NAS boxes, and whatever is hidden. */
const HIDDEN = /^\.|^@eaDir$|^__MACOSX$|^#recycle$/i;
const MAX_DEPTH = 8;
const MAX_ENTRIES = 5000;

/**
 * Identifies a book by what it consists of: names, sizes and sampled bytes of its audio and ebook files, in any
 * order. Covers and sidecars do not count, since media servers write their own.
 *
 * @returns `v1:` and 64 hexadecimal digits; `undefined` when no file is audio or ebook
 */
export function contentHashOf(files: readonly HashedFile[]): string | undefined {
  const lines = files
    .filter(({ path }) => isContent(path))
    // JSON, because a name may hold any separator one could choose; NFC, because some file systems decompose names
    .map(({ path, size, hash }) => JSON.stringify([path.normalize('NFC'), size, hash]))
    .sort();
  if (lines.length === 0) return undefined;
  const hash = createHash('sha256');
  for (const line of lines) hash.update(`${line}\n`);
  return `${CONTENT_HASH_VERSION}:${hash.digest('hex')}`;
}

/**
 * Reads the content hash of a book on disk; equal to {@link contentHashOf} of the manifest it was placed with, as long
 * as nobody changed the files. At most 192 KiB a file are read, one file after the other. Links are not followed.
 *
 * @param location absolute; a book's folder, or its only file
 * @returns `undefined` when there is nothing to hash: no such place, no audio or ebook file, or one of `names` is gone
 * @throws Error when the folder is too deep or too large to be one book, the fault of the system when it cannot be read
 */
export async function readContentHash(location: string, options: ContentHashOptions = {}): Promise<string | undefined> {
  const info = await stat(location).catch(ignoreAbsent);
  if (!info) return undefined;
  const root = info.isFile() ? dirname(location) : location;
  const names = info.isFile() ? [basename(location)] : (options.names ?? (await listContent(root)));
  const files: HashedFile[] = [];
  for (const name of names.filter(isContent)) {
    options.signal?.throwIfAborted();
    const file = await hashFile(root, name);
    if (!file) return undefined;
    files.push(file);
  }
  return contentHashOf(files);
}

function isContent(name: string): boolean {
  const kind = kindOfFile(name);
  return (kind === 'audio' || kind === 'ebook') && !name.split('/').some((part) => HIDDEN.test(part) || isUnfinishedName(part));
}

async function hashFile(root: string, name: string): Promise<HashedFile | undefined> {
  if (isAbsolute(name) || name.split('/').includes('..')) return undefined;
  const path = join(root, name);
  const info = await stat(path).catch(ignoreAbsent);
  return info?.isFile() ? { path: name, size: info.size, hash: await sampledFileHash(path) } : undefined;
}

async function listContent(root: string): Promise<readonly string[]> {
  const names: string[] = [];
  let entries = 0;

  async function visit(folder: string, depth: number): Promise<void> {
    if (depth > MAX_DEPTH) throw new Error(`more than ${MAX_DEPTH} levels of folders are not one book`);
    for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
      entries += 1;
      if (entries > MAX_ENTRIES) throw new Error(`more than ${MAX_ENTRIES} files are not one book`);
      if (HIDDEN.test(entry.name) || isUnfinishedName(entry.name)) continue;
      const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) await visit(name, depth + 1);
      else if (entry.isFile()) names.push(name);
    }
  }

  await visit('', 0);
  return names;
}

function ignoreAbsent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
  return undefined;
}
