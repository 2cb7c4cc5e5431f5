import type { PathPair } from './settings.js';

/** Translates paths between Plex and Lectern. A path that matches no pair stays unchanged. */
export interface PathMapping {
  readonly toPlex: (path: string) => string;
  readonly toLectern: (path: string) => string;
}

/**
 * The pair with the longest prefix wins. Prefixes end at a separator, so `/data` does not match `/data2`. Windows
 * prefixes ignore case, and a path gets the separators of its target. A path with `..` matches nothing.
 */
export function createPathMapping(pairs: readonly PathPair[]): PathMapping {
  return {
    toPlex: (path) => translate(path, pairs, 'lectern', 'plex'),
    toLectern: (path) => translate(path, pairs, 'plex', 'lectern'),
  };
}

/** Whether `path` is `folder` or lies inside it. */
export function isInside(path: string, folder: string): boolean {
  return restBelow(path, folder) !== undefined;
}

/** The parent folder; for `C:\a\b` it is `C:\a`. */
export function parentOf(path: string): string {
  const at = isWindows(path) ? Math.max(path.lastIndexOf('\\'), path.lastIndexOf('/')) : path.lastIndexOf('/');
  return at <= 0 ? path.slice(0, at + 1) : path.slice(0, at);
}

/** The deepest folder that contains all files; a single file is returned unchanged. */
export function commonPlace(files: readonly string[]): string | undefined {
  const [first, ...others] = files;
  if (first === undefined || others.length === 0) return first;
  let folder: string | undefined = parentOf(first);
  for (const file of others) {
    if (!isInside(file, folder)) folder = deepestAround(file, foldersAbove(folder));
    if (folder === undefined) return undefined;
  }
  return folder;
}

/** From the nearest folder to the root. */
function foldersAbove(folder: string): readonly string[] {
  const above: string[] = [];
  for (let at = parentOf(folder), below = folder; at !== below; below = at, at = parentOf(at)) above.push(at);
  return above;
}

/** A folder's content is also in all folders above it, so each lookup rules out half of them. */
function deepestAround(file: string, folders: readonly string[]): string | undefined {
  let [low, high] = [0, folders.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (isInside(file, folders[middle] ?? '')) high = middle;
    else low = middle + 1;
  }
  return folders[low];
}

function translate(path: string, pairs: readonly PathPair[], from: keyof PathPair, to: keyof PathPair): string {
  let best: { length: number; path: string } | undefined;
  for (const pair of pairs) {
    const rest = restBelow(path, pair[from]);
    if (rest === undefined || (best && best.length >= segmentsOf(pair[from]).length)) continue;
    best = { length: segmentsOf(pair[from]).length, path: joined(pair[to], rest) };
  }
  return best?.path ?? path;
}

function isWindows(path: string): boolean {
  return /^[a-z]:([\\/]|$)/i.test(path) || path.startsWith('\\\\');
}

function segmentsOf(path: string): readonly string[] {
  return path.split(isWindows(path) ? /[\\/]+/ : /\/+/).filter((segment) => segment !== '' && segment !== '.');
}

function restBelow(path: string, prefix: string): readonly string[] | undefined {
  if (isWindows(path) !== isWindows(prefix) || (!isWindows(prefix) && !prefix.startsWith('/'))) return undefined;
  const segments = segmentsOf(path);
  const start = segmentsOf(prefix);
  if (segments.includes('..') || start.length > segments.length) return undefined;
  const fold = (text: string | undefined): string => (isWindows(prefix) ? (text ?? '').toLowerCase() : (text ?? ''));
  return start.every((segment, index) => fold(segment) === fold(segments[index])) ? segments.slice(start.length) : undefined;
}

function joined(folder: string, rest: readonly string[]): string {
  const separator = isWindows(folder) ? '\\' : '/';
  const bare = folder.replace(isWindows(folder) ? /(?<![\\/])[\\/]+$/ : /(?<!\/)\/+$/, '');
  return rest.length === 0 && bare === '' ? folder : [bare, ...rest].join(separator);
}
