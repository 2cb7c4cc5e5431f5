import type { CardBook } from '../../api/types.js';

export function authorsOf(book: Pick<CardBook, 'authors'>): string {
  return book.authors.map((author) => author.name).join(', ');
}

/** The reader's current ISO day. */
export function today(): string {
  return new Date().toISOString().slice(0, 10);
}
