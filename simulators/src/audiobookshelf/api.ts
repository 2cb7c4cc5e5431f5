import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { SimulatorRequest, SimulatorResponse } from '../simulator.js';
import { isAdmin, mayAccess, permissionOf, type Accounts, type SimulatedUser } from './accounts.js';
import { FORBIDDEN, html, jsonOf, NOT_FOUND, OK, text } from './answers.js';
import type { BookMetadata } from './book-metadata.js';
import { expandedForm, patchedForm, stableId, type StoredItem } from './item-forms.js';
import { answerItemList } from './item-list.js';
import type { LibraryStore, SimulatedLibrary } from './library-store.js';
import type { OpenId } from './openid.js';
import type { ScanQueue } from './scan-queue.js';

/** The state behind the routes. */
export interface Server {
  readonly libraries: readonly SimulatedLibrary[];
  readonly watched: readonly SimulatedLibrary[];
  readonly accounts: Accounts;
  readonly openid: OpenId;
  readonly store: LibraryStore;
  readonly queue: ScanQueue;
  readonly scanDelayMs: number;
  readonly now: () => number;
  /** Scans the folder of a file after the watcher's delay. */
  readonly scanLater: (library: SimulatedLibrary, file: string) => void;
}

type Answer = SimulatorResponse | Promise<SimulatorResponse>;
type Handler = (server: Server, request: SimulatorRequest, user: SimulatedUser, id: string) => Answer;
type ItemHandler = (server: Server, item: StoredItem, request: SimulatorRequest, user: SimulatedUser) => Answer;

/** An account and how far it is in what it hears, for admins. */
function readUser({ accounts }: Server, _request: SimulatorRequest, caller: SimulatedUser, id: string): SimulatorResponse {
  if (!isAdmin(caller)) return FORBIDDEN;
  const user = accounts.find(id);
  return user ? { body: accounts.formOf(user) } : { status: 404, body: 'Not Found' };
}

const ROUTES: readonly (readonly [string, RegExp, Handler])[] = [
  ['GET', /^\/api\/me$/, ({ accounts }, _request, user) => ({ body: accounts.formOf(user) })],
  ['GET', /^\/api\/users\/([^/]+)$/, readUser],
  ['POST', /^\/api\/authorize$/, authorize],
  ['GET', /^\/api\/auth-settings$/, ({ openid }, _request, user) => (isAdmin(user) ? { body: openid.settings() } : FORBIDDEN)],
  ['PATCH', /^\/api\/auth-settings$/, changeAuthSettings],
  ['GET', /^\/api\/libraries$/, listLibraries],
  ['GET', /^\/api\/tasks$/, ({ queue }) => ({ body: { tasks: queue.tasks } })],
  ['GET', /^\/api\/libraries\/([^/]+)\/items$/, listItems],
  ['POST', /^\/api\/libraries\/([^/]+)\/scan$/, scanLibrary],
  ['DELETE', /^\/api\/libraries\/([^/]+)\/issues$/, removeIssues],
  ['POST', /^\/api\/watcher\/update$/, announce],
  ['POST', /^\/api\/items\/batch\/get$/, batchGet],
  ['GET', /^\/api\/items\/([^/]+)$/, withItem((_server, item) => ({ body: expandedForm(item) }))],
  ['PATCH', /^\/api\/items\/([^/]+)\/media$/, withItem(patchItem)],
  ['DELETE', /^\/api\/items\/([^/]+)$/, withItem(removeItem)],
];

/** Answers a signed-in caller. */
export function answerApi(server: Server, request: SimulatorRequest, where: string, user: SimulatedUser): Answer {
  for (const [method, pattern, handle] of ROUTES) {
    const match = method === request.method ? pattern.exec(where) : null;
    if (match) return handle(server, request, user, decodeURIComponent(match[1] ?? ''));
  }
  return html(404, `<!DOCTYPE html><pre>Cannot ${request.method} ${where}</pre>`);
}

const IMAGE_TYPES: Readonly<Record<string, string>> = {
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
};

/** A cover, which the server shows to everybody. */
export async function cover(server: Server, id: string, query: URLSearchParams): Promise<SimulatorResponse> {
  const file = server.store.items.get(id)?.book.coverPath;
  if (query.get('format') === 'exe') return text(500, 'Internal Server Error');
  const body = file ? await readFile(file).catch(() => undefined) : undefined;
  if (!file || !body) return NOT_FOUND;
  return { headers: { 'content-type': IMAGE_TYPES[path.extname(file).toLowerCase()] ?? 'image/jpeg' }, body };
}

