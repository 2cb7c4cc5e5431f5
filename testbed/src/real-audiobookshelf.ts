import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePorts } from './ports.js';
import { findPart } from './requirements.js';
import { until } from './until.js';

const run = promisify(execFile);

/** The account that the helper makes at the first start. */
const ROOT = { username: 'root', password: 'root-of-the-tests' };

/** A library of the real server; the parts that specs need. */
export interface RealLibrary {
  readonly id: string;
  readonly name: string;
  /** Its one folder. */
  readonly folder: string;
}

/** Differences between a library and Audiobookshelf's defaults. */
export interface RealLibraryOptions {
  /** Default: a new folder below {@link RealAudiobookshelf.libraryDir}. */
  readonly folder?: string;
  /** E.g. `{ disableWatcher: true }`. */
  readonly settings?: Readonly<Record<string, unknown>>;
}

/** An item as `GET /api/items/:id?expanded=1` hands it out; the parts that specs read. */
export interface RealItemOfLibrary {
  readonly id: string;
  readonly path: string;
  readonly relPath: string;
  readonly isMissing: boolean;
  readonly media: {
    readonly metadata: Readonly<Record<string, unknown>> & { readonly title: string | null; readonly asin: string | null };
    readonly numTracks?: number;
    readonly numAudioFiles?: number;
    readonly ebookFormat?: string;
    readonly tracks?: readonly unknown[];
    readonly ebookFile?: unknown;
  };
}

/** A real Audiobookshelf with its root account and an API key of it. */
export interface RealAudiobookshelf {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  readonly workDir: string;
  /** A folder for libraries, made by the start script. */
  readonly libraryDir: string;
  /** The key of the root account; it does not expire. */
  readonly apiKey: string;
  readonly root: { readonly username: string; readonly password: string };
  /** Calls the server, as root unless another key is given. @throws with the status and the text of an answer that is not 2xx */
  call<T = unknown>(method: string, path: string, body?: unknown, key?: string): Promise<T>;
  addLibrary(name: string, options?: RealLibraryOptions): Promise<RealLibrary>;
  /** An account with an API key that speaks for it. @returns the key */
  addUser(username: string, options?: { readonly type?: string; readonly permissions?: Record<string, boolean> }): Promise<string>;
  /** Scans a library and waits for the end. */
  scan(libraryId: string): Promise<void>;
  /** Waits until no scan of the library runs. */
  idle(libraryId: string): Promise<void>;
  /** All items of a library, also missing ones, in the expanded form. */
  items(libraryId: string): Promise<readonly RealItemOfLibrary[]>;
  /** Ends the process and waits until it is gone. Calling it again does nothing. */
  stop(): Promise<void>;
  /** Ends the process at once, as a crash would. */
  kill(): Promise<void>;
  /** Starts it again in the same folder, at the same address. */
  start(): Promise<void>;
}

