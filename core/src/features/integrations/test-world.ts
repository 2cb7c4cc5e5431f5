import { createSecretBox } from '../../platform/security/secret-box.js';
import { createTestDatabase, type TestDatabase } from '../../platform/db/test-databases.js';
import { createEventBus, type LiveEvent } from '../../platform/events/event-bus.js';
import { createRedactor } from '../../platform/logging/redactor.js';
import { startTestHost, type TestHost } from '../../plugin-host/__fixtures__/test-host.js';
import type { PluginHost, PluginInfo } from '../../plugin-host/index.js';
import { startTestHttp, type TestHttp } from '../auth/test-http.js';
import { createTestPeople } from '../auth/test-people.js';
import { DEFAULT_SETTINGS, type Settings } from '../settings/index.js';
import { createTellOfLectern } from './checking-lectern.js';
import { createIntegrationChecks } from './integration-checks.js';
import { announceIntegrationStates, createIntegrationService, type IntegrationService } from './integration-service.js';
import { createIntegrationStore, type IntegrationRecords } from '../integration-records/integration-store.js';
import { createPluginStorageStore } from '../integration-records/plugin-storage-store.js';
import { integrationRoutes } from './routes.js';

/** Integrations on a real database, a real plugin host and real HTTP, for specs. */
export interface IntegrationWorld {
  readonly test: TestDatabase;
  readonly http: TestHttp;
  readonly host: PluginHost;
  readonly logs: TestHost['logs'];
  readonly store: IntegrationRecords;
  readonly service: IntegrationService;
  readonly connected: string[];
  readonly published: LiveEvent[];
  /** Changes what the plugin host reports about the plugin. */
  pretend(change: Partial<PluginInfo>): void;
  /** Changes the settings of the server. */
  set(change: Partial<Settings>): void;
  dispose(): Promise<void>;
}

/** @param fixtures names of the plugin host's fixtures */
export async function createIntegrationWorld(
  dialect: 'sqlite' | 'postgres' = 'sqlite',
  fixtures: readonly string[] = ['healthy'],
): Promise<IntegrationWorld> {
  const test = await createTestDatabase(dialect);
  const { database } = test;
  const now = (): Date => new Date();
  const redactor = createRedactor();
  const secretBox = createSecretBox({ current: 'k1', keys: new Map([['k1', Buffer.alloc(32, 5)]]) });
  const logs: TestHost['logs'] = [];
  const at = (level: string) => (fields: object, message: string) => void logs.push({ level, fields: { ...fields }, message });
  const logger = { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
  const store = createIntegrationStore({ database, secretBox, redactor, log: logger, now });
  const storage = createPluginStorageStore({ database });
  const limits = { startMs: 500, stopMs: 500, callMs: 500 };
  const started = await startTestHost(fixtures, [], { integrations: store, storage, redactor, logger, limits });
  let pretended: Partial<PluginInfo> = {};
  const host: PluginHost = {
    ...started.host,
    plugin: (id) => {
      const info = started.host.plugin(id);
      return info && { ...info, ...pretended };
    },
  };
  const people = createTestPeople({ database });
  const events = createEventBus();
  const published: LiveEvent[] = [];
  events.subscribe((event) => void published.push(event));
  announceIntegrationStates({ host, events });
  const connected: string[] = [];
  const redact = (text: string): string => redactor.redact(text);
  const service = createIntegrationService({
    database,
    store,
    host,
    audit: people.audit,
    events,
    log: logger,
    now,
    onConnected: (kind) => void connected.push(kind),
    defaultSubscriptions: ['request_available'],
  });
  let settings: Settings = DEFAULT_SETTINGS;
  const tellOfLectern = createTellOfLectern({ get: async () => settings });
  const checks = createIntegrationChecks({ store, host, redact, tellOfLectern });
  const routes = integrationRoutes({ integrations: service, checks, host, redact });
  const http = await startTestHttp({ database, people, routes });
  return {
    test,
    http,
    host,
    logs,
    store,
    service,
    connected,
    published,
    pretend(change) {
      pretended = change;
    },
    set(change) {
      settings = { ...settings, ...change };
    },
    async dispose() {
      await http.stop();
      await started.close();
      await test.dispose();
    },
  };
}
