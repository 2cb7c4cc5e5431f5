import type { Tx } from './database.js';

/**
 * Makes transactions with the same name take turns until they commit. On SQLite they do anyway; on PostgreSQL two of them
 * would not see each other's rows. It writes a row into the table of settings, which ignores rows that are not settings.
 */
export async function takeTurn(tx: Tx, name: string, now: Date): Promise<void> {
  await tx.run(
    `INSERT INTO settings (key, value, updated_at) VALUES (?, '{}', ?) ON CONFLICT (key) DO UPDATE SET updated_at = excluded.updated_at`,
    [`lock.${name}`, now.toISOString()],
  );
}
