import type { CatalogBook, ShelfBook } from '@lectern/plugin-api';
import { agreeApartFromDuration, isSamePerson, normalizeText, titleScore, writersOf } from '../catalog/index.js';

/** `new`: not looked up yet. Manual corrections stay `matched`. */
export type MappingState = 'new' | 'matched' | 'ambiguous' | 'none';

/** The basis of the decision. */
export type MappingMethod = 'asin' | 'isbn' | 'title';

/** The facts about a book from its shelf. */
export type ShelfEntry = Pick<ShelfBook, 'title' | 'authors' | 'series' | 'isbn' | 'asin'>;

/** The catalogue's match for a shelf's book. `ambiguous` is not a match: a wrong book is worse than none. */
export type Match =
  | { readonly kind: 'match'; readonly asin: string; readonly method: MappingMethod; readonly score: number }
  | { readonly kind: 'ambiguous' | 'none' };

/** The main languages of the regions' catalogues. */
const REGION_LANGUAGES: Readonly<Record<string, string>> = { de: 'de', fr: 'fr', it: 'it', es: 'es', jp: 'ja', br: 'pt' };
const DRAMATISED = /dramati[sz]ed|full[- ]cast|radio (?:play|drama)|audio drama|hörspiel/i;
const PORTION = /\b\d+\s*(?:of|von|de|di)\s*\d+\b/i;
const EXACT = 1;

/** Converts an ISBN to thirteen digits. */
export function isbn13(isbn: string | undefined): string | undefined {
  const plain = isbn?.replace(/[\s-]/g, '').toUpperCase() ?? '';
  if (/^\d{13}$/.test(plain)) return plain;
  if (!/^\d{9}[\dX]$/.test(plain)) return undefined;
  const first = `978${plain.slice(0, 9)}`;
  const sum = [...first].reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  return `${first}${(10 - (sum % 10)) % 10}`;
}

function sameAuthor(wanted: ShelfEntry, book: CatalogBook): boolean {
  return writersOf(book).some((writer) => wanted.authors.some((author) => isSamePerson(writer, author)));
}

function seriesConflict(wanted: ShelfEntry, book: CatalogBook): boolean {
  const { series } = wanted;
  if (series?.part === undefined) return false;
  const name = normalizeText(series.name);
  return book.series.some(
    (own) => name !== undefined && normalizeText(own.name) === name && own.part !== undefined && own.part !== series.part,
  );
}

interface Candidate {
  readonly book: CatalogBook;
  readonly method: MappingMethod;
  readonly score: number;
}

function judge(wanted: ShelfEntry, book: CatalogBook): Candidate[] {
  if (!sameAuthor(wanted, book) || seriesConflict(wanted, book)) return [];
  const isbn = isbn13(wanted.isbn);
  if (isbn !== undefined && isbn === isbn13(book.isbn)) return [{ book, method: 'isbn', score: EXACT }];
  const score = titleScore(wanted.title, book, wanted.series?.name);
  if (score === 0) return [];
  return [{ book, method: book.asin === wanted.asin ? 'asin' : 'title', score }];
}

/** The members that pass a test, or all if none passes. */
function preferring<T>(all: readonly T[], test: (one: T) => boolean): readonly T[] {
  const some = all.filter(test);
  return some.length > 0 ? some : all;
}

/**
 * Finds the book of a shelf among the catalogue's answers. Author and title must agree; the site's ASIN is accepted
 * only for a book that also does. Several recordings of one text are one book, and the complete reading with the most
 * ratings is taken; books that contradict one another are ambiguous.
 *
 * @param region the catalogue's region, for the language
 */
export function matchShelfBook(wanted: ShelfEntry, found: readonly CatalogBook[], region: string): Match {
  const candidates = found.flatMap((book) => judge(wanted, book));
  const named = candidates.find(({ method }) => method === 'asin') ?? candidates.find(({ method }) => method === 'isbn');
  if (named) return { kind: 'match', asin: named.book.asin, method: named.method, score: named.score };
  const best = Math.max(...candidates.map(({ score }) => score));
  const language = REGION_LANGUAGES[region] ?? 'en';
  let left: readonly Candidate[] = candidates.filter(({ score }) => score === best);
  left = preferring(left, ({ book }) => book.language === undefined || book.language === language);
  left = preferring(left, ({ book }) => book.abridged !== true);
  left = preferring(left, ({ book }) => !DRAMATISED.test(`${book.title} ${book.subtitle ?? ''}`));
  left = preferring(left, ({ book }) => !PORTION.test(book.title));
  const [first] = [...left].sort((a, b) => (b.book.rating?.count ?? 0) - (a.book.rating?.count ?? 0));
  if (!first) return { kind: 'none' };
  const agree = left.every(({ book }) => book === first.book || agreeApartFromDuration(first.book, book, { narrators: 'ignored' }));
  return agree ? { kind: 'match', asin: first.book.asin, method: 'title', score: first.score } : { kind: 'ambiguous' };
}
