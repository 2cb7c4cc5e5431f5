import { join, relative } from 'node:path';
import { readJson, type Tx } from '../../platform/db/index.js';
import { crashPoint } from '../../platform/testing/crash-point.js';
import { isSentence, sentence, storeSaid, type Said, type Sentence } from '../../platform/words/index.js';
import { errorCode, toFileError } from '../../files/file-error.js';
import type { BookMove } from '../../files/placing/check-move.js';
import { moveBook, topOfFileSystem } from '../../files/placing/move-book.js';
import { MoveFault } from '../../files/placing/move-fault.js';
import { readDownloadsInPlace } from '../lifecycle/downloads-in-place.js';
import { placedFilesIn } from '../lifecycle/replaced-imports.js';
import { LOOK_AT_LIBRARY, leaveBooks, takeBackLeft } from '../library/index.js';
import { reasonOfFault, renameReason, saidReason, type MoveTurns } from '../renaming/index.js';
import { areBack, compareFiled, filesToPutBack, seenFolders } from './compare-taken.js';
import type { FiledMove, TakenRow } from './entities.js';
import { filingContext } from './filing-context.js';
import type { AskHoldings } from './ask-holdings.js';
import { bookAt } from './left-book.js';
import { placedReason, planFiling } from './plan-filing.js';
import type { TakeInDeps } from './take-in-dependencies.js';
import { changeTaken, findTakeIn, findTakenById, lockTakeIns, nextToMove, REOPENED } from './take-in-store.js';

/** The moves of one run of the job. */
export interface MovingTaken {
  readonly deps: TakeInDeps;
  readonly turns: MoveTurns;
  readonly signal: AbortSignal;
  /** Books of which nobody can say where they are; the next run looks again. */
  readonly stuck: Set<string>;
  readonly holdings: AskHoldings;
}

const ROWS_AT_ONCE = 20;
/** No reason: somebody deleted the files. */
const GONE = 'gone';

/** The folder that has the file system of a place, relative to a root. */
async function topOf(root: string, place: string): Promise<string> {
  return relative(root, await topOfFileSystem(root, place));
}

/** What is looked at before a book moves, or why that cannot be: a disk that does not answer is the fault of one book, and not of the job. */
async function prepare<T>(place: string, look: () => Promise<T>): Promise<T | Sentence> {
  try {
    return await look();
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return saidReason(reasonOfFault(toFileError(error, 'move_book_in', place)));
  }
}

function change<T>(deps: TakeInDeps, work: (tx: Tx) => Promise<T>): Promise<T> {
  return deps.database.transaction(async (tx) => {
    // nobody decides otherwise meanwhile
    await lockTakeIns(tx);
    return work(tx);
  });
}

/** The move, or its way back. */
function toBookMove({ id, path }: TakenRow, move: FiledMove, isBack: boolean): BookMove {
  const { root, from, toRoot, to, files, top, topBack } = move;
  if (!isBack) return { id, root, from, toRoot, to, files, top, onlyFiles: path !== join(root, from) };
  return {
    id: `${id}-back`,
    root: toRoot,
    from: to,
    toRoot: root,
    to: from,
    files: files.map((file) => ({ ...file, from: file.to, to: file.from })),
    isShared: !move.isAlone,
    ...(topBack === undefined ? {} : { top: topBack }),
  };
}

/** Notes why a book stays where it is, and opens it again or has it stay filed. */
async function settle(deps: TakeInDeps, row: TakenRow, why: Said): Promise<void> {
  const fault = storeSaid(why);
  const stays = (): Partial<TakenRow> => {
    if (row.state !== 'undoing' || row.move === null) return { state: 'refused', move: null, fault };
    // the way back ends, so that the next one begins anew
    const { topBack: _ended, ...filed } = readJson<FiledMove>(row.move);
    return { state: 'filed', move: JSON.stringify(filed), fault };
  };
  await change(deps, (tx) => changeTaken(tx, row, stays()));
}

/** Whether nobody can say after a fault where the files are: a run that was cut off may have left them in between, or where nothing is mounted now. */
async function isUnsettled(error: unknown, { root, toRoot = root }: BookMove, wasCutOff: boolean): Promise<boolean> {
  if (!(error instanceof MoveFault)) return wasCutOff;
  if (error.code !== 'missing' || !wasCutOff) return ['stuck', 'not_flushed', 'not_mounted'].includes(error.code);
  const isSeen = seenFolders();
  return !(await isSeen(root)) || !(await isSeen(toRoot));
}

/** Moves the files of a row that stands in the journal. @returns whether they are at their end */
async function move({ deps, stuck }: MovingTaken, row: TakenRow, book: BookMove, wasCutOff: boolean): Promise<boolean> {
  try {
    await moveBook(book);
    return true;
  } catch (error) {
    const fault = saidReason(reasonOfFault(error));
    deps.log.warn({ err: error, from: join(book.root, book.from), to: join(book.toRoot ?? book.root, book.to) }, 'a book was not filed');
    if (!(await isUnsettled(error, book, wasCutOff))) {
      await settle(deps, row, fault);
      return false;
    }
    // it stays in the journal, so that the next run tries again
    stuck.add(row.id);
    await change(deps, (tx) => changeTaken(tx, row, { fault: storeSaid(fault) }));
    return false;
  }
}

