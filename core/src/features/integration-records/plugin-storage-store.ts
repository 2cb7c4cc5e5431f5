import type { JsonValue } from '@lectern/plugin-api';
import { readJson, type Database, type Tx } from '../../platform/db/index.js';
import type { StorageStore } from '../../plugin-host/index.js';
import { PluginStorageEntity } from './entities.js';

/** Prefix of core's own keys; plugins neither see nor change them. */
export const CORE_KEY_PREFIX = 'lectern:';

function assertPluginKey(key: string): void {
  if (key.startsWith(CORE_KEY_PREFIX)) throw new TypeError(`storage keys that begin with "${CORE_KEY_PREFIX}" are reserved`);
}

/** Remembers a value of an integration in place of the one before, also under a key of core's own. */
export async function writeStored(tx: Tx, integrationId: string, key: string, value: unknown): Promise<void> {
  const row = { integrationId, key, value: JSON.stringify(value) };
  await tx.upsert(PluginStorageEntity, row, { conflict: ['integrationId', 'key'], update: ['value'] });
}

/** Key/value rows of integrations, which are deleted with them. */
export function createPluginStorageStore({ database }: { readonly database: Database }): StorageStore {
  return {
    async get(integrationId, key) {
      assertPluginKey(key);
      const row = await database.entities.findOneBy(PluginStorageEntity, { integrationId, key });
      return row === null ? undefined : readJson<JsonValue>(row.value);
    },
    async set(integrationId, key, value) {
      assertPluginKey(key);
      await database.transaction((tx) => writeStored(tx, integrationId, key, value));
    },
    async delete(integrationId, key) {
      assertPluginKey(key);
      await database.transaction((tx) => tx.entities.delete(PluginStorageEntity, { integrationId, key }));
    },
  };
}
