import { lstat, realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

import { isWithin } from './path-jail.js';

interface Identified {
  readonly dev: bigint;
  readonly ino: bigint;
}

/** What a folder is, whatever it is called: one that is mounted twice, or reached by a link, is the same. A number would round an inode above 2^53. */
export function folderId({ dev, ino }: Identified): string {
  return `${String(dev)}:${String(ino)}`;
}

/** The identities of folders; those that are not there have none. Links are resolved. */
export async function folderIds(paths: readonly string[]): Promise<ReadonlySet<string>> {
  const found = await Promise.all(paths.map((path) => stat(path, { bigint: true }).catch(() => undefined)));
  return new Set(found.flatMap((info) => (info ? [folderId(info)] : [])));
}

/**
 * Whether a path is a folder, or lies inside it: by real path, or by device and inode of the folders around it, since a folder may be
 * mounted at a second place.
 *
 * @param path absolute; its end need not exist
 */
export async function liesInside(folder: string, path: string): Promise<boolean> {
  const [root, real] = await Promise.all([folder, path].map((one) => realpath(one).catch(() => one)));
  if (root === undefined || real === undefined) return false;
  if (isWithin(root, real)) return true;
  const ids = await folderIds([root]);
  if (ids.size === 0) return false;
  for (let around = real; ; around = dirname(around)) {
    const info = await lstat(around, { bigint: true }).catch(() => undefined);
    if (info && ids.has(folderId(info))) return true;
    if (around === dirname(around)) return false;
  }
}
