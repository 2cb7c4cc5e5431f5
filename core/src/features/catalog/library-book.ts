import type { CatalogBook } from '@lectern/plugin-api';

/** What a media server says of a book of the library. */
export interface LibraryBookFacts {
  readonly asin: string;
  readonly title: string;
  readonly subtitle?: string;
  readonly authors: readonly string[];
  readonly narrators: readonly string[];
  readonly durationMinutes?: number;
  readonly hasCover: boolean;
}

/** The item of the library that counts for a book; `undefined`: none. One statement. */
export type LibraryBookOf = (asin: string) => Promise<LibraryBookFacts | undefined>;

/** The same in the form of the catalogue, which does not know the book. */
export function toCatalogBook(
  { asin, title, subtitle, authors, narrators, durationMinutes }: LibraryBookFacts,
  region: string,
): CatalogBook {
  return {
    asin,
    region,
    title,
    ...(subtitle === undefined ? {} : { subtitle }),
    authors: authors.map((name) => ({ name })),
    narrators,
    series: [],
    genres: [],
    ...(durationMinutes === undefined ? {} : { durationMinutes }),
  };
}
