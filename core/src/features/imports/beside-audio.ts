import { basename, dirname, extname, sep } from 'node:path';
import { quotedList, sentence, type Sentence } from '../../platform/words/index.js';
import { findEbookFault } from '../../files/checking/ebook-format.js';
import { isWithin } from '../../files/path-jail.js';
import type { SourceFile, SourceListing } from '../../files/reading/source-files.js';
import type { RequestRow } from '../lifecycle/request-record.js';
import type { Verified } from './verify-ebooks.js';

/** What is not named in the timeline by itself. */
const MOST_NAMED = 3;

/** What a download holds besides the files that are imported. */
export interface Beside {
  /** Documents that belong to the recording, and are placed with it under their own names. */
  readonly companions: readonly SourceFile[];
  /** Ebooks of the same book, of which an open request for the ebook may take one. */
  readonly ebooks: readonly SourceFile[];
  /** Audio and ebooks that are not imported. */
  readonly leftOut: readonly SourceFile[];
}

function formatOf({ name }: Pick<SourceFile, 'name'>): string {
  return extname(name).slice(1).toLowerCase();
}

function stemOf(path: string): string {
  return path.slice(0, path.length - extname(path).length);
}

/** The folder around all files of a book. */
function folderAround(files: readonly SourceFile[]): string {
  const [first = '', ...others] = files.map(({ path }) => dirname(path));
  return others.reduce((common, folder) => {
    let around = common;
    while (!isWithin(around, folder) && around !== sep) around = dirname(around);
    return around;
  }, first);
}

/** The files of a list that lie with the book, where a download holds several books. */
function ofThisBook(files: readonly SourceFile[], { files: taken, leftOut = [] }: Verified): readonly SourceFile[] {
  if (leftOut.length === 0) return files;
  const folder = folderAround(taken);
  // books that lie side by side in one folder are told apart by their names
  if (leftOut.some(({ path }) => isWithin(folder, path))) {
    return files.filter(({ path }) => taken.some((file) => stemOf(file.path) === stemOf(path)));
  }
  return files.filter(({ path }) => isWithin(folder, path));
}

/** Divides what a download holds besides the files that are imported for a request. */
export async function lookBeside(listing: SourceListing, { type }: Pick<RequestRow, 'type'>, verified: Verified): Promise<Beside> {
  const taken = new Set(verified.files.map(({ path }) => path));
  if (type === 'ebook') {
    const leftOut = [...listing.audio, ...listing.ebooks.filter(({ path }) => !taken.has(path))];
    return { companions: [], ebooks: [], leftOut };
  }
  const good: SourceFile[] = [];
  for (const file of ofThisBook(listing.ebooks, verified)) {
    const isGood = await findEbookFault(file.path).then(
      (fault) => fault === undefined,
      () => false,
    );
    if (isGood) good.push({ ...file, name: basename(file.name) });
  }
  const companions = good.filter((file) => formatOf(file) === 'pdf');
  const placed = new Set([...taken, ...companions.map(({ path }) => path)]);
  const ebooks = good.filter((file) => formatOf(file) !== 'pdf');
  return { companions, ebooks, leftOut: [...listing.audio, ...listing.ebooks].filter(({ path }) => !placed.has(path)) };
}

/** The best ebook by the formats of the settings; `undefined` if none is accepted, or several may be different books. */
export function preferredEbook(ebooks: readonly SourceFile[], formats: readonly string[]): SourceFile | undefined {
  const best = formats.find((format) => ebooks.some((file) => formatOf(file) === format));
  const found = ebooks.filter((file) => formatOf(file) === best);
  return found.length === 1 ? found[0] : undefined;
}

/** What was left out, for the timeline. */
export function wordsOfLeftOut(leftOut: readonly SourceFile[]): Sentence | undefined {
  if (leftOut.length === 0) return undefined;
  const names = leftOut.map(({ name }) => basename(name));
  return sentence('timeline.left_out', { files: quotedList(names, MOST_NAMED), count: names.length });
}
