import { createRedactor } from '../../platform/logging/redactor.js';
import { createPluginHost, type PluginHost, type PluginHostDeps } from '../plugin-host.js';
import type { StoredIntegration } from '../ports.js';
import { createMemoryStore } from '../storage.js';
import { createFixtureRoot } from './install-fixtures.js';

export interface LogLine {
  readonly level: string;
  readonly fields: Record<string, unknown>;
  readonly message: string;
}

export interface TestHost {
  readonly host: PluginHost;
  readonly logs: LogLine[];
  readonly root: string;
  close(): Promise<void>;
}

export function stored(plugin: string, change: Partial<StoredIntegration> = {}): StoredIntegration {
  return {
    id: `integration-${plugin}`,
    pluginId: `notify-${plugin}`,
    name: `My ${plugin}`,
    enabled: true,
    priority: 1,
    settings: { greeting: 'hello' },
    secrets: {},
    pluginVersion: '1.0.0',
    ...change,
  };
}

/** A host over fixtures, loaded and started. */
export async function startTestHost(fixtures: readonly string[], integrations: readonly StoredIntegration[], deps: Partial<PluginHostDeps> = {}): Promise<TestHost> {
  const root = await createFixtureRoot(fixtures);
  const logs: LogLine[] = [];
  const at = (level: string) => (fields: object, message: string) => void logs.push({ level, fields: { ...fields }, message });
  const host = createPluginHost({
    integrations: { list: async () => integrations },
    storage: createMemoryStore(),
    logger: { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') },
    redactor: createRedactor(),
    dataDir: root.dataDir,
    pluginRoots: [root.root],
    userAgent: 'Lectern/test',
    retryDelayMs: 1,
    ...deps,
  });
  await host.load();
  await host.startAll();
  return {
    host,
    logs,
    root: root.root,
    close: async () => {
      await host.stopAll('shutdown');
      await root.remove();
    },
  };
}
