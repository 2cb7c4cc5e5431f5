import type { CatalogBook } from '@lectern/plugin-api';

/** A series that an author's books belong to. */
export interface SeriesOfAuthor {
  readonly name: string;
  /** The catalogue's id; absent where its books name the series only. */
  readonly id?: string;
  /** Books of the author in it; readings of one part count once. */
  readonly books: number;
}

const MOST_SERIES = 200;

/** The series of books, those with the most books first, then by name. */
export function seriesOf(books: readonly CatalogBook[]): SeriesOfAuthor[] {
  const found = new Map<string, { readonly name: string; readonly id?: string; readonly parts: Set<string> }>();
  for (const book of books) {
    for (const { name, id, part } of book.series) {
      const key = id ?? `name:${name}`;
      const known = found.get(key) ?? { name, ...(id === undefined ? {} : { id }), parts: new Set<string>() };
      known.parts.add(part ?? book.asin);
      found.set(key, known);
    }
  }
  return [...found.values()]
    .map(({ parts, ...series }) => ({ ...series, books: parts.size }))
    .sort((a, b) => b.books - a.books || a.name.localeCompare(b.name))
    .slice(0, MOST_SERIES);
}
