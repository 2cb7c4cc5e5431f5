import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { NODE_FLAGS, PROGRAM } from '@lectern/core';
import { setUpLectern, startDemoWorld, startLectern, type DemoAccount, type DemoWorld, type LecternProcess } from '@lectern/demo';
import { type DemoBook } from '@lectern/simulators';
import { freePorts, until } from '@lectern/testbed';
import { openDatabase } from '@lectern/core/testing';
import { FILES_OF_SMALL_BOOK, SMALL_BOOKS } from '../small-books.spec.support.js';
import type { Kill } from './crash-kills.spec.support.js';

/** Starts the latest build of the server as people start it. */
export const SERVE = [process.execPath, ...NODE_FLAGS, PROGRAM, 'serve'];

const TIME_SCALE = '0.05';
/** A moment that has not come by then does not come; a busy machine needs a tenth of it. */
const NEVER_MS = 200_000;

interface RequestView {
  readonly id: string;
  readonly status: string;
}

/** One book on its way. */
export interface Scene {
  readonly world: DemoWorld;
  readonly book: DemoBook;
  /** The info hash of its torrent. */
  readonly infoHash: string;
}

/** A server with its own data directory, in a world that outlives it. */
export interface CrashStage {
  readonly world: DemoWorld;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly admin: DemoAccount;
  readonly user: DemoAccount;
  /** Audio files of a placed book. */
  readonly files: number;
  readonly server: LecternProcess;
  /** A book that nobody asked for yet. */
  nextScene(): Scene;
  /** Makes the server die at a crash point; `''`: at none. */
  arm(point: string): Promise<void>;
  /** Kills it when it still lives, and starts it again. */
  restart(): Promise<void>;
  /** The reader asks, the admin approves. Clicks whose answer never came are made again; those that were taken are not. */
  ask(book: DemoBook): Promise<string>;
  statusOf(requestId: string): Promise<string>;
  close(): Promise<void>;
}

/** Every folder with audio below a folder, and working folders that were left. */
export async function libraryOf(root: string): Promise<{ books: Map<string, number>; left: string[] }> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const paths = entries.map((entry) => join(entry.parentPath, entry.name));
  const books = new Map<string, number>();
  for (const path of paths.filter((name) => /\.(?:mp3|m4b)$/.test(name))) {
    books.set(basename(dirname(path)), (books.get(basename(dirname(path))) ?? 0) + 1);
  }
  return { books, left: paths.filter((path) => basename(path).startsWith('.lectern-')) };
}

/** Waits for jobs of earlier work: what they did can be seen before they have ended, and the next kill would be theirs. */
async function untilNoneRuns(job: string, of: { readonly dataDir: string; readonly databaseUrl: string | undefined }): Promise<void> {
  const database = await openDatabase({ ...of, entities: [], migrate: false });
  const isIdle = async () => (await database.read.all("SELECT id FROM jobs WHERE name = ? AND state = 'running'", [job])).length === 0;
  await until(isIdle, { everyMs: 20, what: `${job} to end` }).finally(() => database.close());
}

