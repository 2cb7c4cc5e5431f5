import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '../../platform/db/test-databases.js';
import { createEmbeddedJobQueue } from '../../platform/jobs/embedded-job-queue.js';
import type { JobQueue } from '../../platform/jobs/job-queue.js';
import { inEnglish } from '../../platform/words/index.js';
import { sayJob } from '../jobs/job-schemas.js';
import { createLogger } from '../../platform/logging/logger.js';
import { createRedactor } from '../../platform/logging/redactor.js';
import { createFixtureRoot, installFixture, type FixtureRoot } from '../../plugin-host/__fixtures__/install-fixtures.js';
import { startStubRegistry, type StubRegistry } from '../../plugin-host/installer/__fixtures__/stub-registry.js';
import {
  createCrashRecords,
  createInstaller,
  createMemoryStore,
  createPluginHost,
  createRegistry,
  discoveredId,
  discoverPlugins,
  type CrashRecords,
  type Installer,
  type PluginHost,
  type StoredIntegration,
} from '../../plugin-host/index.js';
import { startTestHttp, type TestClient, type TestHttp } from '../auth/test-http.js';
import { createTestPeople } from '../auth/test-people.js';
import {
  createInstallOrders,
  createPluginManager,
  createPluginStore,
  createRunningVersions,
  createUpdateCheck,
  pluginJobs,
  pluginRoutes,
  type PluginManager,
  type PluginStore,
} from './index.js';
import type { PresentedPlugin } from './present-plugin.js';

/** One run of a server, on a data directory that outlives it. */
export interface PluginServer {
  readonly host: PluginHost;
  readonly store: PluginStore;
  readonly manager: PluginManager;
  readonly installer: Installer;
  readonly crashes: CrashRecords;
  readonly jobs: JobQueue;
  readonly http: TestHttp;
  readonly admin: TestClient;
  plugin(id: string): Promise<PresentedPlugin>;
  /** Waits for the end of a job. */
  over(jobId: string): Promise<ReturnType<typeof sayJob>>;
  /** Uploads a package and waits for its job. */
  upload(tarball: Uint8Array, query?: string): Promise<ReturnType<typeof sayJob>>;
  stop(): Promise<void>;
}

export interface PluginWorld {
  readonly test: TestDatabase;
  readonly registry: StubRegistry;
  readonly dataDir: string;
  readonly integrations: StoredIntegration[];
  /** Puts a fixture among the plugins that the next server comes with, under another id. */
  ship(fixture: string, id: string): Promise<void>;
  start(): Promise<PluginServer>;
  dispose(): Promise<void>;
}

