import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setUpLectern, signIn, startDemoWorld, startLectern, type DemoWorld, type LecternApi, type LecternProcess } from '@lectern/demo';
import { createPostgresDatabase, type CrashPoint } from '@lectern/core/testing';
import type { DemoBook } from '@lectern/simulators';
import { SERVE } from '../crash/crash-scene.spec.support.js';

export const ADMIN_PASSWORD = 'correct horse battery';
export const USER_PASSWORD = 'battery horse correct';

/** A process that works, and ends itself where a test wants it to. */
export interface ArmedWorker extends LecternProcess {
  /** Makes it die at a crash point; `''`: at none. */
  arm(point: '' | `${CrashPoint}${'' | ` ${string}`}`): Promise<void>;
}

/** Two processes that serve and one that works, on one PostgreSQL and one data directory, set up through the first. */
export interface SeveralProcesses {
  readonly one: LecternProcess;
  readonly two: LecternProcess;
  readonly worker: ArmedWorker;
  readonly world: DemoWorld;
  readonly dataDir: string;
  readonly databaseUrl: string;
  /** The admin at each process that serves. */
  readonly admin: { readonly one: LecternApi; readonly two: LecternApi };
  readonly user: LecternApi;
  /** Starts one more process that works. */
  startWorker(): Promise<ArmedWorker>;
  close(): Promise<void>;
}

/** @param books in addition to the demo catalogue */
export async function startSeveralProcesses(books: readonly DemoBook[] = []): Promise<SeveralProcesses> {
  const dir = await mkdtemp(join(tmpdir(), 'lectern-processes-'));
  const endings: (() => Promise<unknown>)[] = [() => rm(dir, { recursive: true, force: true })];
  const close = async () => {
    for (const end of endings.splice(0).reverse()) await end();
  };
  try {
    const database = await createPostgresDatabase();
    endings.push(database.drop);
    const world = await startDemoWorld(dir, { books, secondsPerDownload: 0.3 });
    endings.push(() => world.close());
    const dataDir = join(dir, 'data');
    const start = async (role: 'web' | 'worker', crashAt = '') => {
      const server = await startLectern(SERVE, {
        dataDir,
        env: {
          LECTERN_ROLE: role,
          LECTERN_TIME_SCALE: '0.05',
          LECTERN_ALLOW_PRIVATE_HOSTS: '127.0.0.1',
          LECTERN_LOG_LEVEL: 'warn',
          LECTERN_CRASH_AT: crashAt,
          DATABASE_URL: database.url,
        },
      });
      endings.push(() => server.stop());
      return server;
    };
    let workers = 0;
    const startWorker = async (): Promise<ArmedWorker> => {
      const armed = join(dir, `worker-${(workers += 1)}-dies-at`);
      const arm = (point: string) => writeFile(armed, point);
      await arm('');
      return { ...(await start('worker', armed)), arm };
    };
    const one = await start('web');
    const [two, worker] = await Promise.all([start('web'), startWorker()]);
    // all of them run already, so they have to be notified of settings saved now
    const { admin, user } = await setUpLectern(one.url, {
      setupToken: one.setupToken ?? '',
      adminPassword: ADMIN_PASSWORD,
      userPassword: USER_PASSWORD,
      libraryDir: world.libraryDir,
      downloadDir: world.downloadDir,
      integrations: world.integrations,
    });
    return {
      one,
      two,
      worker,
      world,
      dataDir,
      databaseUrl: database.url,
      startWorker,
      close,
      admin: { one: admin.api, two: await signIn(two.url, admin.username, ADMIN_PASSWORD) },
      user: user.api,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Reads live events of an account until there is one as wanted, or the stream ends. */
export interface LiveStream {
  /** @returns whether it came before the stream ended */
  heard(wanted: RegExp): Promise<boolean>;
  close(): void;
}

export async function openLiveStream(url: string, token: string): Promise<LiveStream> {
  const abort = new AbortController();
  const response = await fetch(`${url}/api/events`, { headers: { authorization: `Bearer ${token}` }, signal: abort.signal });
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  let text = '';
  const heard = async (wanted: RegExp): Promise<boolean> => {
    while (!wanted.test(text)) {
      const { value, done } = await reader.read();
      if (done) return false;
      text += Buffer.from(value).toString();
    }
    return true;
  };
  await heard(/: connected/);
  return { heard, close: () => abort.abort() };
}
