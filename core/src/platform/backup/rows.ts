import type { SqlValue } from '../db/sql.js';
import { BackupError } from './backup-error.js';
import type { Column, TableSchema } from './table-schema.js';

/** The most bytes of a row as a line of JSON. */
export const LONGEST_LINE = 32 * 1024 * 1024;

/** Splits chunks into lines. The last line must end, too. @throws BackupError if a line is too long or not UTF-8 */
export async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let held: Buffer[] = [];
  let size = 0;
  const take = (last: Buffer): string => {
    try {
      return decoder.decode(Buffer.concat([...held, last]));
    } catch (cause) {
      throw new BackupError('The backup holds text that is not UTF-8.', { cause });
    }
  };
  for await (const chunk of chunks) {
    let from = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, from)) {
      yield take(chunk.subarray(from, end));
      held = [];
      size = 0;
      from = end + 1;
    }
    const rest = chunk.subarray(from);
    size += rest.length;
    if (size > LONGEST_LINE) throw new BackupError(`The backup holds a row of more than ${LONGEST_LINE} bytes.`);
    // a copy, because the reader reuses its buffers
    if (rest.length > 0) held.push(Buffer.from(rest));
  }
  if (size > 0) throw new BackupError('The last row of a table is cut off.');
}

/** Columns by which the server decides who may do what: a value of another kind would be an account without rules. */
const KNOWN_WORDS: Readonly<Record<string, readonly string[]>> = {
  'users.role': ['admin', 'user'],
  'users.state': ['active', 'pending', 'rejected', 'disabled'],
};

function problemOf(value: unknown, { kind, isNullable }: Column): string | undefined {
  if (value === null) return isNullable ? undefined : 'is empty';
  if (kind === 'text') return typeof value === 'string' ? undefined : 'is not text';
  if (kind === 'boolean') return typeof value === 'boolean' ? undefined : 'is not true or false';
  if (typeof value !== 'number' || !Number.isFinite(value)) return 'is not a number';
  return kind === 'integer' && !Number.isSafeInteger(value) ? 'is not a whole number' : undefined;
}

/** Counts code points, as PostgreSQL does. */
function isLonger(value: string, length: number): boolean {
  return value.length > length && [...value].length > length;
}

/**
 * Parses a line. The values are in the order of the table's columns.
 *
 * @param strictLengths whether texts must fit their columns, as PostgreSQL requires
 * @throws BackupError if it is not a row of that table; the message names the column, never the value
 */
export function parseRow(line: string, table: TableSchema, strictLengths: boolean): SqlValue[] {
  let row: unknown;
  try {
    row = JSON.parse(line);
  } catch {
    // no cause, because it quotes the row
    throw new BackupError(`A row of ${table.name} is not JSON.`);
  }
  if (typeof row !== 'object' || row === null || Array.isArray(row)) throw new BackupError(`A row of ${table.name} is not an object.`);
  const given = row as Record<string, unknown>;
  const unknown = Object.keys(given).find((name) => !table.columns.some((column) => column.name === name));
  if (unknown !== undefined) throw new BackupError(`A row of ${table.name} has a column that is not known.`);
  return table.columns.map((column) => {
    const value = given[column.name];
    const problem = problemOf(value, column);
    const words = KNOWN_WORDS[`${table.name}.${column.name}`];
    if (words && typeof value === 'string' && !words.includes(value)) {
      throw new BackupError(`${table.name}.${column.name} of a row is none of ${words.join(', ')}.`);
    }
    if (problem !== undefined) throw new BackupError(`${table.name}.${column.name} of a row ${problem}.`);
    if (strictLengths && typeof value === 'string' && column.maxLength !== undefined && isLonger(value, column.maxLength)) {
      throw new BackupError(
        `${table.name}.${column.name} of a row is longer than ${column.maxLength} characters, which PostgreSQL refuses.`,
      );
    }
    return value as SqlValue;
  });
}
