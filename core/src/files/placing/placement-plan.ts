import { extname, posix } from 'node:path';

import { FileError } from '../file-error.js';
import { layOutFiles } from '../naming/file-layout.js';
import { kindOfFile } from '../reading/file-kind.js';
import { byteLength, cutToBytes, MAX_SEGMENT_BYTES, sanitizeFileName, sanitizeSegment } from '../naming/path-segment.js';
import type { SourceFile } from '../reading/source-files.js';
import { sentence, type Sentence } from '../../platform/words/index.js';

export interface PlannedFile {
  /** Absolute and real. The placement refuses links. */
  readonly from: string;
  /** Relative to the book's folder, `/` between segments. */
  readonly to: string;
  /** `false` if the placed file will be changed later, for example tagged, because a hard link would change the source, too. */
  readonly mayLink: boolean;
}

/** A small file of our own, placed with the others. */
export interface WrittenFile {
  readonly to: string;
  readonly bytes: Uint8Array;
}

export interface PlacementPlan {
  /** Names the working folder; letters, digits, `-` and `_`. Only one job at a time may work on an id. */
  readonly id: string;
  /** The library folder. Absolute, and must exist. */
  readonly root: string;
  /** The book's folder, relative to `root`, `/` between segments. */
  readonly directory: string;
  readonly files: readonly PlannedFile[];
  readonly written: readonly WrittenFile[];
}

export interface PlanInput {
  readonly id: string;
  readonly root: string;
  readonly directory: string;
  readonly files: readonly Pick<SourceFile, 'path' | 'name'>[];
  readonly written?: readonly WrittenFile[];
  /** Default true. */
  readonly mayLink?: boolean;
  /** Keeps files in the folders of the release, as earlier versions did. */
  readonly keepsFolders?: boolean;
}

/**
 * Names the files of a book. A single audio file (or the only ebook of its format) takes the name of the folder;
 * several keep their own names and disc folders, made safe and unique. Other folders are flattened, see `layOutFiles`.
 *
 * @throws FileError `invalid_plan`
 */
export function planPlacement(input: PlanInput): PlacementPlan {
  const taken = new Set((input.written ?? []).map((file) => file.to.toLowerCase()));
  const folder = posix.basename(input.directory);
  const isOnlyOne = (name: string): boolean => {
    const kind = kindOfFile(name);
    const same = input.files.filter((file) => kindOfFile(file.name) === kind);
    if (kind === 'audio') return same.length === 1;
    return kind === 'ebook' && same.filter((file) => extname(file.name).toLowerCase() === extname(name).toLowerCase()).length === 1;
  };
  const audio = input.files.filter(({ name }) => kindOfFile(name) === 'audio');
  // a document beside the audio lies in no disc folder, and is no reason to number those that do
  const ordered = audio.length === 0 ? input.files : audio;
  const layout = layOutFiles(input.keepsFolders === true ? [] : ordered.map(({ name }) => name));
  const files = input.files.map((file) => {
    const wanted = isOnlyOne(file.name)
      ? sanitizeFileName(`${folder}${extname(file.name).toLowerCase()}`)
      : safeName(layout.get(file.name) ?? file.name);
    return { from: file.path, to: unique(wanted, taken), mayLink: input.mayLink ?? true };
  });
  const plan = { id: input.id, root: input.root, directory: input.directory, files, written: input.written ?? [] };
  assertPlan(plan);
  return plan;
}

/** Linux takes no longer path: https://man7.org/linux/man-pages/man7/path_resolution.7.html */
const MAX_PATH_BYTES = 4095;
/** Bytes of the longest name of a working folder. */
const LONGEST_STAGE = 100;

function safeName(name: string): string {
  const segments = name.split('/');
  const folders = segments.slice(0, -1).map((segment) => sanitizeSegment(segment) || 'folder');
  return [...folders, sanitizeFileName(segments.at(-1) ?? '')].join('/');
}

/** Names that differ only in case would collide on a share. */
function unique(name: string, taken: Set<string>): string {
  const extension = extname(name);
  const stem = name.slice(0, name.length - extension.length);
  let candidate = name;
  for (let count = 2; taken.has(candidate.toLowerCase()); count += 1) {
    const end = ` (${count})${extension}`;
    const folder = stem.slice(0, stem.lastIndexOf('/') + 1);
    candidate = `${folder}${cutToBytes(stem.slice(folder.length), MAX_SEGMENT_BYTES - byteLength(end)).trimEnd()}${end}`;
  }
  taken.add(candidate.toLowerCase());
  return candidate;
}

function isSafeRelative(path: string): boolean {
  return !path.includes('\0') && path.split('/').every((segment) => segment !== '' && segment !== '.' && segment !== '..');
}

/** @throws FileError `invalid_plan` if a plan leaves its folder, places nothing, or gives two files the same name */
export function assertPlan(plan: PlacementPlan): void {
  const fail = (said: Sentence): never => {
    throw new FileError('invalid_plan', said, plan.directory, false);
  };
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(plan.id)) fail(sentence('file.plan_id', { name: plan.id }));
  if (!posix.isAbsolute(plan.root)) fail(sentence('file.plan_root', { path: plan.root }));
  if (!isSafeRelative(plan.directory)) fail(sentence('file.plan_folder', { path: plan.directory }));
  if (plan.files.length === 0) fail(sentence('file.plan_empty'));
  const names = [...plan.files, ...plan.written].map((file) => file.to);
  const unsafe = names.find((name) => !isSafeRelative(name));
  if (unsafe !== undefined) fail(sentence('file.plan_name', { name: unsafe }));
  // the working folder stands in the place of the book's while files are gathered
  const longest = Math.max(byteLength(plan.directory), LONGEST_STAGE) + Math.max(...names.map(byteLength)) + byteLength(plan.root) + 2;
  if (longest > MAX_PATH_BYTES) {
    throw new FileError('name_too_long', sentence('file.path_too_long', { bytes: longest, most: MAX_PATH_BYTES }), plan.directory, false);
  }
  if (new Set(names).size !== names.length) fail(sentence('file.plan_same_name'));
}
