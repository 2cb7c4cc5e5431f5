import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Database, Sql, Tx } from '../../platform/db/index.js';
import { ApiError } from '../../platform/http/problem.js';
import type { JobQueue } from '../../platform/jobs/job-queue.js';
import type { Logger } from '../../platform/logging/logger.js';
import { crashPoint } from '../../platform/testing/crash-point.js';
import { FileError, isFileError } from '../../files/file-error.js';
import { foldersAround, isWithin } from '../../files/path-jail.js';
import { byActor, SERVER_ACTOR, type Actor, type AuditService } from '../audit/index.js';
import { LOOK_AT_LIBRARY, SCAN_LIBRARY, type RemovedItems } from '../library/index.js';
import { readDownloadsInPlace } from '../lifecycle/downloads-in-place.js';
import { libraryRoot } from '../lifecycle/leave-place.js';
import { occupiedFolders, placedFilesIn } from '../lifecycle/replaced-imports.js';
import { binFolderOn, diskOf, emptyBin, fillBin, hasDisk, inTheWay, takeFromBin, type BinPlaces } from './bin-files.js';
import * as store from './bin-store.js';
import type { BinnedBook, NewBin, TickedFile } from './bin-store.js';
import type { BinnedBookRow, BinnedFileRow, BinnedFileState } from './entities.js';
import { sentence } from '../../platform/words/index.js';

/** A book of the bin, and whether its files can be seen there now. */
export interface BinView extends BinnedBook {
  readonly isThere: boolean;
}

/** Numbers of files. */
export interface Binned {
  readonly removed: number;
  /** Somebody changed them, or a client seeds them. */
  readonly kept: number;
}

export interface LibraryBin {
  /** The disk that a book is on: the folder where it is mounted, or the library folder. @throws FileError */
  diskOf(directory: string): Promise<string>;
  /** Writes down which files of a book are to go to the bin. Nothing is moved yet. @param disk what {@link diskOf} says */
  list(tx: Tx, book: Omit<NewBin, 'folder'>, disk: string, files: readonly TickedFile[]): Promise<void>;
  /** The books of which listed files come from a folder, and have yet to go to the bin. One statement. */
  listedIn(sql: Pick<Sql, 'all'>, directory: string): Promise<string[]>;
  /** Forgets a list of which nothing was moved. */
  unlist(tx: Tx, id: string): Promise<void>;
  /** Moves the listed files to the bin. It may be repeated, and goes on where an earlier run was. @throws FileError */
  fill(id: string): Promise<Binned>;
  /** What is in the bin, the last first. */
  page(query: { readonly page: number; readonly limit: number }): Promise<{ items: BinView[]; total: number }>;
  /**
   * Moves the files of a book back to where they were.
   *
   * @returns how many
   * @throws ApiError 404 `not_found`, 409 `bin_busy`, `bin_away`, `bin_place_taken`, `bin_fault`
   */
  restore(id: string, actor: Actor): Promise<number>;
  /** Deletes the files of a book. @returns how many @throws ApiError 404 `not_found`, 409 `bin_busy`, `bin_away`, `bin_fault` */
  empty(id: string, actor: Actor): Promise<number>;
  /** Ends what a crash has interrupted. */
  resume(): Promise<void>;
  /** Deletes what has been in the bin for its time. What cannot be seen stays in the list. @returns how many books */
  forget(): Promise<number>;
}

export interface BinDeps {
  readonly database: Database;
  readonly jobs: Pick<JobQueue, 'enqueue'>;
  readonly audit: Pick<AuditService, 'record'>;
  readonly settings: { get(): Promise<{ readonly library: { readonly path: string | null } }> };
  readonly removedItems: Pick<RemovedItems, 'forget' | 'bringBack'>;
  readonly log: Pick<Logger, 'warn'>;
  /** Called when a book has come into the bin, left it, or is on its way. */
  readonly onChange: () => void;
  readonly now: () => Date;
  /** Multiplies waits. */
  readonly timeScale: number;
}

const DAY_MS = 86_400_000;
/** A media server needs some time to see what is there again. */
const SCAN_AFTER_MS = 60_000;
/** How long files stay in the bin. */
export const BIN_DAYS = 30;
/** How long a book that has left the bin is remembered. */
const REMEMBERED_DAYS = 30;

type Fates = ReadonlyMap<number, BinnedFileState>;

function countOf(fates: Fates, state: BinnedFileState): number {
  return [...fates.values()].filter((fate) => fate === state).length;
}

/** The end of a move: over, where nothing is in the bin, and otherwise in the bin. */
function after(fates: Fates): 'binned' | 'over' {
  return countOf(fates, 'binned') > 0 ? 'binned' : 'over';
}

function away(): ApiError {
  return new ApiError('bin_away', sentence('problem.bin_away'));
}

