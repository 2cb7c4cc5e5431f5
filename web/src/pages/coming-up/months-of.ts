import type { ComingBook } from '../../api/types.js';

/** The books of a month. */
export interface Month {
  /** YYYY-MM */
  readonly month: string;
  readonly books: readonly ComingBook[];
}

/** Groups books by the month in which they come out, in their order. A book that two pages of the list have is shown once. */
export function monthsOf(books: readonly ComingBook[]): Month[] {
  const months = new Map<string, ComingBook[]>();
  const seen = new Set<string>();
  for (const coming of books) {
    if (seen.has(coming.book.asin)) continue;
    seen.add(coming.book.asin);
    const month = coming.releaseDate.slice(0, 7);
    months.set(month, [...(months.get(month) ?? []), coming]);
  }
  return [...months].map(([month, inMonth]) => ({ month, books: inMonth }));
}
