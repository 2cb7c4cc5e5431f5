import * as nodeFs from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { crashPoint } from '../../platform/testing/crash-point.js';
import { sentence, type Sentence } from '../../platform/words/index.js';
import { lackOfSpace } from '../free-space.js';
import { errorCode, FileError, isFileError, toFileError } from '../file-error.js';
import { createPlacementManifest } from './placement-manifest.js';
import type { PlacementManifest, ManifestFile } from './placement-manifest.js';
import { byteLength } from '../naming/path-segment.js';
import { isWithin, resolveInside } from '../path-jail.js';
import { flushOrWarn, refuseLink, transferFile } from './placement-copy.js';
import type { PlacementFs, Transferred } from './placement-copy.js';
import { assertPlan } from './placement-plan.js';
import type { PlacementPlan } from './placement-plan.js';
import { inspectTarget, makeFolders, suggestDirectory, syncFolder } from './placement-target.js';
import type { TargetState } from './placement-target.js';
import { sampledFileHash } from '../sampled-hash.js';

/** The id of the plan, and the run if it has a name. */
const STAGE = /^\.lectern-(.+?)(?:-([0-9a-f]{16}))?\.partial$/;
const WORKING_FOLDER = /^\.lectern-[A-Za-z0-9_-]{1,64}\.partial$/;

export interface PlacementProgress {
  readonly bytesDone: number;
  readonly bytesTotal: number;
}

export interface PlacementOptions {
  readonly signal?: AbortSignal;
  /** Called before each step that others would see; throws if the placement is somebody else's by now. Nothing more is changed then. */
  readonly hold?: () => Promise<void>;
  /**
   * 16 hexadecimal digits that name this run among those of the plan, later than those before. A run that lost its place to a later one does
   * not meet it then. Default: there is one run at a time.
   */
  readonly run?: string;
  readonly onProgress?: (progress: PlacementProgress) => void;
  /** The ASIN. A suggested folder carries it if the planned one is taken. */
  readonly suffix?: string;
  /** Permission bits of copied files. Hard links keep theirs, because the source would change, too. */
  readonly fileMode?: number;
  /** The methods to try. Default link, reflink, copy. */
  readonly methods?: readonly Transferred['method'][];
  readonly fs?: PlacementFs;
}

export type PlacementResult =
  | { readonly status: 'placed'; readonly directory: string; readonly manifest: PlacementManifest; readonly warnings: readonly string[] }
  /**
   * The same files are already there, from an earlier run or because the source is the target. `isSource`: the files
   * there *are* the source, so there is nothing to clean up.
   */
  | { readonly status: 'already_placed'; readonly directory: string; readonly manifest: PlacementManifest; readonly isSource: boolean }
  /** Something else is there; nothing was changed. `suggestion`: a free folder, relative to the library folder. */
  | { readonly status: 'conflict'; readonly directory: string; readonly reason: Sentence; readonly suggestion: string };

/**
 * Places the files of a book. They are collected in `.lectern-<id>-<run>.partial` inside the library folder, each verified
 * and flushed, and get their final names by one rename: all or nothing. An interrupted run is simply repeated. Nothing
 * is ever overwritten, and sources are only read.
 *
 * @returns `directory` is absolute
 * @throws FileError naming cause and remedy; partial work is removed
 */
export async function placeFiles(plan: PlacementPlan, options: PlacementOptions = {}): Promise<PlacementResult> {
  assertPlan(plan);
  const fs = options.fs ?? nodeFs;
  try {
    await assertRoot(plan.root, fs);
    const target = await resolveInside(plan.root, plan.directory);
    await refuseLinks(plan, fs);
    const state = await inspectTarget(target, plan, fs);
    const parent = await stageParent(plan.root, target, fs);
    const stage = join(parent, `.lectern-${plan.id}${options.run === undefined ? '' : `-${options.run}`}.partial`);
    await options.hold?.();
    await removeEarlierStages(parent, plan.id, options.run, fs);
    if (state.kind !== 'free') {
      await removeStage(stage, fs);
      return await answerTaken(state, target, plan, options.suffix, fs);
    }
    return await gatherAndMove(plan, target, stage, options, fs);
  } catch (error) {
    throw tooLongHere(error, plan) ?? toFileError(error, 'place_in', join(plan.root, plan.directory));
  }
}

