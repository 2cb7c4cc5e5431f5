import type { PluginHost } from '../../plugin-host/index.js';
import type { PluginRecord, PluginStore } from './plugin-store.js';

/** Knows whether the installed code is the running code. */
export interface RunningVersions {
  /** Records what the host has loaded. Call it after each load. */
  note(): void;
  runs(record: PluginRecord): boolean;
}

/**
 * Versions alone do not tell: if a version was removed and installed again with different contents, the process still
 * has the old code, because imported code stays.
 */
export function createRunningVersions({
  store,
  host,
}: {
  readonly store: Pick<PluginStore, 'list'>;
  readonly host: () => Pick<PluginHost, 'plugin'>;
}): RunningVersions {
  const integrity = new Map<string, string>();
  const keyOf = (id: string, version: string): string => `${id} ${version}`;
  return {
    note() {
      for (const { id, installed } of store.list()) {
        const plugin = host().plugin(id);
        if (!installed || plugin?.source !== 'installed' || plugin.version !== installed.version) continue;
        const key = keyOf(id, installed.version);
        if (!integrity.has(key)) integrity.set(key, installed.integrity);
      }
    },
    runs({ id, installed }) {
      const plugin = host().plugin(id);
      if (!installed || plugin?.source !== 'installed' || plugin.version !== installed.version) return false;
      return integrity.get(keyOf(id, installed.version)) === installed.integrity;
    },
  };
}
