import { isAbsolute, resolve } from 'node:path';
import type { Database } from '../../platform/db/index.js';
import type { Caller } from '../../platform/http/route.js';
import { isWithin } from '../../files/path-jail.js';
import type { CatalogService } from '../catalog/index.js';
import type { ItemPlace, ItemPlaces } from '../library/index.js';
import { occupantOf } from '../lifecycle/import-records.js';
import { hasOtherFolders } from '../lifecycle/placed-folders.js';
import { booksWithFiles, placedRequest, placedRequestsOfBook, type PlacedRequest } from '../lifecycle/placed-requests.js';
import { hasFiles, type RequestType } from '../lifecycle/statuses.js';
import type { Settings, SettingsService } from '../settings/index.js';
import { filesThere, placedCopy, type BookCopy, type Scope } from './book-copy.js';
import type { DownloadTokenRow } from './entities.js';
import { filesAt, findPlace, UnreadableItem, type Folders, type FoundPlace } from './item-copy.js';
import { sentence, type Sentence } from '../../platform/words/index.js';

/** Why a book cannot be saved. */
export type Refusal = 'not_requested' | 'not_ready' | 'no_files' | 'files_gone' | 'not_readable';

/** The copies of a book that a person may save now, or why there are none. */
export interface FoundCopies {
  /** Their files are there. The first of each medium is the one to take. */
  readonly copies: readonly BookCopy[];
  /** Absent if there are copies. */
  readonly refusal?: Refusal;
  /** What is wrong with the places that media servers name, for admins only. */
  readonly problems: readonly Sentence[];
}

/** The person who asks. */
type Asker = Pick<Caller, 'userId' | 'role'>;

export interface SavableBooksDeps {
  readonly database: Pick<Database, 'read'>;
  readonly settings: Pick<SettingsService, 'get'>;
  readonly catalog: Pick<CatalogService, 'siblings'>;
  readonly places: ItemPlaces;
}

/** The most requests, and the most items, that are looked at for one book; a household has few. */
const MOST = 20;
const TYPES: readonly RequestType[] = ['audiobook', 'ebook'];

/** The user whose requests count as a caller's own; `undefined` for an admin, whose are everybody's. */
function ownerFor({ userId, role }: Asker): string | undefined {
  return role === 'admin' ? undefined : userId;
}

function foldersOf({ library }: Settings): Folders {
  return { library: library.path, downloads: library.downloadPath };
}

/** A request with the reason why it counts. */
interface Candidate {
  readonly request: PlacedRequest;
  readonly scope: Scope;
}

async function asinsOf({ catalog }: SavableBooksDeps, asin: string): Promise<string[]> {
  return [...new Set([asin, ...((await catalog.siblings([asin])).get(asin) ?? [])])];
}

/** The place of an item, if no other book lies there. @throws UnreadableItem */
export async function placeOfItem(
  deps: Pick<SavableBooksDeps, 'places' | 'database'>,
  folders: Pick<Folders, 'library'>,
  item: ItemPlace,
  asins: readonly string[],
): Promise<FoundPlace> {
  const { places, database } = deps;
  const place = await findPlace(folders, item);
  const occupants = await Promise.all(place.names.map((name) => occupantOf(database.read, name)));
  // an admin who links an item by hand knows better than our own record
  const isAnother = item.matchedBy !== 'manual' && occupants.some((occupant) => occupant && !asins.includes(occupant.asin));
  const among = { root: place.root, places: place.names, asins };
  if (isAnother || (await hasOtherFolders(database.read, among)) || (await places.isShared({ item, ...among })))
    throw new UnreadableItem(sentence('problem.item_shared', { server: item.server, path: (item.path ?? '').slice(0, 300) }));
  return place;
}

