import type { AnnotatedBook } from '../../api/types.js';

/** What a person has of one part of a series. */
export type PartState = 'available' | 'requested' | 'upcoming' | 'missing';

/** One part with the reading that is shown and the others of it. */
export interface SeriesPart {
  /** As the catalogue says it, such as `2` or `1-3`; absent where it says none. */
  readonly part: string | undefined;
  readonly book: AnnotatedBook;
  readonly others: readonly AnnotatedBook[];
  readonly state: PartState;
}

const LAST = Number.POSITIVE_INFINITY;

/** `2.5` → 2.5; collections such as `1-3`, and what has no number, stand at the end. */
function rankOf(part: string | undefined): number {
  return part !== undefined && /^\d+(\.\d+)?$/.test(part) ? Number(part) : LAST;
}

function stateOf(books: readonly AnnotatedBook[], today: string): PartState {
  if (books.some(({ availability }) => availability === 'available')) return 'available';
  if (books.some(({ availability }) => availability === 'requested')) return 'requested';
  return books.every(({ releaseDate }) => releaseDate !== undefined && releaseDate.slice(0, 10) > today) ? 'upcoming' : 'missing';
}

/** What somebody has or asked for comes before what they have not; otherwise the catalogue's order. */
function shownFirst(books: readonly AnnotatedBook[]): AnnotatedBook[] {
  const rank = { available: 0, requested: 1, none: 2 } as const;
  return [...books].sort((a, b) => rank[a.availability] - rank[b.availability]);
}

/**
 * Folds other readings of a part under it, in the order of the series.
 *
 * @param today ISO day, to know what is not released yet
 */
export function partsOfSeries(seriesId: string, books: readonly AnnotatedBook[], today: string): SeriesPart[] {
  const byPart = new Map<string, AnnotatedBook[]>();
  books.forEach((book) => {
    const part = book.series.find(({ id }) => id === seriesId)?.part;
    // without a part nothing says that two books are readings of one
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
