import { lstat, readdir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

import { FileError, toFileError } from '../file-error.js';
import { isHiddenName, isUnfinishedName, kindOfFile } from './file-kind.js';
import { compareNaturally } from './natural-order.js';
import { folderId, folderIds } from '../own-data.js';
import { isWithin } from '../path-jail.js';
import { sentence } from '../../platform/words/index.js';

/** One file of a download. */
export interface SourceFile {
  /** Absolute. */
  readonly path: string;
  /** From the content path (from its folder when it is a file itself), `/` between segments. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since the epoch. */
  readonly modifiedAt: number;
}

export interface SkippedFile {
  readonly name: string;
  readonly reason: 'hidden' | 'unfinished' | 'link' | 'link_outside' | 'special' | 'unreadable_name' | 'protected';
}

/** Every list is in natural order. */
export interface SourceListing {
  /** The folder names are relative to; real path. */
  readonly root: string;
  readonly audio: readonly SourceFile[];
  readonly images: readonly SourceFile[];
  readonly ebooks: readonly SourceFile[];
  readonly other: readonly SourceFile[];
  readonly skipped: readonly SkippedFile[];
  /** Bytes of all listed files. */
  readonly totalBytes: number;
}

export interface SourceListOptions {
  /**
   * Folders that hold more than one download: library, download and data folders. A content path that is one of
   * them, or holds one, is refused. One that is mounted at a second place inside it is passed over.
   */
  readonly protectedRoots?: readonly string[];
  /** Folder levels below the content path. Default 8. */
  readonly maxDepth?: number;
  /** Entries looked at. Default 5,000. */
  readonly maxEntries?: number;
  readonly signal?: AbortSignal;
}

interface Walk {
  readonly root: string;
  readonly files: SourceFile[];
  readonly skipped: SkippedFile[];
  /** Identities of folders that are never entered. */
  readonly closed: ReadonlySet<string>;
  readonly maxDepth: number;
  readonly maxEntries: number;
  readonly signal: AbortSignal | undefined;
  entries: number;
}

/**
 * Lists what a download left at its content path, a file or a folder. Links to files are followed when they stay
 * inside; links to folders are not. Reads only.
 *
 * @throws FileError `not_found`, `permission_denied`, …; `invalid_plan` when the path is a protected root, has too many
 *   entries or is too deep
 */
export async function listSourceFiles(contentPath: string, options: SourceListOptions = {}): Promise<SourceListing> {
  try {
    const real = await realpath(contentPath);
    await refuseRoot(real, options.protectedRoots ?? []);
    const info = await stat(real);
    const walk: Walk = {
      root: info.isDirectory() ? real : dirname(real),
      files: [],
      skipped: [],
      closed: await folderIds(options.protectedRoots ?? []),
      maxDepth: options.maxDepth ?? 8,
      maxEntries: options.maxEntries ?? 5000,
      signal: options.signal,
      entries: 0,
    };
    if (info.isDirectory()) await walkFolder(walk, '', 0);
    else if (!info.isFile()) throw new FileError('invalid_plan', sentence('file.neither', { path: contentPath }), contentPath, false);
    else if (isUnfinishedName(basename(real))) walk.skipped.push({ name: basename(real), reason: 'unfinished' });
    else walk.files.push({ path: real, name: basename(real), size: info.size, modifiedAt: info.mtimeMs });
    return toListing(walk);
  } catch (error) {
    throw toFileError(error, 'read_download', contentPath);
  }
}

async function refuseRoot(real: string, protectedRoots: readonly string[]): Promise<void> {
  const roots = await Promise.all(protectedRoots.map((root) => realpath(root).catch(() => root)));
  const held = roots.find((root) => isWithin(real, root));
  if (real === dirname(real) || held !== undefined) {
    const isItself = held === undefined || held === real;
    const message = isItself ? sentence('file.root_folder', { path: real }) : sentence('file.root_folder_of', { path: real, folder: held });
    throw new FileError('invalid_plan', message, real, false);
  }
}

async function walkFolder(walk: Walk, folder: string, depth: number): Promise<void> {
  walk.signal?.throwIfAborted();
  if (depth > walk.maxDepth) {
    throw new FileError(
      'invalid_plan',
      sentence('file.too_deep', { path: walk.root, most: walk.maxDepth }),
      join(walk.root, folder),
      false,
    );
  }
  // As bytes, because a name that is not UTF-8 cannot be opened by its decoded form.
  for (const entry of await readdir(join(walk.root, folder), { encoding: 'buffer' })) {
    walk.entries += 1;
    if (walk.entries > walk.maxEntries) {
      throw new FileError('invalid_plan', sentence('file.too_many_entries', { path: walk.root, most: walk.maxEntries }), walk.root, false);
    }
    const leaf = entry.toString('utf8');
    const name = folder === '' ? leaf : `${folder}/${leaf}`;
    if (!Buffer.from(leaf, 'utf8').equals(entry)) walk.skipped.push({ name, reason: 'unreadable_name' });
    else if (isUnfinishedName(leaf)) walk.skipped.push({ name, reason: 'unfinished' });
    else if (isHiddenName(leaf)) walk.skipped.push({ name, reason: 'hidden' });
    else await visit(walk, name, depth);
  }
}

async function visit(walk: Walk, name: string, depth: number): Promise<void> {
  const path = join(walk.root, name);
  const info = await lstat(path);
  if (info.isDirectory() && walk.closed.has(folderId(await lstat(path, { bigint: true })))) {
    walk.skipped.push({ name, reason: 'protected' });
  } else if (info.isDirectory()) {
    await walkFolder(walk, name, depth + 1);
  } else if (info.isFile()) {
    walk.files.push({ path, name, size: info.size, modifiedAt: info.mtimeMs });
  } else if (info.isSymbolicLink()) {
    await visitLink(walk, name, path);
  } else {
    walk.skipped.push({ name, reason: 'special' });
  }
}

async function visitLink(walk: Walk, name: string, path: string): Promise<void> {
  const target = await realpath(path).catch(() => undefined);
  if (target === undefined) {
    walk.skipped.push({ name, reason: 'link' });
  } else if (!isWithin(walk.root, target)) {
    walk.skipped.push({ name, reason: 'link_outside' });
  } else {
    const info = await stat(target);
    if (info.isFile()) walk.files.push({ path: target, name, size: info.size, modifiedAt: info.mtimeMs });
    else walk.skipped.push({ name, reason: 'link' });
  }
}

function toListing({ root, files, skipped }: Walk): SourceListing {
  const sorted = [...files].sort((a, b) => compareNaturally(a.name, b.name));
  const of = (kind: ReturnType<typeof kindOfFile>): SourceFile[] => sorted.filter((file) => kindOfFile(file.name) === kind);
  return {
    root,
    audio: of('audio'),
    images: of('image'),
    ebooks: of('ebook'),
    other: of('other'),
    skipped: [...skipped].sort((a, b) => compareNaturally(a.name, b.name)),
    totalBytes: sorted.reduce((sum, file) => sum + file.size, 0),
  };
}
