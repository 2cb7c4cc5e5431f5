import { realpath } from 'node:fs/promises';
import { v7 as uuid } from 'uuid';
import { isTrue, readJson } from '../../platform/db/index.js';
import { defineJob, NO_PAYLOAD } from '../../platform/jobs/define-job.js';
import type { JobContext, JobDefinition } from '../../platform/jobs/job-queue.js';
import { inEnglish, saidOf, sentence } from '../../platform/words/index.js';
import { LOOK_AT_LIBRARY } from '../library/index.js';
import { readDownloadsInPlace } from '../lifecycle/downloads-in-place.js';
import type { RenameState } from './entities.js';
import { makePlan, PlanStop } from './make-plan.js';
import { finishBegun, isLibraryThere, movePlaced, waitingFor, type Way } from './move-placed.js';
import { createMoveTurns, type MoveTurns } from './move-turns.js';
import type { RenameDeps } from './rename-dependencies.js';
import { renameReason, saidReason, storeReason, type RenameReason } from './rename-reasons.js';
import {
  changeRename,
  countMoves,
  findRename,
  holdRename,
  nextMoves,
  RenameTaken,
  renamesUnderWay,
  stopRenames,
  takeRename,
  type RenameRow,
} from './rename-store.js';

/** Makes the plan that was asked for, or moves the books of the plan that was started. Only one runs at a time, in all processes. */
export const RENAME = defineJob('library.rename', NO_PAYLOAD, { key: () => 'library.rename' });

const TWELVE_HOURS_MS = 12 * 3_600_000;
const MOVES_AT_ONCE = 20;
/** Behind all positions. */
const LAST = 2 ** 31 - 1;

/** One rename at work. */
interface Run {
  readonly deps: RenameDeps;
  readonly turns: MoveTurns;
  readonly rename: RenameRow;
  readonly job: Pick<JobContext, 'signal' | 'progress'>;
}

async function progress({ deps, rename, job }: Run, done: number, total: number, title?: string): Promise<void> {
  await deps.database.transaction(async (tx) => {
    await holdRename(tx, rename);
    await changeRename(tx, rename.id, { done, total });
  });
  deps.announce({ id: rename.id, state: rename.state, done, total, ...(title === undefined ? {} : { title }) });
  job.progress({ done, total, message: sentence('progress.books_done', { done, total }) });
}

async function end({ deps, rename }: Run, state: RenameState, change: Partial<Omit<RenameRow, 'id' | 'state'>> = {}): Promise<void> {
  await deps.database.transaction(async (tx) => {
    await holdRename(tx, rename);
    await changeRename(tx, rename.id, { ...change, state, stopping: false });
    if (rename.state !== 'planning') await deps.jobs.enqueue(tx, LOOK_AT_LIBRARY());
  });
  const { done, total } = (await findRename(deps.database.read, rename.id)) ?? rename;
  deps.announce({ id: rename.id, state, done, total });
}

async function fail(run: Run, reason: RenameReason): Promise<void> {
  run.deps.log.warn({ renameId: run.rename.id, reason: inEnglish(saidReason(reason)) }, 'a rename ended early');
  await end(run, 'failed', { reason: storeReason(reason), endedAt: run.rename.endedAt ?? run.deps.now().toISOString() });
}

async function plan(run: Run): Promise<void> {
  const { deps, rename, job } = run;
  const at = (): string => deps.now().toISOString();
  try {
    const made = await makePlan(deps, rename, { signal: job.signal, onProgress: (done, total) => progress(run, done, total) });
    if (!made) return await end(run, 'cancelled', { endedAt: at() });
    const { root, unchanged, total } = made;
    await end(run, 'ready', { plannedAt: at(), root, unchanged, done: total, total });
  } catch (error) {
    if (!(error instanceof PlanStop)) throw error;
    await fail(run, error.reason);
  }
}

async function whyNot({ deps, rename }: Run): Promise<RenameReason | undefined> {
  const { path } = (await deps.settings.get()).library;
  if (path === null || rename.root === null) return renameReason('no_library_folder');
  if (!(await isLibraryThere(rename.root))) return renameReason('library_not_there', { path: rename.root });
  return (await realpath(path).catch(() => undefined)) === rename.root ? undefined : renameReason('library_changed');
}

