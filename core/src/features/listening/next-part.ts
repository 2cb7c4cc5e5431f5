import type { CatalogBook } from '@lectern/plugin-api';
import { rangeOfPart, type SeriesPart } from '../catalog/index.js';

type Series = CatalogBook['series'];

/** The last whole part that a book holds of its primary series, and the name of that. */
export function placeInSeries([primary]: Series): { readonly name: string; readonly key: string; readonly part: number } | undefined {
  const range = primary && rangeOfPart(primary.part);
  return range && { name: primary.name, key: primary.id ?? primary.name, part: range.to };
}

/**
 * The part of the series that comes right after a book: the smallest later one that is a book of its own, and of several recordings of it the
 * one that most people rated. What lies between two parts continues nothing.
 *
 * @param stored books of the same series, among others
 */
export function partAfter(book: Series, stored: readonly SeriesPart[]): readonly SeriesPart[] {
  const place = placeInSeries(book);
  if (!place) return [];
  let next = Infinity;
  let found: SeriesPart[] = [];
  for (const one of stored) {
    const [primary] = one.series;
    const range = primary && (primary.id ?? primary.name) === place.key ? rangeOfPart(primary.part) : undefined;
    if (!range || range.from !== range.to || !Number.isInteger(range.from) || range.from <= place.part || range.from > next) continue;
    if (range.from < next) [next, found] = [range.from, []];
    found.push(one);
  }
  return found.sort((a, b) => (b.rating?.count ?? 0) - (a.rating?.count ?? 0) || (a.asin < b.asin ? -1 : 1));
}
