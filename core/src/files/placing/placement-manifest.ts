import { createHash } from 'node:crypto';
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';

import { errorCode } from '../file-error.js';
import { sampledFileHash } from '../sampled-hash.js';

/** How a file got to its place. `written`: we made it, for example a cover. `merged`: we made it of the book's files. */
export type PlacementMethod = 'link' | 'reflink' | 'copy' | 'written' | 'merged';

export interface ManifestFile {
  /** Relative to the book's folder, `/` between segments. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** See `sampledFileHash`. */
  readonly hash: string;
  readonly method: PlacementMethod;
  /** Absolute; absent for written and merged files. */
  readonly sourcePath?: string;
  /** Of a merged file: the absolute paths of the files it was made of. */
  readonly mergedFrom?: readonly string[];
  /** Of a merged file: names those files and how they were merged, to know it again. */
  readonly mergeKey?: string;
  /** Of a copy with tags: names the files it belongs to and what was written into them, to know it again. */
  readonly tagKey?: string;
}

/** The files we placed in a book's folder. Plain JSON. */
export interface PlacementManifest {
  readonly version: 1;
  /** Ordered by path. */
  readonly files: readonly ManifestFile[];
  /** SHA-256, hexadecimal, over path, size and hash of all files that we did not write ourselves. */
  readonly hash: string;
}

function byPath(a: { readonly path: string }, b: { readonly path: string }): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0;
}

export function createPlacementManifest(files: readonly ManifestFile[]): PlacementManifest {
  const sorted = [...files].sort(byPath);
  const hash = createHash('sha256');
  for (const file of sorted) {
    // JSON, because a path may contain any separator.
    if (file.method !== 'written') hash.update(`${JSON.stringify([file.path, file.size, file.hash])}\n`);
  }
  return { version: 1, files: sorted, hash: hash.digest('hex') };
}

export interface ManifestProblem {
  readonly path: string;
  readonly problem: 'missing' | 'not_a_file' | 'size' | 'content';
}

/**
 * Compares a folder with its manifest, ignoring written files (covers and sidecars may be replaced). The result is
 * empty if every file is there as it was placed. Only then may a source be removed.
 */
export async function verifyPlacement(directory: string, manifest: PlacementManifest): Promise<ManifestProblem[]> {
  const problems: ManifestProblem[] = [];
  for (const file of manifest.files.filter(({ method }) => method !== 'written')) {
    const problem = await comparePlaced(join(directory, file.path), file);
    if (problem) problems.push({ path: file.path, problem });
  }
  return problems;
}

/** How a file differs from what was placed; `undefined` if it does not. */
export async function comparePlaced(path: string, file: ManifestFile): Promise<ManifestProblem['problem'] | undefined> {
  try {
    const info = await lstat(path);
    if (!info.isFile()) return 'not_a_file';
    if (info.size !== file.size) return 'size';
    return (await sampledFileHash(path)) === file.hash ? undefined : 'content';
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return 'missing';
    throw error;
  }
}