/** Looks for the book among what media servers name. */
async function copyOfItems(
  deps: SavableBooksDeps,
  { items, type, asins, own }: { items: readonly ItemPlace[]; type: RequestType; asins: readonly string[]; own: PlacedRequest | undefined },
  problems: Map<string, Sentence>,
): Promise<BookCopy | undefined> {
  const folders = foldersOf(await deps.settings.get());
  for (const item of items.filter(({ formats }) => formats.includes(type))) {
    try {
      const place = await placeOfItem(deps, folders, item, asins);
      const files = await filesAt(place, folders, item, type);
      const { asin, title, id } = item;
      const why = own ? ({ scope: 'own', requestId: own.id } as const) : ({ scope: 'everyones', requestId: null } as const);
      return { ...why, asin, importId: null, itemId: id, type, title, directory: place.directory, files };
    } catch (error) {
      if (!(error instanceof UnreadableItem)) throw error;
      problems.set(error.message, error.said);
    }
  }
  return undefined;
}

/** What the imports of requests placed, each folder once: two people's requests for one book share it. */
async function placedCopies(root: string | null, candidates: readonly Candidate[]): Promise<{ copies: BookCopy[]; isGone: boolean }> {
  const copies: BookCopy[] = [];
  const seen = new Set<string>();
  let isGone = false;
  for (const { request, scope } of candidates) {
    const copy = placedCopy(request, scope);
    if (!copy || seen.has(copy.directory)) continue;
    seen.add(copy.directory);
    const files = await filesThere(root, copy);
    if (files.length > 0) copies.push({ ...copy, files: files.map(({ name, size }) => ({ name, size })) });
    else isGone = true;
  }
  return { copies, isGone };
}

interface Search {
  readonly asins: readonly string[];
  /** Requests whose files are in the library, the caller's own first. */
  readonly ready: readonly Candidate[];
  readonly types: readonly RequestType[];
}

/** Our own files first, since we know what they are. Reads the items only if a medium is missing. */
async function search(deps: SavableBooksDeps, { asins, ready, types }: Search): Promise<FoundCopies> {
  const root = (await deps.settings.get()).library.path;
  const { copies, isGone } = await placedCopies(root, ready);
  const problems = new Map<string, Sentence>();
  const missing = types.filter((type) => !copies.some((copy) => copy.type === type));
  const items = missing.length === 0 ? [] : (await deps.places.placesOf(asins)).slice(0, MOST);
  for (const type of missing) {
    const own = ready.find(({ request, scope }) => scope === 'own' && request.type === type)?.request;
    const copy = await copyOfItems(deps, { items, type, asins, own }, problems);
    if (copy) copies.push(copy);
  }
  const found = { copies, problems: [...problems.values()] };
  if (copies.length > 0) return found;
  if (isGone) return { ...found, refusal: 'files_gone' };
  if (problems.size > 0) return { ...found, refusal: 'not_readable' };
  return { ...found, refusal: ready.length > 0 ? 'no_files' : 'not_ready' };
}

/** The setting lets a caller have everyone's books. */
async function mayHaveAll({ settings }: SavableBooksDeps, { role }: Asker): Promise<boolean> {
  return role === 'admin' || (await settings.get()).access.downloadBooks === 'everyones';
}

/** The request that a link needs, if it still is what it was. */
async function requestOf(deps: SavableBooksDeps, row: DownloadTokenRow): Promise<PlacedRequest | undefined> {
  if (row.requestId === null) return undefined;
  const found = await placedRequest(deps.database.read, row.requestId, row.scope === 'own' ? ownerFor(row) : undefined);
  return found && hasFiles(found.status) ? found : undefined;
}

/** The item that a link needs, if it still counts for the book and names the same place. */
async function itemOf(deps: SavableBooksDeps, row: DownloadTokenRow): Promise<ItemPlace | undefined> {
  const item = row.itemId === null ? undefined : await deps.places.placeOf(row.itemId);
  if (item?.asin !== row.asin) return undefined;
  const place = await findPlace(foldersOf(await deps.settings.get()), item).catch(() => undefined);
  return place?.directory === row.directory ? item : undefined;
}

/** What the person of a link may still have: the placed request, or the item. */
async function stillThere(deps: SavableBooksDeps, row: DownloadTokenRow): Promise<PlacedRequest | ItemPlace | undefined> {
  if (row.scope === 'everyones' && !(await mayHaveAll(deps, row))) return undefined;
  const request = await requestOf(deps, row);
  if (!request && (row.scope === 'own' || row.importId !== null)) return undefined;
  if (row.importId === null) return itemOf(deps, row);
  return request?.placed?.id === row.importId ? request : undefined;
}

