import type { Tx } from './database.js';

/**
 * Makes transactions of one name take turns until they commit. On SQLite they do anyway; on PostgreSQL two would not
 * see each other's rows. The row it writes stands among the settings, which read only their own.
 */
export async function takeTurn(tx: Tx, name: string, now: Date): Promise<void> {
  await tx.run(
    `INSERT INTO settings (key, value, updated_at) VALUES (?, '{}', ?) ON CONFLICT (key) DO UPDATE SET updated_at = excluded.updated_at`,
    [`lock.${name}`, now.toISOString()],
  );
}
