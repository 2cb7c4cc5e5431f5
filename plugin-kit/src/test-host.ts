import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { Writable } from 'node:stream';
import { readJson } from './read-json.js';

/** A plugin to run, and the settings that an admin would type into its form. */
export interface TestHostPlugin {
  /** The package's directory; it has to be built. */
  readonly dir: string;
  /** Without them the plugin is installed and no integration is made. */
  readonly settings?: object;
  /** Default: the plugin's id. */
  readonly name?: string;
}

export interface TestHostOptions {
  /** Directories of packages, or packages with settings. */
  readonly plugins: readonly (string | TestHostPlugin)[];
  /** Settings by plugin id, for plugins given as directories. */
  readonly settings?: Readonly<Record<string, object>>;
  /** Environment of the server in addition to the test host's, e.g. `LECTERN_LOG_LEVEL`. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A real Lectern, set up, with plugins installed. Everything goes through its public HTTP API. */
export interface TestHost {
  readonly url: string;
  /** Ids of the integrations made, by plugin id. */
  readonly integrations: Readonly<Record<string, string>>;
  /** Calls the API as the admin. @throws Error with status, code and detail when the answer is not 2xx */
  call<T = Record<string, unknown>>(method: string, path: string, body?: object): Promise<T>;
  /** Presses the Test button of an integration. */
  check(pluginId: string): Promise<{
    readonly ok: boolean;
    readonly version?: string;
    readonly error?: { readonly code: string; readonly message: string; readonly field?: string };
  }>;
  /** The server's log lines so far. */
  log(): string;
  stop(): Promise<void>;
}

interface PackageJson {
  readonly name: string;
  readonly version: string;
  readonly lectern: { readonly id: string };
}

async function loadCore() {
  try {
    return await import('@lectern/core');
  } catch (error) {
    throw new Error('createTestHost runs a real server: install @lectern/core as a dev dependency', { cause: error });
  }
}

/** Puts a package where an installed plugin lives. @returns its id */
async function place(dataDir: string, dir: string): Promise<string> {
  const { name, version, lectern } = readJson(join(dir, 'package.json')) as unknown as PackageJson;
  const link = join(dataDir, 'plugins', lectern.id, version, 'node_modules', name);
  await mkdir(dirname(link), { recursive: true });
  await symlink(resolve(dir), link, 'dir');
  return lectern.id;
}

function createCaller(url: string, token?: string): TestHost['call'] {
  return async <T>(method: string, path: string, body?: object): Promise<T> => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: AbortSignal.timeout(30_000),
    });
    const text = await response.text();
    const answer = (text === '' ? {} : JSON.parse(text)) as T & { code?: string; detail?: string };
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${answer.code ?? ''} ${answer.detail ?? text.slice(0, 300)}`);
    return answer;
  };
}

/** Sets up a server as a new admin does: the account and the library folder. @returns the API as the admin */
async function setUp(url: string, token: string | undefined, root: string): Promise<TestHost['call']> {
  const password = randomBytes(12).toString('base64url');
  const path = join(root, 'library');
  await mkdir(path);
  const anybody = createCaller(url);
  await anybody('POST', '/api/setup/admin', { token, username: 'admin', password, displayName: 'Admin' });
  const { accessToken } = await anybody<{ accessToken: string }>('POST', '/api/auth/local/login', { username: 'admin', password });
  const call = createCaller(url, accessToken);
  await call('POST', '/api/setup/library', { path });
  await call('POST', '/api/setup/complete', {});
  return call;
}

/**
 * Starts a server of `@lectern/core` (an optional peer) in this process, on 127.0.0.1 and a free port, with a new database and data
 * directory, and installs the plugins in it as an admin would.
 */
export async function createTestHost(options: TestHostOptions): Promise<TestHost> {
  const { loadConfig, startApp } = await loadCore();
  const root = await mkdtemp(join(tmpdir(), 'lectern-host-'));
  const endings: (() => Promise<unknown>)[] = [() => rm(root, { recursive: true, force: true })];
  const stop = async () => {
    for (const end of endings.splice(0).reverse()) await end();
  };
  let log = '';
  const logTo = new Writable({
    write(chunk: Buffer, _encoding, done) {
      log += chunk.toString();
      // to cut at each line would copy all of it each time
      if (log.length > 2_000_000) log = log.slice(-1_000_000);
      done();
    },
  });
  try {
    const dataDir = join(root, 'data');
    const plugins = options.plugins.map((plugin) => (typeof plugin === 'string' ? { dir: plugin } : plugin));
    const ids: string[] = [];
    for (const { dir } of plugins) ids.push(await place(dataDir, dir));
    const config = loadConfig({
      LECTERN_DATA: dataDir,
      LECTERN_HOST: '127.0.0.1',
      LECTERN_PORT: '0',
      LECTERN_TIME_SCALE: '0.05',
      LECTERN_ALLOW_PRIVATE_HOSTS: '127.0.0.1',
      ...options.env,
    });
    const app = await startApp(config, { logTo, passwordCost: 4 });
    endings.push(() => app.stop());
    await app.ready;
    const call = await setUp(app.url, await app.setupToken(), root);

    const integrations: Record<string, string> = {};
    for (const [index, plugin] of plugins.entries()) {
      const pluginId = ids[index] ?? '';
      const settings = plugin.settings ?? options.settings?.[pluginId];
      if (settings === undefined) continue;
      const body = { pluginId, name: plugin.name ?? pluginId, settings };
      const answer = await call<{ integration: { id: string } }>('POST', '/api/admin/integrations', body);
      integrations[pluginId] = answer.integration.id;
    }
    return {
      url: app.url,
      integrations,
      call,
      stop,
      check: (pluginId) => call('POST', `/api/admin/integrations/${integrations[pluginId] ?? pluginId}/check`, {}),
      log: () => log,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
