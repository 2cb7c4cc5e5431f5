import type { CatalogBook } from '@lectern/plugin-api';
import { rangeOfPart, type SeriesPart } from '../catalog/index.js';

type InSeries = Pick<CatalogBook, 'series'>;

/** A longer range is no collection of parts that somebody owns. */
const LONGEST_RANGE = 100;

/** Names the primary series of a book; books without one have none. */
function seriesOf({ series: [primary] }: InSeries): string | undefined {
  return primary && (primary.id ?? primary.name);
}

/** The whole parts that a book holds: one, or those of a collection. */
function partsOf({ series: [primary] }: InSeries): number[] {
  const range = rangeOfPart(primary?.part);
  if (!range || !Number.isInteger(range.from) || !Number.isInteger(range.to)) return [];
  const length = range.to - range.from + 1;
  return length > LONGEST_RANGE ? [] : Array.from({ length }, (_, n) => range.from + n);
}

/** The likelier of two recordings of a part. */
function better(a: SeriesPart, b: SeriesPart): SeriesPart {
  return (b.rating?.count ?? 0) > (a.rating?.count ?? 0) ? b : a;
}

/**
 * The first part of each series that is not owned: whole numbers only, since what lies between two parts continues nothing,
 * and nothing that is not out yet.
 *
 * @param owned books of the library, which say which series count, in the order in which those are to be shown
 * @param stored other books of the same series
 * @param isOwned whether a stored book is in the library under whichever ASIN
 * @param today `YYYY-MM-DD`
 */
export function nextParts(
  owned: readonly InSeries[],
  stored: readonly SeriesPart[],
  isOwned: (asin: string) => boolean,
  today: string,
): SeriesPart[] {
  const ownedParts = new Map<string, Set<number>>();
  const noteOwned = (book: InSeries): void => {
    const parts = ownedParts.get(seriesOf(book) ?? '');
    for (const part of partsOf(book)) parts?.add(part);
  };
  for (const book of owned) {
    const series = seriesOf(book);
    if (series !== undefined && partsOf(book).length > 0 && !ownedParts.has(series)) ownedParts.set(series, new Set());
    noteOwned(book);
  }
  stored.filter(({ asin }) => isOwned(asin)).forEach(noteOwned);

  const next = new Map<string, { readonly part: number; readonly book: SeriesPart }>();
  for (const book of stored) {
    const series = seriesOf(book) ?? '';
    const [part, second] = partsOf(book);
    const isOut = book.releaseDate === undefined || book.releaseDate <= today;
    if (part === undefined || second !== undefined || !isOut || ownedParts.get(series)?.has(part) !== false) continue;
    const known = next.get(series);
    if (!known || part < known.part) next.set(series, { part, book });
    else if (part === known.part) next.set(series, { part, book: better(known.book, book) });
  }
  return [...ownedParts.keys()].flatMap((series) => next.get(series)?.book ?? []);
}
