import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createContainer, InjectionMode } from 'awilix';
import type { DestinationStream } from 'pino';
import type { Logger } from './platform/logging/logger.js';
import { collectJobs } from './app/collect-jobs.js';
import { collectRoutes } from './app/collect-routes.js';
import type { Container, Cradle } from './app/cradle.js';
import { followOthers } from './app/follow-others.js';
import { openServerDatabase } from './app/open-server-database.js';
import { registerFeatures } from './app/register-features.js';
import { readPluginRecords, restorePlugins } from './app/register-plugins.js';
import { registerPlatform } from './app/register-platform.js';
import { servicesOf } from './app/service.js';
import { version } from './app/version.js';
import { createOwnership } from './features/auth/index.js';
import { makeUpForBackup, settleRestored } from './features/backups/index.js';
import { watchCatalog } from './features/catalog/index.js';
import { announceIntegrationStates } from './features/integrations/index.js';
import { announceJobs } from './features/jobs/index.js';
import { sweepAbandonedImports } from './features/imports/index.js';
import { RECONCILE_JOB } from './features/requests/index.js';
import { createWebFallback } from './features/system/index.js';
import type { Config } from './platform/config/config.js';
import { CORE_DIR } from './platform/config/core-dir.js';
import { startHttpServer, type HttpServer } from './platform/http/http-server.js';
import { openApiDocument } from './platform/http/openapi.js';
import type { Route } from './platform/http/route.js';
import { createLogRing } from './platform/logging/log-ring.js';
import { createLogger, logDatabaseFaults } from './platform/logging/logger.js';
import { createRedactor } from './platform/logging/redactor.js';
import { loadServerKeys } from './platform/security/key-file.js';

const STOP_GRACE_MS = 5_000;
/** The built web UI, beside core in the workspace. */
const WEB_ROOT = join(CORE_DIR, '../web/dist');

/** What tests and benchmarks may change. */
export interface AppOptions {
  readonly now?: () => Date;
  /** Where log lines go; default stdout. */
  readonly logTo?: DestinationStream;
  /** Checks every answer against its schema. */
  readonly validateResponses?: boolean;
  /** For commands that may run while a server does. */
  readonly besideServer?: boolean;
  /** Of bcrypt, two to the power of which it works; 12 unless given. */
  readonly passwordCost?: number;
}

/** The server, put together and not yet listening. */
export interface BuiltApp {
  readonly services: Cradle;
  readonly routes: readonly Route[];
  openApi(): object;
  start(): Promise<RunningApp>;
  /** For an app that was never started. */
  close(): Promise<void>;
}

/** The server at work. */
export interface RunningApp {
  readonly services: Cradle;
  readonly routes: readonly Route[];
  readonly log: Logger;
  readonly port: number;
  /** For people on this machine. */
  readonly url: string;
  /** Resolves when plugins have been started and jobs run. */
  readonly ready: Promise<void>;
  /** The one-time token while nothing is set up. */
  setupToken(): Promise<string | undefined>;
  /** Finishes answers, hands jobs back, stops plugins, closes the database. */
  stop(): Promise<void>;
}

/** Each step is tried, whatever became of those before it. */
async function stopInOrder(log: Logger, steps: readonly (readonly [string, () => Promise<unknown> | void])[]): Promise<void> {
  for (const [name, step] of steps) {
    try {
      await step();
    } catch (error) {
      log.error({ err: error, step: name }, 'a step of stopping failed');
    }
  }
}

/** Puts the server together: the composition root. Opens the database; reaches nothing outside. */
export async function buildApp(config: Config, options: AppOptions = {}): Promise<BuiltApp> {
  const now = options.now ?? (() => new Date());
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  const redactor = createRedactor();
  const logRing = createLogRing();
  const log = createLogger({ level: config.logLevel, redactor, destination: options.logTo, ring: logRing });
  const keys = await loadServerKeys(config.dataDir, config.keys);
  redactor.addSecret(keys.jwtKey.toString('base64'));
  const database = await openServerDatabase(config, { ...logDatabaseFaults(log), besideServer: options.besideServer });
  if (database.migrated.length > 0) log.info({ migrations: database.migrated }, 'the database was brought up to date');

  const container: Container = createContainer<Cradle>({ injectionMode: InjectionMode.PROXY, strict: true });
  registerPlatform(container, { config, version, log, logRing, redactor, keys, database, now });
  registerFeatures(container, options);
  const services = servicesOf(container);
  let routes: readonly Route[] = [];
  routes = collectRoutes(services, { routes: () => routes });

  return {
    services,
    routes,
    openApi: () => openApiDocument(routes, version),
    start: () => start(services, routes, options),
    async close() {
      await services.hasher.stop();
      await database.close();
    },
  };
}

