import { extname } from 'node:path';
import type { ProbedFile } from '../../files/checking/verify.js';
import { folderNumbers } from '../../files/reading/natural-order.js';
import type { WantedBook } from '../search/ranking/wanted-book.js';
import { claimsOf } from './tags/file-claims.js';
import { judgeTitle } from './tags/title-verdict.js';

/** Files that lie together in a download and may be one of several books. */
export interface PackPart {
  /** The folder, or the name of the file. */
  readonly name: string;
  readonly files: readonly ProbedFile[];
  /** Whether its name or its tags say that it is the wanted book. */
  readonly isWanted: boolean;
  readonly isFolder: boolean;
  /** Whether it could be a book of its own: a folder, or a file of a kind that holds whole books. */
  readonly isBook: boolean;
}

/** A folder with more files that lie side by side is no pack of single files. */
const MOST_SINGLE_FILES = 200;
const WHOLE_BOOKS = ['.m4b', '.m4a', '.mp4'];
const NUMBERING = /^[\s([#]*\d{1,4}(?:\.\d{1,2})?[\s.)\]_-]+/;

/** Whether a folder's or a file's name is that of the wanted book, apart from a number before it and its ASIN. */
function isNamedLike(name: string, wanted: WantedBook): boolean {
  const asins = new Set([wanted.asin, ...(wanted.siblings ?? [])].map((asin) => asin?.toUpperCase()));
  const words = name.toUpperCase().split(/[^A-Z0-9]/);
  if (words.some((word) => asins.has(word))) return true;
  const plain = name.replace(NUMBERING, '');
  return [name, plain].some((text) => text !== '' && judgeTitle(text, wanted) === 'wanted');
}

function isTaggedLike(file: ProbedFile, wanted: WantedBook): boolean {
  if (!('info' in file)) return false;
  const { album, title, asins } = claimsOf(file.info.tags);
  if (asins.some((asin) => asin === wanted.asin || (wanted.siblings ?? []).includes(asin))) return true;
  const stated = album ?? title;
  return stated !== undefined && judgeTitle(stated, wanted) === 'wanted';
}

/**
 * Divides the audio files of a download as if it were a pack of books: its topmost folders, and the files beside them.
 *
 * @param files with names from which folders around all of them were removed
 */
export function partsOfPack(files: readonly ProbedFile[], wanted: WantedBook): readonly PackPart[] {
  const isFlat = files.length > MOST_SINGLE_FILES;
  const groups = new Map<string, ProbedFile[]>();
  for (const file of files) {
    const cut = file.name.indexOf('/');
    const name = cut >= 0 ? file.name.slice(0, cut) : isFlat ? '' : file.name;
    const group = groups.get(name);
    if (group) group.push(file);
    else groups.set(name, [file]);
  }
  return [...groups].map(([name, members]) => {
    const isFolder = name !== '' && members.some((file) => file.name !== name);
    const stem = isFolder ? name : name.slice(0, name.length - extname(name).length);
    const isWanted = isNamedLike(stem, wanted) || members.every((file) => isTaggedLike(file, wanted));
    return { name, files: members, isFolder, isWanted, isBook: isFolder || WHOLE_BOOKS.includes(extname(name).toLowerCase()) };
  });
}

/** Whether folders have names of their own, rather than numbers of parts and discs. */
export function areNamedFolders(parts: readonly PackPart[]): boolean {
  return parts.length > 1 && parts.every(({ name, isFolder }) => isFolder && folderNumbers(name).length === 0);
}
