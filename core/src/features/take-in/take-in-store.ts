import { createHash } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import { placeholders, type Sql, type SqlValue, type Tx } from '../../platform/db/index.js';
import { TakeInEntity, TakenBookEntity, type TakeInRow, type TakenRow, type TakenState } from './entities.js';
import type { Confidence } from './judge-folder.js';

export const UNDER_WAY: readonly TakeInRow['state'][] = ['looking', 'reading'];
/** A person has decided, and the job does it. */
const DECIDED: readonly TakenState[] = ['leaving', 'filing', 'undoing'];
/** A person may decide about rows in these states. */
export const OPEN: readonly TakenState[] = ['read', 'refused'];

/** What a row is again once its decision was undone. */
export const REOPENED = {
  state: 'read',
  itemId: null,
  earlier: null,
  move: null,
  fault: null,
  later: null,
  lookedAt: null,
  decidedAt: null,
  decidedBy: null,
} as const satisfies Partial<TakenRow>;

/** Rows per statement; well below the parameter limit of either database. */
const ROWS_A_STATEMENT = 50;

export interface TakenFilter {
  readonly page: number;
  readonly limit: number;
  readonly confidence?: Confidence;
  readonly state?: TakenState;
}

/** How many rows are in each state, by confidence. */
export interface TakenCount {
  readonly state: TakenState;
  readonly confidence: Confidence | '';
  readonly n: number;
}

/** What is found of a book before it is read. */
export type FoundBook = Pick<TakenRow, 'path' | 'isMixed'> & {
  readonly names: readonly string[];
  readonly files: readonly string[] | null;
};

/** Makes those who begin, decide, and do what was decided take turns, in all processes. */
export function lockTakeIns(tx: Tx): Promise<void> {
  return tx.lock('take-ins');
}

export function findTakeIn(sql: Pick<Sql, 'get'>, id: string): Promise<TakeInRow | undefined> {
  return sql.get<TakeInRow>('SELECT * FROM take_ins WHERE id = ?', [id]);
}

/** The take-in that a job works on. There is one at most. */
export function takeInUnderWay(sql: Pick<Sql, 'get'>): Promise<TakeInRow | undefined> {
  return sql.get<TakeInRow>(`SELECT * FROM take_ins WHERE state IN (${placeholders(UNDER_WAY.length)}) ORDER BY id LIMIT 1`, UNDER_WAY);
}

export async function changeTakeIn(tx: Tx, id: string, change: Partial<Omit<TakeInRow, 'id'>>): Promise<void> {
  await tx.entities.update(TakeInEntity, { id }, change);
}

export function insertTakeIn(tx: Tx, row: TakeInRow): Promise<void> {
  return tx.insert(TakeInEntity, row);
}

/** Newest first. Two statements. */
export async function takeInPage(
  sql: Sql,
  { page, limit }: Pick<TakenFilter, 'page' | 'limit'>,
): Promise<{ rows: TakeInRow[]; total: number }> {
  const rows = await sql.all<TakeInRow>('SELECT * FROM take_ins ORDER BY id DESC LIMIT ? OFFSET ?', [limit, (page - 1) * limit]);
  const counted = await sql.get<{ total: number }>('SELECT COUNT(*) AS total FROM take_ins');
  return { rows, total: Number(counted?.total ?? 0) };
}

/** Writes down what was found; what is known already stays as it is. @returns how many are new */
export async function addFound(tx: Tx, takeInId: string, found: readonly FoundBook[]): Promise<number> {
  let added = 0;
  for (let from = 0; from < found.length; from += ROWS_A_STATEMENT) {
    const rows = found.slice(from, from + ROWS_A_STATEMENT).map(({ path, names, files, isMixed }) => ({
      id: uuid(),
      takeInId,
      pathKey: createHash('sha256').update(path).digest('hex'),
      path,
      names: JSON.stringify(names),
      files: files === null ? null : JSON.stringify(files),
      isMixed,
      state: 'waiting' as const,
      confidence: '' as const,
      tries: 0,
    }));
    added += await tx.upsert(TakenBookEntity, rows, { conflict: ['takeInId', 'pathKey'] });
  }
  return added;
}

/** The next row to be read; those of which the catalogue said nothing come last. */
export function nextWaiting(sql: Pick<Sql, 'get'>, takeInId: string): Promise<TakenRow | undefined> {
  return sql.get<TakenRow>(`SELECT * FROM taken_books WHERE take_in_id = ? AND state = 'waiting' ORDER BY tries, id LIMIT 1`, [takeInId]);
}

/** The next rows about which somebody has decided and whose files stay where they are, whatever their take-in. */
export function nextDecided(sql: Pick<Sql, 'all'>, most: number): Promise<TakenRow[]> {
  return sql.all<TakenRow>(
    `SELECT * FROM taken_books WHERE state IN ('leaving', 'undoing') AND move IS NULL ORDER BY state, id LIMIT ${most}`,
  );
}

