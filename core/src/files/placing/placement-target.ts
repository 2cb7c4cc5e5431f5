import { dirname, join, posix } from 'node:path';
import { sentence, type Sentence } from '../../platform/words/index.js';

import { errorCode } from '../file-error.js';
import { kindOfFile } from '../reading/file-kind.js';
import { byteLength, cutToBytes, MAX_SEGMENT_BYTES } from '../naming/path-segment.js';
import type { PlacementFs } from './placement-copy.js';
import type { PlacementPlan } from './placement-plan.js';
import { sampledFileHash } from '../sampled-hash.js';

/** A planned file that already exists. `link`: it is the same file as its source. */
export interface PresentFile {
  readonly size: number;
  readonly hash: string;
  readonly method: 'link' | 'copy';
}

/** The state of a book's target folder. */
export type TargetState =
  | { readonly kind: 'free' }
  /** All planned files, and none of another book. */
  | { readonly kind: 'same'; readonly present: ReadonlyMap<string, PresentFile> }
  | { readonly kind: 'other'; readonly reason: Sentence };

/** @param target the book's folder, absolute */
export async function inspectTarget(target: string, plan: PlacementPlan, fs: PlacementFs): Promise<TargetState> {
  try {
    if (!(await fs.lstat(target)).isDirectory()) return { kind: 'other', reason: sentence('finding.file_in_place') };
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return { kind: 'free' };
    throw error;
  }
  if ((await fs.readdir(target)).length === 0) return { kind: 'free' };

  const planned = new Set(plan.files.map((file) => file.to));
  const hasAudio = plan.files.some(({ to }) => kindOfFile(to) === 'audio');
  // a document beside a recording belongs to it, whoever placed it
  const isForeign = (name: string): boolean =>
    ['audio', 'ebook'].includes(kindOfFile(name)) && !(hasAudio && name.toLowerCase().endsWith('.pdf'));
  const foreign = (await walk(target, '', fs)).find((name) => !planned.has(name) && isForeign(name));
  if (foreign !== undefined) return { kind: 'other', reason: sentence('finding.foreign_file', { file: foreign }) };
  const present = new Map<string, PresentFile>();
  for (const file of plan.files) {
    const there = await readFile(join(target, file.to), fs);
    if (!there) return { kind: 'other', reason: sentence('finding.file_lacking', { file: file.to }) };
    const source = await fs.stat(file.from);
    const isSameFile = there.dev === source.dev && there.ino === source.ino;
    if (!isSameFile && (there.size !== source.size || there.hash !== (await sampledFileHash(file.from)))) {
      return { kind: 'other', reason: sentence('finding.other_content', { file: file.to }) };
    }
    present.set(file.to, { size: there.size, hash: there.hash, method: isSameFile ? 'link' : 'copy' });
  }
  return { kind: 'same', present };
}

async function readFile(path: string, fs: PlacementFs): Promise<{ size: number; dev: number; ino: number; hash: string } | undefined> {
  try {
    const info = await fs.lstat(path);
    return info.isFile() ? { size: info.size, dev: info.dev, ino: info.ino, hash: await sampledFileHash(path) } : undefined;
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return undefined;
    throw error;
  }
}

async function walk(root: string, folder: string, fs: PlacementFs): Promise<string[]> {
  const names: string[] = [];
  for (const entry of await fs.readdir(join(root, folder), { withFileTypes: true })) {
    const name = posix.join(folder, entry.name);
    if (entry.isDirectory()) names.push(...(await walk(root, name, fs)));
    else names.push(name);
  }
  return names;
}

async function exists(path: string, fs: PlacementFs): Promise<boolean> {
  return fs.lstat(path).then(
    () => true,
    () => false,
  );
}

/**
 * Suggests a folder for a book whose own folder is taken: with the suffix in brackets (an ASIN, which media servers
 * read), or else with a number. Relative to the library folder.
 */
export async function suggestDirectory(root: string, directory: string, suffix: string | undefined, fs: PlacementFs): Promise<string> {
  const parent = posix.dirname(directory);
  const name = posix.basename(directory);
  const withEnd = (end: string): string => posix.join(parent, `${cutToBytes(name, MAX_SEGMENT_BYTES - byteLength(end)).trimEnd()}${end}`);
  const ends = suffix !== undefined && suffix !== '' && !name.includes(`[${suffix}]`) ? [` [${suffix}]`] : [];
  for (const end of ends) if (!(await exists(join(root, withEnd(end)), fs))) return withEnd(end);
  let count = 2;
  while (await exists(join(root, withEnd(` (${count})`)), fs)) count += 1;
  return withEnd(` (${count})`);
}

/** Creates a folder and its parents. Returns those it created, deepest first. */
export async function makeFolders(path: string, fs: PlacementFs): Promise<string[]> {
  const missing: string[] = [];
  let current = path;
  while (!(await exists(current, fs))) {
    missing.push(current);
    current = dirname(current);
  }
  await fs.mkdir(path, { recursive: true });
  return missing;
}

/** Flushes a folder's entries to disk. Some network file systems cannot and need not. */
export async function syncFolder(path: string, fs: PlacementFs): Promise<void> {
  try {
    const folder = await fs.open(path, 'r');
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  } catch (error) {
    if (!['EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EISDIR', 'EPERM', 'EACCES', 'EBADF'].includes(errorCode(error) ?? '')) throw error;
  }
}
