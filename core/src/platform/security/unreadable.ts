import type { EntitySchema } from 'typeorm';
import type { Database } from '../db/index.js';
import { sealedColumns } from './reseal.js';
import type { SecretBox } from './secret-box.js';

const BATCH = 200;

function isReadable(box: SecretBox, sealed: string): boolean {
  try {
    box.open(sealed);
    return true;
  } catch {
    return false;
  }
}

/** Counts the sealed values of each table that no key of the box opens. Tables without any are left out. */
export async function countUnreadable(
  database: Database,
  box: SecretBox,
  entities: readonly EntitySchema[],
): Promise<readonly { readonly table: string; readonly count: number }[]> {
  const found: { table: string; count: number }[] = [];
  for (const { table, column, keys } of sealedColumns(entities)) {
    let count = 0;
    for (let offset = 0; ; offset += BATCH) {
      const rows = await database.read.all<{ sealed: string }>(
        `SELECT ${column} AS sealed FROM ${table} WHERE ${column} IS NOT NULL ORDER BY ${keys.join(', ')} LIMIT ? OFFSET ?`,
        [BATCH, offset],
      );
      count += rows.filter(({ sealed }) => !isReadable(box, sealed)).length;
      if (rows.length < BATCH) break;
    }
    if (count > 0) found.push({ table, count });
  }
  return found;
}