/** A data directory, a registry and a database, and servers that start and stop. @param bundled fixtures that come with the server */
export async function createPluginWorld(bundled: readonly string[] = ['healthy']): Promise<PluginWorld> {
  const test = await createTestDatabase('sqlite');
  const root: FixtureRoot = await createFixtureRoot(bundled);
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-plugins-'));
  const registry = await startStubRegistry();
  const integrations: StoredIntegration[] = [];
  const { database } = test;
  const now = (): Date => new Date();

  async function start(): Promise<PluginServer> {
    const redactor = createRedactor();
    const redact = (text: string): string => redactor.redact(text);
    const log = createLogger({ level: process.env['LECTERN_TEST_LOG'] ?? 'silent', redactor });
    const people = createTestPeople({ database });
    const store = createPluginStore({ database, now });
    const crashes = createCrashRecords({ dataDir, now });
    const client = createRegistry({ url: registry.url, userAgent: 'Lectern/test', redact, timeoutMs: 3_000 });
    const installer = createInstaller({
      dataDir,
      registry: client,
      npm: { registryAddress: client.address, redact },
      checkTimeoutMs: 30_000,
    });
    crashes.load();
    await store.load();
    const host = createPluginHost({
      integrations: { list: async () => integrations },
      storage: createMemoryStore(),
      logger: log,
      redactor,
      dataDir,
      pluginRoots: [root.root],
      userAgent: 'Lectern/test',
      activeVersion: (id) => store.get(id)?.installed?.version,
      expected: () =>
        store.list().flatMap(({ id, packageName, installed }) => (installed ? [{ id, packageName, version: installed.version }] : [])),
      isEnabled: (id) => store.get(id)?.enabled ?? true,
      isQuarantined: (id) => crashes.isQuarantined(id),
      ignoresCompatibility: (id) => store.get(id)?.ignoreCompatibility ?? false,
    });
    const running = createRunningVersions({ store, host: () => host });
    const manager = createPluginManager({
      database,
      store,
      audit: people.audit,
      installer,
      crashes,
      log,
      now,
      bundled: async () =>
        (await discoverPlugins({ pluginRoots: [root.root] })).map((one) => ({
          id: discoveredId(one),
          packageName: String((one.pkg as { name?: unknown }).name),
          source: 'bundled' as const,
        })),
      known: (id) => host.plugin(id),
      removeIntegrations: async (pluginId) => {
        for (const { id } of integrations.filter((one) => one.pluginId === pluginId)) await host.remove(id, 'removed');
        integrations.splice(0, integrations.length, ...integrations.filter((one) => one.pluginId !== pluginId));
      },
      async onChanged(id, options) {
        await host.refresh(id, options);
        running.note();
      },
    });
    const jobs = createEmbeddedJobQueue({ database, log, exclusive: true, pollMs: 20, timeScale: 0.001 });
    for (const definition of pluginJobs({ manager, dataDir })) jobs.define(definition);
    await host.load();
    running.note();
    await host.startAll();
    await jobs.start();
    const routes = pluginRoutes({
      host,
      store,
      manager,
      crashes,
      people: async () => new Map(),
      redact,
      orders: createInstallOrders({ database, jobs, dataDir }),
      registry: client,
      updates: createUpdateCheck({ store, registry: client, now }),
      runs: (record) => running.runs(record),
      serverUpdate: async () => ({ current: '1.0.0' }),
      safeMode: false,
    });
    const http = await startTestHttp({ database, people, routes });
    const admin = await http.as('admin');

    async function over(jobId: string): Promise<ReturnType<typeof sayJob>> {
      for (;;) {
        const job = await jobs.get(jobId);
        if (job && !['queued', 'running'].includes(job.state)) return sayJob(job, inEnglish);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }
    return {
      host,
      store,
      manager,
      installer,
      crashes,
      jobs,
      http,
      admin,
      over,
      async plugin(id) {
        const { body } = await admin.get<{ items: PresentedPlugin[] }>('/api/admin/plugins');
        const found = body.items.find((one) => one.id === id);
        if (!found) throw new Error(`${id} is not listed`);
        return found;
      },
      async upload(tarball, query = '') {
        const headers = { 'content-type': 'application/gzip' };
        const answer = await admin.fetch(`/api/admin/plugins/upload${query}`, { method: 'POST', headers, body: new Uint8Array(tarball) });
        const body = (await answer.json()) as { jobId?: string; detail?: string };
        if (body.jobId === undefined) throw new Error(`${answer.status} ${body.detail}`);
        return over(body.jobId);
      },
      async stop() {
        await http.stop();
        await jobs.stop();
        await host.stopAll('shutdown');
      },
    };
  }

  return {
    test,
    registry,
    dataDir,
    integrations,
    async ship(fixture, id) {
      const dir = await installFixture(root.modules, fixture);
      const file = join(dir, 'package.json');
      const pkg = JSON.parse(await readFile(file, 'utf8')) as { lectern: object };
      await writeFile(file, JSON.stringify({ ...pkg, lectern: { ...pkg.lectern, id } }));
    },
    start,
    async dispose() {
      await registry.close();
      await test.dispose();
      await root.remove();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
