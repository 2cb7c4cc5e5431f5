import { personScore } from '../../release-title/people.js';
import { compareNames, type NameGrade } from '../name-matching.js';
import { transliterate, textKey } from '../../text-key.js';
import type { Claims, ClaimKind } from './claims.js';

/** Words in front of who reads, folded. */
const READING: ReadonlySet<string> = new Set(
  'read reads reader narrated narrator narrators narration performed voiced spoken gelesen vorgelesen gesprochen sprecher sprecherin erzahlt erzaehlt erzahler lu lue narre raconte narrado narrada narrador narradora leido locucion letto lettura narratore voorgelezen upplast inlast laest last lest czyta lektor читает исполнитель namluvil felolvassa'.split(
    ' ',
  ),
);
/** A name has at most this many words. */
const MOST_WORDS = 6;

/** The most people of a book whose names are looked for in other spellings. */
const MOST_PEOPLE = 12;

function surnameOf(name: string): string {
  return transliterate(textKey(name)).split(' ').at(-1) ?? '';
}

const foldInitial = (letter: string): string => letter.replace(/[yj]/, 'i').replace('w', 'v').replace('c', 'k');

/** Whether a word may be this surname, or begin it: a cheap test before names are compared. */
function mayBeSurname(word: string, surname: string): boolean {
  if (word.length < Math.min(3, surname.length) || foldInitial(word.charAt(0)) !== foldInitial(surname.charAt(0))) return false;
  return Math.abs(word.length - surname.length) <= 2 || surname.startsWith(word) || word.startsWith(surname);
}

interface Window {
  readonly from: number;
  readonly to: number;
}

/** Runs of words that nothing explains, also across a comma, as in `Nesbø, Jo`. */
function* windows(claims: Claims): Generator<Window> {
  for (const { from, to } of claims.freeRuns()) {
    for (let length = Math.min(MOST_WORDS, to - from); length > 0; length -= 1) {
      for (let at = from; at + length <= to; at += 1) yield { from: at, to: at + length };
    }
  }
}

/** Words that join names and are in none; particles such as `von` may stand inside one. */
function mayBeInName(key: string, isInside: boolean): boolean {
  if (/\d/.test(key) || /^(?:ii|iii|and|with|und|et|of|the|by)$/.test(key) || READING.has(key)) return false;
  return isInside || !/^(?:von|van|par|por|door|av)$/.test(key);
}

function gradeOf(claims: Claims, { from, to }: Window, name: string): NameGrade {
  const keys = claims.name.tokens.slice(from, to).map(({ key }) => key);
  if (!keys.every((key, at) => mayBeInName(key, at > 0 && keys.length > 1))) return 0;
  const text = claims.textOf(from, to).replace(/[_.]+/g, ' ');
  const straight = compareNames(keys.length > 1 && text.includes(',') ? text : keys.join(' '), name);
  if (straight > 0 || keys.length < 2) return straight;
  // `VanderMeer` fell into two words
  const written = compareNames(text, name);
  if (written > 0) return written;
  // `Rowling J K`, where dots or underscores took the comma's place
  return compareNames([...keys.slice(1), keys[0] ?? ''].join(' '), name);
}

/** Whether the name is as good without its first or last word: `I Johann Wolfgang Goethe`. */
function isPadded(claims: Claims, { from, to }: Window, name: string, grade: NameGrade): boolean {
  if (to - from < 2) return false;
  const own = transliterate(textKey(name)).split(' ');
  const isStrange = (at: number): boolean => {
    const key = transliterate(claims.name.tokens[at]?.key ?? '');
    return !own.some((word) => word.startsWith(key) || key.startsWith(word));
  };
  return (
    (isStrange(from) && gradeOf(claims, { from: from + 1, to }, name) >= grade) ||
    (isStrange(to - 1) && gradeOf(claims, { from, to: to - 1 }, name) >= grade)
  );
}

/**
 * Explains spellings of these people's names that differ from the catalogue's: initials, another order, transliterated,
 * the surname alone.
 *
 * @returns the best agreement
 */
export function claimPeople(claims: Claims, kind: ClaimKind, names: readonly string[]): NameGrade {
  let best: NameGrade = claims.all.some((claim) => claim.kind === kind) ? 1 : 0;
  const words = claims.name.tokens.map(({ key }) => transliterate(key));
  const sought = names.slice(0, MOST_PEOPLE).flatMap((name) => {
    const surname = surnameOf(name);
    const places = words.flatMap((word, at) => (claims.isFree(at) && mayBeSurname(word, surname) ? [at] : []));
    return places.length === 0 ? [] : [{ name, places }];
  });
  if (sought.length === 0) return best;
  for (const window of [...windows(claims)]) {
    if (!claims.isFree(window.from) || !claims.isFree(window.to - 1)) continue;
    for (const { name, places } of sought) {
      if (!places.some((at) => at >= window.from && at < window.to)) continue;
      const grade = gradeOf(claims, window, name);
      if (grade === 0 || isPadded(claims, window, name, grade) || !claims.take(kind, window.from, window.to, name)) continue;
      if (grade > best) best = grade;
      break;
    }
  }
  return best;
}

