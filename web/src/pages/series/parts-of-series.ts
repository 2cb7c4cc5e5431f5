import type { AnnotatedBook } from '../../api/types.js';

/** A person's state of one part of a series. */
export type PartState = 'available' | 'requested' | 'upcoming' | 'missing';

/** One part with the shown reading and its other readings. */
export interface SeriesPart {
  /** According to the catalogue, such as `2` or `1-3`; absent if it has none. */
  readonly part: string | undefined;
  readonly book: AnnotatedBook;
  readonly others: readonly AnnotatedBook[];
  readonly state: PartState;
}

const LAST = Number.POSITIVE_INFINITY;

/** `2.5` → 2.5; collections such as `1-3`, and unnumbered books, come last. */
function rankOf(part: string | undefined): number {
  return part !== undefined && /^\d+(\.\d+)?$/.test(part) ? Number(part) : LAST;
}

function stateOf(books: readonly AnnotatedBook[], today: string): PartState {
  if (books.some(({ availability }) => availability === 'available')) return 'available';
  if (books.some(({ availability }) => availability === 'requested')) return 'requested';
  return books.every(({ releaseDate }) => releaseDate !== undefined && releaseDate.slice(0, 10) > today) ? 'upcoming' : 'missing';
}

/** Available or requested readings come first; otherwise the catalogue's order applies. */
function shownFirst(books: readonly AnnotatedBook[]): AnnotatedBook[] {
  const rank = { available: 0, requested: 1, none: 2 } as const;
  return [...books].sort((a, b) => rank[a.availability] - rank[b.availability]);
}

/**
 * Groups the readings of each part, in the order of the series.
 *
 * @param today ISO day, to recognize unreleased books
 */
export function partsOfSeries(seriesId: string, books: readonly AnnotatedBook[], today: string): SeriesPart[] {
  const byPart = new Map<string, AnnotatedBook[]>();
  books.forEach((book) => {
    const part = book.series.find(({ id }) => id === seriesId)?.part;
    // without a part, nothing shows that two books are readings of one
    const key = part === undefined ? `book:${book.asin}` : `part:${part}`;
    byPart.set(key, [...(byPart.get(key) ?? []), book]);
  });
  const parts = [...byPart].flatMap(([key, readings]): SeriesPart[] => {
    const [book, ...others] = shownFirst(readings);
    if (!book) return [];
    return [{ part: key.startsWith('part:') ? key.slice(5) : undefined, book, others, state: stateOf(readings, today) }];
  });
  const place = new Map(parts.map((part, index) => [part, index]));
  const compare = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1);
  return parts.sort((a, b) => compare(rankOf(a.part), rankOf(b.part)) || (place.get(a) ?? 0) - (place.get(b) ?? 0));
}
