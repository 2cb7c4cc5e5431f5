import { pluginDecisions, type PluginStore } from '../features/plugins/index.js';
import { defineFeature } from '../platform/composition/feature.js';
import type { PlatformServices } from '../platform/composition/platform-services.js';
import { CORE_DIR } from '../platform/config/core-dir.js';
import { createPluginHost, type CrashRecords, type IntegrationStore, type PluginHost, type StorageStore } from '../plugin-host/index.js';
import { hostPauses } from './host-pauses.js';

interface Needs extends PlatformServices {
  readonly integrationStore: IntegrationStore;
  readonly pluginStorage: StorageStore;
  readonly pluginStore: PluginStore;
  readonly crashRecords: CrashRecords;
}

interface Gives {
  readonly host: PluginHost;
}

/** The plugin host, which is no feature: it works with services of features. */
export const pluginHost = defineFeature<Needs, Gives>({
  name: 'plugin-host',
  services: {
    host: {
      make: (c) =>
        createPluginHost({
          integrations: c.integrationStore,
          storage: c.pluginStorage,
          logger: c.log,
          redactor: c.redactor,
          words: c.pluginWords,
          dataDir: c.config.dataDir,
          // the plugins that come with Lectern are found from here
          pluginRoots: [CORE_DIR],
          userAgent: c.userAgent,
          allowPrivateHosts: c.config.allowPrivateHosts,
          standIns: c.config.standIns,
          safeMode: c.config.safeMode,
          ...pluginDecisions(c),
          ...hostPauses(c.config.timeScale),
        }),
      stop: (host) => host.stopAll('shutdown'),
    },
  },
});
