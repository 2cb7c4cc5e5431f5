import { placeholders, type Database, type RowOf, type Sql, type SqlValue, type Tx } from '../../platform/db/index.js';
import { RenameEntity, RenameMoveEntity, type MoveState, type RenameState } from './entities.js';

export type RenameRow = RowOf<typeof RenameEntity>;
export type MoveRow = RowOf<typeof RenameMoveEntity>;

/** How many moves of a rename are in each state. */
export type MoveCounts = Partial<Record<MoveState, number>>;

/** A job works on a rename in these states. */
export const UNDER_WAY: readonly RenameState[] = ['planning', 'running', 'undoing'];

export interface MoveFilter {
  readonly page: number;
  readonly limit: number;
  readonly state?: MoveState;
}

/** Rows per statement; well below the parameter limit of either database. */
const ROWS_A_STATEMENT = 200;

/** The renames on which a job works, or is to work. */
export function renamesUnderWay(sql: Pick<Sql, 'all'>): Promise<RenameRow[]> {
  return sql.all<RenameRow>(`SELECT * FROM renames WHERE state IN (${placeholders(UNDER_WAY.length)}) ORDER BY id`, UNDER_WAY);
}

export function findRename(sql: Pick<Sql, 'get'>, id: string): Promise<RenameRow | undefined> {
  return sql.get<RenameRow>('SELECT * FROM renames WHERE id = ?', [id]);
}

export async function changeRename(tx: Tx, id: string, change: Partial<Omit<RenameRow, 'id'>>): Promise<void> {
  await tx.entities.update(RenameEntity, { id }, change);
}

/** Stops what is under way after the current book. @returns how many renames that are */
export function stopRenames(tx: Tx): Promise<number> {
  return tx.run(`UPDATE renames SET stopping = ? WHERE state IN (${placeholders(UNDER_WAY.length)})`, [true, ...UNDER_WAY]);
}

/** Another run has the rename, or it has ended: this run is to write nothing more. */
export class RenameTaken extends Error {
  override readonly name = 'RenameTaken';

  constructor() {
    super('Another run works on the rename, or it has ended.');
  }
}

/** What a run knows of the rename that it works on. */
export type HeldRename = Pick<RenameRow, 'id' | 'state' | 'runId'>;

/** Takes a rename for a run, from an earlier one that may still be alive. @returns whether it is still in that state */
export async function takeRename(tx: Tx, { id, state, runId }: HeldRename): Promise<boolean> {
  return (await tx.run('UPDATE renames SET run_id = ? WHERE id = ? AND state = ?', [runId, id, state])) > 0;
}

/** Keeps others from taking a rename until the transaction ends. @throws RenameTaken when somebody has */
export async function holdRename(tx: Tx, { id, state, runId }: HeldRename): Promise<void> {
  const held = await tx.run('UPDATE renames SET run_id = ? WHERE id = ? AND state = ? AND run_id = ?', [runId, id, state, runId]);
  if (held === 0) throw new RenameTaken();
}

/** Moves on a move that is in a state. @returns whether it was */
export async function changeMove(
  tx: Tx,
  { id, state }: Pick<MoveRow, 'id' | 'state'>,
  change: Pick<MoveRow, 'state' | 'reason'> & Partial<Pick<MoveRow, 'top'>>,
): Promise<boolean> {
  const top = change.top === undefined ? '' : ', top = ?';
  const values = [change.state, change.reason, ...(change.top === undefined ? [] : [change.top])];
  return (await tx.run(`UPDATE rename_moves SET state = ?, reason = ?${top} WHERE id = ? AND state = ?`, [...values, id, state])) > 0;
}

export function findMove(sql: Pick<Sql, 'get'>, id: string): Promise<MoveRow | undefined> {
  return sql.get<MoveRow>('SELECT * FROM rename_moves WHERE id = ?', [id]);
}

export async function insertMoves(tx: Tx, rows: readonly MoveRow[]): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_A_STATEMENT)
    await tx.upsert(RenameMoveEntity, rows.slice(from, from + ROWS_A_STATEMENT), { conflict: ['id'] });
}

/** Blocks planned moves, each with its reason. */
export async function blockMoves(tx: Tx, moves: readonly { readonly id: string; readonly reason: string }[]): Promise<void> {
  for (const { id, reason } of moves) await tx.run("UPDATE rename_moves SET state = 'blocked', reason = ? WHERE id = ?", [reason, id]);
}

