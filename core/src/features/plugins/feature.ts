import { defineFeature } from '../../platform/composition/feature.js';
import type { PlatformServices } from '../../platform/composition/platform-services.js';
import { CORE_DIR } from '../../platform/config/core-dir.js';
import {
  configuredRegistry,
  createCrashRecords,
  createInstaller,
  openRegistry,
  type CrashRecords,
  type Installer,
  type PluginHost,
} from '../../plugin-host/index.js';
import type { AuditService } from '../audit/index.js';
import type { IntegrationService } from '../integrations/index.js';
import { bundledPlugins } from './bundled-plugins.js';
import * as entities from './entities.js';
import { followPlugins, PLUGIN_CHANGED } from './follow-plugins.js';
import { createInstallOrders, pluginJobs, RESTORE, type InstallOrders } from './plugin-jobs.js';
import { createPluginPeople, type PluginPeopleDependencies } from './people-of-plugins.js';
import { createPluginManager, type PluginManager } from './plugin-manager.js';
import { createPluginStore, type PluginStore } from './plugin-store.js';
import { pluginRoutes } from './routes.js';
import { createRunningVersions, type RunningVersions } from './running-versions.js';
import { createServerUpdate } from './server-update.js';
import { createUpdateCheck, type UpdateCheck } from './update-check.js';

interface Needs extends PlatformServices, PluginPeopleDependencies {
  readonly audit: AuditService;
  readonly host: PluginHost;
  readonly integrations: IntegrationService;
}

interface Gives {
  readonly pluginStore: PluginStore;
  readonly crashRecords: CrashRecords;
  readonly installer: Installer;
  readonly pluginManager: PluginManager;
  readonly installOrders: InstallOrders;
  readonly runningVersions: RunningVersions;
  readonly pluginUpdates: UpdateCheck;
}

/** The installer for a data directory, with the configured registry. */
function installerOf({ config, redactor, redact, userAgent }: Needs): Installer {
  const { dataDir, pluginRegistry, pluginRegistryToken: token } = config;
  if (token !== undefined) redactor.addSecret(token);
  const address = pluginRegistry === undefined ? configuredRegistry : () => Promise.resolve(pluginRegistry);
  const registry = openRegistry(address, { token, userAgent, redact });
  return createInstaller({ dataDir, registry, npm: { registryAddress: () => registry.address(), token, redact } });
}

function managerOf(c: Needs & Gives): PluginManager {
  return createPluginManager({
    database: c.database,
    store: c.pluginStore,
    audit: c.audit,
    installer: c.installer,
    crashes: c.crashRecords,
    log: c.log,
    now: c.now,
    bundled: () => bundledPlugins([CORE_DIR]),
    known: (id) => c.host.plugin(id),
    async removeIntegrations(pluginId, actor) {
      for (const { id, pluginId: of } of await c.integrations.list()) if (of === pluginId) await c.integrations.remove(id, actor);
    },
    async onChanged(id, options) {
      await c.host.refresh(id, options);
      c.runningVersions.note();
      c.feed.send(PLUGIN_CHANGED, { id, replace: options?.replace });
    },
  });
}

/** Removes leftovers of interrupted installations, and starts restoring missing code, while everything else starts. */
async function restorePlugins({ installer, pluginManager, jobs, log }: Needs & Gives): Promise<void> {
  try {
    await installer.cleanUp();
  } catch (error) {
    log.warn({ err: error }, 'the folder of unfinished installations could not be cleared');
  }
  if ((await pluginManager.missing()).length > 0) await jobs.add(RESTORE());
}

export const plugins = defineFeature<Needs, Gives>({
  name: 'plugins',
  entities,
  services: {
    pluginStore: (c) => createPluginStore(c),
    crashRecords: ({ config, now }) => createCrashRecords({ dataDir: config.dataDir, now }),
    installer: (c) => installerOf(c),
    runningVersions: (c) => createRunningVersions({ store: c.pluginStore, host: () => c.host }),
    pluginManager: (c) => managerOf(c),
    installOrders: ({ database, jobs, config }) => createInstallOrders({ database, jobs, dataDir: config.dataDir }),
    pluginUpdates: ({ pluginStore, installer, now }) => createUpdateCheck({ store: pluginStore, registry: installer.registry, now }),
  },
  routes: (c) =>
    pluginRoutes({
      host: c.host,
      store: c.pluginStore,
      manager: c.pluginManager,
      orders: c.installOrders,
      registry: c.installer.registry,
      updates: c.pluginUpdates,
      serverUpdate: createServerUpdate({
        registry: c.installer.registry,
        isAllowed: c.config.updateCheck,
        version: c.version,
        now: c.now,
      }),
      crashes: c.crashRecords,
      people: createPluginPeople(c),
      runs: (record) => c.runningVersions.runs(record),
      redact: c.redact,
      safeMode: c.config.safeMode,
    }),
  jobs: ({ pluginManager, config }) => pluginJobs({ manager: pluginManager, dataDir: config.dataDir }),
  listen: ({ feed, pluginStore, host, runningVersions, log }, { integrationsStarted }) =>
    followPlugins({ feed, store: pluginStore, host, runningVersions, log, started: integrationsStarted }),
  begin: (c) => restorePlugins(c),
});
