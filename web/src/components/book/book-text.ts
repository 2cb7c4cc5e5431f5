import type { CardBook } from '../../api/types.js';
import { joinNames } from '../../i18n/join-names.js';

export function authorsOf(book: Pick<CardBook, 'authors'>): string {
  return joinNames(book.authors.map((author) => author.name));
}

/** A title that others wrote, short enough for a message. */
export function briefTitle(title: string): string {
  return title.length > 90 ? `${title.slice(0, 89).trimEnd()}…` : title;
}

/** The reader's current ISO day. */
export function today(): string {
  return new Date().toISOString().slice(0, 10);
}