/** Forgets what an earlier run planned, before the plan is made anew. */
export async function forgetMoves(tx: Tx, renameId: string): Promise<void> {
  await tx.run('DELETE FROM rename_moves WHERE rename_id = ?', [renameId]);
}

/** The renames page by page, newest first, in two statements. */
export async function renamePage(sql: Sql, { page, limit }: Omit<MoveFilter, 'state'>): Promise<{ rows: RenameRow[]; total: number }> {
  const rows = await sql.all<RenameRow>('SELECT * FROM renames ORDER BY id DESC LIMIT ? OFFSET ?', [limit, (page - 1) * limit]);
  const counted = await sql.get<{ total: number }>('SELECT COUNT(*) AS total FROM renames');
  return { rows, total: Number(counted?.total ?? 0) };
}

/** The states of the moves of some renames, in one statement. */
export async function countMoves(sql: Pick<Sql, 'all'>, renameIds: readonly string[]): Promise<Map<string, MoveCounts>> {
  const counts = new Map<string, MoveCounts>();
  if (renameIds.length === 0) return counts;
  const rows = await sql.all<{ renameId: string; state: MoveState; n: number }>(
    `SELECT rename_id, state, COUNT(*) AS n FROM rename_moves WHERE rename_id IN (${placeholders(renameIds.length)}) GROUP BY rename_id, state`,
    renameIds,
  );
  for (const { renameId, state, n } of rows) counts.set(renameId, { ...counts.get(renameId), [state]: Number(n) });
  return counts;
}

/** Moves page by page, in their order, in two statements. */
export async function movePage(
  sql: Sql,
  renameId: string,
  { page, limit, state }: MoveFilter,
): Promise<{ rows: MoveRow[]; total: number }> {
  const where = `rename_id = ?${state === undefined ? '' : ' AND state = ?'}`;
  const params: SqlValue[] = [renameId, ...(state === undefined ? [] : [state])];
  const rows = await sql.all<MoveRow>(`SELECT * FROM rename_moves WHERE ${where} ORDER BY position LIMIT ? OFFSET ?`, [
    ...params,
    limit,
    (page - 1) * limit,
  ]);
  const counted = await sql.get<{ total: number }>(`SELECT COUNT(*) AS total FROM rename_moves WHERE ${where}`, params);
  return { rows, total: Number(counted?.total ?? 0) };
}

/** The next moves of a rename in a state, after a position, or before it when they are put back. */
export function nextMoves(
  sql: Pick<Sql, 'all'>,
  renameId: string,
  { state, position, most }: { readonly state: MoveState; readonly position: number; readonly most: number },
): Promise<MoveRow[]> {
  const [sign, order] = state === 'moved' ? ['<', 'DESC'] : ['>', 'ASC'];
  return sql.all<MoveRow>(
    `SELECT * FROM rename_moves WHERE rename_id = ? AND state = ? AND position ${sign} ? ORDER BY position ${order} LIMIT ?`,
    [renameId, state, position, most],
  );
}

/** Moves that were begun and not written down as ended, with the library folder of their renames. */
export function journal(sql: Pick<Sql, 'all'>): Promise<(MoveRow & { readonly root: string })[]> {
  return sql.all(
    `SELECT m.*, r.root FROM rename_moves m JOIN renames r ON r.id = m.rename_id WHERE m.state IN ('moving', 'undoing') ORDER BY m.id`,
  );
}

/** Ends an undo that had ended without its last book: nothing of the rename is left to be put back. */
export async function endUndone(tx: Tx, renameId: string): Promise<void> {
  await tx.run(
    `UPDATE renames SET state = 'undone' WHERE id = ? AND state = 'done'
     AND NOT EXISTS (SELECT 1 FROM rename_moves m WHERE m.rename_id = renames.id AND m.state IN ('moving', 'moved', 'undoing'))`,
    [renameId],
  );
}

/** Deletes plans that nobody started, and what is over for long. @returns how many */
export function forgetRenames(database: Database, before: { readonly plans: string; readonly ended: string }): Promise<number> {
  return database.transaction((tx) =>
    tx.run(
      `DELETE FROM renames WHERE (state = 'ready' AND planned_at < ?) OR (ended_at < ? AND state NOT IN ('planning', 'ready', 'running', 'undoing')
       AND NOT EXISTS (SELECT 1 FROM rename_moves m WHERE m.rename_id = renames.id AND m.state IN ('moving', 'undoing')))`,
      [before.plans, before.ended],
    ),
  );
}
