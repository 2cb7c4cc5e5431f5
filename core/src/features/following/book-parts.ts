import type { CatalogBook } from '@lectern/plugin-api';
import { rangeOfPart, titleKeyOf, type PartRange } from '../catalog/index.js';

/** One part of a series, or one text of an author, with all its readings. */
export interface BookPart {
  /** The same at each walk: the part, or else the title. */
  readonly key: string;
  /** The part as the catalogue words it; absent if it names none. */
  readonly part: string | undefined;
  /** The first and the last part of a collection such as `1-3`; equal for a single part. */
  readonly range: PartRange | undefined;
  /** In the order of the listing. */
  readonly readings: readonly CatalogBook[];
}

export function isCollection({ range }: Pick<BookPart, 'range'>): boolean {
  return range !== undefined && range.from !== range.to;
}

/** The key of a part: `1`, `1.5`, `1-3`; a letter tells `1a` from `1b`. */
function partKey(part: string | undefined, range: PartRange): string {
  if (range.from !== range.to) return `${range.from}-${range.to}`;
  const letter = /\d([a-z])(?![a-z])/.exec((part ?? '').toLowerCase())?.[1] ?? '';
  return `${range.from}${letter}`;
}

interface Placed {
  readonly book: CatalogBook;
  readonly seriesId: string;
  readonly part: string | undefined;
  readonly range: PartRange | undefined;
}

/** The part of a book in the followed series; for an author in the book's primary series. */
function place(book: CatalogBook, followedSeries: string | undefined): Placed {
  const series = followedSeries === undefined ? book.series[0] : book.series.find(({ id }) => id === followedSeries);
  const seriesId = followedSeries ?? series?.id ?? series?.name ?? '';
  return { book, seriesId, part: series?.part, range: rangeOfPart(series?.part) };
}

/**
 * Puts the readings of one text together: by their part of the series; what has none, by its title. A reading without a
 * part joins the only part whose title it has.
 *
 * @param followedSeries its id; absent for the books of an author
 */
export function groupParts(books: readonly CatalogBook[], followedSeries: string | undefined): BookPart[] {
  const groups = new Map<
    string,
    { readonly part: string | undefined; readonly range: PartRange | undefined; readonly readings: CatalogBook[] }
  >();
  const keysByTitle = new Map<string, Set<string>>();
  const unplaced: CatalogBook[] = [];
  const seen = new Set<string>();

  for (const book of books) {
    if (seen.has(book.asin)) continue;
    seen.add(book.asin);
    const { seriesId, part, range } = place(book, followedSeries);
    if (!range) {
      unplaced.push(book);
      continue;
    }
    const key = followedSeries === undefined ? `part:${seriesId}:${partKey(part, range)}` : `part:${partKey(part, range)}`;
    const group = groups.get(key) ?? { part, range, readings: [] };
    group.readings.push(book);
    groups.set(key, group);
    const title = titleKeyOf(book);
    if (title !== undefined) keysByTitle.set(title, (keysByTitle.get(title) ?? new Set()).add(key));
  }

  for (const book of unplaced) {
    const title = titleKeyOf(book);
    const [only, ...more] = [...(title === undefined ? [] : (keysByTitle.get(title) ?? []))];
    const key = only !== undefined && more.length === 0 ? only : title === undefined ? `asin:${book.asin}` : `title:${title}`;
    const group = groups.get(key) ?? { part: undefined, range: undefined, readings: [] };
    group.readings.push(book);
    groups.set(key, group);
  }

  return [...groups].map(([key, group]) => ({ key, ...group }));
}