export async function createCrashStage(
  options: {
    readonly databaseUrl?: string;
    readonly logLevel?: string;
    /** Environment variables besides those of every stage. */
    readonly env?: Readonly<Record<string, string>>;
    /** Settings of the library beside the demo's. */ readonly library?: { readonly mergeChapters?: true; readonly writeTags?: 'all' };
  } = {},
): Promise<CrashStage> {
  const dir = await mkdtemp(join(tmpdir(), 'lectern-crash-'));
  const dataDir = join(dir, 'data');
  const armed = join(dir, 'crash-at');
  const arm = async (point: string): Promise<void> => {
    const [, job] = /^ran (.+)$/.exec(point) ?? [];
    if (job !== undefined) await untilNoneRuns(job, { dataDir, databaseUrl: options.databaseUrl });
    await writeFile(armed, point);
  };
  await arm('');
  const world = await startDemoWorld(dir, { books: SMALL_BOOKS, secondsPerDownload: 0.3 });
  const [port = 0] = await freePorts();
  const start = () =>
    startLectern(SERVE, {
      dataDir,
      port,
      env: {
        LECTERN_TIME_SCALE: TIME_SCALE,
        LECTERN_ALLOW_PRIVATE_HOSTS: '127.0.0.1',
        LECTERN_LOG_LEVEL: options.logLevel ?? 'warn',
        LECTERN_CRASH_AT: armed,
        DATABASE_URL: options.databaseUrl ?? '',
        ...options.env,
      },
    });
  let server = await start();
  let used = 0;
  const password = () => randomBytes(9).toString('base64url');
  async function close(): Promise<void> {
    await server.kill();
    await world.close();
    await rm(dir, { recursive: true, force: true });
  }

  const { admin, user } = await setUpLectern(server.url, {
    setupToken: server.setupToken ?? '',
    adminPassword: password(),
    userPassword: password(),
    libraryDir: world.libraryDir,
    downloadDir: world.downloadDir,
    // only one backend is notified, so that every message can be counted
    integrations: world.integrations
      .filter(({ pluginId }) => pluginId !== 'notify-pushover')
      .map((integration) =>
        integration.pluginId === 'notify-discord' ? { ...integration, subscriptions: ['request_available'] } : integration,
      ),
  }).catch(async (error: unknown) => {
    await close();
    throw error;
  });

  if (options.library) await admin.api.call('PATCH', '/api/admin/settings', { library: options.library });

  const requestFor = async (asin: string): Promise<RequestView | undefined> => {
    const { items } = await user.api.call<{ items: (RequestView & { book: { asin: string } })[] }>('GET', '/api/requests?limit=100');
    return items.find(({ book }) => book.asin === asin);
  };

  return {
    world,
    dataDir,
    databaseUrl: options.databaseUrl,
    admin,
    user,
    files: options.library?.mergeChapters ? 1 : FILES_OF_SMALL_BOOK,
    get server() {
      return server;
    },
    nextScene() {
      const book = SMALL_BOOKS[used++];
      if (!book) throw new Error('There are more kills than books.');
      const release = world.prowlarr.releases.find(({ title, infoHash }) => infoHash !== undefined && title.startsWith(book.title));
      return { world, book, infoHash: release?.infoHash ?? '' };
    },
    arm,
    async restart() {
      await server.kill();
      await arm('');
      server = await start();
    },
    async ask(book) {
      const found = await requestFor(book.asin);
      const { id, status } = found ?? (await user.api.call<{ request: RequestView }>('POST', '/api/requests', { asin: book.asin })).request;
      if (status === 'awaiting_approval') await admin.api.call('POST', `/api/admin/requests/${id}/approve`, {});
      return id;
    },
    async statusOf(requestId) {
      return (await user.api.call<{ request: RequestView }>('GET', `/api/requests/${requestId}`)).request.status;
    },
    close,
  };
}

/** Waits for `available`. @throws the server's output when it does not come */
export async function untilAvailable(stage: CrashStage, requestId: string, who: DemoAccount = stage.user): Promise<void> {
  let last = '';
  const isThere = async () => {
    last = (await who.api.call<{ request: RequestView }>('GET', `/api/requests/${requestId}`)).request.status;
    return last === 'available';
  };
  await until(isThere, { everyMs: 25 }).catch(async (error: unknown) => {
    const { request } = await who.api.call<{ request: object }>('GET', `/api/requests/${requestId}`);
    throw new Error(`It stayed ${last}: ${JSON.stringify(request, null, 1)}\n${stage.server.output().slice(-3000)}`, { cause: error });
  });
}

/** Waits until the server has died of what it is armed with. @throws Error when that moment does not come */
export async function untilDead(stage: CrashStage, name = 'the moment at which it dies'): Promise<void> {
  const given = new AbortController();
  const late = sleep(NEVER_MS, undefined, { signal: given.signal, ref: false }).then(() => {
    throw new Error(`It was never reached: ${name}`);
  });
  await Promise.race([stage.server.exited, late]).finally(() => given.abort());
}

/** Lets the flow run up to the moment, kills the server there, and starts it again. */
export async function killAndRestart(stage: CrashStage, scene: Scene, kill: Kill): Promise<void> {
  if (kill.at !== undefined) await stage.arm(kill.at);
  const died = untilDead(stage, kill.name).then(() => 'died');
  const moment = kill.when?.(scene).then(() => 'moment') ?? died;
  const asked = stage.ask(scene.book).then(
    () => new Promise<never>(() => undefined),
    // the answer is lost with the server
    (error: unknown) => (error instanceof TypeError ? new Promise<never>(() => undefined) : Promise.reject(error as Error)),
  );
  const end = await Promise.race([moment, asked, ...(kill.when ? [died] : [])]);
  const code = end === 'died' ? await stage.server.exited : null;
  if (code !== null || (kill.when && end === 'died')) throw new Error(`The server ended by itself:\n${stage.server.output().slice(-3000)}`);
  // nothing that happens from here on counts: first the kill, then the obstacles are removed
  await stage.server.kill();
  for (const simulator of [scene.world.prowlarr, scene.world.transmission, scene.world.audiobookshelf, scene.world.discord])
    simulator.heal();
  await stage.restart();
}
