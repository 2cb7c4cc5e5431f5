import { EntitySchema, type EntitySchemaColumnOptions } from 'typeorm';

declare const value: unique symbol;

/** A column whose value in a row is a `T`. */
export type Column<T> = EntitySchemaColumnOptions & { readonly [value]?: T };

/** On SQLite, booleans come back as 0 and 1; read them with `isTrue`. */
export type StoredFlag = boolean | 0 | 1;

type Columns = Readonly<Record<string, Column<unknown>>>;
type RowOfColumns<C extends Columns> = { -readonly [K in keyof C]: C[K] extends Column<infer T> ? T : never };

/** A row of an entity: `RowOf<typeof UserEntity>`. */
export type RowOf<E> = E extends EntitySchema<infer Row> ? Row : never;

/** A row to insert: what may be null may be absent. */
export type NewRow<Row> = { readonly [K in keyof Row as null extends Row[K] ? never : K]: Row[K] } & {
  readonly [K in keyof Row as null extends Row[K] ? K : never]?: Row[K] | undefined;
};

/** Text, of any length unless one is given. JSON is text. */
export function text<T extends string = string>(length?: number): Column<T> {
  return length === undefined ? { type: 'text' } : { type: 'varchar', length };
}

declare const content: unique symbol;

/** The JSON text of a column that holds a `T`; {@link readJson} reads it. */
export type Json<T> = string & { readonly [content]?: T };

/** Says once what the JSON of a column holds. */
export const json = <T>(): Column<Json<T>> => ({ type: 'text' });

/** Reads the JSON of a column as what its entity says it holds; `undefined` where the column is null. */
export function readJson<T>(text: Json<T>): T;
export function readJson<T>(text: Json<T> | null | undefined): T | undefined;
export function readJson<T>(text: Json<T> | null | undefined): T | undefined {
  return text === null || text === undefined ? undefined : (JSON.parse(text) as T);
}

/** The same for a list that shows many rows, which one damaged row must not hide: `instead` stands in for it. */
export function readJsonOr<T, Instead>(text: Json<T> | null | undefined, instead: Instead): T | Instead {
  if (text === null || text === undefined) return instead;
  try {
    const value: unknown = JSON.parse(text);
    // all that is stored so is an object or a list
    return typeof value === 'object' && value !== null ? (value as T) : instead;
  } catch {
    return instead;
  }
}

/** A UUID. */
export const id = (): Column<string> => text(36);

/** ISO 8601 in UTC, with milliseconds. */
export const time = (): Column<string> => text(24);

export const flag = (): Column<StoredFlag> => ({ type: 'boolean' });

export const integer = (): Column<number> => ({ type: 'integer' });

export const double = (): Column<number> => ({ type: 'double precision' });

export function nullable<T>(column: Column<T>): Column<T | null> {
  return { ...column, nullable: true };
}

/** Makes a column part of the primary key. */
export function key<T>(column: Column<T>): Column<T> {
  return { ...column, primary: true };
}

/** Describes the rows of a table, in one place. Members are camelCase, columns snake_case. */
export function defineEntity<C extends Columns>(table: string, columns: C): EntitySchema<RowOfColumns<C>> {
  return new EntitySchema<RowOfColumns<C>>({ name: table, tableName: table, columns });
}
