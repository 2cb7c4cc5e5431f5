import type { Tx } from '../../platform/db/index.js';

/**
 * Stands for this server among the media servers: books that no media server lists, and that an admin left where they are, are items of it. It is a
 * row beside the integrations and none of them, so it is in no list of integrations and starts nothing.
 */
export const OWN_DISK = 'own-disk';

/** Makes the row that items of this server refer to. */
export async function ensureOwnDisk(tx: Tx, at: Date): Promise<void> {
  const time = at.toISOString();
  await tx.run(
    `INSERT INTO integrations (id, plugin_id, name, enabled, priority, settings, plugin_version, path_mappings, subscriptions, created_at, updated_at)
     VALUES (?, ?, 'this server', ?, 0, '{}', '', '[]', '[]', ?, ?) ON CONFLICT (id) DO NOTHING`,
    [OWN_DISK, OWN_DISK, false, time, time],
  );
}
