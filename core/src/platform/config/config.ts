import { resolve } from 'node:path';
import Type, { type Static } from 'typebox';
import { createAjv, describeErrors } from '../http/validation.js';
import { OWN_PATHS } from './own-paths.js';
import { inEnglish } from '../words/index.js';

const schema = Type.Object({
  LECTERN_DATA: Type.String({ default: './data', minLength: 1 }),
  LECTERN_HOST: Type.String({ default: '0.0.0.0' }),
  LECTERN_PORT: Type.Integer({ default: 3939, minimum: 0, maximum: 65535 }),
  LECTERN_BASE_PATH: Type.String({ default: '', pattern: '^(/(?!\\.)[A-Za-z0-9._~-]+)*/?$', maxLength: 200 }),
  LECTERN_LOG_LEVEL: Type.Union(
    ['trace', 'debug', 'info', 'warn', 'error', 'silent'].map((level) => Type.Literal(level)),
    { default: 'info' },
  ),
  LECTERN_TRUSTED_PROXIES: Type.String({ default: '' }),
  LECTERN_ALLOW_PRIVATE_HOSTS: Type.String({ default: '' }),
  LECTERN_STAND_INS: Type.String({ default: '', pattern: '^(\\s*https?://[^\\s,=]+=https?://[^\\s,=]+\\s*(,|$))*$' }),
  LECTERN_ROLE: Type.Union(
    ['all', 'web', 'worker'].map((role) => Type.Literal(role)),
    { default: 'all' },
  ),
  LECTERN_SAFE_MODE: Type.Boolean({ default: false }),
  LECTERN_TIME_SCALE: Type.Number({ default: 1, exclusiveMinimum: 0, maximum: 1 }),
  LECTERN_PLUGIN_REGISTRY: Type.Optional(Type.String({ pattern: '^https?://[^\\s]+$' })),
  LECTERN_PLUGIN_REGISTRY_TOKEN: Type.Optional(Type.String({ pattern: '^[!-~]+$' })),
  LECTERN_UPDATE_CHECK: Type.Boolean({ default: true }),
  LECTERN_KEYS: Type.Optional(Type.String()),
  DATABASE_URL: Type.Optional(Type.String({ pattern: '^postgres(ql)?://' })),
});

/** The process's configuration. Everything else is a setting in the database. */
export interface Config {
  readonly dataDir: string;
  readonly host: string;
  /** With 0, any free port is used. */
  readonly port: number;
  /** The path below which everything is reached: empty, or such as `/lectern`. */
  readonly basePath: string;
  readonly logLevel: string;
  /** Addresses and CIDR ranges whose `X-Forwarded-*` headers are believed. */
  readonly trustedProxies: readonly string[];
  /** Private host names that guarded fetches may reach nevertheless, for covers on the local network. */
  readonly allowPrivateHosts: readonly string[];
  /** Servers that answer in place of public services, by the origin they replace; for the demo and for tests. */
  readonly standIns: Readonly<Record<string, string>>;
  /** `web` serves and runs no jobs; `worker` runs jobs and serves only its health and metrics. */
  readonly role: 'all' | 'web' | 'worker';
  readonly safeMode: boolean;
  /** Multiplies waiting times (polls, stability, back-off); below 1 in the demo and in tests. */
  readonly timeScale: number;
  /** Address of the npm registry for plugins. When absent, npm's own configuration on this machine decides. */
  readonly pluginRegistry?: string;
  /** The token for that registry. A secret. */
  readonly pluginRegistryToken?: string;
  /** Whether the registry is asked for newer versions of the server. */
  readonly updateCheck: boolean;
  /** Content of a key file that is used in place of `keys.json`. A secret. */
  readonly keys?: string;
  /** Address of a PostgreSQL database. When absent, SQLite in the data directory is used. */
  readonly databaseUrl?: string;
}

/** The environment cannot be used; the message lists every wrong variable. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

function list(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** @throws ConfigError for a path that begins with a name of Lectern's own */
function basePathOf(text: string): string {
  const basePath = text.replace(/\/$/, '');
  const [, first = ''] = basePath.split('/');
  if (OWN_PATHS.has(first))
    throw new ConfigError(`LECTERN_BASE_PATH: /${first} is a path of Lectern's own. Choose another, such as /lectern.`);
  return basePath;
}

/** Reads and checks the environment. @throws ConfigError naming all wrong variables at once */
export function loadConfig(env: NodeJS.ProcessEnv): Config {
  const raw: Record<string, unknown> = {};
  for (const key of Object.keys(schema.properties)) {
    if (env[key] !== undefined && env[key] !== '') raw[key] = env[key];
  }
  const validate = createAjv({ coerceTypes: true }).compile(schema);
  if (!validate(raw)) {
    const problems = describeErrors(validate.errors ?? []).map(({ path, message }) => `${path.slice(1)}: ${inEnglish(message)}`);
    throw new ConfigError(`The environment has ${problems.length} problem(s):\n  ${problems.join('\n  ')}`);
  }
  const value = raw as Static<typeof schema>;
  if (value.LECTERN_ROLE === 'worker' && value.DATABASE_URL === undefined) {
    throw new ConfigError('LECTERN_ROLE: a worker needs DATABASE_URL, as SQLite belongs to one process alone. Leave it at all.');
  }
  return {
    dataDir: resolve(value.LECTERN_DATA),
    host: value.LECTERN_HOST,
    port: value.LECTERN_PORT,
    basePath: basePathOf(value.LECTERN_BASE_PATH),
    logLevel: value.LECTERN_LOG_LEVEL,
    trustedProxies: list(value.LECTERN_TRUSTED_PROXIES),
    allowPrivateHosts: list(value.LECTERN_ALLOW_PRIVATE_HOSTS),
    standIns: Object.fromEntries(list(value.LECTERN_STAND_INS).map((pair) => pair.split('=') as [string, string])),
    role: value.LECTERN_ROLE,
    safeMode: value.LECTERN_SAFE_MODE,
    timeScale: value.LECTERN_TIME_SCALE,
    pluginRegistry: value.LECTERN_PLUGIN_REGISTRY,
    pluginRegistryToken: value.LECTERN_PLUGIN_REGISTRY_TOKEN,
    updateCheck: value.LECTERN_UPDATE_CHECK,
    keys: value.LECTERN_KEYS,
    databaseUrl: value.DATABASE_URL,
  };
}
