import type { Tx } from '../../platform/db/index.js';
import { IntegrationEntity } from './entities.js';

/**
 * Stands for this server among the media servers: books that no media server lists, and that an admin left where they are, are items of it. It is a
 * row beside the integrations and none of them, so it is in no list of integrations and starts nothing.
 */
export const OWN_DISK = 'own-disk';

/** Makes the row that items of this server refer to. */
export async function ensureOwnDisk(tx: Tx, at: Date): Promise<void> {
  const time = at.toISOString();
  const none = { settings: '{}', secretsSealed: null, pluginVersion: '', pathMappings: '[]', subscriptions: '[]' };
  const row = {
    id: OWN_DISK,
    pluginId: OWN_DISK,
    name: 'this server',
    enabled: false,
    priority: 0,
    ...none,
    createdAt: time,
    updatedAt: time,
  };
  await tx.upsert(IntegrationEntity, row, { conflict: ['id'] });
}
