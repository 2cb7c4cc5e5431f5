import type { Tx } from '../../platform/db/index.js';
import { writeValue } from './stored-values.js';

/**
 * Makes transactions with the same name take turns until they commit. On SQLite they do anyway; on PostgreSQL two of
 * them would not see each other's rows. It writes a row into the settings table, whose readers ignore rows that are not
 * settings.
 */
export async function takeTurn(tx: Tx, name: string, now: Date): Promise<void> {
  await writeValue(tx, `lock.${name}`, {}, now);
}