const BY: ReadonlySet<string> = new Set('by von par por da door av af'.split(' '));

export function isReadingWord(key: string): boolean {
  return READING.has(key);
}

export function isByWord(key: string): boolean {
  return BY.has(key) || key === 'di' || key === 'de';
}

const OTHER_ROLE: ReadonlySet<string> = new Set(
  'translated translator translation edited editor foreword introduction introduced afterword preface illustrated illustrator ubersetzt ubersetzung traduit traduction'.split(
    ' ',
  ),
);

/** What stands for a person where readers are named. */
const STANDS_FOR_PERSON = /^(?:the )?author(?: .{1,40})?$|^(?:an? |the )?(?:full |ensemble |multi )?cast$|^various$/i;
/** The most words that name the people of one role. */
const MOST_WORDS_OF_ROLE = 12;

/** Whether a text names people and nothing else: `Messiah Children of Dune` does not. */
function namesPeople(text: string): boolean {
  const names = text
    .replace(/[_.]+/g, ' ')
    .split(/[,&/;]|\band\b|\bund\b|\bet\b|\bwith\b/iu)
    .map((name) => name.trim())
    .filter((name) => name !== '');
  return names.length > 0 && names.every((name) => STANDS_FOR_PERSON.test(name) || personScore(name) > 0);
}

/** The first word behind `at` that does not only join, as `by` does. */
function behindBy({ name: { tokens } }: Claims, at: number, to: number): number {
  let start = at + 1;
  while (start < to && isByWord(tokens[start]?.key ?? '')) start += 1;
  return start;
}

/** Explains who translated, edited or introduced the book. */
export function claimOtherRoles(claims: Claims): void {
  const { tokens } = claims.name;
  for (const { from, to } of claims.freeRuns()) {
    const at = tokens.findIndex(({ key }, index) => index >= from && index < to && OTHER_ROLE.has(key));
    if (at < 0 || to - at > MOST_WORDS_OF_ROLE) continue;
    const start = behindBy(claims, at, to);
    let first = at;
    while (first > from && /^(?:with|mit|an?|the|new)$/.test(tokens[first - 1]?.key ?? '')) first -= 1;
    if (start === to || namesPeople(claims.textOf(start, to))) claims.take('contributor', first, to);
  }
}

/** The authors whom the name says to be its readers, as in `Fahrenheit 451, read by Ray Bradbury`. */
export function readingAuthors(claims: Claims): readonly string[] {
  const { tokens } = claims.name;
  const isReading = (at: number): boolean => {
    let before = at - 1;
    while (before > 0 && isByWord(tokens[before]?.key ?? '')) before -= 1;
    return isReadingWord(tokens[before]?.key ?? '');
  };
  const authors = claims.all.filter(({ kind, from }) => kind === 'author' && isReading(from));
  return [...new Set(authors.map(({ person }) => person ?? ''))];
}

/**
 * What a name may be that nothing calls a reader's: `or_author` where no wanted author is named, `or_title` where it
 * stands behind the title, as the title of a part would.
 */
export type PresumedReader = 'or_author' | 'or_title';

/**
 * Explains `narrated by Somebody Else`, and names that stand alone in a bracket or between dashes.
 *
 * @returns what else a name that stands alone may be
 */
export function claimOtherReaders(claims: Claims): PresumedReader | undefined {
  const { tokens } = claims.name;
  const hasAuthor = claims.all.some(({ kind }) => kind === 'author');
  let presumed: PresumedReader | undefined;
  for (const { from, to } of claims.freeRuns()) {
    const at = tokens.findIndex((token, index) => index >= from && index < to && isReadingWord(token.key));
    if (at >= 0) {
      const start = behindBy(claims, at, to);
      if (start < to && to - start <= MOST_WORDS_OF_ROLE && namesPeople(claims.textOf(start, to))) {
        claims.take('word', at, start);
        claims.take('reader', start, to, claims.textOf(start, to));
      }
      continue;
    }
    const startsSegment = tokens[from - 1]?.segment !== tokens[from]?.segment;
    const endsSegment = tokens[to]?.segment !== tokens[to - 1]?.segment || /^\s*,/.test(claims.name.text.slice(tokens[to - 1]?.end ?? 0));
    if (startsSegment && endsSegment && to - from >= 2 && to - from <= 5 && personScore(claims.textOf(from, to)) >= 0.6) {
      const isTaken = claims.take('reader', from, to, claims.textOf(from, to));
      if (!isTaken || tokens[from]?.bracket !== '') continue;
      if (!hasAuthor) presumed = 'or_author';
      else if (claims.isTitle(from - 1)) presumed ??= 'or_title';
    }
  }
  return presumed;
}
