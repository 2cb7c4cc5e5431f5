import { join } from 'node:path';
import type { Database } from '../../platform/db/index.js';
import { ApiError } from '../../platform/http/problem.js';
import { isFileError } from '../../files/file-error.js';
import { kindOfFile } from '../../files/reading/file-kind.js';
import { listSourceFiles } from '../../files/reading/source-files.js';
import type { TickedFile } from '../library-bin/index.js';
import type { ItemPlace, ItemPlaces } from '../library/index.js';
import { occupantOf } from '../lifecycle/import-records.js';
import { hasOtherFolders } from '../lifecycle/placed-folders.js';
import type { RequestType } from '../lifecycle/statuses.js';
import { findPlace, placeOfItem, UnreadableItem, type FoundPlace } from '../saving/index.js';
import type { Settings } from '../settings/index.js';
import { sentence, type ForeignWords, type Sentence } from '../../platform/words/index.js';

/** A file of a book that Lectern did not place. */
export interface ForeignFile extends TickedFile {
  /** Whether it is the book itself, rather than a picture or a note beside it. */
  readonly isMain: boolean;
}

/** A book that a media server names inside the library folder, and that Lectern did not place. */
export interface ForeignBook {
  readonly type: RequestType;
  /** Real path of the folder that names are relative to. */
  readonly directory: string;
  readonly files: readonly ForeignFile[];
  /** All items of media servers that are this place. */
  readonly items: readonly string[];
}

export interface ForeignBookDeps {
  readonly database: Pick<Database, 'read'>;
  readonly settings: { get(): Promise<Pick<Settings, 'library'>> };
  readonly places: ItemPlaces;
}

/** The most files of a book that can be listed and moved. */
export const MOST_FILES = 1000;
/** The most items that are compared; a household has few of one book. */
const MOST_ITEMS = 20;

function refused(why: Sentence | ForeignWords): ApiError {
  return new ApiError('nothing_to_replace', why);
}

/** Links are not listed, and neither is what they lead to: only files that are in the folder themselves can be moved. */
async function filesOf(place: FoundPlace, type: RequestType, downloads: string | null): Promise<ForeignFile[]> {
  const protectedRoots = [place.root, ...(downloads === null ? [] : [downloads])];
  const { root, audio, ebooks, images, other } = await listSourceFiles(place.real, { protectedRoots });
  const files = [...audio, ...ebooks, ...images, ...other].filter(({ path, name }) => path === join(root, name));
  if (files.length > MOST_FILES) throw refused(sentence('problem.more_files_than_a_book', { most: MOST_FILES, folder: root }));
  const main = type === 'ebook' ? 'ebook' : 'audio';
  return files.map(({ name, size, modifiedAt }) => ({
    path: name,
    size,
    modifiedAt: Math.trunc(modifiedAt),
    isMain: kindOfFile(name) === main,
  }));
}

/** A place where Lectern put files, or around or below which it did, is not for people to tick. */
async function refuseOurs({ database }: ForeignBookDeps, { names, root }: FoundPlace): Promise<void> {
  const occupants = await Promise.all(names.map((name) => occupantOf(database.read, name)));
  if (occupants.some(Boolean) || (await hasOtherFolders(database.read, { root, places: names, asins: [''] })))
    throw refused(sentence('problem.placed_by_lectern'));
}

/** The items that are the same place, whichever media server names it. */
async function itemsAt(library: string | null, items: readonly ItemPlace[], { real }: FoundPlace): Promise<string[]> {
  const same: string[] = [];
  for (const item of items.slice(0, MOST_ITEMS)) {
    const place = await findPlace({ library }, item).catch(() => undefined);
    if (place?.real === real) same.push(item.id);
  }
  return same;
}

/**
 * Finds the files of an item of a reported book.
 *
 * @param editions the ASINs of the recording
 * @throws ApiError 409 `nothing_to_replace`
 */
export async function findForeignBook(deps: ForeignBookDeps, itemId: string, editions: readonly string[]): Promise<ForeignBook> {
  const { library } = await deps.settings.get();
  const items = await deps.places.placesOf(editions);
  const item = items.find(({ id }) => id === itemId);
  if (!item) throw refused(sentence('problem.item_gone'));
  const type = item.formats.includes('audiobook') ? 'audiobook' : 'ebook';
  try {
    const place = await placeOfItem(deps, { library: library.path }, item, editions);
    await refuseOurs(deps, place);
    const files = await filesOf(place, type, library.downloadPath);
    if (!files.some(({ isMain }) => isMain)) throw refused(sentence('problem.no_files_of_book', { folder: place.directory }));
    return { type, directory: place.directory, files, items: await itemsAt(library.path, items, place) };
  } catch (error) {
    if (error instanceof UnreadableItem || isFileError(error)) throw refused(error.said);
    throw error;
  }
}