function findLibrary({ libraries }: Server, id: unknown): SimulatedLibrary | undefined {
  return libraries.find((library) => library.id === id);
}

function authorize({ accounts }: Server, _request: SimulatorRequest, user: SimulatedUser): SimulatorResponse {
  return { body: { user: accounts.formOf(user), serverSettings: { scannerDisableWatcher: false } } };
}

function listLibraries({ libraries }: Server, _request: SimulatorRequest, user: SimulatedUser): SimulatorResponse {
  // an account that may see none is shown all of them
  const visible = libraries.filter(({ id }) => mayAccess(user, id));
  const shown = visible.length > 0 || (user.librariesAccessible ?? []).length > 0 ? visible : libraries;
  return { body: { libraries: shown.map((entry, index) => libraryForm(entry, index)) } };
}

function listItems(server: Server, { query }: SimulatorRequest, user: SimulatedUser, id: string): SimulatorResponse {
  if (!findLibrary(server, id)) return html(404, 'Library not found');
  return mayAccess(user, id) ? answerItemList(server.store.list(id), query, server.now()) : FORBIDDEN;
}

async function scanLibrary(server: Server, _request: SimulatorRequest, user: SimulatedUser, id: string): Promise<SimulatorResponse> {
  if (!isAdmin(user)) return FORBIDDEN;
  const library = findLibrary(server, id);
  if (!library) return html(404, 'Library not found');
  // a library is read at once, and requests made while its scan runs are silently dropped
  const apply = await server.store.read(library);
  server.queue.schedule('library-scan', library, server.scanDelayMs, async () => apply());
  return OK;
}

function removeIssues(server: Server, _request: SimulatorRequest, user: SimulatedUser, id: string): SimulatorResponse {
  if (!isAdmin(user)) return FORBIDDEN;
  server.store.removeIssues(id);
  return OK;
}

function announce(server: Server, request: SimulatorRequest, user: SimulatedUser): SimulatorResponse {
  if (!isAdmin(user)) return FORBIDDEN;
  const body = jsonOf(request);
  if (typeof body.libraryId !== 'string' || typeof body.path !== 'string') return html(400, 'Invalid request body');
  const library = findLibrary(server, body.libraryId);
  // files outside the library are silently ignored, and all files where nobody watches
  if (library && server.watched.includes(library)) server.scanLater(library, body.path);
  return OK;
}

function changeAuthSettings(server: Server, request: SimulatorRequest, user: SimulatedUser): SimulatorResponse {
  return isAdmin(user) ? { body: { updated: server.openid.change(jsonOf(request)), serverSettings: {} } } : FORBIDDEN;
}

function batchGet(server: Server, request: SimulatorRequest, user: SimulatedUser): SimulatorResponse {
  const { libraryItemIds: ids } = jsonOf(request);
  if (!Array.isArray(ids) || ids.length === 0) return html(403, 'Invalid payload');
  const found = ids.map((id) => server.store.items.get(String(id))).filter((item) => item !== undefined);
  if (found.some((item) => !mayAccess(user, item.libraryId))) return FORBIDDEN;
  return { body: { libraryItems: found.reverse().map(expandedForm) } };
}

function patchItem(server: Server, item: StoredItem, request: SimulatorRequest, user: SimulatedUser): SimulatorResponse {
  if (!permissionOf(user, 'update')) return FORBIDDEN;
  const { metadata } = jsonOf(request);
  const hasChanged = server.store.edit(item, editsOf(metadata));
  return { body: { ...(hasChanged ? { updated: true } : {}), libraryItem: patchedForm(item) } };
}

async function removeItem(server: Server, item: StoredItem, { query }: SimulatorRequest, user: SimulatedUser): Promise<SimulatorResponse> {
  if (!permissionOf(user, 'delete')) return FORBIDDEN;
  await server.store.remove(item, findLibrary(server, item.libraryId), query.get('hard') === '1');
  return OK;
}

function withItem(handle: ItemHandler): Handler {
  return (server, request, user, id) => {
    const item = server.store.items.get(id);
    if (!item) return NOT_FOUND;
    return mayAccess(user, item.libraryId) ? handle(server, item, request, user) : FORBIDDEN;
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