/** No name of ours is longer than common file systems take, so this one takes less. */
function tooLongHere(error: unknown, plan: PlacementPlan): FileError | undefined {
  const isTooLong = isFileError(error) ? error.code === 'name_too_long' : errorCode(error) === 'ENAMETOOLONG';
  if (!isTooLong) return undefined;
  const names = [plan.directory, ...[...plan.files, ...plan.written].map(({ to }) => to)].flatMap((path) => path.split('/'));
  const facts = { folder: plan.root, bytes: Math.max(...names.map(byteLength)) };
  return new FileError('name_too_long', sentence('file.names_too_long_here', facts), plan.root, false, { cause: error });
}

/** Before anything is compared with what is there; each file is looked at again when its turn has come. */
async function refuseLinks({ files }: PlacementPlan, fs: PlacementFs): Promise<void> {
  for (const { from } of files) await refuseLink(from, fs);
}

async function assertRoot(root: string, fs: PlacementFs): Promise<void> {
  const info = await fs.stat(root).catch((error: unknown) => {
    if (errorCode(error) !== 'ENOENT') throw error;
    throw new FileError('not_found', sentence('file.library_not_there', { path: root }), root, true, { cause: error });
  });
  if (!info.isDirectory()) throw new FileError('not_a_directory', sentence('file.library_no_folder', { path: root }), root, false);
}

/** The library folder, unless the book's place is on another file system mounted inside it, because a rename works only within one. */
async function stageParent(root: string, target: string, fs: PlacementFs): Promise<string> {
  let nearest = dirname(target);
  for (;;) {
    try {
      const [here, there] = await Promise.all([fs.stat(root), fs.stat(nearest)]);
      return here.dev === there.dev ? root : nearest;
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') throw error;
      nearest = dirname(nearest);
    }
  }
}

async function answerTaken(
  state: Exclude<TargetState, { kind: 'free' }>,
  target: string,
  plan: PlacementPlan,
  suffix: string | undefined,
  fs: PlacementFs,
): Promise<PlacementResult> {
  if (state.kind === 'other') {
    const suggestion = await suggestDirectory(plan.root, plan.directory, suffix, fs);
    return { status: 'conflict', directory: target, reason: state.reason, suggestion };
  }
  const files = plan.files.flatMap((file): ManifestFile[] => {
    const there = state.present.get(file.to);
    return there ? [{ path: file.to, ...there, sourcePath: file.from }] : [];
  });
  const isSource = plan.files.some((file) => isWithin(target, file.from));
  return { status: 'already_placed', directory: target, manifest: createPlacementManifest(files), isSource };
}

async function gatherAndMove(
  plan: PlacementPlan,
  target: string,
  stage: string,
  options: PlacementOptions,
  fs: PlacementFs,
): Promise<PlacementResult> {
  const warnings: string[] = [];
  let made: string[] = [];
  let isMoved = false;
  try {
    await removeStage(stage, fs);
    await fs.mkdir(stage);
    const files = await gather(plan, stage, options, fs, (message) => warnings.push(message.replaceAll(stage, target)));
    options.signal?.throwIfAborted();
    await options.hold?.();
    made = await makeFolders(dirname(target), fs);
    try {
      await fs.rename(stage, target);
      isMoved = true;
    } catch (error) {
      if (!['ENOTEMPTY', 'EEXIST', 'ENOTDIR'].includes(errorCode(error) ?? '')) throw error;
      const reason = sentence('finding.folder_created_meanwhile');
      return {
        status: 'conflict',
        directory: target,
        reason,
        suggestion: await suggestDirectory(plan.root, plan.directory, options.suffix, fs),
      };
    }
    for (const folder of new Set([dirname(target), ...made.map(dirname)])) await syncFolder(folder, fs);
    return { status: 'placed', directory: target, manifest: createPlacementManifest(files), warnings };
  } finally {
    const isHeldStill = !isMoved && (await isHeld(options));
    // a stage that several runs may have is removed by the one that has taken it over
    // the first failure is the one to report
    if (!isMoved && (isHeldStill || options.run !== undefined)) await removeStage(stage, fs).catch(() => undefined);
    if (isHeldStill) {
      for (const folder of made) await fs.rmdir(folder).catch(() => undefined);
    }
  }
}

