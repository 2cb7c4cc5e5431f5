import type { JsonValue, PluginStorage } from '@lectern/plugin-api';
import type { StorageStore } from './ports.js';
import { leave } from './sections/sections.js';

const LONGEST_KEY = 200;

function assertKey(key: string): void {
  if (typeof key !== 'string' || key === '' || key.length > LONGEST_KEY) {
    throw new TypeError(`storage keys are strings of 1 to ${LONGEST_KEY} characters`);
  }
}

/** The part of the store that belongs to one integration. */
export function createPluginStorage(store: StorageStore, integrationId: string): PluginStorage {
  return {
    async get<T extends JsonValue>(key: string) {
      assertKey(key);
      return (await leave(() => store.get(integrationId, key))) as T | undefined;
    },
    async set(key, value) {
      assertKey(key);
      const text = JSON.stringify(value) as string | undefined;
      if (text === undefined) throw new TypeError('storage values are JSON');
      await leave(() => store.set(integrationId, key, JSON.parse(text) as JsonValue));
    },
    async delete(key) {
      assertKey(key);
      await leave(() => store.delete(integrationId, key));
    },
  };
}

/** A store in memory, for drafts. */
export function createMemoryStore(): StorageStore {
  const rows = new Map<string, JsonValue>();
  const row = (integrationId: string, key: string) => JSON.stringify([integrationId, key]);
  return {
    get: async (integrationId, key) => structuredClone(rows.get(row(integrationId, key))),
    set: async (integrationId, key, value) => void rows.set(row(integrationId, key), structuredClone(value)),
    delete: async (integrationId, key) => void rows.delete(row(integrationId, key)),
  };
}