interface StartLine {
  readonly pid: number;
  readonly url: string;
  readonly library: string;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/**
 * Starts the real server in `workDir` by the script that `LECTERN_TEST_AUDIOBOOKSHELF` names, and sets it up: the root
 * account and an API key. The testbed's README says what such a script has to do.
 */
export async function startRealAudiobookshelf(workDir: string): Promise<RealAudiobookshelf> {
  const script = findPart('audiobookshelf');
  if (script === undefined) throw new Error('LECTERN_TEST_AUDIOBOOKSHELF names no start script, see testbed/README.md');
  await mkdir(workDir, { recursive: true });
  const [port = 0] = await freePorts(1);
  const start = async (): Promise<StartLine> => {
    const { stdout } = await run('bash', [script, workDir, String(port)]);
    return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as StartLine;
  };
  let line = await start();
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (isRunning(line.pid)) process.kill(line.pid, signal);
    await until(() => !isRunning(line.pid), { everyMs: 50, what: 'the end of Audiobookshelf' });
  };
  try {
    const apiKey = await setUp(line.url);
    const call = <T>(method: string, path: string, body?: unknown, key = apiKey): Promise<T> => ask<T>(line.url, method, path, key, body);
    const idle = (libraryId: string): Promise<unknown> =>
      until(async () => !(await scans(call)).some(({ data }) => data?.libraryId === libraryId), {
        everyMs: 100,
        what: 'the end of a scan',
      });
    return {
      get pid() {
        return line.pid;
      },
      url: line.url,
      port,
      workDir,
      libraryDir: line.library,
      apiKey,
      root: ROOT,
      call,
      addLibrary: (name, options) => addLibrary(call, line.library, name, options),
      addUser: (username, options) => addUser(call, username, options),
      async scan(libraryId) {
        await idle(libraryId);
        await call('POST', `/api/libraries/${libraryId}/scan`);
        // the answer comes before the task is there
        await sleep(300);
        await idle(libraryId);
      },
      idle: async (libraryId) => void (await idle(libraryId)),
      items: (libraryId) => readItems(call, libraryId),
      stop: () => end('SIGTERM'),
      kill: () => end('SIGKILL'),
      async start() {
        line = await start();
      },
    };
  } catch (error) {
    await end('SIGKILL');
    throw error;
  }
}

type Call = RealAudiobookshelf['call'];

async function ask<T>(url: string, method: string, path: string, key: string | undefined, body?: unknown): Promise<T> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`Audiobookshelf answered ${method} ${path} with ${response.status}: ${text.slice(0, 300)}`);
  return (/json/.test(response.headers.get('content-type') ?? '') ? JSON.parse(text) : text) as T;
}

async function setUp(url: string): Promise<string> {
  await ask(url, 'POST', '/init', undefined, { newRoot: ROOT });
  const { user } = await ask<{ user: { id: string; accessToken: string } }>(url, 'POST', '/login', undefined, ROOT);
  return makeKey((method, path, body) => ask(url, method, path, user.accessToken, body), user.id, 'specs');
}

async function makeKey(call: Call, userId: string, name: string): Promise<string> {
  const { apiKey } = await call<{ apiKey: { apiKey: string } }>('POST', '/api/api-keys', { name, userId, isActive: true });
  return apiKey.apiKey;
}

async function addUser(
  call: Call,
  username: string,
  { type = 'user', permissions = {} }: { readonly type?: string; readonly permissions?: Record<string, boolean> } = {},
): Promise<string> {
  const asked = { username, password: `${username}-of-the-tests`, type, isActive: true, permissions };
  const { user } = await call<{ user: { id: string } }>('POST', '/api/users', asked);
  return makeKey(call, user.id, `of ${username}`);
}

async function addLibrary(call: Call, parent: string, name: string, { folder, settings }: RealLibraryOptions = {}): Promise<RealLibrary> {
  const fullPath = folder ?? join(parent, name);
  await mkdir(fullPath, { recursive: true });
  const asked = { name, folders: [{ fullPath }], mediaType: 'book', provider: 'audible', ...(settings ? { settings } : {}) };
  const { id } = await call<{ id: string }>('POST', '/api/libraries', asked);
  return { id, name, folder: fullPath };
}

async function scans(call: Call): Promise<readonly { readonly data?: { readonly libraryId?: string } }[]> {
  const { tasks } = await call<{ tasks: { action: string; isFinished: boolean; data?: { libraryId?: string } }[] }>('GET', '/api/tasks');
  return tasks.filter(({ action, isFinished }) => action === 'library-scan' && !isFinished);
}

async function readItems(call: Call, libraryId: string): Promise<readonly RealItemOfLibrary[]> {
  const { results } = await call<{ results: { id: string }[] }>('GET', `/api/libraries/${libraryId}/items?limit=0`);
  if (results.length === 0) return [];
  const ids = results.map(({ id }) => id);
  const { libraryItems } = await call<{ libraryItems: RealItemOfLibrary[] }>('POST', '/api/items/batch/get', { libraryItemIds: ids });
  return libraryItems;
}
