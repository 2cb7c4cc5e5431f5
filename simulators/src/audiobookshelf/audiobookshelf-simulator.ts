import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { startSimulator } from '../simulator.js';
import type { Simulator, SimulatorHandler, SimulatorRequest, SimulatorResponse } from '../simulator.js';
import { createAccounts, isAdmin, mayAccess, permissionOf } from './accounts.js';
import type { SimulatedUser } from './accounts.js';
import type { BookMetadata } from './book-metadata.js';
import { expandedForm, patchedForm, stableId } from './item-forms.js';
import type { StoredItem } from './item-forms.js';
import { createOpenId, type SimulatedOpenId } from './openid.js';
import { answerItemList } from './item-list.js';
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
  /** Whether it notices new files in watched libraries by itself, as on a disk of its own. Default: as on a share, it does not. */
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

type Route = (request: SimulatorRequest, user: SimulatedUser, ...ids: string[]) => SimulatorResponse | Promise<SimulatorResponse>;

const OK: SimulatorResponse = { headers: { 'content-type': 'text/plain; charset=utf-8' }, body: 'OK' };
const FORBIDDEN = text(403, 'Forbidden');
const NOT_FOUND = text(404, 'Not Found');
const IMAGE_TYPES: Readonly<Record<string, string>> = {
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
};

function text(status: number, body: string): SimulatorResponse {
  return { status, headers: { 'content-type': 'text/plain; charset=utf-8' }, body };
}

