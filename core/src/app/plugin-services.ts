import type { InstallOrders, PluginManager, PluginStore, RunningVersions, UpdateCheck } from '../features/plugins/index.js';
import type { CrashRecords, Installer } from '../plugin-host/index.js';

/** What installing plugins is made of. */
export interface PluginServices {
  readonly pluginStore: PluginStore;
  readonly crashRecords: CrashRecords;
  readonly installer: Installer;
  readonly pluginManager: PluginManager;
  readonly installOrders: InstallOrders;
  readonly runningVersions: RunningVersions;
  readonly pluginUpdates: UpdateCheck;
}
