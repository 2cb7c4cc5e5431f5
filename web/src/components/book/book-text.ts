import type { CardBook } from '../../api/types.js';

export function authorsOf(book: Pick<CardBook, 'authors'>): string {
  return book.authors.map((author) => author.name).join(', ');
}

/** ISO day of the reader's present. */
export function today(): string {
  return new Date().toISOString().slice(0, 10);
}
