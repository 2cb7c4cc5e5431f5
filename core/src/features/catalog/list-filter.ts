import type { CatalogBook } from '@lectern/plugin-api';
import { normalizeName, normalizeText } from './book-text.js';

export const BOOK_ORDERS = ['title', 'author', 'releaseDate', 'length'] as const;

/** A member by which a list can be sorted. */
export type BookOrder = (typeof BOOK_ORDERS)[number];

/** The books of a list that a caller wants. Absent members ask for nothing. */
export interface BookFilter {
  /** A code such as `en`, in upper or lower case. */
  readonly language?: string | undefined;
  /** The whole name; case, accents and punctuation do not matter. */
  readonly narrator?: string | undefined;
  /** Minutes. A book of unknown length matches neither this nor `maxLength`. */
  readonly minLength?: number | undefined;
  /** Minutes, included. */
  readonly maxLength?: number | undefined;
  readonly notInLibrary?: boolean | undefined;
  /** Leaves out what the catalogue calls abridged; a book of which it says neither stays. */
  readonly unabridged?: boolean | undefined;
}

/** A range of lengths in minutes, both ends included. */
export interface LengthClass {
  readonly minLength?: number;
  readonly maxLength?: number;
}

export interface FacetValue {
  readonly value: string;
  readonly count: number;
}

/** The values that a list can be filtered by. Each count is the size of the list with that value and the other filters. */
export interface BookFacets {
  /** The most frequent first. */
  readonly languages: readonly FacetValue[];
  /** The most frequent first, at most twenty. */
  readonly narrators: readonly FacetValue[];
  /** There are narrators beside these. */
  readonly moreNarrators: boolean;
  /** Always the same classes. */
  readonly lengths: readonly (LengthClass & { readonly count: number })[];
  readonly notInLibrary: number;
  readonly unabridged: number;
}

const LENGTH_CLASSES: readonly LengthClass[] = [
  { maxLength: 299 },
  { minLength: 300, maxLength: 599 },
  { minLength: 600, maxLength: 1199 },
  { minLength: 1200 },
];
const MOST_LANGUAGES = 50;
const MOST_NARRATORS = 20;

type Test = (book: CatalogBook) => boolean;
type Tests = Readonly<Record<'language' | 'narrator' | 'length' | 'notInLibrary' | 'unabridged', Test>>;

/** Two spellings of a name have one key; a name without letters is its own. */
function nameKey(name: string): string {
  return normalizeName(name) ?? name;
}

function isWithin(
  { durationMinutes: length }: CatalogBook,
  { minLength, maxLength }: Pick<BookFilter, 'minLength' | 'maxLength'>,
): boolean {
  if (minLength === undefined && maxLength === undefined) return true;
  return length !== undefined && length >= (minLength ?? 0) && length <= (maxLength ?? Infinity);
}

const isUnabridged: Test = ({ abridged }) => abridged !== true;

function testsOf(filter: BookFilter, isInLibrary: Test): Tests {
  const language = filter.language?.toLowerCase();
  const narrator = filter.narrator === undefined ? undefined : nameKey(filter.narrator);
  return {
    language: (book) => language === undefined || book.language?.toLowerCase() === language,
    narrator: (book) => narrator === undefined || book.narrators.some((name) => nameKey(name) === narrator),
    length: (book) => isWithin(book, filter),
    notInLibrary: (book) => filter.notInLibrary !== true || !isInLibrary(book),
    unabridged: (book) => filter.unabridged !== true || isUnabridged(book),
  };
}

/** Books that pass all tests but one. */
function passing(books: readonly CatalogBook[], tests: Tests, except?: keyof Tests): CatalogBook[] {
  const applied = Object.entries(tests).flatMap(([name, test]) => (name === except ? [] : [test]));
  return books.filter((book) => applied.every((test) => test(book)));
}