/** The next rows after an id whose files are to move, or to move back, whatever their take-in. */
export function nextToMove(sql: Pick<Sql, 'all'>, after: string, most: number): Promise<TakenRow[]> {
  return sql.all<TakenRow>(
    `SELECT * FROM taken_books WHERE state IN ('filing', 'undoing') AND (state = 'filing' OR move IS NOT NULL) AND id > ? ORDER BY id LIMIT ${most}`,
    [after],
  );
}

/** The book that was filed last, of those that are filed now. */
export function lastFiled(sql: Pick<Sql, 'get'>): Promise<Pick<TakenRow, 'move'> | undefined> {
  return sql.get(`SELECT move FROM taken_books WHERE state = 'filed' ORDER BY id DESC LIMIT 1`, []);
}

/** The next rows after an id that count as in the library, whatever their take-in. */
export function nextTaken(sql: Pick<Sql, 'all'>, after: string, most: number): Promise<TakenRow[]> {
  return sql.all<TakenRow>(`SELECT * FROM taken_books WHERE state IN ('left', 'filed') AND id > ? ORDER BY id LIMIT ${most}`, [after]);
}

/** Books of all take-ins of whose files a later look found something; the newest first. Two statements. */
export async function laterPage(
  sql: Sql,
  { page, limit }: Pick<TakenFilter, 'page' | 'limit'>,
): Promise<{ rows: TakenRow[]; total: number }> {
  const all = `FROM taken_books WHERE state IN ('left', 'filed') AND later IS NOT NULL`;
  const rows = await sql.all<TakenRow>(`SELECT * ${all} ORDER BY id DESC LIMIT ? OFFSET ?`, [limit, (page - 1) * limit]);
  const counted = await sql.get<{ total: number }>(`SELECT COUNT(*) AS total ${all}`);
  return { rows, total: Number(counted?.total ?? 0) };
}

/** Whether somebody has decided about a book, and the job has not done it yet. */
export async function hasDecided(sql: Pick<Sql, 'get'>): Promise<boolean> {
  const row = await sql.get(`SELECT id FROM taken_books WHERE state IN (${placeholders(DECIDED.length)}) LIMIT 1`, DECIDED);
  return row !== undefined;
}

export function findTakenById(sql: Pick<Sql, 'get'>, id: string): Promise<TakenRow | undefined> {
  return sql.get<TakenRow>('SELECT * FROM taken_books WHERE id = ?', [id]);
}

/** Opens books again that were to be filed and whose files do not move yet. One statement. @returns how many */
export function stopFiling(tx: Tx, takeInId: string): Promise<number> {
  return tx.run(
    `UPDATE taken_books SET state = 'read', decided_at = NULL, decided_by = NULL WHERE take_in_id = ? AND state = 'filing' AND move IS NULL`,
    [takeInId],
  );
}

/** Open rows that are taken for a book, as {@link decide} would choose them; a page of them in the order in which they were found. */
export async function openPage(
  sql: Sql,
  takeInId: string,
  choice: Choice,
  { page, limit }: Pick<TakenFilter, 'page' | 'limit'>,
): Promise<{ rows: TakenRow[]; total: number }> {
  const { where, params } = chosen(choice);
  const all = `FROM taken_books WHERE take_in_id = ? AND state IN (${placeholders(OPEN.length)}) AND asin IS NOT NULL${where}`;
  const values = [takeInId, ...OPEN, ...params];
  const rows = await sql.all<TakenRow>(`SELECT * ${all} ORDER BY id LIMIT ? OFFSET ?`, [...values, limit, (page - 1) * limit]);
  const counted = await sql.get<{ total: number }>(`SELECT COUNT(*) AS total ${all}`, values);
  return { rows, total: Number(counted?.total ?? 0) };
}

export function findTaken(sql: Pick<Sql, 'get'>, takeInId: string, id: string): Promise<TakenRow | undefined> {
  return sql.get<TakenRow>('SELECT * FROM taken_books WHERE id = ? AND take_in_id = ?', [id, takeInId]);
}

/** Changes a row that is still in a state. @returns whether it was */
export async function changeTaken(
  tx: Tx,
  { id, state }: Pick<TakenRow, 'id' | 'state'>,
  change: Partial<Omit<TakenRow, 'id' | 'takeInId'>>,
): Promise<boolean> {
  const { affected } = await tx.entities.update(TakenBookEntity, { id, state }, change);
  // some drivers do not say
  return affected === undefined || affected > 0;
}

export async function removeTaken(tx: Tx, { id }: Pick<TakenRow, 'id'>): Promise<void> {
  await tx.run(`DELETE FROM taken_books WHERE id = ? AND state = 'waiting'`, [id]);
}

