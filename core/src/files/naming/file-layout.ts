import { extname } from 'node:path';

import { compareByDigits, compareNaturally } from '../reading/natural-order.js';
import { sanitizeFileName } from './path-segment.js';

/** Disc folders that media servers take as parts of the book around them (Audiobookshelf has these and no others). */
const DISC_FOLDER = /^(?:cd|dis[ck])\s*(\d{1,3})$/i;
/** Audiobookshelf reads a disc number from such a name, which would then override our order. */
const DISC_IN_NAME = /\b(disc|cd) ?(\d\d?)\b/gi;

function folderOf(name: string): string {
  return name.slice(0, Math.max(0, name.lastIndexOf('/')));
}

/** Whether all files lie in disc folders whose numbers have no gap: media servers make one book of them, in this order. */
function areDiscs(names: readonly string[]): boolean {
  const folders = new Set(names.map(folderOf));
  const numbers = [...folders].map((folder) => Number(DISC_FOLDER.exec(folder)?.[1] ?? Number.NaN)).sort((a, b) => a - b);
  return numbers.every((number, index) => !Number.isNaN(number) && (index === 0 || number === (numbers[index - 1] ?? 0) + 1));
}

/**
 * Where the files of one book go in its folder, by their names. Media servers take a folder in the book's folder for a
 * book of its own, unless it is named like a disc. So files in other folders (`Part One/`, `Teil 2/CD 1/`, discs with
 * gaps) move into the book's folder, numbered in the order in which they are listened to. So do files whose names sort otherwise
 * (`Part Two`, `Part Three`).
 *
 * @param names relative to the release, `/` between segments
 */
export function layOutFiles(names: readonly string[]): ReadonlyMap<string, string> {
  const ordered = [...names].sort(compareNaturally);
  const plain = [...names].sort(compareByDigits);
  const isPlain = ordered.every((name, index) => name === plain[index]);
  if (isPlain && (names.every((name) => !name.includes('/')) || areDiscs(names))) return new Map(names.map((name) => [name, name]));
  const digits = Math.max(3, String(names.length).length);
  return new Map(
    ordered.map((name, index) => {
      const file = name.slice(name.lastIndexOf('/') + 1);
      const stem = file.slice(0, file.length - extname(file).length).replace(DISC_IN_NAME, '$1-$2');
      return [name, sanitizeFileName(`${String(index + 1).padStart(digits, '0')} - ${stem}${extname(file)}`)];
    }),
  );
}