type Reader = Asker & Pick<Caller, 'permissions'>;

/**
 * Those of these ASINs whose files a caller may save, as far as the records say: two statements at most, and no look at the disk. A
 * request counts if its files are in the library. Where everyone's books may be saved, an item that a media server names inside the
 * library folder counts as well.
 */
async function savableOf(deps: SavableBooksDeps, caller: Reader, asins: readonly string[]): Promise<Set<string>> {
  const root = (await deps.settings.get()).library.path;
  if (!caller.permissions.downloadAccess || root === null || asins.length === 0) return new Set();
  const isOpen = await mayHaveAll(deps, caller);
  const savable = await booksWithFiles(deps.database.read, asins, isOpen ? undefined : caller.userId);
  if (!isOpen) return savable;
  for (const { asin, local } of await deps.places.placesOf(asins)) {
    if (local !== null && isAbsolute(local) && isWithin(root, local) && resolve(local) !== resolve(root)) savable.add(asin);
  }
  return savable;
}

/** Finds the files of books for people who may save them. */
export function createSavableBooks(deps: SavableBooksDeps) {
  const { database, settings } = deps;
  return {
    /** The copies of a request of the caller; `undefined` if there is none, or it is not the caller's. */
    async ofRequest(caller: Asker, requestId: string): Promise<FoundCopies | undefined> {
      const request = await placedRequest(database.read, requestId, ownerFor(caller));
      if (!request) return undefined;
      if (!hasFiles(request.status)) return { copies: [], problems: [], refusal: 'not_ready' };
      const asins = await asinsOf(deps, request.asin);
      return search(deps, { asins, ready: [{ request, scope: 'own' }], types: [request.type] });
    },

    /** The copies of a book that the caller may have: those of own requests first, then everyone's if the setting says so. */
    async ofBook(caller: Asker, asin: string): Promise<FoundCopies> {
      const asins = await asinsOf(deps, asin);
      const isOpen = await mayHaveAll(deps, caller);
      const own = await placedRequestsOfBook(database.read, asins, ownerFor(caller), MOST);
      if (!isOpen && own.length === 0) return { copies: [], problems: [], refusal: 'not_requested' };
      const all = isOpen && caller.role !== 'admin' ? await placedRequestsOfBook(database.read, asins, undefined, MOST) : [];
      const others = all.filter(({ id }) => !own.some((request) => request.id === id));
      const ready = [
        ...own.map((request): Candidate => ({ request, scope: 'own' })),
        ...others.map((request): Candidate => ({ request, scope: 'everyones' })),
      ].filter(({ request }) => hasFiles(request.status));
      const types = isOpen ? TYPES : TYPES.filter((type) => ready.some(({ request }) => request.type === type));
      return search(deps, { asins, ready, types });
    },

    savableOf: (caller: Reader, asins: readonly string[]) => savableOf(deps, caller, asins),

    /** Whether the person of a link may still have the book. Looks at the record and at the place, not at each file. */
    async mayStill(row: DownloadTokenRow): Promise<boolean> {
      return (await stillThere(deps, row)) !== undefined;
    },

    /** The book of a link with its files, if the person may still have it. */
    async again(row: DownloadTokenRow): Promise<BookCopy | undefined> {
      const found = await stillThere(deps, row);
      if (!found) return undefined;
      if (!('local' in found)) return placedCopy(found, row.scope);
      const folders = foldersOf(await settings.get());
      try {
        const place = await placeOfItem(deps, folders, found, await asinsOf(deps, row.asin));
        const files = await filesAt(place, folders, found, row.type);
        const { scope, asin, requestId, importId, itemId, type } = row;
        return { scope, asin, requestId, importId, itemId, type, title: found.title, directory: place.directory, files };
      } catch (error) {
        if (error instanceof UnreadableItem) return undefined;
        throw error;
      }
    },
  };
}

export type SavableBooks = ReturnType<typeof createSavableBooks>;
