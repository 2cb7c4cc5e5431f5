import { posix } from 'node:path';

import { sentence, type Sentence } from '../platform/words/index.js';
import { errorCode } from './file-error.js';

/** One place with two names: as a download client sees it, and as this server sees it. Both absolute. */
export interface PathPair {
  /** POSIX (`/downloads`), drive (`D:\downloads`) or UNC (`\\nas\downloads`). */
  readonly remote: string;
  readonly local: string;
}

export interface PathMappingError {
  readonly index: number;
  readonly field: 'remote' | 'local';
  readonly message: Sentence;
}

export interface MappedPath {
  readonly path: string;
  /** The pair that was applied; absent when none fits and the path is unchanged. */
  readonly pair?: PathPair;
}

export interface PathMapping {
  /** A path of the client, as this server sees it. */
  toLocal(remotePath: string): MappedPath;
  /** A path of this server, as the client sees it. */
  toRemote(localPath: string): MappedPath;
}

interface Style {
  readonly windows: boolean;
}

/** A path, split at its separators. `root` is `/`, `d:` or `//host`, so that different roots never match. */
interface Parsed extends Style {
  readonly root: string;
  readonly segments: readonly string[];
}

function isWindowsPath(path: string): boolean {
  return /^[a-z]:([\\/]|$)/i.test(path) || path.startsWith('\\\\');
}

/** @returns `undefined` for a path that is not absolute */
function parse(path: string): Parsed | undefined {
  if (isWindowsPath(path)) {
    const isUnc = path.startsWith('\\\\');
    const [head = '', ...rest] = path.replace(/^\\\\/, '').split(/[\\/]+/);
    return { windows: true, root: isUnc ? `\\\\${head}` : head, segments: normalize(rest) };
  }
  if (!path.startsWith('/')) return undefined;
  return { windows: false, root: '/', segments: normalize(path.split('/')) };
}

function normalize(segments: readonly string[]): string[] {
  const kept: string[] = [];
  for (const segment of segments) {
    if (segment === '..') kept.pop();
    else if (segment !== '' && segment !== '.') kept.push(segment);
  }
  return kept;
}

function format(path: Parsed): string {
  if (path.windows) return path.segments.length === 0 ? `${path.root}\\` : [path.root, ...path.segments].join('\\');
  return `/${path.segments.join('/')}`;
}

function isSame(a: string, b: string, { windows }: Style): boolean {
  return windows ? a.toLowerCase() === b.toLowerCase() : a === b;
}

/** @returns the segments behind the prefix, or `undefined` when `path` is not below it */
function below(path: Parsed, prefix: Parsed): readonly string[] | undefined {
  if (path.windows !== prefix.windows || !isSame(path.root, prefix.root, prefix)) return undefined;
  if (prefix.segments.length > path.segments.length) return undefined;
  const fits = prefix.segments.every((segment, index) => isSame(segment, path.segments[index] ?? '', prefix));
  return fits ? path.segments.slice(prefix.segments.length) : undefined;
}

function translate(pairs: readonly PathPair[], path: string, from: 'remote' | 'local', to: 'remote' | 'local'): MappedPath {
  const parsed = parse(path);
  if (!parsed) return { path };
  let best: { pair: PathPair; depth: number; path: string } | undefined;
  for (const pair of pairs) {
    const prefix = parse(pair[from]);
    const target = parse(pair[to]);
    const rest = prefix && below(parsed, prefix);
    if (!prefix || !target || !rest || (best && best.depth >= prefix.segments.length)) continue;
    best = { pair, depth: prefix.segments.length, path: format({ ...target, segments: [...target.segments, ...rest] }) };
  }
  return best ? { path: best.path, pair: best.pair } : { path };
}

/**
 * Translates paths between one download client and this server. The pair with the longest prefix wins; prefixes end
 * at a separator, so `/data` does not fit `/data2`. Windows prefixes ignore case. `.` and `..` are resolved before
 * anything is compared, so a path cannot climb out of its pair.
 */
export function createPathMapping(pairs: readonly PathPair[]): PathMapping {
  return {
    toLocal: (path) => translate(pairs, path, 'remote', 'local'),
    toRemote: (path) => translate(pairs, path, 'local', 'remote'),
  };
}

