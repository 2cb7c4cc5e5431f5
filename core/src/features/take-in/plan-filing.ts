import { join, relative } from 'node:path';
import type { CatalogBook } from '@lectern/plugin-api';
import { readJson } from '../../platform/db/index.js';
import { ApiError } from '../../platform/http/problem.js';
import { sentence, type Said, type Sentence } from '../../platform/words/index.js';
import type { PlaceIndex } from '../lifecycle/place-index.js';
import { errorCode, toFileError } from '../../files/file-error.js';
import { liesInside } from '../../files/own-data.js';
import { isWithin, resolveInside } from '../../files/path-jail.js';
import { checkMove, type MovedFile } from '../../files/placing/check-move.js';
import { planPlacement } from '../../files/placing/placement-plan.js';
import { kindOfFile } from '../../files/reading/file-kind.js';
import type { CatalogService } from '../catalog/index.js';
import { folderByTemplate, ImportStop } from '../imports/index.js';
import type { DownloadsInPlace } from '../lifecycle/downloads-in-place.js';
import { reasonOfFault, renameReason, saidReason } from '../renaming/index.js';
import { areAsRead } from './compare-taken.js';
import type { FiledMove, TakenEvidence, TakenRow } from './entities.js';
import { filesOfUnit } from './read-folder.js';

export type FilingCatalog = Pick<CatalogService, 'book' | 'cached'>;

/** What planning knows of the whole library. */
export interface FilingContext {
  readonly catalog: FilingCatalog;
  /** The real path of the library folder. */
  readonly libraryRoot: string;
  readonly template: string;
  readonly dataDir: string;
  readonly downloads: Pick<DownloadsInPlace, 'clientAt'>;
  /** What download clients have of which Lectern knows nothing. */
  readonly holdings: Pick<PlaceIndex<Said>, 'clientAt'>;
  /** Files around the books that imports placed; absolute. */
  readonly placed: ReadonlySet<string>;
  readonly signal: AbortSignal;
}

/** A taken book with the real path of the folder that was taken in. */
export interface BookToFile {
  readonly row: TakenRow;
  readonly takenRoot: string;
  /** Where the caller knows what the catalogue says. */
  readonly book?: CatalogBook | undefined;
}

/** Where the files of a book are to go; with a reason if they cannot. */
export interface FilingPlan {
  readonly move?: Omit<FiledMove, 'top' | 'toTop' | 'topBack'>;
  /** They have the folder and the names already. */
  readonly isThere?: boolean;
  readonly reason?: Sentence;
}

async function describe({ catalog, signal }: FilingContext, asin: string): Promise<CatalogBook | undefined> {
  try {
    return (await catalog.cached([asin])).get(asin) ?? (await catalog.book(asin, { signal }));
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof ApiError)) throw error;
    return undefined;
  }
}

/** The client that still uses the files, and where. */
function userOf({ downloads, holdings }: FilingContext, folder: string, files: readonly string[], isAlone: boolean): Sentence | undefined {
  const places = isAlone ? [folder] : files.map((name) => join(folder, name));
  const used = places
    .map((path) => ({ path, client: downloads.clientAt(path) ?? holdings.clientAt(path) }))
    .find(({ client }) => client !== undefined);
  return used?.client === undefined ? undefined : saidReason(renameReason('in_download_client', { path: used.path, client: used.client }));
}

function namedBy(
  context: FilingContext,
  row: TakenRow,
  book: CatalogBook,
  files: readonly { readonly path: string; readonly name: string }[],
) {
  const { libraryRoot, template } = context;
  const author = book.authors[0]?.name ?? '';
  const directory = folderByTemplate(template, { asin: book.asin, title: book.title, author }, book);
  return planPlacement({ id: row.id, root: libraryRoot, directory, files });
}

/** Why a file stays that an import has placed: the record of the import would lose it. */
export function placedReason(path: string): Sentence {
  return sentence('filing.placed_by_lectern', { path });
}

async function planFiles(context: FilingContext, { row, takenRoot }: BookToFile, book: CatalogBook): Promise<FilingPlan> {
  const { libraryRoot } = context;
  const files = row.files === null ? null : readJson<readonly string[]>(row.files);
  const unit = await filesOfUnit({ path: row.path, files });
  if (!unit) return { reason: saidReason(renameReason('missing', { path: row.path })) };
  if (await liesInside(context.dataDir, unit.folder)) return { reason: sentence('filing.own_data', { folder: unit.folder }) };
  const ours = unit.files.find(({ path }) => context.placed.has(path));
  if (ours) return { reason: placedReason(ours.path) };
  // another book may have come into the folder
  if (
    !areAsRead(
      row,
      unit.files.filter(({ name }) => kindOfFile(name) === 'audio'),
    )
  )
    return { reason: sentence('filing.audio_changed', { folder: unit.folder }) };
  const root = isWithin(libraryRoot, unit.folder) ? libraryRoot : takenRoot;
  const from = relative(root, unit.folder);
  const plan = namedBy(context, row, book, unit.files);
  const names = new Map(plan.files.map((file) => [file.from, file.to]));
  const to = relative(libraryRoot, await resolveInside(libraryRoot, plan.directory));
  const moved: MovedFile[] = unit.files.map(({ path, name, size }) => ({ from: name, to: names.get(path) ?? name, size }));
  if (root === libraryRoot && from === to && moved.every((file) => file.from === file.to)) {
    return { isThere: true, move: { root, from, toRoot: libraryRoot, to, files: moved, isAlone: true } };
  }
  const move = { root, from, toRoot: libraryRoot, to, files: moved };
  try {
    const { isAlone } = await checkMove({ ...move, onlyFiles: row.path !== unit.folder });
    const reason = userOf(
      context,
      unit.folder,
      moved.map((file) => file.from),
      isAlone,
    );
    return { move: { ...move, isAlone }, ...(reason === undefined ? {} : { reason }) };
  } catch (error) {
    return { move: { ...move, isAlone: true }, reason: saidReason(reasonOfFault(error)) };
  }
}

/** Plans where the files of a book go: the folder and the names that the path template gives an import of it. Nothing is changed. */
export async function planFiling(context: FilingContext, entry: BookToFile): Promise<FilingPlan> {
  const { asin, evidence } = entry.row;
  if (asin === null || evidence === null) return { reason: sentence('filing.no_book') };
  const book = entry.book ?? (await describe(context, asin));
  const title = readJson<TakenEvidence>(evidence).book?.title ?? asin;
  if (!book) return { reason: sentence('filing.catalogue_silent', { title }) };
  try {
    return await planFiles(context, entry, book);
  } catch (error) {
    if (error instanceof ImportStop) return { reason: saidReason(renameReason('invalid_template', { fault: error.said })) };
    // also what has no sentence of its own, such as a file where a folder is to be
    const fault = errorCode(error) === undefined ? error : toFileError(error, 'file_book', entry.row.path);
    return { reason: saidReason(reasonOfFault(fault)) };
  }
}
