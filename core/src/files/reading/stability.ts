import { stat } from 'node:fs/promises';

import { sentence, type Sentence } from '../../platform/words/index.js';
import { errorCode, isFileError } from '../file-error.js';
import { isHiddenName } from './file-kind.js';
import { listSourceFiles } from './source-files.js';
import type { SourceListOptions } from './source-files.js';

/** One look at a download. Where nothing is visible, it is `undefined`. */
export interface StabilitySnapshot {
  /** Size in bytes and modification time by relative name. */
  readonly files: Readonly<Record<string, { readonly size: number; readonly modifiedAt: number }>>;
  /** Names of files that the client has not finished. */
  readonly unfinished: readonly string[];
}

/** The state between looks. It is plain JSON, so a job can keep it across a restart. */
export interface StabilityState {
  /** Milliseconds since the epoch. */
  readonly firstSeenAt: number;
  readonly lastSeenAt: number;
  /** The number of consecutive equal looks, including this one. */
  readonly sameCount: number;
  readonly snapshot: StabilitySnapshot | undefined;
}

export type WaitingCode = 'not_visible' | 'empty' | 'unfinished' | 'missing_files' | 'too_small' | 'changing' | 'observing';

export type StabilityAnswer =
  | { readonly status: 'ready' }
  /** `since`: milliseconds since the epoch of the first look. */
  | { readonly status: 'waiting'; readonly code: WaitingCode; readonly reason: Sentence; readonly since: number };

export interface StabilityOptions {
  /** After this many consecutive equal looks a download counts as stable. Default 3. */
  readonly observations?: number;
  /** Looks closer together than this many milliseconds count as one. Default 1,000. */
  readonly minIntervalMs?: number;
  /**
   * The wanted files according to the client, relative to the content path. Leave it out for clients that unpack, because
   * the files they load are not the files they leave. Hidden and padding files are not waited for.
   */
  readonly expectedFiles?: readonly { readonly name: string; readonly size: number }[];
}

function isEqual(a: StabilitySnapshot, b: StabilitySnapshot): boolean {
  const names = Object.keys(a.files);
  return (
    names.length === Object.keys(b.files).length &&
    names.every((name) => a.files[name]?.size === b.files[name]?.size && a.files[name]?.modifiedAt === b.files[name]?.modifiedAt)
  );
}

function judge(state: StabilityState, options: StabilityOptions): readonly [WaitingCode, Sentence] | undefined {
  const { snapshot, sameCount } = state;
  if (!snapshot) return ['not_visible', sentence('finding.not_visible')];
  const [unfinished] = snapshot.unfinished;
  if (unfinished !== undefined) return ['unfinished', sentence('finding.not_finished', { file: unfinished })];
  const names = Object.keys(snapshot.files);
  if (names.length === 0) return ['empty', sentence('finding.empty_folder')];
  const expected = (options.expectedFiles ?? []).filter(({ name }) => !name.split('/').some(isHiddenName));
  const missing = expected.filter((file) => !snapshot.files[file.name]);
  const [lacking] = missing;
  if (lacking) {
    const counts = { count: missing.length, total: expected.length };
    return ['missing_files', sentence('finding.files_missing', { ...counts, file: lacking.name })];
  }
  const small = expected.find((file) => (snapshot.files[file.name]?.size ?? 0) < file.size);
  if (small) {
    const bytes = snapshot.files[small.name]?.size ?? 0;
    return ['too_small', sentence('finding.file_too_small', { file: small.name, bytes, total: small.size })];
  }
  const wanted = options.observations ?? 3;
  if (sameCount >= wanted) return undefined;
  if (sameCount <= 1 && state.lastSeenAt > state.firstSeenAt) return ['changing', sentence('finding.still_changing')];
  return ['observing', sentence('finding.unchanged', { looks: sameCount, total: wanted })];
}

/**
 * Adds one look. A download is ready when all expected files are there and nothing changed over several looks. Pure.
 *
 * @param previous `undefined` at the first look
 * @param now milliseconds since the epoch
 */
export function observeStability(
  previous: StabilityState | undefined,
  snapshot: StabilitySnapshot | undefined,
  now: number,
  options: StabilityOptions = {},
): { readonly state: StabilityState; readonly answer: StabilityAnswer } {
  const isSame = previous?.snapshot !== undefined && snapshot !== undefined && isEqual(previous.snapshot, snapshot);
  const isTooSoon = previous !== undefined && now - previous.lastSeenAt < (options.minIntervalMs ?? 1000);
  const state: StabilityState = {
    firstSeenAt: previous?.firstSeenAt ?? now,
    lastSeenAt: isSame && isTooSoon ? previous.lastSeenAt : now,
    sameCount: !isSame ? 1 : isTooSoon ? previous.sameCount : previous.sameCount + 1,
    snapshot,
  };
  const waiting = judge(state, options);
  if (!waiting) return { state, answer: { status: 'ready' } };
  return { state, answer: { status: 'waiting', code: waiting[0], reason: waiting[1], since: state.firstSeenAt } };
}

/**
 * Looks at a content path. Answers `undefined` when it is not there.
 *
 * @throws FileError for causes that waiting does not cure, such as a root folder or a missing permission
 */
export async function takeSnapshot(contentPath: string, options: SourceListOptions = {}): Promise<StabilitySnapshot | undefined> {
  try {
    await stat(contentPath);
    const listing = await listSourceFiles(contentPath, options);
    const all = [...listing.audio, ...listing.images, ...listing.ebooks, ...listing.other];
    return {
      files: Object.fromEntries(all.map(({ name, size, modifiedAt }) => [name, { size, modifiedAt }])),
      unfinished: listing.skipped.filter(({ reason }) => reason === 'unfinished').map(({ name }) => name),
    };
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || (isFileError(error) && error.code === 'not_found')) return undefined;
    throw error;
  }
}

export interface WaitOptions extends StabilityOptions {
  readonly now: () => number;
  readonly look: () => Promise<StabilitySnapshot | undefined>;
  /** Resolves after so many milliseconds; rejects when aborted. */
  readonly sleep: (ms: number) => Promise<void>;
  /** Gives up after this many milliseconds and returns what it still waits for. */
  readonly timeoutMs: number;
}

/** Looks again and again until the download is ready or time is up. */
export async function waitUntilStable(options: WaitOptions): Promise<StabilityAnswer> {
  const start = options.now();
  let state: StabilityState | undefined;
  for (;;) {
    const step = observeStability(state, await options.look(), options.now(), options);
    state = step.state;
    if (step.answer.status === 'ready' || options.now() - start >= options.timeoutMs) return step.answer;
    await options.sleep(options.minIntervalMs ?? 1000);
  }
}