function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (info) => info.isDirectory(),
    () => false,
  );
}

/**
 * Where the files of a book are, and whether their folder in the bin is there. `undefined` while its disk is not, or after another folder
 * became the library.
 */
async function placesOf(deps: BinDeps, { directory, folder }: BinnedBookRow): Promise<(BinPlaces & { isThere: boolean }) | undefined> {
  const root = await libraryRoot(deps).catch(() => undefined);
  if (root === undefined || folder === null || !isWithin(root, directory) || !isWithin(root, folder)) return undefined;
  const isThere = await isFolder(folder);
  return isThere || (await hasDisk(folder)) ? { root, directory, folder, isThere } : undefined;
}

async function filesIn({ database }: BinDeps, id: string): Promise<BinnedFileRow[]> {
  return (await store.filesOfBin(database.read, id)).filter(({ state }) => state === 'binned');
}

/** Writes down what a step did, and where the book is now. */
async function settle(deps: BinDeps, { id, state, directory }: BinnedBookRow, fates: Fates): Promise<void> {
  const now = deps.now();
  const at = now.toISOString();
  const next = after(fates);
  await deps.database.transaction(async (tx) => {
    await store.setFates(tx, id, fates);
    await store.settleBin(tx, id, next, next === 'over' ? at : null);
    if (state !== 'restoring') return;
    await deps.jobs.enqueue(tx, LOOK_AT_LIBRARY());
    await deps.jobs.enqueue(tx, SCAN_LIBRARY(undefined, { runAt: new Date(now.getTime() + SCAN_AFTER_MS * deps.timeScale) }));
  });
  if (state === 'restoring') await deps.removedItems.bringBack(directory);
  deps.onChange();
  if (state === 'restoring' || state === 'emptying') crashPoint('library bin', `${state} ended`);
}

/** Does what was begun. A run after a crash or a fault does the rest; what was done until then is found on the disk. @throws ApiError, FileError */
async function carryOut(deps: BinDeps, book: BinnedBookRow): Promise<number> {
  const places = await placesOf(deps, book);
  if (!places) throw away();
  const files = await filesIn(deps, book.id);
  const isRestoring = book.state === 'restoring';
  const fates = await (isRestoring ? takeFromBin(places, files) : emptyBin(places, files));
  await settle(deps, book, fates);
  return countOf(fates, isRestoring ? 'restored' : 'emptied');
}

/** @throws ApiError `bin_place_taken` */
async function refuseTaken({ database }: BinDeps, places: BinPlaces, files: readonly BinnedFileRow[]): Promise<void> {
  const [ours] = await occupiedFolders(database.read, foldersOf(places, files));
  if (ours !== undefined) throw new ApiError('bin_place_taken', sentence('problem.bin_book_placed', { folder: ours }));
  const taken = await inTheWay(places, files);
  if (taken !== undefined) throw new ApiError('bin_place_taken', sentence('problem.bin_in_the_way', { path: taken }));
}

async function begin(deps: BinDeps, id: string, state: 'restoring' | 'emptying', actor: Actor): Promise<number> {
  const { database, audit } = deps;
  const book = await store.findBin(database.read, id);
  if (!book || book.state === 'listed' || book.state === 'over') throw new ApiError('not_found', sentence('problem.no_binned_book'));
  const busy = (): ApiError => new ApiError('bin_busy', sentence('problem.bin_busy'));
  if (book.state !== 'binned') throw busy();
  const places = await placesOf(deps, book);
  // files that somebody deleted by hand are only forgotten
  if (!places || (state === 'restoring' && !places.isThere)) throw away();
  if (state === 'restoring') await refuseTaken(deps, places, await filesIn(deps, id));
  await database.transaction(async (tx) => {
    if (!(await store.claimBin(tx, id, 'binned', state))) throw busy();
    const action = state === 'restoring' ? 'library.bin_restored' : 'library.bin_emptied';
    await audit.record(tx, { ...byActor(actor), action, targetType: 'binned_book', targetId: id, detail: { title: book.title } });
  });
  deps.onChange();
  crashPoint('library bin', `${state} begun`);
  try {
    return await carryOut(deps, { ...book, state });
  } catch (error) {
    await database.transaction((tx) => store.claimBin(tx, id, state, 'binned'));
    deps.onChange();
    if (isFileError(error)) throw new ApiError('bin_fault', error.said);
    throw error;
  }
}

/** The folders that files lie in, from the folder of the book on. */
function foldersOf({ directory }: Pick<BinPlaces, 'directory'>, files: readonly BinnedFileRow[]): string[] {
  const folders = new Set([directory]);
  for (const { path } of files)
    for (let folder = dirname(join(directory, path)); folder.length > directory.length; folder = dirname(folder)) folders.add(folder);
  return [...folders];
}

