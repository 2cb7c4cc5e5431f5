import { realpath } from 'node:fs/promises';
import type { CatalogBook } from '@lectern/plugin-api';
import { v7 as uuid } from 'uuid';
import { isTrue, readJson } from '../../platform/db/index.js';
import { createGiveWay } from '../../platform/jobs/give-way.js';
import { ApiError } from '../../platform/http/problem.js';
import { ImportStop } from '../imports/index.js';
import { booksBeingImported, importsOf, placedFolders, requestsOf, type PlacedFolder } from '../lifecycle/placed-folders.js';
import type { RequestRow } from '../lifecycle/request-record.js';
import { readDownloadsInPlace } from '../lifecycle/downloads-in-place.js';
import type { MovedBook } from './entities.js';
import { additionOf, planBook, type BookPlan, type BookToPlan, type PlanContext } from './plan-book.js';
import type { RenameDeps } from './rename-dependencies.js';
import { renameReason, storeReason, type RenameReason } from './rename-reasons.js';
import { blockMoves, findRename, forgetMoves, holdRename, insertMoves, type MoveRow, type RenameRow } from './rename-store.js';
import { sortInTurns } from './sort-in-turns.js';

const BOOKS_AT_ONCE = 50;
const BLOCKED_AT_ONCE = 100;
/** The most books of one plan that the catalogue is asked about; it knows the others already, or a later plan asks. */
const MOST_ASKED = 300;

/** A plan that cannot be made. */
export class PlanStop extends Error {
  override readonly name = 'PlanStop';

  constructor(readonly reason: RenameReason) {
    super(reason.code);
  }
}

/** One book in one folder, whoever requested it. */
interface Unit {
  readonly folder: PlacedFolder;
  readonly folders: readonly PlacedFolder[];
}

/** A move with the books that it moves. */
type PlannedMove = BookPlan & { readonly books: readonly MovedBook[] };

interface Planning extends PlanContext {
  readonly rename: RenameRow;
  readonly signal: AbortSignal;
  /** The first book that goes to each folder. */
  readonly targets: Map<string, { readonly id: string; readonly title: string; other?: string }>;
  asked: number;
  position: number;
  unchanged: number;
}

function folderKey(folder: string): string {
  return folder.normalize('NFC').toLowerCase();
}

/** Newer imports come first; `-1`, `0` or `1`. */
function byAge(a: PlacedFolder, b: PlacedFolder): number {
  const [mine, other] = [`${a.createdAt} ${a.importId}`, `${b.createdAt} ${b.importId}`];
  return mine === other ? 0 : mine < other ? 1 : -1;
}

/** Books by their folders. What stands beside another book comes last, when it is known where that goes. */
async function unitsOf(pages: AsyncIterable<readonly PlacedFolder[]>): Promise<{ readonly first: Unit[]; readonly beside: Unit[] }> {
  const directories = new Map<string, PlacedFolder[]>();
  const giveWay = createGiveWay();
  for await (const page of pages) {
    for (const folder of page) {
      await giveWay();
      const present = directories.get(folder.directory);
      if (present) present.push(folder);
      else directories.set(folder.directory, [folder]);
    }
  }
  const [first, beside]: [Unit[], Unit[]] = [[], []];
  for (const directory of await sortInTurns(directories.keys())) {
    await giveWay();
    const units = new Map<string, PlacedFolder[]>();
    for (const folder of (directories.get(directory) ?? []).sort(byAge)) {
      const same = units.get(folder.contentHash);
      if (same) same.push(folder);
      else units.set(folder.contentHash, [folder]);
    }
    for (const same of units.values())
      if (same[0]) (additionOf(directory) === undefined ? first : beside).push({ folder: same[0], folders: same });
  }
  return { first, beside };
}

/** Portions of books, in which those of one folder stay together. */
function* portions(units: readonly Unit[]): Generator<readonly Unit[]> {
  let portion: Unit[] = [];
  for (const unit of units) {
    const isNext = portion.at(-1)?.folder.directory !== unit.folder.directory;
    if (isNext && portion.length >= BOOKS_AT_ONCE) {
      yield portion;
      portion = [];
    }
    portion.push(unit);
  }
  if (portion.length > 0) yield portion;
}

function* inOrder(...lists: readonly (readonly Unit[])[]): Generator<readonly Unit[]> {
  for (const units of lists) yield* portions(units);
}

async function describe(planning: Planning, requests: Iterable<RequestRow>): Promise<Map<string, CatalogBook>> {
  const regions = new Map<string, Set<string>>();
  for (const { region, asin } of requests) regions.set(region, (regions.get(region) ?? new Set()).add(asin));
  const books = new Map<string, CatalogBook>();
  for (const [region, asins] of regions) {
    for (const [asin, book] of await planning.deps.catalog.cached([...asins], region)) books.set(`${region} ${asin}`, book);
  }
  return books;
}

async function ask(planning: Planning, { asin, region }: RequestRow): Promise<BookToPlan['book']> {
  if (planning.asked >= MOST_ASKED) return 'silent';
  planning.asked += 1;
  try {
    return await planning.deps.catalog.book(asin, { region, signal: planning.signal });
  } catch (error) {
    planning.signal.throwIfAborted();
    // what the catalogue does not have is placed by what the request says, as at its import
    return error instanceof ApiError && error.status === 404 ? undefined : 'silent';
  }
}