/** @param isInLibrary is asked only when the filter has `notInLibrary` */
export function filterBooks(books: readonly CatalogBook[], filter: BookFilter, isInLibrary: Test): CatalogBook[] {
  return passing(books, testsOf(filter, isInLibrary));
}

/** Counts values by their key, each once a book and shown as it is spelled first; the most frequent first. */
function counted(
  books: readonly CatalogBook[],
  valuesOf: (book: CatalogBook) => readonly string[],
  keyOf: (value: string) => string,
): FacetValue[] {
  const counts = new Map<string, { value: string; count: number }>();
  for (const book of books) {
    for (const [key, value] of new Map(valuesOf(book).map((one) => [keyOf(one), one]))) {
      const known = counts.get(key);
      if (known) known.count += 1;
      else counts.set(key, { value, count: 1 });
    }
  }
  return [...counts.values()].sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
}

/** @param narratorSearch text that the names of narrators contain; all are counted without it */
export function facetsOf(books: readonly CatalogBook[], filter: BookFilter, isInLibrary: Test, narratorSearch = ''): BookFacets {
  const tests = testsOf(filter, isInLibrary);
  const languages = counted(
    passing(books, tests, 'language'),
    ({ language }) => (language === undefined ? [] : [language.toLowerCase()]),
    (code) => code,
  );
  const sought = normalizeText(narratorSearch) ?? '';
  const narrators = counted(passing(books, tests, 'narrator'), ({ narrators: names }) => names, nameKey).filter(
    ({ value }) => sought === '' || (normalizeText(value) ?? '').includes(sought),
  );
  const ofAnyLength = passing(books, tests, 'length');
  return {
    languages: languages.slice(0, MOST_LANGUAGES),
    narrators: narrators.slice(0, MOST_NARRATORS),
    moreNarrators: narrators.length > MOST_NARRATORS,
    lengths: LENGTH_CLASSES.map((range) => ({ ...range, count: ofAnyLength.filter((book) => isWithin(book, range)).length })),
    notInLibrary: passing(books, tests, 'notInLibrary').filter((book) => !isInLibrary(book)).length,
    unabridged: passing(books, tests, 'unabridged').filter(isUnabridged).length,
  };
}

const byLetters = new Intl.Collator('en', { numeric: true, sensitivity: 'base', ignorePunctuation: true }).compare;
const byNumber = (a: number, b: number): number => a - b;

/** Sorts by a value; books without it come last in both directions, and equals keep their order. */
function sortedBy<T>(
  books: readonly CatalogBook[],
  valueOf: (book: CatalogBook) => T | undefined,
  compare: (a: T, b: T) => number,
  direction: 1 | -1,
): CatalogBook[] {
  const known: { book: CatalogBook; value: T }[] = [];
  const unknown: CatalogBook[] = [];
  for (const book of books) {
    const value = valueOf(book);
    if (value === undefined) unknown.push(book);
    else known.push({ book, value });
  }
  known.sort((a, b) => direction * compare(a.value, b.value));
  return [...known.map(({ book }) => book), ...unknown];
}

/** Default: newest first for `releaseDate`, ascending for the others. */
export function sortBooks(
  books: readonly CatalogBook[],
  sort: BookOrder,
  order: 'asc' | 'desc' = sort === 'releaseDate' ? 'desc' : 'asc',
): CatalogBook[] {
  const direction = order === 'asc' ? 1 : -1;
  switch (sort) {
    case 'title':
      return sortedBy(books, ({ title }) => title, byLetters, direction);
    case 'author':
      return sortedBy(books, ({ authors: [first] }) => first?.name, byLetters, direction);
    case 'releaseDate':
      return sortedBy(books, ({ releaseDate }) => (releaseDate === undefined ? undefined : Date.parse(releaseDate)), byNumber, direction);
    case 'length':
      return sortedBy(books, ({ durationMinutes }) => durationMinutes, byNumber, direction);
  }
}
