import { arch, cpus, freemem, platform, release, totalmem } from 'node:os';
import { statfs } from 'node:fs/promises';
import type { Config } from '../../platform/config/config.js';
import type { Database } from '../../platform/db/index.js';
import type { JobQueue } from '../../platform/jobs/job-queue.js';
import type { LogRing } from '../../platform/logging/log-ring.js';
import type { Redactor } from '../../platform/logging/redactor.js';
import type { PluginHost } from '../../plugin-host/index.js';
import { presentIntegrations, type IntegrationService } from '../integrations/index.js';
import type { SettingsService } from '../settings/index.js';
import { failedJobs } from '../../platform/jobs/job-facts.js';
import { inEnglish } from '../../platform/words/index.js';

/** The sources of a bundle. */
export interface SupportBundleDeps {
  readonly config: Config;
  readonly version: string;
  readonly now: () => Date;
  readonly database: Database;
  readonly settings: Pick<SettingsService, 'get'>;
  readonly integrations: Pick<IntegrationService, 'list'>;
  readonly host: Pick<PluginHost, 'plugins' | 'plugin' | 'settings' | 'instances'>;
  readonly jobs: Pick<JobQueue, 'schedules' | 'lastRuns'>;
  readonly redactor: Redactor;
  readonly logRing: LogRing;
}

const FAILED_JOBS = 50;
const LOG_LINES = 500;

/** The facts that a helper needs about a server, without secrets. Everything in it is redacted text. */
export interface SupportBundle {
  readonly createdAt: string;
  readonly [section: string]: unknown;
}

function describeConfig({ databaseUrl, keys, pluginRegistryToken, ...rest }: Config): object {
  return {
    ...rest,
    database: databaseUrl === undefined ? 'sqlite' : 'postgres',
    keysFrom: keys === undefined ? 'keys.json' : 'LECTERN_KEYS',
    pluginRegistryTokenIsSet: pluginRegistryToken !== undefined,
  };
}

async function describeSystem(dataDir: string): Promise<object> {
  const disk = await statfs(dataDir);
  return {
    node: process.version,
    platform: platform(),
    release: release(),
    arch: arch(),
    cpus: cpus().length,
    memoryBytes: { total: totalmem(), free: freemem(), used: process.memoryUsage().rss },
    uptimeSeconds: Math.floor(process.uptime()),
    diskBytes: { total: disk.blocks * disk.bsize, free: disk.bavail * disk.bsize },
  };
}

async function describeDatabase({ read, dialect }: Database): Promise<object> {
  const version = await read.get<{ version: string }>(
    dialect === 'sqlite' ? 'SELECT sqlite_version() AS version' : 'SELECT version() AS version',
  );
  const migrations = await read.all<{ name: string }>('SELECT name FROM migrations ORDER BY id');
  const counted = async (sql: string): Promise<object> => {
    const rows = await read.all<{ what: string; count: number }>(sql);
    return Object.fromEntries(rows.map(({ what, count }) => [what, count]));
  };
  return {
    dialect,
    ...version,
    migrations: migrations.map(({ name }) => name),
    requests: await counted('SELECT status AS what, COUNT(*) AS count FROM requests GROUP BY status ORDER BY status'),
    users: await counted('SELECT state AS what, COUNT(*) AS count FROM users GROUP BY state ORDER BY state'),
    jobs: await counted('SELECT state AS what, COUNT(*) AS count FROM jobs GROUP BY state ORDER BY state'),
    deliveries: await counted('SELECT state AS what, COUNT(*) AS count FROM notification_deliveries GROUP BY state ORDER BY state'),
  };
}

async function schedules(jobs: SupportBundleDeps['jobs']): Promise<object[]> {
  const last = await jobs.lastRuns();
  return jobs.schedules().map(({ name, cron, nextRun }) => {
    const { state, finishedAt, error, progress } = last.get(name) ?? {};
    return { name, cron, nextRun, lastRun: { state, finishedAt, message: inEnglish(error ?? progress?.message ?? '') } };
  });
}

/** Redacts every text, at any depth. */
function redacted(value: unknown, redact: (text: string) => string): unknown {
  if (typeof value === 'string') return redact(value);
  if (Array.isArray(value)) return value.map((item) => redacted(item, redact));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, redacted(member, redact)]));
}

/**
 * Gathers a bundle. A part that is unavailable states the reason in its place, because bundles are needed when something is broken.
 */
export async function gatherSupportBundle(deps: SupportBundleDeps): Promise<SupportBundle> {
  const { config, version, now, database, settings, integrations, host, jobs, redactor, logRing } = deps;
  const redact = (text: string): string => redactor.redact(text);
  const sections: Readonly<Record<string, () => unknown>> = {
    lectern: () => ({ version }),
    system: () => describeSystem(config.dataDir),
    config: () => describeConfig(config),
    database: () => describeDatabase(database),
    settings: () => settings.get(),
    plugins: () =>
      host.plugins().map(({ id, packageName, version: installed, source, state, error }) => ({
        id,
        packageName,
        version: installed,
        source,
        state,
        error: error?.message,
      })),
    integrations: async () => presentIntegrations(await integrations.list(), { host, redact }),
    schedules: () => schedules(jobs),
    failedJobs: () => failedJobs(database.read, FAILED_JOBS),
    log: () =>
      logRing
        .lines()
        .slice(-LOG_LINES)
        .map(({ text }) => text),
  };
  const bundle: Record<string, unknown> = {};
  for (const [name, gather] of Object.entries(sections)) {
    try {
      bundle[name] = redacted(await gather(), redact);
    } catch (error) {
      bundle[name] = { error: redact(error instanceof Error ? error.message : String(error)) };
    }
  }
  return { createdAt: now().toISOString(), ...bundle };
}

/** The file name for a bundle. */
export function supportBundleName({ createdAt }: Pick<SupportBundle, 'createdAt'>): string {
  return `lectern-support-${createdAt.replaceAll(/[-:.]/g, '')}.json`;
}
