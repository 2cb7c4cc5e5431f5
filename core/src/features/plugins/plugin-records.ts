import type { CrashRecords, PluginHostDeps } from '../../plugin-host/index.js';
import type { PluginStore } from './plugin-store.js';

interface Records {
  readonly pluginStore: PluginStore;
  readonly crashRecords: CrashRecords;
}

/** Reads the records of plugins. Call it before the host loads them. */
export async function readPluginRecords({ pluginStore, crashRecords }: Records): Promise<void> {
  crashRecords.load();
  await pluginStore.load();
}

/** Answers the plugin host's questions about each plugin. */
export function pluginDecisions({
  pluginStore,
  crashRecords,
}: Records): Pick<PluginHostDeps, 'activeVersion' | 'expected' | 'isEnabled' | 'isQuarantined' | 'quarantine' | 'ignoresCompatibility'> {
  return {
    activeVersion: (id) => pluginStore.get(id)?.installed?.version,
    expected: () =>
      pluginStore.list().flatMap(({ id, packageName, installed }) => (installed ? [{ id, packageName, version: installed.version }] : [])),
    isEnabled: (id) => pluginStore.get(id)?.enabled ?? true,
    isQuarantined: (id) => crashRecords.isQuarantined(id),
    quarantine: (record) => crashRecords.quarantine(record),
    ignoresCompatibility: (id) => pluginStore.get(id)?.ignoreCompatibility ?? false,
  };
}