/** @returns whether somebody stopped it */
async function moveAll(run: Run, way: Way, root: string): Promise<boolean> {
  const { deps, rename, job } = run;
  const { read } = deps.database;
  const { signal } = job;
  const moving = { deps, turns: run.turns, signal, rename, root, way, downloads: await readDownloadsInPlace(read) };
  const waiting = (await countMoves(read, [rename.id])).get(rename.id)?.[waitingFor(way)] ?? 0;
  // what an earlier run did counts
  let done = Math.max(0, rename.total - waiting);
  let position = way === 'moving' ? 0 : LAST;
  for (;;) {
    const rows = await nextMoves(read, rename.id, { state: waitingFor(way), position, most: MOVES_AT_ONCE });
    if (rows.length === 0) return false;
    for (const row of rows) {
      signal.throwIfAborted();
      if (isTrue((await findRename(read, rename.id))?.stopping)) return true;
      await movePlaced(moving, row);
      position = row.position;
      done += 1;
      await progress(run, done, rename.total, readJson(row.books)[0]?.title);
    }
  }
}

async function move(run: Run, way: Way): Promise<void> {
  const { deps, rename } = run;
  const reason = await whyNot(run);
  if (reason || rename.root === null) return fail(run, reason ?? renameReason('no_library_folder'));
  const isStopped = await moveAll(run, way, rename.root);
  if (way === 'moving') return end(run, isStopped ? 'cancelled' : 'done', { endedAt: deps.now().toISOString() });
  // what is stuck on its way back is not back
  const { moved = 0, undoing = 0 } = (await countMoves(deps.database.read, [rename.id])).get(rename.id) ?? {};
  await end(run, moved + undoing > 0 ? 'done' : 'undone');
}

/** Works on a rename, unless a later run has taken it: this one may have lost its lease. */
async function workOn(run: Run): Promise<void> {
  const { deps, rename } = run;
  if (!(await deps.database.transaction((tx) => takeRename(tx, rename)))) return;
  try {
    if (rename.state === 'planning') await plan(run);
    else await move(run, rename.state === 'running' ? 'moving' : 'undoing');
  } catch (error) {
    if (!(error instanceof RenameTaken)) throw error;
    deps.log.info({ renameId: rename.id }, 'another run works on a rename, or it has ended');
  }
}

async function work(deps: RenameDeps, turns: MoveTurns, job: Run['job']): Promise<void> {
  const unseen = await finishBegun(deps, turns, job.signal);
  if (unseen.size > 0) deps.log.warn({ roots: [...unseen] }, 'books wait in library folders that cannot be seen, or are empty');
  for (const rename of await renamesUnderWay(deps.database.read)) {
    // it is tried again, for a mount that comes late; a rename of another library folder does not wait for it
    if (rename.root !== null && unseen.has(rename.root))
      throw new Error(`The library folder “${rename.root}” cannot be seen, or is empty.`);
    await workOn({ deps, turns, rename: { ...rename, runId: uuid() }, job });
  }
}

/** The job of renames. What it did is written down book by book, so a run that was cut off goes on where it was. */
export function renameJob(deps: RenameDeps): JobDefinition {
  const turns = createMoveTurns(deps.database);
  return RENAME.handledBy({
    title: sentence('job.rename_books'),
    timeoutMs: TWELVE_HOURS_MS,
    run: (job) => work(deps, turns, job),
    onExhausted: async (job, error) => {
      const reason = renameReason('defect', { fault: saidOf(error) });
      const silent = { signal: new AbortController().signal, progress: () => undefined };
      for (const row of await renamesUnderWay(deps.database.read)) {
        const rename = { ...row, runId: uuid() };
        if (await deps.database.transaction((tx) => takeRename(tx, rename))) await fail({ deps, turns, rename, job: silent }, reason);
      }
      job.log.error({ err: error }, 'renames were given up');
    },
    // the next run settles the book that this one may have begun, and ends the rename as one that was stopped
    onCancelled: async (tx) => ((await stopRenames(tx)) > 0 ? RENAME() : undefined),
  });
}