/** The server sends its own sentences as HTML, and the names of statuses as text. */
function html(status: number, body: string): SimulatorResponse {
  return { status, headers: { 'content-type': 'text/html; charset=utf-8' }, body };
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

  let watcherScans = Promise.resolve();
  const watched = options.libraries.filter(({ isWatched }) => isWatched !== false);
  const watchers = await Promise.all(
    options.noticesFiles === true ? watched.map((library) => watchFolder(library.root, (file) => scanLater(library, file))) : [],
  );

  const findLibrary = (id: unknown): SimulatedLibrary | undefined => options.libraries.find((library) => library.id === id);

  const routes: readonly (readonly [string, RegExp, Route])[] = [
    ['GET', /^\/api\/me$/, (_request, user) => ({ body: accounts.formOf(user) })],
    [
      'POST',
      /^\/api\/authorize$/,
      (_request, user) => ({ body: { user: accounts.formOf(user), serverSettings: { scannerDisableWatcher: false } } }),
    ],
    ['GET', /^\/api\/auth-settings$/, (_request, user) => (isAdmin(user) ? { body: openid.settings() } : FORBIDDEN)],
    ['PATCH', /^\/api\/auth-settings$/, changeAuthSettings],
    [
      'GET',
      /^\/api\/libraries$/,
      (_request, user) => ({ body: { libraries: visibleLibraries(user).map((entry, index) => libraryForm(entry, index)) } }),
    ],
    ['GET', /^\/api\/tasks$/, () => ({ body: { tasks: queue.tasks } })],
    ['GET', /^\/api\/libraries\/([^/]+)\/items$/, listItems],
    ['POST', /^\/api\/libraries\/([^/]+)\/scan$/, scanLibrary],
    ['DELETE', /^\/api\/libraries\/([^/]+)\/issues$/, removeIssues],
    ['POST', /^\/api\/watcher\/update$/, announce],
    ['POST', /^\/api\/items\/batch\/get$/, batchGet],
    ['GET', /^\/api\/items\/([^/]+)$/, withItem((item) => ({ body: expandedForm(item) }))],
    ['PATCH', /^\/api\/items\/([^/]+)\/media$/, withItem(patchItem)],
    ['DELETE', /^\/api\/items\/([^/]+)$/, withItem(removeItem)],
  ];

  function visibleLibraries(user: SimulatedUser): readonly SimulatedLibrary[] {
    // an account that may see none is shown all of them
    const visible = options.libraries.filter(({ id }) => mayAccess(user, id));
    return visible.length > 0 || (user.librariesAccessible ?? []).length > 0 ? visible : options.libraries;
  }

  function listItems({ query }: SimulatorRequest, user: SimulatedUser, id = ''): SimulatorResponse {
    if (!findLibrary(id)) return html(404, 'Library not found');
    return mayAccess(user, id) ? answerItemList(store.list(id), query, now()) : FORBIDDEN;
  }

  async function scanLibrary(_request: SimulatorRequest, user: SimulatedUser, id = ''): Promise<SimulatorResponse> {
    if (!isAdmin(user)) return FORBIDDEN;
    const library = findLibrary(id);
    if (!library) return html(404, 'Library not found');
    // a library is read at once, and what is asked for while its scan runs is dropped without a word
    const apply = await store.read(library);
    queue.schedule('library-scan', library, options.scanDelayMs ?? 50, async () => apply());
    return OK;
  }

  function removeIssues(_request: SimulatorRequest, user: SimulatedUser, id = ''): SimulatorResponse {
    if (!isAdmin(user)) return FORBIDDEN;
    store.removeIssues(id);
    return OK;
  }

  function announce(request: SimulatorRequest, user: SimulatedUser): SimulatorResponse {
    if (!isAdmin(user)) return FORBIDDEN;
    const body = jsonOf(request);
    if (typeof body.libraryId !== 'string' || typeof body.path !== 'string') return html(400, 'Invalid request body');
    const library = findLibrary(body.libraryId);
    // what does not belong to the library is ignored without a word, and all of it where nobody watches
    if (library && watched.includes(library)) scanLater(library, body.path);
    return OK;
  }

  function scanLater(library: SimulatedLibrary, file: string): void {
    if (!file.startsWith(library.root + path.sep)) return;
    const folder = path.dirname(file) === library.root ? file : path.dirname(file);
    // one after the other, as the real one's watcher does: two at once would each add the book that the other just found
    const scan = (): Promise<void> => (watcherScans = watcherScans.catch(() => undefined).then(() => store.scan(library, folder)));
    queue.schedule('watcher-scan', library, options.watcherDelayMs ?? 50, scan, folder);
  }

  function changeAuthSettings(request: SimulatorRequest, user: SimulatedUser): SimulatorResponse {
    return isAdmin(user) ? { body: { updated: openid.change(jsonOf(request)), serverSettings: {} } } : FORBIDDEN;
  }

  function batchGet(request: SimulatorRequest, user: SimulatedUser): SimulatorResponse {
    const { libraryItemIds: ids } = jsonOf(request);
    if (!Array.isArray(ids) || ids.length === 0) return html(403, 'Invalid payload');
    const found = ids.map((id) => store.items.get(String(id))).filter((item) => item !== undefined);
    if (found.some((item) => !mayAccess(user, item.libraryId))) return FORBIDDEN;
    return { body: { libraryItems: found.reverse().map(expandedForm) } };
  }

  function withItem(
    answer: (item: StoredItem, request: SimulatorRequest, user: SimulatedUser) => SimulatorResponse | Promise<SimulatorResponse>,
  ): Route {
    return (request, user, id = '') => {
      const item = store.items.get(id);
      if (!item) return NOT_FOUND;
      return mayAccess(user, item.libraryId) ? answer(item, request, user) : FORBIDDEN;
    };
  }

  function patchItem(item: StoredItem, request: SimulatorRequest, user: SimulatedUser): SimulatorResponse {
    if (!permissionOf(user, 'update')) return FORBIDDEN;
    const { metadata } = jsonOf(request);
    const hasChanged = store.edit(item, editsOf(metadata));
    return { body: { ...(hasChanged ? { updated: true } : {}), libraryItem: patchedForm(item) } };
  }

  async function removeItem(item: StoredItem, { query }: SimulatorRequest, user: SimulatedUser): Promise<SimulatorResponse> {
    if (!permissionOf(user, 'delete')) return FORBIDDEN;
    await store.remove(item, findLibrary(item.libraryId), query.get('hard') === '1');
    return OK;
  }

  async function cover(id: string, query: URLSearchParams): Promise<SimulatorResponse> {
    const file = store.items.get(id)?.book.coverPath;
    if (query.get('format') === 'exe') return text(500, 'Internal Server Error');
    const body = file ? await readFile(file).catch(() => undefined) : undefined;
    if (!file || !body) return NOT_FOUND;
    return { headers: { 'content-type': IMAGE_TYPES[path.extname(file).toLowerCase()] ?? 'image/jpeg' }, body };
  }

  const handle: SimulatorHandler = async (request) => {
    const where = request.path.replace(/^\/audiobookshelf(?=\/)/, '');
    if (where === '/ping') return { body: { success: true } };
    if (where === '/status') return { body: statusForm(options) };
    if (where === '/login' && request.method === 'POST') return accounts.signIn(request);
    if (where === '/logout' && request.method === 'POST') return accounts.signOut(request);
    const openidAnswer = openid.answer(where, request);
    if (openidAnswer) return openidAnswer;
    const picture = /^\/api\/items\/([^/]+)\/cover$/.exec(where);
    if (picture && request.method === 'GET') return cover(picture[1] ?? '', request.query);
    if (!where.startsWith('/api/')) return undefined;

    const user = accounts.identify(request);
    if (!user) return { status: 401, body: 'Unauthorized' };
    for (const [method, pattern, route] of routes) {
      const match = method === request.method ? pattern.exec(where) : null;
      if (match) return route(request, user, ...match.slice(1).map(decodeURIComponent));
    }
    return {
      status: 404,
      headers: { 'content-type': 'text/html; charset=utf-8' },
      body: `<!DOCTYPE html><pre>Cannot ${request.method} ${where}</pre>`,
    };
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

function libraryForm({ id, name, root, mediaType, audiobooksOnly, isWatched }: SimulatedLibrary, index: number): object {
  return {
    id,
    name,
    folders: [{ id: stableId(`folder:${id}`), fullPath: root, libraryId: id, addedAt: 0 }],
    displayOrder: index + 1,
    icon: 'audiobookshelf',
    mediaType: mediaType ?? 'book',
    provider: 'audible',
    settings: { disableWatcher: isWatched === false, autoScanCronExpression: null, audiobooksOnly: audiobooksOnly === true },
    lastScan: null,
    lastUpdate: 0,
  };
}

function jsonOf(request: SimulatorRequest): Record<string, unknown> {
  try {
    return JSON.parse(request.body.toString()) as Record<string, unknown>;
  } catch {
    return {};
  }
}

/** Members that are sent are taken, `null` clears, numbers become text. */
function editsOf(metadata: unknown): Partial<BookMetadata> {
  if (typeof metadata !== 'object' || metadata === null) return {};
  const edits: Record<string, unknown> = {};
  for (const key of ['title', 'subtitle', 'asin', 'isbn', 'publishedYear', 'publisher', 'description', 'language']) {
    const value = (metadata as Record<string, unknown>)[key];
    if (value === null || typeof value === 'string' || typeof value === 'number') edits[key] = value === null ? null : String(value);
  }
  return edits;
}