/** Which rows a person decides about. */
export interface Choice {
  readonly ids?: readonly string[];
  readonly confidences?: readonly Confidence[];
}

function chosen({ ids, confidences }: Choice): { readonly where: string; readonly params: readonly SqlValue[] } {
  const parts: { readonly where: string; readonly params: readonly SqlValue[] }[] = [];
  if (ids) parts.push({ where: `id IN (${placeholders(Math.max(1, ids.length))})`, params: ids.length === 0 ? [''] : ids });
  if (confidences) {
    parts.push({
      where: `confidence IN (${placeholders(Math.max(1, confidences.length))})`,
      params: confidences.length === 0 ? ['-'] : confidences,
    });
  }
  return { where: parts.map(({ where }) => ` AND ${where}`).join(''), params: parts.flatMap(({ params }) => params) };
}

/** Notes what a person decided about open rows that are taken for a book. One statement. @returns of how many */
export function decide(
  tx: Tx,
  takeInId: string,
  choice: Choice,
  to: { readonly state: 'leaving' | 'filing'; readonly at: string; readonly by: string | null },
): Promise<number> {
  const { where, params } = chosen(choice);
  return tx.run(
    `UPDATE taken_books SET state = ?, decided_at = ?, decided_by = ?, fault = NULL
     WHERE take_in_id = ? AND state IN (${placeholders(OPEN.length)}) AND asin IS NOT NULL${where}`,
    [to.state, to.at, to.by, takeInId, ...OPEN, ...params],
  );
}

/** Has decisions undone that are not older than a time, or about files that are not there as they were. One statement. @returns how many */
export function decideUndo(tx: Tx, takeInId: string, ids: readonly string[] | undefined, since: string): Promise<number> {
  const { where, params } = chosen(ids ? { ids } : {});
  return tx.run(
    `UPDATE taken_books SET state = 'undoing', fault = NULL WHERE take_in_id = ?
     AND (state IN ('leaving', 'left', 'filed') OR (state = 'filing' AND move IS NULL)) AND (decided_at >= ? OR (state = 'left' AND later IS NOT NULL) OR (state = 'filed' AND later = 'gone'))${where}`,
    [takeInId, since, ...params],
  );
}

/** The states of the rows of some take-ins, in one statement. */
export async function countTaken(sql: Pick<Sql, 'all'>, takeInIds: readonly string[]): Promise<Map<string, TakenCount[]>> {
  const counts = new Map<string, TakenCount[]>();
  if (takeInIds.length === 0) return counts;
  const rows = await sql.all<TakenCount & { takeInId: string }>(
    `SELECT take_in_id, state, confidence, COUNT(*) AS n FROM taken_books WHERE take_in_id IN (${placeholders(takeInIds.length)})
     GROUP BY take_in_id, state, confidence`,
    takeInIds,
  );
  for (const { takeInId, state, confidence, n } of rows)
    counts.set(takeInId, [...(counts.get(takeInId) ?? []), { state, confidence, n: Number(n) }]);
  return counts;
}

/** A page of rows in the order in which they were found. Two statements. */
export async function takenPage(
  sql: Sql,
  takeInId: string,
  { page, limit, confidence, state }: TakenFilter,
): Promise<{ rows: TakenRow[]; total: number }> {
  const filters = [
    ...(confidence === undefined ? [] : [{ where: 'confidence = ?', param: confidence }]),
    ...(state === undefined ? [] : [{ where: 'state = ?', param: state }]),
  ];
  const where = `take_in_id = ?${filters.map((one) => ` AND ${one.where}`).join('')}`;
  const params = [takeInId, ...filters.map(({ param }) => param)];
  const rows = await sql.all<TakenRow>(`SELECT * FROM taken_books WHERE ${where} ORDER BY id LIMIT ? OFFSET ?`, [
    ...params,
    limit,
    (page - 1) * limit,
  ]);
  const counted = await sql.get<{ total: number }>(`SELECT COUNT(*) AS total FROM taken_books WHERE ${where}`, params);
  return { rows, total: Number(counted?.total ?? 0) };
}

/** Deletes take-ins that ended before a time and of which no book is in the library: the others are looked at again. @returns how many */
export function forgetTakeIns(tx: Tx, before: string): Promise<number> {
  return tx.run(
    `DELETE FROM take_ins WHERE ended_at < ? AND state NOT IN (${placeholders(UNDER_WAY.length)})
     AND NOT EXISTS (SELECT 1 FROM taken_books b WHERE b.take_in_id = take_ins.id AND b.state IN (${placeholders(DECIDED.length)}, 'left', 'filed'))`,
    [before, ...UNDER_WAY, ...DECIDED],
  );
}