/** Writes down that the files have arrived, and has the book count as in the library there. */
async function arrive({ deps }: MovingTaken, row: TakenRow, filed: FiledMove): Promise<void> {
  const folder = join(filed.toRoot, filed.to);
  await change(deps, async (tx) => {
    const book = bookAt(row, folder);
    const [left] = book ? await leaveBooks(tx, [book], deps.now()) : [];
    const { itemId = null, earlier } = left ?? {};
    const done = {
      state: 'filed',
      fault: null,
      itemId,
      earlier: earlier ? JSON.stringify(earlier) : null,
      move: JSON.stringify(filed),
    } as const;
    if (!(await changeTaken(tx, row, done))) throw new Error('A book was filed by somebody else.');
    await deps.jobs.enqueue(tx, LOOK_AT_LIBRARY());
  });
  crashPoint('taking in', 'filed');
}

async function file(moving: MovingTaken, row: TakenRow): Promise<void> {
  const { deps } = moving;
  if (row.move !== null) {
    const begun = readJson<FiledMove>(row.move);
    if (await move(moving, row, toBookMove(row, begun, false), true)) await arrive(moving, row, begun);
    return;
  }
  const context = await filingContext({ ...deps, holdings: moving.holdings, signal: moving.signal }, [row]);
  if (isSentence(context)) return settle(deps, row, context);
  const takeIn = await findTakeIn(deps.database.read, row.takeInId);
  const { move: planned, isThere, reason } = await planFiling(context, { row, takenRoot: takeIn?.root ?? row.path });
  if (!planned || reason !== undefined) return settle(deps, row, reason ?? sentence('filing.impossible'));
  if (isThere === true) return void (await change(deps, (tx) => changeTaken(tx, row, { state: 'leaving' })));
  const { root, from, toRoot, to } = planned;
  const begun = await prepare(row.path, async () => ({ ...planned, top: await topOf(root, from), toTop: await topOf(toRoot, to) }));
  if (isSentence(begun)) return settle(deps, row, begun);
  // somebody may have stopped it while it was planned
  if (!(await change(deps, (tx) => changeTaken(tx, row, { move: JSON.stringify(begun) })))) return;
  crashPoint('taking in', 'begun');
  if (await move(moving, row, toBookMove(row, begun, false), false)) await arrive(moving, row, begun);
}

/** Takes a filed book out of the library. @param change what its row says then */
function takeOut(deps: TakeInDeps, row: TakenRow, rowChange: Partial<TakenRow>): Promise<void> {
  const { itemId, asin } = row;
  return change(deps, async (tx) => {
    const earlier = row.earlier === null ? {} : { earlier: readJson(row.earlier) };
    if (itemId !== null && asin !== null) await takeBackLeft(tx, [{ itemId, asin, ...earlier }]);
    await changeTaken(tx, row, rowChange);
    await deps.jobs.enqueue(tx, LOOK_AT_LIBRARY());
  });
}

/** Looks at a filed book that is to go back. @returns the way back, why it stays, or `gone` */
async function planBack({ deps }: MovingTaken, filed: FiledMove): Promise<FiledMove | Sentence | typeof GONE> {
  const { read } = deps.database;
  const place = join(filed.toRoot, filed.to);
  const [placed] = await placedFilesIn(read, [place]);
  if (placed !== undefined) return placedReason(placed);
  const client = (await readDownloadsInPlace(read)).clientAt(place);
  if (client !== undefined) return saidReason(renameReason('in_download_client', { path: place, client }));
  return prepare(place, async () => {
    // somebody may also have put them back by hand, which the move finds out
    if ((await compareFiled(filed, seenFolders())) === GONE && !(await areBack(filed))) return GONE;
    return { ...filed, files: await filesToPutBack(filed), topBack: await topOf(filed.toRoot, filed.to) };
  });
}

async function moveBack(moving: MovingTaken, row: TakenRow, filed: FiledMove): Promise<void> {
  const { deps } = moving;
  const wasCutOff = filed.topBack !== undefined;
  const begun = wasCutOff ? filed : await planBack(moving, filed);
  if (begun === GONE) return takeOut(deps, row, { ...REOPENED, state: 'gone' });
  if (isSentence(begun)) return settle(deps, row, begun);
  if (!wasCutOff) await change(deps, (tx) => changeTaken(tx, row, { move: JSON.stringify(begun) }));
  crashPoint('taking in', 'begun back');
  if (!(await move(moving, row, toBookMove(row, begun, true), wasCutOff))) return;
  await takeOut(deps, row, REOPENED);
  crashPoint('taking in', 'undone');
}

/**
 * Files the books that somebody decided to file, or puts them back, one after another. Each stands in the journal before its files move, so what
 * a run that was cut off has begun is finished, or put back.
 *
 * @param onDone hears of each book that is done
 */
export async function moveDecided(moving: MovingTaken, onDone: (row: TakenRow) => Promise<void>): Promise<void> {
  const { deps, turns, signal, stuck } = moving;
  let after = '';
  for (;;) {
    const rows = await nextToMove(deps.database.read, after, ROWS_AT_ONCE);
    if (rows.length === 0) return;
    for (const found of rows) {
      after = found.id;
      signal.throwIfAborted();
      if (stuck.has(found.id)) continue;
      await turns(signal, async () => {
        // another run may have had its turn with it, or somebody thought better of it
        const row = await findTakenById(deps.database.read, found.id);
        if (row?.state === 'filing') await file(moving, row);
        else if (row?.state === 'undoing' && row.move !== null) await moveBack(moving, row, readJson<FiledMove>(row.move));
      });
      await onDone(found);
    }
  }
}
