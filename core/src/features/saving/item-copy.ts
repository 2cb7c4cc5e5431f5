import { realpath, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { isFileError } from '../../files/file-error.js';
import { isWithin, resolveInside } from '../../files/path-jail.js';
import { isHiddenName, isUnfinishedName } from '../../files/reading/file-kind.js';
import { listSourceFiles, type SourceListing } from '../../files/reading/source-files.js';
import type { ItemPlace } from '../library/index.js';
import type { RequestType } from '../lifecycle/statuses.js';
import type { BookFile } from './book-copy.js';
import { inEnglish, saidOf, sentence, type Sentence } from '../../platform/words/index.js';

/** Why the files of an item cannot be read, as a sentence for admins. */
export class UnreadableItem extends Error {
  override readonly name = 'UnreadableItem';

  constructor(readonly said: Sentence) {
    super(inEnglish(said));
  }
}

/** The folders of the settings. */
export interface Folders {
  readonly library: string | null;
  readonly downloads: string | null;
}

/** A place inside the library folder that a media server names. */
export interface FoundPlace {
  /** The library folder. */
  readonly root: string;
  /** Real path of the item's folder or file. */
  readonly real: string;
  /** Real path of the folder that names are relative to. */
  readonly directory: string;
  /** The paths of the place inside the library folder as it is called in the settings: by name, and by links. */
  readonly names: readonly string[];
}

/** Longer than any system takes. */
const LONGEST_PATH = 4_096;

/**
 * Finds out by real path where an item is. Whatever the media server says, it is below the library folder and not hidden.
 *
 * @throws UnreadableItem
 */
export async function findPlace(
  { library: root }: Pick<Folders, 'library'>,
  { server, path, local }: Pick<ItemPlace, 'server' | 'path' | 'local'>,
): Promise<FoundPlace> {
  if (root === null) throw new UnreadableItem(sentence('problem.no_library_folder'));
  if (path === null || local === null) throw new UnreadableItem(sentence('problem.item_without_path', { server }));
  const shown = path.slice(0, 300);
  const outside = (): UnreadableItem => new UnreadableItem(sentence('problem.item_outside', { server, path: shown, folder: root }));
  if (!isAbsolute(local) || local.length > LONGEST_PATH) throw outside();
  try {
    const real = await resolveInside(root, local);
    const below = relative(await realpath(root), real);
    if (below.split(sep).some((name) => isHiddenName(name) || isUnfinishedName(name)))
      throw new UnreadableItem(sentence('problem.item_hidden', { server, path: shown }));
    const info = await stat(real);
    const named = resolve(local);
    const names = [...new Set([join(resolve(root), below), ...(isWithin(root, named) ? [named] : [])])];
    return { root: resolve(root), real, directory: info.isDirectory() ? real : dirname(real), names };
  } catch (error) {
    if (error instanceof UnreadableItem) throw error;
    if (isFileError(error) && error.code === 'outside_root') throw outside();
    throw new UnreadableItem(sentence('problem.item_unreadable', { server, path: shown, folder: local.slice(0, 300) }));
  }
}

/** An item with audio and ebook holds two books; in one with audio alone, an ebook is its booklet. */
function filesOfType({ audio, images, ebooks }: SourceListing, type: RequestType, { formats }: ItemPlace): BookFile[] {
  const main = type === 'ebook' ? ebooks : [...audio, ...(formats.includes('ebook') ? [] : ebooks)];
  return main.length === 0 ? [] : [...main, ...images].map(({ name, size }) => ({ name, size }));
}

/**
 * The files of one medium at a place: audio, ebooks and pictures, nothing hidden or unfinished, and nothing that a link leads to
 * outside of the item's folder.
 *
 * @throws UnreadableItem
 */
export async function filesAt(place: FoundPlace, folders: Folders, item: ItemPlace, type: RequestType): Promise<BookFile[]> {
  const protectedRoots = [place.root, ...(folders.downloads === null ? [] : [folders.downloads])];
  const listing = await listSourceFiles(place.real, { protectedRoots }).catch((error: unknown) => {
    throw new UnreadableItem(sentence('problem.item_not_listed', { server: item.server, fault: saidOf(error) }));
  });
  const files = filesOfType(listing, type, item);
  if (files.length === 0) {
    const key = type === 'ebook' ? 'problem.item_without_ebook' : 'problem.item_without_audio';
    throw new UnreadableItem(sentence(key, { server: item.server, path: (item.path ?? '').slice(0, 300) }));
  }
  return files;
}