function isHeld({ hold = async () => undefined }: PlacementOptions): Promise<boolean> {
  return hold().then(
    () => true,
    () => false,
  );
}

async function gather(
  plan: PlacementPlan,
  stage: string,
  options: PlacementOptions,
  fs: PlacementFs,
  warn: (message: string) => void,
): Promise<ManifestFile[]> {
  const sizes = await Promise.all(plan.files.map(async (file) => (await fs.stat(file.from)).size));
  const bytesTotal = sizes.reduce((sum, size) => sum + size, 0);
  let bytesDone = 0;
  let isSpaceChecked = false;
  const methods = new Set<Transferred['method']>(options.methods ?? ['link', 'reflink', 'copy']);
  const folders = new Set([stage]);
  const files: ManifestFile[] = [];

  async function beforeCopy(): Promise<void> {
    if (!isSpaceChecked) await assertSpace(stage, bytesTotal - bytesDone, fs);
    isSpaceChecked = true;
  }

  for (const file of plan.files) {
    options.signal?.throwIfAborted();
    const to = join(stage, file.to);
    await fs.mkdir(dirname(to), { recursive: true });
    for (let folder = dirname(to); folder !== stage; folder = dirname(folder)) folders.add(folder);
    const transferred = await transferFile(file.from, to, {
      fs,
      signal: options.signal,
      methods,
      mayLink: file.mayLink,
      fileMode: options.fileMode,
      warn,
      beforeCopy,
      onBytes: (bytes) => {
        bytesDone += bytes;
        options.onProgress?.({ bytesDone, bytesTotal });
      },
    });
    files.push({ path: file.to, ...transferred, sourcePath: file.from });
    crashPoint('file gathered');
  }
  for (const { to, bytes } of plan.written) {
    await writeFlushed(join(stage, to), bytes, fs, warn);
    files.push({ path: to, size: bytes.byteLength, hash: await sampledFileHash(join(stage, to)), method: 'written' });
  }
  for (const folder of folders) await syncFolder(folder, fs);
  return files;
}

async function writeFlushed(path: string, bytes: Uint8Array, fs: PlacementFs, warn: (message: string) => void): Promise<void> {
  await fs.mkdir(dirname(path), { recursive: true });
  const file = await fs.open(path, 'wx');
  try {
    await file.writeFile(bytes);
    await flushOrWarn(file, path, warn);
  } finally {
    await file.close();
  }
}

/** Refuses a full disk before gigabytes are copied in vain. */
async function assertSpace(folder: string, bytes: number, fs: PlacementFs): Promise<void> {
  const lack = await lackOfSpace(folder, bytes, fs);
  if (lack === undefined) return;
  throw new FileError('disk_full', sentence('file.disk_full', { folder: dirname(folder), lack }), folder, true);
}

/** Removes what earlier runs of a plan left when they were killed. */
async function removeEarlierStages(parent: string, id: string, run: string | undefined, fs: PlacementFs): Promise<void> {
  if (run === undefined) return;
  const names = await fs.readdir(parent).catch(() => []);
  for (const name of names) {
    const [, its, before = ''] = STAGE.exec(name) ?? [];
    if (its === id && before < run) await removeStage(join(parent, name), fs);
  }
}

async function removeStage(stage: string, fs: PlacementFs): Promise<void> {
  await fs.rm(stage, { recursive: true, force: true });
}

/**
 * Removes working folders that crashed runs left in a library folder.
 *
 * @param isInUse says whether what this id names is still needed
 * @returns the names of the removed folders
 */
export async function sweepWorkingFolders(
  root: string,
  isInUse: (id: string) => boolean | Promise<boolean>,
  fs: PlacementFs = nodeFs,
): Promise<string[]> {
  const names = (await fs.readdir(root)).filter((name) => WORKING_FOLDER.test(name));
  const removed: string[] = [];
  for (const name of names) {
    if (await isInUse(name.slice('.lectern-'.length, -'.partial'.length))) continue;
    await removeStage(join(root, name), fs);
    removed.push(name);
  }
  return removed;
}
