import type { AnnotatedBook } from '../../api/types.js';

/** What a search has found so far. */
export interface FoundBooks {
  books: AnnotatedBook[];
  /** How many there are; absent while there may be more. */
  count?: number;
}

/** Puts pages together, each book once, as it came first. */
export function foundBooks(pages: readonly { items: readonly AnnotatedBook[] }[], hasMore: boolean): FoundBooks {
  const byAsin = new Map<string, AnnotatedBook>();
  for (const book of pages.flatMap((page) => page.items)) if (!byAsin.has(book.asin)) byAsin.set(book.asin, book);
  const books = [...byAsin.values()];
  return hasMore ? { books } : { books, count: books.length };
}
