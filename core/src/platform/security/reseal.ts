import type { EntitySchema } from 'typeorm';
import type { Database } from '../db/index.js';
import { snakeName } from '../db/sql.js';
import type { SecretBox } from './secret-box.js';

/** The result of resealing. */
export interface ResealReport {
  /** Number of values that were sealed with another key and are now sealed with the current one. */
  readonly resealed: number;
  /** Values that no key opens. They are left as they are. */
  readonly lost: readonly { readonly table: string; readonly column: string; readonly count: number }[];
  /** Ids of keys that still seal something. */
  readonly keysInUse: ReadonlySet<string>;
}

const BATCH = 200;

/** The columns with sealed values: all members whose names end with `Sealed`. */
export function sealedColumns(entities: readonly EntitySchema[]): { table: string; column: string; keys: string[] }[] {
  return entities.flatMap(({ options }) => {
    const columns = Object.entries(options.columns);
    const keys = columns.filter(([, column]) => column?.primary === true).map(([name]) => snakeName(name));
    return columns
      .filter(([name]) => name.endsWith('Sealed'))
      .map(([name]) => ({ table: options.tableName ?? options.name, column: snakeName(name), keys }));
  });
}

function keyIdOf(sealed: string): string {
  return sealed.split('.')[1] ?? '';
}

/** Reseals everything with the current key. Works in small batches, and can be stopped and repeated. */
export async function reseal(database: Database, box: SecretBox, entities: readonly EntitySchema[]): Promise<ResealReport> {
  const current = keyIdOf(box.seal(''));
  const keysInUse = new Set<string>();
  const lost: { table: string; column: string; count: number }[] = [];
  let resealed = 0;
  for (const { table, column, keys } of sealedColumns(entities)) {
    let unreadable = 0;
    const order = keys.join(', ');
    for (let offset = 0; ; offset += BATCH) {
      const rows = await database.read.all<Record<string, string>>(
        `SELECT ${keys.map((key, n) => `${key} AS k${n}`).join(', ')}, ${column} AS sealed FROM ${table}
          WHERE ${column} IS NOT NULL ORDER BY ${order} LIMIT ? OFFSET ?`,
        [BATCH, offset],
      );
      await database.transaction(async (tx) => {
        for (const row of rows) {
          const sealed = row['sealed'] ?? '';
          if (keyIdOf(sealed) === current) continue;
          try {
            const params = [box.seal(box.open(sealed)), ...keys.map((_, n) => row[`k${n}`]), sealed];
            // a value that was written meanwhile is not overwritten
            resealed += await tx.run(
              `UPDATE ${table} SET ${column} = ? WHERE ${keys.map((key) => `${key} = ?`).join(' AND ')} AND ${column} = ?`,
              params,
            );
          } catch {
            unreadable += 1;
            keysInUse.add(keyIdOf(sealed));
          }
        }
      });
      if (rows.length < BATCH) break;
    }
    if (unreadable > 0) lost.push({ table, column, count: unreadable });
  }
  keysInUse.add(current);
  return { resealed, lost, keysInUse };
}