/** Both books of a folder that go to the same new one go together. */
function together(moves: readonly PlannedMove[]): PlannedMove[] {
  const merged = new Map<string, PlannedMove>();
  for (const move of moves) {
    const key = move.reason === undefined ? `${move.from}\0${move.to}` : `\0${merged.size}`;
    const before = merged.get(key);
    const files = [...new Map([...(before?.files ?? []), ...move.files].map((file) => [file.from, file])).values()];
    merged.set(key, before ? { ...before, files, books: [...before.books, ...move.books] } : move);
  }
  return [...merged.values()];
}

function toRow(planning: Planning, move: PlannedMove): MoveRow {
  const { targets, rename } = planning;
  const id = uuid();
  const key = folderKey(move.to);
  const first = move.reason === undefined ? targets.get(key) : undefined;
  const title = move.books[0]?.title ?? '';
  if (first) first.other ??= title;
  else if (move.reason === undefined) targets.set(key, { id, title });
  const reason = move.reason ?? (first && renameReason('same_target', { title: first.title }));
  planning.position += 1;
  return {
    id,
    renameId: rename.id,
    position: planning.position,
    fromFolder: move.from,
    toFolder: move.to,
    books: JSON.stringify(move.books),
    files: JSON.stringify(move.files),
    state: reason ? 'blocked' : 'planned',
    top: null,
    reason: reason ? storeReason(reason) : null,
  };
}

function bookOf({ importId, requestId }: PlacedFolder, requests: ReadonlyMap<string, RequestRow>): MovedBook[] {
  const request = requests.get(requestId);
  return request ? [{ importId, requestId, asin: request.asin, title: request.title, author: request.author, type: request.type }] : [];
}

async function planPortion(planning: Planning, units: readonly Unit[]): Promise<void> {
  const { database } = planning.deps;
  const { signal } = planning;
  const imports = await importsOf(
    database.read,
    units.map(({ folder }) => folder.importId),
  );
  const requests = await requestsOf(database.read, [...new Set(units.flatMap(({ folders }) => folders.map(({ requestId }) => requestId)))]);
  const books = await describe(planning, requests.values());
  const moves: PlannedMove[] = [];
  for (const { folder, folders } of units) {
    signal.throwIfAborted();
    const [placed, request] = [imports.get(folder.importId), requests.get(folder.requestId)];
    if (!placed || !request) continue;
    const book = books.get(`${request.region} ${request.asin}`) ?? (await ask(planning, request));
    const plan = await planBook(planning, { folder, manifest: placed.manifest, request, book });
    if (plan) moves.push({ ...plan, books: folders.flatMap((one) => bookOf(one, requests)) });
    else planning.unchanged += 1;
  }
  const rows = together(moves).map((move) => toRow(planning, move));
  await database.transaction(async (tx) => {
    await holdRename(tx, planning.rename);
    await insertMoves(tx, rows);
  });
}

async function begin(deps: RenameDeps, rename: RenameRow, signal: AbortSignal): Promise<Planning> {
  const { library } = await deps.settings.get();
  if (library.path === null) throw new PlanStop(renameReason('no_library_folder'));
  const root = await realpath(library.path).catch(() => undefined);
  if (root === undefined) throw new PlanStop(renameReason('library_not_there', { path: library.path }));
  const targets: Planning['targets'] = new Map();
  return {
    deps,
    rename,
    signal,
    root,
    library,
    targets,
    isPlanned: (folder) => targets.has(folderKey(folder)),
    downloads: await readDownloadsInPlace(deps.database.read),
    importing: await booksBeingImported(deps.database.read),
    asked: 0,
    position: 0,
    unchanged: 0,
  };
}

/** Books that share a target are all blocked, since nobody can say which of them should have it. */
async function blockFirsts({ deps, rename, targets }: Planning): Promise<void> {
  const blocked: { id: string; reason: string }[] = [];
  const giveWay = createGiveWay();
  for (const { id, other } of targets.values()) {
    await giveWay();
    if (other !== undefined) blocked.push({ id, reason: storeReason(renameReason('same_target', { title: other })) });
  }
  for (let from = 0; from < blocked.length; from += BLOCKED_AT_ONCE) {
    await deps.database.transaction(async (tx) => {
      await holdRename(tx, rename);
      await blockMoves(tx, blocked.slice(from, from + BLOCKED_AT_ONCE));
    });
  }
}

/**
 * Makes the plan of a rename and stores it, some books at a time. A run that was cut off begins anew.
 *
 * @param onProgress hears how many books were looked at
 * @returns how many are where they belong; `undefined` when somebody stopped it
 * @throws PlanStop
 */
export async function makePlan(
  deps: RenameDeps,
  rename: RenameRow,
  { signal, onProgress }: { readonly signal: AbortSignal; readonly onProgress: (done: number, total: number) => Promise<void> },
): Promise<{ readonly unchanged: number; readonly root: string; readonly total: number } | undefined> {
  const { database } = deps;
  const planning = await begin(deps, rename, signal);
  await database.transaction(async (tx) => {
    await holdRename(tx, rename);
    await forgetMoves(tx, rename.id);
  });
  const { first, beside } = await unitsOf(placedFolders(database.read, readJson(rename.requestIds)));
  const total = first.length + beside.length;
  let done = 0;
  for (const portion of inOrder(first, beside)) {
    if (isTrue((await findRename(database.read, rename.id))?.stopping)) return undefined;
    await planPortion(planning, portion).catch((error: unknown) => {
      throw error instanceof ImportStop ? new PlanStop(renameReason('invalid_template', { fault: error.said })) : error;
    });
    done += portion.length;
    await onProgress(done, total);
  }
  await blockFirsts(planning);
  return { unchanged: planning.unchanged, root: planning.root, total };
}
