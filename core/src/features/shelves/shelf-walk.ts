import { setImmediate } from 'node:timers/promises';
import { IntegrationError, type Page, type ShelfBook } from '@lectern/plugin-api';
import type { ShelfCalls } from './shelf-instance.js';

/** More than any person has on a shelf; an endless plugin stops here. */
const MOST_BOOKS = 20_000;
const MOST_PAGES = 500;
/** Number of books written together. */
const SLICE = 200;
const LONGEST_ID = 100;
const LONGEST_TEXT = 1000;

function line(value: unknown): string {
  return typeof value === 'string'
    ? value
        .replace(/[\p{Cc}\s]+/gu, ' ')
        .trim()
        .slice(0, LONGEST_TEXT)
    : '';
}

function matching(value: unknown, pattern: RegExp): string | undefined {
  return typeof value === 'string' && pattern.test(value) ? value : undefined;
}

/** The usable part of a book; a plugin's data is as hostile as the site behind it. */
export function cleanShelfBook(book: ShelfBook): ShelfBook | undefined {
  const bookId = line(book.bookId);
  const title = line(book.title);
  if (bookId === '' || bookId.length > LONGEST_ID || title === '') return undefined;
  const isbn = matching(book.isbn, /^(?:\d{9}[\dX]|\d{13})$/);
  const asin = matching(book.asin, /^[A-Z0-9]{10}$/);
  const series = line(book.series?.name);
  const part = line(book.series?.part).slice(0, 50);
  const time = Date.parse(book.addedAt ?? '');
  return {
    bookId,
    title,
    authors: (Array.isArray(book.authors) ? book.authors : [])
      .slice(0, 20)
      .map(line)
      .filter((name) => name !== ''),
    ...(series === '' ? {} : { series: { name: series, ...(part === '' ? {} : { part }) } }),
    ...(isbn === undefined ? {} : { isbn }),
    ...(asin === undefined ? {} : { asin }),
    ...(Number.isNaN(time) ? {} : { addedAt: new Date(time).toISOString() }),
  };
}

/**
 * Walks all pages of a shelf and returns each book once, in slices. Resolves only after the end was reached.
 *
 * @returns how many books there are
 * @throws IntegrationError if a page cannot be read, or if there is no end
 */
export async function walkShelf(call: ShelfCalls, onBooks: (books: readonly ShelfBook[]) => Promise<void>): Promise<number> {
  const seen = new Set<string>();
  let cursor: string | undefined;
  for (let page = 1; ; page += 1) {
    const answer: Page<ShelfBook> = await call('books', (provider, { signal }) =>
      provider.books({ signal, ...(cursor === undefined ? {} : { cursor }) }),
    );
    // in slices, so that a page of any length lets other work run in between
    for (let at = 0; at < answer.items.length && seen.size < MOST_BOOKS; at += SLICE) {
      const slice = answer.items.slice(at, at + SLICE).flatMap((item) => cleanShelfBook(item) ?? []);
      const books = slice.filter(({ bookId }) => !seen.has(bookId) && seen.add(bookId));
      if (books.length > 0) await onBooks(books);
      await setImmediate();
    }
    if (answer.next === undefined && seen.size < MOST_BOOKS) return seen.size;
    if (answer.next === cursor || page >= MOST_PAGES || seen.size >= MOST_BOOKS) {
      throw new IntegrationError(
        'INTEGRATION_UNSUPPORTED',
        `The shelf has no end: ${seen.size} books were read, and the rest was left out.`,
      );
    }
    cursor = answer.next;
  }
}
