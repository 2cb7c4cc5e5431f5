import { spelledNumber } from '../naming/spelled-number.js';

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
const DISC = /(?:^|[\s_\-.([])(?:cd|dis[ck]|disque|cassette|tape)[\s_\-.#]*0*([1-9]\d{0,3}|0)(?=$|[\s_\-.)\]])/i;

/** The disc number in a folder name (`CD1`, `Disc 10`, `Title (Disk 03)`), or `undefined`. */
export function discNumber(folder: string): number | undefined {
  const match = DISC.exec(folder);
  return match ? Number(match[1]) : undefined;
}

const PART_WORDS = new Set(
  (
    'cd cds disc discs disk disks disque cassette kassette tape tapes part parts pt teil teile partie parte deel del volume volumes vol ' +
    'band tome tomo book books buch livre libro side seite'
  ).split(' '),
);
/** Folders that are listened to before those that are numbered. */
const BEGINNING = /^(?:[\d\s._-]*)(?:intro|introduction|prologue?|preface|foreword|vorwort|einleitung|opening credits)$/i;

interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** The words and numbers of a name: `Part1-2` has three. Spelled numbers of two words stay together. */
function wordsIn(name: string): Word[] {
  return [...name.matchAll(/\p{L}+(?:-\p{L}+)*|\d+/gu)].flatMap(({ 0: text, index }) => {
    if (!text.includes('-') || spelledNumber(text) !== undefined) return [{ text, start: index, end: index + text.length }];
    return [...text.matchAll(/\p{L}+/gu)].map((part) => {
      const start = index + part.index;
      return { text: part[0], start, end: start + part[0].length };
    });
  });
}

interface Numbered extends Word {
  readonly number: number;
}

/** The numbers that a name gives to parts and discs, from the left; of a range (`Part 1-2`) both. */
function findNumbers(name: string): Numbered[] {
  const words = wordsIn(name);
  const used = new Set<number>();
  const found: Numbered[] = [];
  const take = (index: number): boolean => {
    const word = words[index];
    const number = word && !used.has(index) ? spelledNumber(word.text) : undefined;
    if (word === undefined || number === undefined) return false;
    used.add(index);
    found.push({ ...word, number });
    return true;
  };
  words.forEach((word, index) => {
    if (!PART_WORDS.has(word.text.toLowerCase())) return;
    if (!take(index + 1)) {
      take(index - 1);
      return;
    }
    const [from, to] = [words[index + 1], words[index + 2]];
    if (from && to && /^ ?[-\u2010-\u2015+&] ?$/.test(name.slice(from.end, to.start)) && /^\d+$/.test(to.text)) take(index + 2);
  });
  return found.sort((a, b) => a.start - b.start);
}

interface ReadName {
  readonly numbers: readonly number[];
  /** The name with the spelled numbers of its parts in digits: `Part Two` as `Part 2`. */
  readonly inDigits: string;
}

/** What was read of names. A sort compares each of them many times, and ends before anything else runs. */
const known = new Map<string, ReadName>();

function readName(name: string): ReadName {
  const before = known.get(name);
  if (before) return before;
  if (known.size === 0) queueMicrotask(() => known.clear());
  const found = findNumbers(name);
  let inDigits = name;
  for (const { start, end, number } of found.toReversed()) inDigits = inDigits.slice(0, start) + String(number) + inDigits.slice(end);
  const read = { numbers: found.map(({ number }) => number), inDigits };
  known.set(name, read);
  return read;
}

/**
 * The numbers that a folder name states, from the left (`Part Two`, `Teil 3`, `Disc 1 of 3`, `Second Part`, `Vol. IV`: one;
 * `Part 1-2`, `Book 1 CD 2`: two). Empty for a folder that is not numbered.
 */
export function folderNumbers(folder: string): readonly number[] {
  const { numbers } = readName(folder);
  return numbers.length === 0 && BEGINNING.test(folder) ? [0] : numbers;
}

function compareNumbers(left: readonly number[], right: readonly number[]): number {
  const index = left.findIndex((number, at) => number !== right[at]);
  // one that ends where the other goes on comes first
  return index < 0 ? left.length - right.length : (left[index] ?? 0) - (right[index] ?? -1);
}

/** Orders numbered folders by their numbers, then the others by name. An order that mixes the two would not be transitive. */
function compareFolders(a: string, b: string): number {
  const [left, right] = [folderNumbers(a), folderNumbers(b)];
  if (left.length === 0 || right.length === 0) return left.length === right.length ? compareFiles(a, b) : left.length === 0 ? 1 : -1;
  return compareNumbers(left, right) || compareFiles(a, b);
}

function compareFiles(a: string, b: string): number {
  return collator.compare(readName(a).inDigits, readName(b).inDigits) || compareNames(a, b);
}

function compareNames(a: string, b: string): number {
  // The collator calls `a` and `A`, or `1` and `01`, equal; the code units decide then, so the order is total.
  return collator.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0);
}

type Compare = (a: string, b: string) => number;

function comparePaths(a: string, b: string, compareLeaves: Compare): number {
  const left = a.split('/');
  const right = b.split('/');
  for (let index = 0; index < Math.min(left.length, right.length); index += 1) {
    const isLeftFile = index === left.length - 1;
    const isRightFile = index === right.length - 1;
    if (isLeftFile !== isRightFile) return isLeftFile ? -1 : 1;
    const [l = '', r = ''] = [left[index], right[index]];
    const order = isLeftFile ? compareLeaves(l, r) : compareFolders(l, r);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

/**
 * Orders relative paths as a listener would: numbers by value, all of a name from the left, `CD2` and `Disc 3` before
 * `Disc 10`, `Part 1-2` before `Part 3`, `Book 1 CD 2` before `Book 2 CD 1`, `Part Two` before `Part Three`, files of a folder
 * before its sub-folders.
 */
export function compareNaturally(a: string, b: string): number {
  return comparePaths(a, b, compareFiles);
}

/** Orders paths as {@link compareNaturally} does, but files of one folder as media servers do, which read no spelled numbers. */
export function compareByDigits(a: string, b: string): number {
  return comparePaths(a, b, compareNames);
}

/** Whether a name states a number: with digits, or as a word beside one for a part. */
export function hasNumber(name: string): boolean {
  return /\d/.test(name.replace(/\.[^.]*$/, '')) || readName(name).numbers.length > 0;
}
