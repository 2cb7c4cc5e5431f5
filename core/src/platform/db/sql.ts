/** A value a statement can bind. Times are ISO 8601 text, JSON is text. */
export type SqlValue = string | number | boolean | null | undefined;

/**
 * Plain SQL on either database. Placeholders are `?`, names in statements are snake_case, members of rows camelCase.
 * Booleans come back as `0`/`1` from SQLite; compare with `isTrue`.
 */
export interface Sql {
  all<T extends object>(sql: string, params?: readonly SqlValue[]): Promise<T[]>;
  get<T extends object>(sql: string, params?: readonly SqlValue[]): Promise<T | undefined>;
  /** @returns how many rows were changed */
  run(sql: string, params?: readonly SqlValue[]): Promise<number>;
}

/** Reads a boolean column of either database. */
export function isTrue(value: unknown): boolean {
  return value === true || value === 1;
}

/** `?, ?, ?` for a list of `count` values. */
export function placeholders(count: number): string {
  return Array.from({ length: count }, () => '?').join(', ');
}

/** Lists are filled up to a multiple of this. */
const LIST_STEP = 8;

/** A list with its last value repeated, so that lists of nearly the same length share the text of a statement, and its plan. */
export function padded<T>(values: readonly T[]): T[] {
  const last = values[values.length - 1];
  if (last === undefined) return [];
  const missing = (LIST_STEP - (values.length % LIST_STEP)) % LIST_STEP;
  return [...values, ...Array.from({ length: missing }, () => last)];
}

const numbered = new Map<string, string>();

/** Turns `?` into `$1`, `$2`, … outside of quotes, as PostgreSQL wants it. */
export function numberPlaceholders(sql: string): string {
  let out = numbered.get(sql);
  if (out === undefined) {
    let n = 0;
    out = sql.replace(/'(?:[^']|'')*'|"[^"]*"|\?/g, (token) => (token === '?' ? `$${++n}` : token));
    // statements with lists of varying length must not grow the cache without end
    if (numbered.size > 500) numbered.clear();
    numbered.set(sql, out);
  }
  return out;
}

const camel = new Map<string, string>();

function camelName(column: string): string {
  let name = camel.get(column);
  if (name === undefined) {
    name = column.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
    camel.set(column, name);
  }
  return name;
}

/** Renames the columns of rows in one pass. */
export function camelRows<T extends object>(rows: readonly object[]): T[] {
  const first = rows[0];
  if (first === undefined) return [];
  const columns = Object.keys(first);
  if (!columns.some((column) => column.includes('_'))) return rows as T[];
  const names = columns.map(camelName);
  return rows.map((row) => {
    const out: Record<string, unknown> = {};
    for (let i = 0; i < columns.length; i += 1) out[names[i] as string] = (row as Record<string, unknown>)[columns[i] as string];
    return out as T;
  });
}

/** `statusSince` → `status_since`. */
export function snakeName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