/** The pair whose remote side a path of the client would lie below if upper and lower case did not count; `undefined` if one fits anyway. */
export function pairInOtherCase(pairs: readonly PathPair[], remotePath: string): PathPair | undefined {
  if (translate(pairs, remotePath, 'remote', 'local').pair) return undefined;
  const folded = parse(remotePath.toLowerCase());
  return (
    folded &&
    pairs.find(({ remote }) => {
      const prefix = parse(remote.toLowerCase());
      return prefix !== undefined && below(folded, prefix) !== undefined;
    })
  );
}

/** The problems that an admin has to correct before pairs are saved. Empty when there are none. */
export function validatePathPairs(pairs: readonly PathPair[]): PathMappingError[] {
  const errors: PathMappingError[] = [];
  const seen = new Set<string>();
  pairs.forEach((pair, index) => {
    for (const field of ['remote', 'local'] as const) {
      const parsed = parse(pair[field]);
      if (!parsed) errors.push({ index, field, message: sentence('field.path_not_absolute', { path: pair[field] }) });
      else if (field === 'local' && parsed.windows && process.platform !== 'win32') {
        errors.push({ index, field, message: sentence('field.path_windows', { path: pair.local, system: process.platform }) });
      } else if (field === 'remote') {
        const key = parsed.windows ? format(parsed).toLowerCase() : format(parsed);
        if (seen.has(key)) errors.push({ index, field, message: sentence('field.path_twice', { path: pair.remote }) });
        seen.add(key);
      }
    }
  });
  return errors;
}

/** The part of the file system that {@link explainMapping} uses. */
export interface PathInspector {
  stat(path: string): Promise<{ isDirectory(): boolean }>;
  readdir(path: string): Promise<readonly string[]>;
}

export interface MappingExplanation {
  /** The path on the client. */
  readonly remote: string;
  /** The path on this server. */
  readonly local: string;
  readonly pair?: PathPair;
  /** The kind of thing that this server finds there. */
  readonly found: 'file' | 'directory' | 'nothing' | 'no_access';
  /** For a directory: how many entries. */
  readonly entries?: number;
  /** When nothing is found: the longest part of the path that exists. */
  readonly nearest?: string;
  /** Sentences for the admin, in order. */
  readonly steps: readonly Sentence[];
}

/**
 * Implements "Test this path": tells which pair applies to a path of the client, and what this server finds there. It
 * reads the file system and changes nothing.
 */
export async function explainMapping(
  pairs: readonly PathPair[],
  remotePath: string,
  inspector: PathInspector,
): Promise<MappingExplanation> {
  const { path: local, pair } = createPathMapping(pairs).toLocal(remotePath);
  const steps = [
    pair
      ? sentence('finding.path_mapped', { path: remotePath, remote: pair.remote, local })
      : sentence('finding.path_unmapped', { path: remotePath }),
  ];
  const otherCase = pairInOtherCase(pairs, remotePath);
  if (otherCase) steps.push(sentence('finding.path_other_case', { remote: otherCase.remote }));
  const base = { remote: remotePath, local, ...(pair ? { pair } : {}) };
  if (!local.startsWith('/') && process.platform !== 'win32') {
    steps.push(sentence('finding.path_foreign', { path: local }));
    return { ...base, found: 'nothing', steps };
  }
  try {
    if (!(await inspector.stat(local)).isDirectory())
      return { ...base, found: 'file', steps: [...steps, sentence('finding.path_is_file')] };
    const entries = (await inspector.readdir(local)).length;
    return {
      ...base,
      found: 'directory',
      entries,
      steps: [...steps, sentence('finding.path_is_folder', { entries })],
    };
  } catch (error) {
    if (errorCode(error) === 'EACCES' || errorCode(error) === 'EPERM') {
      steps.push(sentence('finding.path_no_access'));
      return { ...base, found: 'no_access', steps };
    }
    const nearest = await nearestExisting(local, inspector);
    steps.push(
      sentence('finding.path_nothing', { folder: nearest }),
      ...(pair
        ? [sentence('finding.check_mapping', { local: pair.local, remote: pair.remote })]
        : otherCase === undefined
          ? [sentence('finding.add_mapping')]
          : []),
    );
    return { ...base, found: 'nothing', nearest, steps };
  }
}

async function nearestExisting(path: string, inspector: PathInspector): Promise<string> {
  let current = posix.dirname(path);
  while (current !== posix.dirname(current)) {
    try {
      await inspector.stat(current);
      return current;
    } catch {
      current = posix.dirname(current);
    }
  }
  return current;
}