/** Which files stay whatever was ticked: those that a client downloads to, and those that an import placed since. */
async function neededFiles({ database }: BinDeps, root: string, folders: readonly string[]): Promise<(path: string) => boolean> {
  const downloads = await readDownloadsInPlace(database.read);
  const [directory = root] = folders;
  const placed = await placedFilesIn(database.read, [...folders, ...foldersAround(root, directory)]);
  return (path) => placed.has(path) || downloads.clientAt(path) !== undefined;
}

/** Where listed files go: on the disk that they are on now, or where that cannot be told, on the one that they were on when they were listed. */
async function folderFor(root: string, { id, state, directory, folder }: BinnedBookRow): Promise<string> {
  if (folder !== null && (state !== 'listed' || !(await isFolder(directory)))) return folder;
  return binFolderOn(await diskOf(root, directory), directory, id);
}

/** Makes ready to move listed files, each time to the same place. @throws FileError while the disk is not there, which passes */
async function placesToFill({ database, now }: BinDeps, root: string, book: BinnedBookRow): Promise<BinPlaces> {
  const { id, directory } = book;
  const folder = await folderFor(root, book);
  // without its disk it would seem that somebody has deleted the files, and those in the bin would be forgotten there
  if (!(await hasDisk(folder))) throw new FileError('not_found', sentence('file.disk_away', { path: directory }), directory, true);
  const at = now();
  const until = new Date(at.getTime() + BIN_DAYS * DAY_MS).toISOString();
  await database.transaction((tx) => store.beginBin(tx, id, { folder, binnedAt: at.toISOString(), until }));
  crashPoint('library bin', 'filling begun');
  return { root, directory, folder };
}

async function fill(deps: BinDeps, id: string): Promise<Binned> {
  const { read } = deps.database;
  const book = await store.findBin(read, id);
  if (!book) return { removed: 0, kept: 0 };
  const files = await store.filesOfBin(read, id);
  const counted = (fates: Fates): Binned => ({ removed: countOf(fates, 'binned'), kept: countOf(fates, 'kept') });
  if (book.state !== 'listed' && book.state !== 'moving') {
    await deps.removedItems.forget(book.directory);
    return counted(new Map(files.map(({ position, state }) => [position, state])));
  }
  const root = await libraryRoot(deps);
  let fates: Fates = new Map(files.map(({ position }) => [position, 'kept']));
  // another folder is the library by now
  if (isWithin(root, book.directory)) {
    const places = await placesToFill(deps, root, book);
    fates = await fillBin(places, files, await neededFiles(deps, root, foldersOf(places, files)));
  }
  await settle(deps, book, fates);
  await deps.removedItems.forget(book.directory);
  return counted(fates);
}

/** The bin of the library: files that Lectern did not place, and that an admin let give way to another copy. */
export function createLibraryBin(deps: BinDeps): LibraryBin {
  const { database, now, log } = deps;

  async function carryOutAll(books: readonly BinnedBookRow[], work: (book: BinnedBookRow) => Promise<unknown>): Promise<number> {
    let done = 0;
    for (const book of books) {
      try {
        await work(book);
        done += 1;
      } catch (error) {
        log.warn({ binId: book.id, error }, 'files of the bin could not be moved or deleted; it is tried again');
      }
    }
    return done;
  }

  const resume = async () => void (await carryOutAll(await store.unfinishedBins(database.read), async (book) => carryOut(deps, book)));

  return {
    diskOf: async (directory) => diskOf(await libraryRoot(deps), directory),
    list: (tx, book, disk, files) => store.addBin(tx, { ...book, folder: binFolderOn(disk, book.directory, book.id) }, files),
    listedIn: store.listedBins,
    unlist: store.forgetListed,
    fill: (id) => fill(deps, id),

    async page(query) {
      const { items, total } = await store.binPage(database.read, query);
      const views: BinView[] = [];
      for (const item of items) views.push({ ...item, isThere: (await placesOf(deps, item))?.isThere ?? false });
      return { items: views, total };
    },

    restore: (id, actor) => begin(deps, id, 'restoring', actor),
    empty: (id, actor) => begin(deps, id, 'emptying', actor),
    resume,

    async forget() {
      await resume();
      const at = now();
      const expired = await store.expiredBins(database.read, at.toISOString());
      const emptied = await carryOutAll(expired, async (book) => {
        if (!(await placesOf(deps, book))?.isThere) throw away();
        await begin(deps, book.id, 'emptying', SERVER_ACTOR);
      });
      await database.transaction((tx) => store.forgetOver(tx, new Date(at.getTime() - REMEMBERED_DAYS * DAY_MS).toISOString()));
      return emptied;
    },
  };
}
