import type { EntitySchema } from 'typeorm';
import type { NewRow } from './columns.js';
import { placeholders, snakeName, type SqlValue } from './sql.js';

/** A statement and what it binds. */
interface Statement {
  readonly sql: string;
  readonly params: SqlValue[];
}

/** A row meets one that is there already. */
export interface Conflict<Row> {
  /** The members that no two rows share; a primary key or a unique index. */
  readonly conflict: readonly (keyof Row & string)[];
  /** The members that the row that is there takes over from the new one. Without them it stays as it is. */
  readonly update?: readonly (keyof Row & string)[];
}

type Row = Readonly<Record<string, SqlValue>>;

function tableOf<R extends object>(into: EntitySchema<R> | string): string {
  return typeof into === 'string' ? into : (into.options.tableName ?? into.options.name);
}

/** Members that no row has are left to the database; one that only some rows have is null in the others. */
function insertRows(table: string, rows: readonly Row[]): Statement {
  const members = [...new Set(rows.flatMap((row) => Object.keys(row).filter((member) => row[member] !== undefined)))];
  const marks = `(${placeholders(members.length)})`;
  return {
    sql: `INSERT INTO ${table} (${members.map(snakeName).join(', ')}) VALUES ${rows.map(() => marks).join(', ')}`,
    params: rows.flatMap((row) => members.map((member) => row[member] ?? null)),
  };
}

/** `{ a, b }` as an INSERT into the table; members become snake_case columns, `undefined` is left out. */
export function insertStatement<R extends object>(into: EntitySchema<R> | string, row: NewRow<R>): Statement {
  return insertRows(tableOf(into), [row]);
}

/** Rows as one INSERT that says what becomes of a row that is there already. At least one row. */
export function upsertStatement<R extends object>(
  into: EntitySchema<R>,
  rows: NewRow<R> | readonly NewRow<R>[],
  { conflict, update = [] }: Conflict<R>,
): Statement {
  const { sql, params } = insertRows(tableOf(into), (Array.isArray(rows) ? rows : [rows]) as Row[]);
  const taken = update.map(snakeName).map((column) => `${column} = excluded.${column}`);
  const action = taken.length === 0 ? 'NOTHING' : `UPDATE SET ${taken.join(', ')}`;
  return { sql: `${sql} ON CONFLICT (${conflict.map(snakeName).join(', ')}) DO ${action}`, params };
}
