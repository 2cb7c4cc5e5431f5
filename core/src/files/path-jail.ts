import { realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';

import { errorCode, FileError } from './file-error.js';
import { sentence } from '../platform/words/index.js';

/**
 * Whether `path` is `root` or lies below it, by names alone: `/data` does not contain `/data2`. It does not resolve
 * links, so use {@link resolveInside} before touching a file.
 */
export function isWithin(root: string, path: string): boolean {
  const between = relative(resolve(root), resolve(path));
  return between === '' || (between !== '..' && !between.startsWith(`..${sep}`) && !isAbsolute(between));
}

/** The folders around a path inside `root`, without `root` itself; the nearest first. */
export function foldersAround(root: string, path: string): string[] {
  const found: string[] = [];
  for (let folder = dirname(path); folder !== root && isWithin(root, folder); folder = dirname(folder)) found.push(folder);
  return found;
}

/** The real path of `path`, or of its longest existing part with the rest appended. */
export async function realPathOfNearest(path: string): Promise<string> {
  const absolute = resolve(path);
  try {
    return await realpath(absolute);
  } catch (error) {
    const parent = dirname(absolute);
    if (errorCode(error) !== 'ENOENT' || parent === absolute) throw error;
    return join(await realPathOfNearest(parent), basename(absolute));
  }
}

/**
 * Checks by real path that `path` lies inside `root`. Links are resolved on both sides; the end of `path` need not exist.
 *
 * @param path absolute, or relative to `root`
 * @returns the real path
 * @throws FileError `outside_root` if it leads elsewhere, even through a link, or is `root` itself
 */
export async function resolveInside(root: string, path: string): Promise<string> {
  if (path.includes('\0')) throw new FileError('outside_root', sentence('file.nul'), JSON.stringify(path), false);
  const wanted = resolve(root, path);
  const [realRoot, real] = await Promise.all([realpath(root), realPathOfNearest(wanted)]);
  if (real === realRoot || !isWithin(realRoot, real)) {
    throw new FileError('outside_root', sentence('file.outside_root', { path, folder: root }), wanted, false);
  }
  return real;
}
