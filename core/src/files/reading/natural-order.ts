import { spelledNumber } from '../naming/spelled-number.js';

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
const DISC = /(?:^|[\s_\-.([])(?:cd|dis[ck]|disque|cassette|tape)[\s_\-.#]*0*([1-9]\d{0,3}|0)(?=$|[\s_\-.)\]])/i;

/** The disc number in a folder name (`CD1`, `Disc 10`, `Title (Disk 03)`), or `undefined`. */
export function discNumber(folder: string): number | undefined {
  const match = DISC.exec(folder);
  return match ? Number(match[1]) : undefined;
}

const PART_WORDS = new Set(
  'cd disc disk disque cassette tape part pt parts teil partie parte deel del volume vol band tome tomo book buch livre libro side'.split(
    ' ',
  ),
);
const GLUED = /^(\p{L}{2,9}?)(\d{1,6})$/u;

/**
 * The number that a folder name states (`Part Two`, `Teil 3`, `CD1`, `Disc 1 of 3`, `Second Part`, `Vol. IV`), or
 * `undefined`.
 */
export function folderNumber(folder: string): number | undefined {
  const disc = discNumber(folder);
  if (disc !== undefined) return disc;
  const words = folder.toLowerCase().split(/[^\p{L}\p{N}-]+/u);
  for (const [index, word] of words.entries()) {
    const [, stem = '', digits = ''] = GLUED.exec(word) ?? [];
    if (PART_WORDS.has(stem)) return Number(digits);
    if (!PART_WORDS.has(word)) continue;
    const number = spelledNumber(words[index + 1] ?? '') ?? spelledNumber(words[index - 1] ?? '');
    if (number !== undefined) return number;
  }
  return undefined;
}

/** Orders numbered folders by number, then the others by name. An order that mixes the two would not be transitive. */
function compareFolders(a: string, b: string): number {
  const [left, right] = [folderNumber(a), folderNumber(b)];
  if (left === undefined || right === undefined) return left === right ? compareNames(a, b) : left === undefined ? 1 : -1;
  return left - right || compareNames(a, b);
}

function compareNames(a: string, b: string): number {
  // The collator calls `a` and `A`, or `1` and `01`, equal; the code units decide then, so the order is total.
  return collator.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0);
}

/**
 * Orders relative paths as a listener would: numbers by value, `CD2` and `Disc 3` before `Disc 10`, `Part Two` before
 * `Part Three`, files of a folder before its sub-folders.
 */
export function compareNaturally(a: string, b: string): number {
  const left = a.split('/');
  const right = b.split('/');
  for (let index = 0; index < Math.min(left.length, right.length); index += 1) {
    const isLeftFile = index === left.length - 1;
    const isRightFile = index === right.length - 1;
    if (isLeftFile !== isRightFile) return isLeftFile ? -1 : 1;
    const [l = '', r = ''] = [left[index], right[index]];
    const order = isLeftFile ? compareNames(l, r) : compareFolders(l, r);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}
