import { readJson, type Tx } from '../../platform/db/index.js';
import { crashPoint } from '../../platform/testing/crash-point.js';
import { leaveBooks, takeBackLeft } from '../library/index.js';
import type { Announce } from './announce-taken.js';
import type { TakenRow, TakenState } from './entities.js';
import { bookAt } from './left-book.js';
import { moveDecided, type MovingTaken } from './move-taken.js';
import type { TakeInDeps } from './take-in-dependencies.js';
import { changeTaken, lockTakeIns, nextDecided, REOPENED } from './take-in-store.js';

const ROWS_AT_ONCE = 50;

/** Leaves books where they are, together or not at all. */
async function leave({ now }: Pick<TakeInDeps, 'now'>, tx: Tx, rows: readonly TakenRow[]): Promise<void> {
  const books = rows.flatMap((row) => {
    const book = bookAt(row, row.path);
    return book ? [{ row, book }] : [];
  });
  const left = await leaveBooks(
    tx,
    books.map(({ book }) => book),
    now(),
  );
  for (const [at, { row }] of books.entries()) {
    const { itemId = null, earlier } = left[at] ?? {};
    await changeTaken(tx, row, { state: 'left', itemId, earlier: earlier ? JSON.stringify(earlier) : null });
  }
}

async function takeBack(tx: Tx, rows: readonly TakenRow[]): Promise<void> {
  const items = rows.flatMap(({ itemId, asin, earlier }) =>
    itemId === null || asin === null ? [] : [{ itemId, asin, ...(earlier === null ? {} : { earlier: readJson(earlier) }) }],
  );
  await takeBackLeft(tx, items);
  for (const row of rows) await changeTaken(tx, row, REOPENED);
}

/** Does what was decided about the next books, all of which had the same decided. */
async function doNext(deps: TakeInDeps, tx: Tx): Promise<{ readonly state: TakenState; readonly rows: readonly TakenRow[] }> {
  // nobody decides otherwise meanwhile
  await lockTakeIns(tx);
  const next = await nextDecided(tx, ROWS_AT_ONCE);
  const [{ state = 'leaving' } = {}] = next;
  const rows = next.filter((row) => row.state === state);
  await (state === 'leaving' ? leave(deps, tx, rows) : takeBack(tx, rows));
  return { state, rows };
}

/**
 * Does what people decided. What is left where it is, is done some books at a time, each lot in one transaction, so a kill at any moment leaves
 * it whole or undone; books are filed one by one.
 *
 * @returns the take-ins whose books changed
 */
export async function carryOut(moving: MovingTaken, announce: Announce): Promise<ReadonlySet<string>> {
  const { deps, signal } = moving;
  const touched = new Set<string>();
  const note = ({ takeInId, asin }: TakenRow): void => {
    touched.add(takeInId);
    if (asin !== null) deps.announceBooks([asin]);
  };
  await moveDecided(moving, async (row) => {
    note(row);
    await announce(row.takeInId);
  });
  for (;;) {
    signal.throwIfAborted();
    if ((await nextDecided(deps.database.read, 1)).length === 0) break;
    const { state, rows } = await deps.database.transaction((tx) => doNext(deps, tx));
    crashPoint('taking in', state);
    for (const { takeInId } of rows) touched.add(takeInId);
    deps.announceBooks(rows.flatMap(({ asin }) => asin ?? []));
  }
  // somebody may wait for such a book
  if (touched.size > 0) await deps.settler.found();
  return touched;
}
