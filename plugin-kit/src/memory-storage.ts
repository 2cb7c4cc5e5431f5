import type { JsonValue, PluginStorage } from '@lectern/plugin-api';

/** Storage that lasts as long as the process; like the real one it keeps copies and refuses values that are not JSON. */
export function createMemoryStorage(): PluginStorage {
  const values = new Map<string, string>();
  return {
    async get<T extends JsonValue>(key: string) {
      const text = values.get(key);
      return text === undefined ? undefined : (JSON.parse(text) as T);
    },
    async set(key, value) {
      const text = JSON.stringify(value) as string | undefined;
      if (text === undefined) throw new TypeError(`the value of ${key} is not JSON`);
      if (key.length > 200) throw new TypeError('keys have at most 200 characters');
      values.set(key, text);
    },
    async delete(key) {
      values.delete(key);
    },
  };
}
