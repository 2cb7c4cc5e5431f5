import {
  createInstallOrders,
  createPluginManager,
  createPluginStore,
  createRunningVersions,
  createUpdateCheck,
  PLUGIN_CHANGED,
  RESTORE_JOB,
} from '../features/plugins/index.js';
import { createCrashRecords, createInstaller, createRegistry, type Installer, type PluginHostDeps } from '../plugin-host/index.js';
import { CORE_DIR } from '../platform/config/core-dir.js';
import { bundledPlugins } from './bundled-plugins.js';
import type { Container, Cradle } from './cradle.js';
import { service } from './service.js';

type InstallerParts = Pick<Cradle, 'config' | 'version' | 'redactor'>;

/** The installer of a data directory, with the registry of the environment. */
export function installerOf({ config, version, redactor }: InstallerParts): Installer {
  const { pluginRegistry, pluginRegistryToken: token } = config;
  if (token !== undefined) redactor.addSecret(token);
  const redact = (text: string) => redactor.redact(text);
  const registry = createRegistry({ url: pluginRegistry, token, userAgent: `Lectern/${version}`, redact });
  return createInstaller({ dataDir: config.dataDir, registry, npm: { registryUrl: registry.url, token, redact } });
}

/** What the plugin host asks about each plugin. */
export function pluginDecisions({
  pluginStore,
  crashRecords,
}: Pick<Cradle, 'pluginStore' | 'crashRecords'>): Pick<
  PluginHostDeps,
  'activeVersion' | 'expected' | 'isEnabled' | 'isQuarantined' | 'quarantine' | 'ignoresCompatibility'
> {
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

/** Reads what is on record about plugins. Before the host loads them. */
export async function readPluginRecords({ pluginStore, crashRecords }: Pick<Cradle, 'pluginStore' | 'crashRecords'>): Promise<void> {
  crashRecords.load();
  await pluginStore.load();
}

/** Clears away what installations left that were cut off, and has missing code made anew, while everything else starts. */
export async function restorePlugins({ installer, pluginManager, jobs, log }: Cradle): Promise<void> {
  try {
    await installer.cleanUp();
  } catch (error) {
    log.warn({ err: error }, 'the folder of unfinished installations could not be cleared');
  }
  if ((await pluginManager.missing()).length > 0) await jobs.add({ name: RESTORE_JOB, singletonKey: RESTORE_JOB });
}

/** Registers what installing plugins is made of. */
export function registerPlugins(container: Container): void {
  container.register({
    pluginStore: service(container, (c: Cradle) => createPluginStore(c)),
    crashRecords: service(container, ({ config, now }: Cradle) => createCrashRecords({ dataDir: config.dataDir, now })),
    installer: service(container, (c: Cradle) => installerOf(c)),
    runningVersions: service(container, (c: Cradle) => createRunningVersions({ store: c.pluginStore, host: () => c.host })),
    pluginManager: service(container, (c: Cradle) =>
      createPluginManager({
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
      }),
    ),
    installOrders: service(container, ({ database, jobs, config }: Cradle) =>
      createInstallOrders({ database, jobs, dataDir: config.dataDir }),
    ),
    pluginUpdates: service(container, ({ pluginStore, installer, now }: Cradle) =>
      createUpdateCheck({ store: pluginStore, registry: installer.registry, now }),
    ),
  });
}
