import type { AnnotatedBook, FollowPreview } from '../../api/types.js';

/** A person's state of one part of a series, as the server judges it. */
export type PartState = FollowPreview['parts'][number]['state'];

/** One part with the shown reading and its other readings. */
export interface SeriesPart {
  /** According to the catalogue, such as `2` or `1-3`; absent if it has none. */
  readonly part: string | undefined;
  readonly book: AnnotatedBook;
  readonly others: readonly AnnotatedBook[];
  /** Absent while nobody can tell: of a book that nobody has, until the catalogue answers. */
  readonly state: PartState | undefined;
}

const RANK = { available: 0, requested: 1, none: 2 } as const;

/** Available or requested readings come first; otherwise the order stays. */
function hadFirst(books: readonly AnnotatedBook[]): AnnotatedBook[] {
  return [...books].sort((a, b) => RANK[a.availability] - RANK[b.availability]);
}

/** The state after what happened since the server judged: the books are current, as requests and the library change them at once. */
function current(state: PartState, best: AnnotatedBook | undefined, readings: readonly AnnotatedBook[]): PartState {
  if (state === 'available' || state === 'requested' || state === 'collection') return state;
  if (best?.availability === 'available') return 'available';
  return readings.some(({ availability }) => availability === 'requested') ? 'requested' : state;
}

/** Puts readings of the same words for a part together, for times when the server cannot judge. */
function unjudged(seriesId: string, books: readonly AnnotatedBook[]): SeriesPart[] {
  const groups = new Map<string, AnnotatedBook[]>();
  const partOf = (book: AnnotatedBook): string | undefined => book.series.find(({ id }) => id === seriesId)?.part;
  for (const book of books) {
    const part = partOf(book);
    // without a part, nothing shows that two books are readings of one
    const key = part === undefined ? `book:${book.asin}` : `part:${part}`;
    groups.set(key, [...(groups.get(key) ?? []), book]);
  }
  const parts = [...groups.values()].flatMap((group): SeriesPart[] => {
    const [book, ...others] = hadFirst(group);
    if (!book) return [];
    return [{ part: partOf(book), book, others, state: book.availability === 'none' ? undefined : book.availability }];
  });
  const rank = ({ part }: SeriesPart): number => (part !== undefined && /^\d+(\.\d+)?$/.test(part) ? Number(part) : Number.MAX_VALUE);
  return parts.sort((a, b) => rank(a) - rank(b));
}

/**
 * Lists the parts of a series, each with its readings.
 *
 * @param judged the parts in their order with their states; absent while the server cannot say
 */
export function partsOfSeries(seriesId: string, books: readonly AnnotatedBook[], judged: FollowPreview['parts'] | undefined): SeriesPart[] {
  if (!judged) return unjudged(seriesId, books);
  const byAsin = new Map(books.map((book) => [book.asin, book]));
  const parts = judged.flatMap(({ part, state, asin, asins }): SeriesPart[] => {
    const best = byAsin.get(asin);
    const readings = [asin, ...asins.filter((other) => other !== asin)].flatMap((one) => byAsin.get(one) ?? []);
    const now = current(state, best, readings);
    const [book, ...others] = now === 'available' || now === 'requested' ? hadFirst(readings) : readings;
    return book ? [{ part: part ?? undefined, book, others, state: now }] : [];
  });
  const placed = new Set(judged.flatMap(({ asins }) => asins));
  return [
    ...parts,
    ...unjudged(
      seriesId,
      books.filter(({ asin }) => !placed.has(asin)),
    ),
  ];
}
