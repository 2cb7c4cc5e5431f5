import { realpath, readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { readJson } from '../../platform/db/index.js';
import { crashPoint } from '../../platform/testing/crash-point.js';
import type { BookMove } from '../../files/placing/check-move.js';
import { moveBook, topOfFileSystem } from '../../files/placing/move-book.js';
import { MoveFault, type MoveFaultCode } from '../../files/placing/move-fault.js';
import { followRenamed, LOOK_AT_LIBRARY } from '../library/index.js';
import { importsOf, isBeingImported, moveImports } from '../lifecycle/placed-folders.js';
import type { DownloadsInPlace } from '../lifecycle/downloads-in-place.js';
import type { MoveState } from './entities.js';
import { reasonOfFault } from './plan-book.js';
import type { RenameDeps } from './rename-dependencies.js';
import { renameReason, storeReason, type RenameReason } from './rename-reasons.js';
import type { MoveTurns } from './move-turns.js';
import {
  changeMove,
  endUndone,
  findMove,
  findRename,
  holdRename,
  journal,
  UNDER_WAY,
  type HeldRename,
  type MoveRow,
} from './rename-store.js';

/** The way of a move: to its new folder, or back. */
export type Way = 'moving' | 'undoing';

const ENDS = {
  moving: { from: 'planned', done: 'moved', failed: 'failed' },
  undoing: { from: 'moved', done: 'undone', failed: 'moved' },
} as const satisfies Record<Way, Record<'from' | 'done' | 'failed', MoveState>>;

/** The state in which a move waits for its turn. */
export function waitingFor(way: Way): MoveState {
  return ENDS[way].from;
}

function toBookMove(row: MoveRow, root: string, way: Way): BookMove {
  const files = readJson(row.files);
  const top = row.top === null || row.state !== way ? {} : { top: row.top };
  if (way === 'moving') return { id: row.id, root, from: row.fromFolder, to: row.toFolder, files, ...top };
  const back = files.map((file) => ({ ...file, from: file.to, to: file.from }));
  return { id: `${row.id}-back`, root, from: row.toFolder, to: row.fromFolder, files: back, ...top };
}

/** The library folder of a rename, if it can be seen. An empty one is more likely an empty mount point. */
export async function isLibraryThere(root: string): Promise<boolean> {
  if ((await realpath(root).catch(() => undefined)) !== root) return false;
  return (await readdir(root).catch(() => [])).length > 0;
}

/** Ends a move that is in a state, and leaves the book where it is. */
async function settle({ database }: RenameDeps, row: MoveRow, way: Way, reason: RenameReason | undefined): Promise<void> {
  const state = ENDS[way].failed;
  await database.transaction((tx) => changeMove(tx, row, { state, reason: reason ? storeReason(reason) : null }));
}

const UNSETTLED: readonly MoveFaultCode[] = ['stuck', 'not_flushed', 'not_mounted'];

/** Whether nobody can say after a fault where the book is: a run that was cut off may have left it in between. */
function isUnsettled(error: unknown, wasCutOff: boolean): boolean {
  return error instanceof MoveFault ? UNSETTLED.includes(error.code) : wasCutOff;
}

/** A move that stands in the journal. */
interface Begun {
  readonly row: MoveRow;
  readonly root: string;
  readonly way: Way;
  readonly wasCutOff: boolean;
}

/** Moves the files of a book that stands in the journal, or finds them moved, and writes down where they are. */
async function carryOut(deps: RenameDeps, { row, root, way, wasCutOff }: Begun): Promise<void> {
  const move = toBookMove(row, root, way);
  try {
    await moveBook(move);
  } catch (error) {
    const reason = reasonOfFault(error);
    deps.log.warn({ err: error, from: move.from, to: move.to }, 'a book was not moved');
    if (!isUnsettled(error, wasCutOff)) return settle(deps, row, way, reason);
    // it stays in the journal, so that the next run tries again
    return deps.database.transaction(async (tx) => void (await changeMove(tx, row, { state: row.state, reason: storeReason(reason) })));
  }
  const books = readJson(row.books);
  const imports = await importsOf(
    deps.database.read,
    books.map(({ importId }) => importId),
  );
  await deps.database.transaction(async (tx) => {
    const hashes = await moveImports(tx, {
      requestIds: books.map(({ requestId }) => requestId),
      contentHashes: [...imports.values()].map(({ contentHash }) => contentHash),
      from: join(root, move.from),
      to: join(root, move.to),
      names: new Map(move.files.map((file) => [file.from, file.to])),
    });
    await followRenamed(tx, hashes);
    if (!(await changeMove(tx, row, { state: ENDS[way].done, reason: null }))) throw new Error('A move was ended by somebody else.');
    // the rename itself may have ended long ago
    if (wasCutOff) await deps.jobs.enqueue(tx, LOOK_AT_LIBRARY());
  });
  crashPoint('renaming', 'written');
}

/** The moves of one run. */
export interface MovingRun {
  readonly deps: RenameDeps;
  readonly turns: MoveTurns;
  readonly signal: AbortSignal;
  /** As this run holds it. */
  readonly rename: HeldRename;
  /** The real path of the library folder. */
  readonly root: string;
  readonly way: Way;
  readonly downloads: DownloadsInPlace;
}

/** What became of a book since the plan was made. */
async function changedSince({ deps, root, way, downloads }: MovingRun, row: MoveRow): Promise<RenameReason | undefined> {
  const { read } = deps.database;
  const place = join(root, toBookMove(row, root, way).from);
  const books = readJson(row.books);
  const imports = await importsOf(
    read,
    books.map(({ importId }) => importId),
  );
  if (!books.every(({ importId }) => imports.get(importId)?.directory === place)) return renameReason('outdated');
  if (await isBeingImported(read, books)) return renameReason('being_imported');
  const client = downloads.clientAt(place);
  return client === undefined ? undefined : renameReason('in_download_client', { path: place, client });
}

/** Writes into the journal that a book begins to move. @returns `undefined` if another run had its turn with it */
async function begin({ deps, rename, root, way }: MovingRun, row: MoveRow): Promise<MoveRow | undefined> {
  const top = relative(root, await topOfFileSystem(root, toBookMove(row, root, way).from));
  const isBegun = await deps.database.transaction(async (tx) => {
    await holdRename(tx, rename);
    return changeMove(tx, row, { state: way, reason: null, top });
  });
  return isBegun ? { ...row, state: way, top } : undefined;
}

/**
 * Moves one book of a plan. Faults of its files are written down with it and never thrown.
 *
 * @throws RenameTaken
 */
export function movePlaced(run: MovingRun, row: MoveRow): Promise<void> {
  const { deps, root, way, signal, turns } = run;
  return turns(signal, async () => {
    const reason = await changedSince(run, row);
    if (reason) return settle(deps, row, way, reason);
    const begun = await begin(run, row);
    crashPoint('renaming', 'begun');
    if (begun) await carryOut(deps, { row: begun, root, way, wasCutOff: false });
  });
}

/**
 * Finishes what runs that were cut off have begun, or puts it back.
 *
 * @returns the library folders that cannot be seen; what was begun in them waits
 */
export async function finishBegun(deps: RenameDeps, turns: MoveTurns, signal: AbortSignal): Promise<ReadonlySet<string>> {
  const unseen = new Set<string>();
  for (const { root, ...found } of await journal(deps.database.read)) {
    await turns(signal, async () => {
      // a run that had lost its lease may have finished it meanwhile
      const row = await findMove(deps.database.read, found.id);
      if (row?.state !== 'moving' && row?.state !== 'undoing') return;
      if (!(await isLibraryThere(root))) unseen.add(root);
      else {
        await carryOut(deps, { row, root, way: row.state, wasCutOff: true });
        await announceFinished(deps, row);
      }
    });
  }
  return unseen;
}

/** Tells of a book that arrived after its rename had ended. */
async function announceFinished(deps: RenameDeps, { id, renameId, books }: MoveRow): Promise<void> {
  const { read } = deps.database;
  const state = (await findMove(read, id))?.state;
  if (state === 'undone') await deps.database.transaction((tx) => endUndone(tx, renameId));
  const rename = await findRename(read, renameId);
  if (!rename || UNDER_WAY.includes(rename.state)) return;
  const title = readJson(books)[0]?.title;
  deps.announce({ id: renameId, state: rename.state, done: rename.done, total: rename.total, ...(title === undefined ? {} : { title }) });
}