async function listen(c: Cradle, routes: readonly Route[], options: AppOptions, loaded: Promise<void>): Promise<HttpServer> {
  return startHttpServer(
    {
      // a worker tells how it is, and is nothing that people or apps go to
      routes: c.config.role === 'worker' ? routes.filter((route) => route.early) : routes,
      log: c.log,
      metrics: c.metrics,
      rateLimiter: c.rateLimiter,
      trustedProxies: c.config.trustedProxies,
      authenticate: c.authenticate,
      owns: createOwnership(c.database),
      isConfirmed: (caller) => c.confirmedSessions.isConfirmed(caller),
      validateResponses: options.validateResponses,
      fallback: c.config.role === 'worker' ? undefined : createWebFallback({ webRoot: WEB_ROOT }),
      loaded,
    },
    { host: c.config.host, port: c.config.port },
  );
}

/** Plugins first, because jobs need them; a plugin that hangs delays only itself. */
async function startWork(c: Cradle, started: () => void): Promise<void> {
  await c.host.startAll();
  started();
  if (c.config.role === 'web') return;
  await sweepAbandonedImports(c);
  // before any job of a restored backup runs
  await settleRestored(c);
  await c.jobs.start();
  await c.jobs.add({ name: RECONCILE_JOB, singletonKey: `schedule:${RECONCILE_JOB}` });
  await restorePlugins(c);
  await makeUpForBackup(c);
  void c.host.hooks.told('app.ready', { version: c.version });
}

async function start(c: Cradle, routes: readonly Route[], options: AppOptions): Promise<RunningApp> {
  for (const definition of collectJobs(c)) c.jobs.define(definition);
  let started = (): void => undefined;
  const endings = [
    c.transitions.onChange((requestId) => c.announcer.changed(requestId)),
    announceIntegrationStates(c),
    announceJobs({ jobs: c.jobs, events: c.events, redact: (text) => c.redactor.redact(text) }),
    watchCatalog(c),
    followOthers(c, new Promise<void>((resolve) => (started = resolve))),
  ];
  // made now, so that it hears of integrations from the first one on
  void c.covers;
  // before anything is read that another process may change
  await c.feed.start();
  let loaded = (): void => undefined;
  const server = await listen(c, routes, options, new Promise((resolve) => (loaded = resolve)));
  // after listening: reading a dozen packages takes a good part of a start, and health and the web UI need none of them
  await readPluginRecords(c);
  await c.host.load();
  c.runningVersions.note();
  loaded();
  const ready = startWork(c, started).catch((error: unknown) => c.log.error({ err: error }, 'background work could not be started'));
  const shown = c.config.host === '0.0.0.0' || c.config.host === '::' ? 'localhost' : c.config.host;
  return {
    services: c,
    routes,
    log: c.log,
    port: server.port,
    url: `http://${shown.includes(':') ? `[${shown}]` : shown}:${server.port}`,
    ready,
    setupToken: () => c.setup.token(),
    stop: () =>
      stopInOrder(c.log, [
        ['events', () => endings.forEach((end) => end())],
        ['live connections', () => c.connections.endAll()],
        ['http', () => server.close(STOP_GRACE_MS)],
        ['start', () => ready],
        ['jobs', () => c.jobs.stop()],
        ['announcer', () => c.announcer.stop()],
        ['passwords', () => c.hasher.stop()],
        ['plugins', () => c.host.stopAll('shutdown')],
        ['catalogue', () => c.catalog.idle()],
        ['changes of others', () => c.feed.stop()],
        ['database', () => c.database.close()],
      ]),
  };
}

/** Builds and starts a server. */
export async function startApp(config: Config, options: AppOptions = {}): Promise<RunningApp> {
  const app = await buildApp(config, options);
  try {
    return await app.start();
  } catch (error) {
    await app.close().catch(() => undefined);
    throw error;
  }
}
