import { mkdir } from 'node:fs/promises';
import type { DestinationStream } from 'pino';
import type { Logger } from './platform/logging/logger.js';
import { compose, type Composition } from './app/compose.js';
import type { Cradle } from './app/cradle.js';
import { openServerDatabase } from './app/open-server-database.js';
import { PARTS } from './app/parts.js';
import { version } from './app/version.js';
import { WEB_ROOT } from './app/web-root.js';
import { readPluginRecords } from './features/plugins/index.js';
import { createWebFallback } from './features/system/index.js';
import type { Config } from './platform/config/config.js';
import { shareEvents } from './platform/events/share-events.js';
import { startHttpServer, type HttpServer } from './platform/http/http-server.js';
import { openApiDocument } from './platform/http/openapi.js';
import { createOwnership } from './platform/http/ownership.js';
import type { Route } from './platform/http/route.js';
import type { JobDefinition } from './platform/jobs/job-queue.js';
import { createLogRing } from './platform/logging/log-ring.js';
import { createLogger, logDatabaseFaults } from './platform/logging/logger.js';
import { createRedactor } from './platform/logging/redactor.js';
import { loadServerKeys } from './platform/security/key-file.js';

const STOP_GRACE_MS = 5_000;

/** The parts that tests and benchmarks may change. */
export interface AppOptions {
  readonly now?: () => Date;
  /** Where log lines go; default stdout. */
  readonly logTo?: DestinationStream;
  /** Checks every answer against its schema. */
  readonly validateResponses?: boolean;
  /** For commands that may run while a server does. */
  readonly besideServer?: boolean;
  /** The bcrypt cost factor; 12 unless given. */
  readonly passwordCost?: number;
}

/** The server, put together and not yet listening. */
export interface BuiltApp {
  readonly services: Cradle;
  readonly routes: readonly Route[];
  /** The background jobs of all features. */
  readonly jobs: () => readonly JobDefinition[];
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
  for (const key of [keys.jwtKey, ...keys.ring.keys.values()]) redactor.addKey(key.toString('base64'));
  const database = await openServerDatabase(config, { ...logDatabaseFaults(log), besideServer: options.besideServer });
  const { migrated } = database;
  if (migrated.length > 0) log.info({ migrations: migrated.length, last: migrated.at(-1) }, 'the database was brought up to date');

  const { passwordCost } = options;
  const composition = compose({ config, version, log, logRing, redactor, keys, database, now, passwordCost });
  const { services, routes, jobs } = composition;
  return {
    services,
    routes,
    jobs,
    openApi: () => openApiDocument(routes, version),
    start: () => start(composition, options),
    async close() {
      await composition.dispose();
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
      unknownProxies: c.unknownProxies,
      basePath: c.config.basePath,
      speakers: c.speakers,
      authenticate: c.authenticate,
      owns: createOwnership(c.database.read, PARTS),
      isConfirmed: (caller) => c.confirmedSessions.isConfirmed(caller),
      validateResponses: options.validateResponses,
      fallback: c.config.role === 'worker' ? undefined : createWebFallback({ webRoot: WEB_ROOT, basePath: c.config.basePath }),
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
  for (const part of PARTS) await part.prepare?.(c);
  await c.jobs.start();
  for (const part of PARTS) await part.begin?.(c);
  void c.host.hooks.told('app.ready', { version: c.version });
}

async function start({ services: c, routes, jobs, dispose }: Composition, options: AppOptions): Promise<RunningApp> {
  for (const definition of jobs()) c.jobs.define(definition);
  let started = (): void => undefined;
  const integrationsStarted = new Promise<void>((resolve) => (started = resolve));
  const endings = [
    shareEvents({ events: c.events, feed: c.feed }),
    ...PARTS.flatMap((part) => part.listen?.(c, { integrationsStarted }) ?? []),
  ];
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
        ...endings.map((end) => ['a listener', end] as const),
        ['http', () => server.close(STOP_GRACE_MS)],
        ['start', () => ready],
        ['jobs', () => c.jobs.stop()],
        ['services', dispose],
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
