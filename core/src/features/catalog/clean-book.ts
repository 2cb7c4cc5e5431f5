import type { CatalogBook, PersonRef, SeriesRef } from '@lectern/plugin-api';
import { createGiveWay } from '../../platform/jobs/give-way.js';
import { calendarDay } from './calendar-day.js';
import { toPlainLine, toPlainText } from './plain-text.js';

const MOST_ENTRIES = 100;

/** Ten characters, letters in capitals. */
export const ASIN = /^[A-Z0-9]{10}$/;

function list<T>(value: readonly T[] | undefined): readonly T[] {
  return Array.isArray(value) ? (value as readonly T[]).slice(0, MOST_ENTRIES) : [];
}

function lines(values: readonly string[] | undefined): string[] {
  return list(values).flatMap((value) => toPlainLine(value, 300) ?? []);
}

function person(ref: PersonRef): PersonRef[] {
  const name = toPlainLine(ref.name, 300);
  const id = toPlainLine(ref.id, 50);
  return name === undefined ? [] : [{ name, ...(id === undefined ? {} : { id }) }];
}

function series(ref: SeriesRef): SeriesRef[] {
  const name = toPlainLine(ref.name, 300);
  const id = toPlainLine(ref.id, 50);
  const part = toPlainLine(ref.part, 50);
  return name === undefined ? [] : [{ name, ...(id === undefined ? {} : { id }), ...(part === undefined ? {} : { part }) }];
}

function number(value: number | undefined, least: number, most: number): number | undefined {
  return typeof value === 'number' && value >= least && value <= most ? value : undefined;
}

/** A web address that can be asked; `undefined` for anything else. */
export function webAddress(value: string | undefined): string | undefined {
  if (typeof value !== 'string' || value.length > 2000 || !URL.canParse(value)) return undefined;
  const { protocol, href } = new URL(value);
  return protocol === 'https:' || protocol === 'http:' ? href : undefined;
}

function matching(value: string | undefined, pattern: RegExp): string | undefined {
  return typeof value === 'string' && pattern.test(value) ? value : undefined;
}

/** The members that are not `undefined`. */
function present<T extends object>(members: T): T {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as T;
}

/**
 * A book as a catalogue sent it, made safe to store and show: plain text, bounded lengths, web addresses only.
 *
 * @param region the one that was asked
 * @returns `undefined` without a valid ASIN or a title
 */
export function cleanBook(book: CatalogBook, region: string): CatalogBook | undefined {
  const asin = typeof book.asin === 'string' ? book.asin.toUpperCase() : '';
  const title = toPlainLine(book.title);
  if (!ASIN.test(asin) || title === undefined) return undefined;
  const minutes = number(book.durationMinutes, 0, 1_000_000);
  const average = number(book.rating?.average, 0, 100);
  return present<CatalogBook>({
    asin,
    region: matching(book.region, /^[a-z]{2,10}$/) ?? region,
    title,
    subtitle: toPlainLine(book.subtitle),
    authors: list(book.authors).flatMap(person),
    narrators: lines(book.narrators),
    series: list(book.series).flatMap(series),
    durationMinutes: minutes === undefined || minutes === 0 ? undefined : Math.max(1, Math.round(minutes)),
    releaseDate: calendarDay(book.releaseDate),
    language: matching(book.language, /^[A-Za-z-]{2,10}$/),
    publisher: toPlainLine(book.publisher, 300),
    isbn: matching(book.isbn, /^[\dXx-]{10,20}$/),
    description: toPlainText(book.description),
    coverUrl: webAddress(book.coverUrl),
    sampleUrl: webAddress(book.sampleUrl),
    genres: lines(book.genres),
    rating: average === undefined ? undefined : { average, count: Math.round(number(book.rating?.count, 0, 2_000_000_000) ?? 0) },
    abridged: typeof book.abridged === 'boolean' ? book.abridged : undefined,
    adult: typeof book.adult === 'boolean' ? book.adult : undefined,
  });
}

/** Cleans a listing; drops entries that are no books or are there already. Lets other work run in between. */
export async function cleanBooks(books: readonly CatalogBook[], region: string): Promise<CatalogBook[]> {
  const byAsin = new Map<string, CatalogBook>();
  const giveWay = createGiveWay();
  for (const book of books) {
    await giveWay();
    const clean = cleanBook(book, region);
    if (clean && !byAsin.has(clean.asin)) byAsin.set(clean.asin, clean);
  }
  return [...byAsin.values()];
}
