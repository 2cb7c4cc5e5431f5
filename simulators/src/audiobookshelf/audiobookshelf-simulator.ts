import path from 'node:path';
import { startSimulator } from '../simulator.js';
import type { Simulator, SimulatorHandler } from '../simulator.js';
import { createAccounts } from './accounts.js';
import type { SimulatedUser } from './accounts.js';
import { answerApi, cover, type Server } from './api.js';
import { createOpenId, type SimulatedOpenId } from './openid.js';
import type { StoredItem } from './item-forms.js';
import { watchFolder } from './folder-watcher.js';
import { createLibraryStore } from './library-store.js';
import type { SimulatedLibrary } from './library-store.js';
import { createScanQueue } from './scan-queue.js';

export interface AudiobookshelfSimulatorOptions {
  /** Key of the `root` account. */
  readonly apiKey: string;
  readonly libraries: readonly SimulatedLibrary[];
  /** Besides `root` with the password `root`. */
  readonly users?: readonly SimulatedUser[];
  /** Milliseconds a library scan takes; default 50. */
  readonly scanDelayMs?: number;
  /** Milliseconds between a new file and its scan; default 50 (the real server waits 10 s). */
  readonly watcherDelayMs?: number;
  /** Whether it notices new files in watched libraries without a scan, as on a local disk. Default: as on a share, it does not. */
  readonly noticesFiles?: boolean;
  /** Sign-ins one address has; default 40. */
  readonly signInLimit?: number;
  /** Whether the items on disk at the start are known at once; default true. */
  readonly scanAtStart?: boolean;
  /** Absent: the server has no OpenID. */
  readonly openid?: SimulatedOpenId;
  readonly isInitialized?: boolean;
  readonly version?: string;
  readonly port?: number;
  readonly now?: () => number;
}

export interface AudiobookshelfSimulator extends Simulator {
  /** Items it holds, those with missing files included. */
  items(): readonly StoredItem[];
  /** Resolves when no scan is waiting or running. */
  idle(): Promise<void>;
  openSessions(): number;
}

/** Starts a server that answers as Audiobookshelf 2.36 does, over real directories. */
export async function startAudiobookshelfSimulator(options: AudiobookshelfSimulatorOptions): Promise<AudiobookshelfSimulator> {
  const now = options.now ?? Date.now;
  const store = createLibraryStore(now);
  const queue = createScanQueue(now);
  const root: SimulatedUser = { username: 'root', password: 'root', type: 'root', apiKey: options.apiKey };
  const accounts = createAccounts([root, ...(options.users ?? [])], options.signInLimit ?? 40);
  const openid = createOpenId(options.openid, (username) => accounts.openSession(username));
  if (options.scanAtStart !== false) for (const library of options.libraries) await store.scan(library);

  const watched = options.libraries.filter(({ isWatched }) => isWatched !== false);
  let watcherScans = Promise.resolve();

  function scanLater(library: SimulatedLibrary, file: string): void {
    if (!file.startsWith(library.root + path.sep)) return;
    const folder = path.dirname(file) === library.root ? file : path.dirname(file);
    // one after the other, as the real one's watcher does: two at once would each add the book that the other just found
    const scan = (): Promise<void> => (watcherScans = watcherScans.catch(() => undefined).then(() => store.scan(library, folder)));
    queue.schedule('watcher-scan', library, options.watcherDelayMs ?? 50, scan, folder);
  }

  const watchers = await Promise.all(
    options.noticesFiles === true ? watched.map((library) => watchFolder(library.root, (file) => scanLater(library, file))) : [],
  );

  const server: Server = {
    libraries: options.libraries,
    watched,
    accounts,
    openid,
    store,
    queue,
    scanDelayMs: options.scanDelayMs ?? 50,
    now,
    scanLater,
  };

  const handle: SimulatorHandler = async (request) => {
    const where = request.path.replace(/^\/audiobookshelf(?=\/)/, '');
    if (where === '/ping') return { body: { success: true } };
    if (where === '/status') return { body: statusForm(options) };
    if (where === '/login' && request.method === 'POST') return accounts.signIn(request);
    if (where === '/logout' && request.method === 'POST') return accounts.signOut(request);
    const openidAnswer = openid.answer(where, request);
    if (openidAnswer) return openidAnswer;
    const picture = /^\/api\/items\/([^/]+)\/cover$/.exec(where);
    if (picture && request.method === 'GET') return cover(server, picture[1] ?? '', request.query);
    if (!where.startsWith('/api/')) return undefined;

    const user = accounts.identify(request);
    if (!user) return { status: 401, body: 'Unauthorized' };
    return answerApi(server, request, where, user);
  };

  const simulator = await startSimulator(handle, options.port === undefined ? {} : { port: options.port });
  return {
    ...simulator,
    items: () => [...store.items.values()],
    idle: () => queue.idle(),
    openSessions: () => accounts.openSessions(),
    async close() {
      await Promise.all(watchers.map((watcher) => watcher.close()));
      await queue.close();
      await simulator.close();
    },
  };
}

function statusForm({ version, isInitialized, openid }: AudiobookshelfSimulatorOptions): object {
  return {
    app: 'audiobookshelf',
    serverVersion: version ?? '2.36.0',
    isInit: isInitialized !== false,
    language: 'en-us',
    authMethods: openid ? ['local', 'openid'] : ['local'],
    authFormData: { authLoginCustomMessage: '' },
  };
}
