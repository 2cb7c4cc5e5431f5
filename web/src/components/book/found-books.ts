import type { AnnotatedBook } from '../../api/types.js';

/** The results of a search so far. */
export interface FoundBooks {
  books: AnnotatedBook[];
  /** The total; absent while there may be more. */
  count?: number;
}

/** Joins pages, keeping the first occurrence of each book. */
export function foundBooks(pages: readonly { items: readonly AnnotatedBook[] }[], hasMore: boolean): FoundBooks {
  const byAsin = new Map<string, AnnotatedBook>();
  for (const book of pages.flatMap((page) => page.items)) if (!byAsin.has(book.asin)) byAsin.set(book.asin, book);
  const books = [...byAsin.values()];
  return hasMore ? { books } : { books, count: books.length };
}
