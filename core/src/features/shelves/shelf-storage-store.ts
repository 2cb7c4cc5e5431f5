import type { JsonValue } from '@lectern/plugin-api';
import { readJson, type Database } from '../../platform/db/index.js';
import type { StorageStore } from '../../plugin-host/index.js';
import { ShelfStorageEntity } from './entities.js';
import { shelfOfInstance } from './shelf-instance.js';

/** Key/value rows of shelves' plugins; everything else goes to the store of integrations. */
export function createShelfStorageStore({ database }: { readonly database: Database }, others: StorageStore): StorageStore {
  return {
    async get(integrationId, key) {
      const shelfId = shelfOfInstance(integrationId);
      if (shelfId === undefined) return others.get(integrationId, key);
      const row = await database.entities.findOneBy(ShelfStorageEntity, { shelfId, key });
      return row === null ? undefined : readJson<JsonValue>(row.value);
    },
    async set(integrationId, key, value) {
      const shelfId = shelfOfInstance(integrationId);
      if (shelfId === undefined) return others.set(integrationId, key, value);
      await database.transaction((tx) =>
        tx.run(
          // a shelf that is being added has no row to belong to yet
          `INSERT INTO shelf_storage (shelf_id, key, value) SELECT id, ?, ? FROM shelves WHERE id = ?
           ON CONFLICT (shelf_id, key) DO UPDATE SET value = excluded.value`,
          [key, JSON.stringify(value), shelfId],
        ),
      );
    },
    async delete(integrationId, key) {
      const shelfId = shelfOfInstance(integrationId);
      if (shelfId === undefined) return others.delete(integrationId, key);
      await database.transaction((tx) => tx.entities.delete(ShelfStorageEntity, { shelfId, key }));
    },
  };
}
