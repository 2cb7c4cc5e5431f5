import type { DemoBook } from './demo-book.js';
import { demoAuthors } from './demo-authors.js';
import { demoBooks } from './demo-catalogue.js';
import { categoryLadder } from './demo-categories.js';
import { booksOfCountries } from './demo-books-abroad.js';

const DAY_MS = 86_400_000;

/** Everything the two services answer from. */
export interface AudibleWorld {
  /** The books that every store has. */
  readonly books: readonly DemoBook[];
  /** The books of the store of a country: its own first, then those that every store has. */
  booksIn(country: string): readonly DemoBook[];
  bookIn(country: string, asin: string): DemoBook | undefined;
  /** A book of any store. */
  book(asin: string): DemoBook | undefined;
  /** `YYYY-MM-DD`, or `undefined` when unknown. */
  releaseDate(book: DemoBook): string | undefined;
  /** Members of a series in reading order. */
  seriesMembers(id: string): readonly { readonly book: DemoBook; readonly name: string; readonly part: string }[];
  author(id: string): { readonly id: string; readonly name: string; readonly bio?: string } | undefined;
  authorsNamed(text: string): readonly { readonly id: string; readonly name: string }[];
  inCategory(book: DemoBook, id: string): boolean;
}

/** Lower case, without marks; the services' fuzzy search compares such texts. */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** @param extra books beside the demo catalogue; one with a known ASIN replaces it */
export function createAudibleWorld(extra: readonly DemoBook[], now: () => number): AudibleWorld {
  const byAsin = new Map([...demoBooks, ...extra].map((book) => [book.asin, book]));
  const books = [...byAsin.values()];
  const abroad = Object.values(booksOfCountries).flat();
  const profiles = new Map<string, { id: string; name: string; bio?: string }>(
    Object.values(demoAuthors).map((author) => [author.id, author]),
  );
  for (const { authors } of books) {
    for (const { id, name } of authors) if (id !== undefined && !profiles.has(id)) profiles.set(id, { id, name });
  }

  return {
    books,
    booksIn: (country) => [...(booksOfCountries[country] ?? []), ...books],
    bookIn: (country, asin) =>
      byAsin.get(asin.toUpperCase()) ?? booksOfCountries[country]?.find((book) => book.asin === asin.toUpperCase()),
    book: (asin) => byAsin.get(asin.toUpperCase()) ?? abroad.find((book) => book.asin === asin.toUpperCase()),
    releaseDate: (book) =>
      book.releaseInDays === undefined ? book.releaseDate : new Date(now() + book.releaseInDays * DAY_MS).toISOString().slice(0, 10),
    seriesMembers: (id) =>
      books
        .flatMap((book) =>
          (book.series ?? []).filter((entry) => entry.id === id).map((entry) => ({ book, name: entry.name, part: entry.part ?? '' })),
        )
        .sort((a, b) => Number.parseFloat(a.part || '9999') - Number.parseFloat(b.part || '9999')),
    author: (id) => profiles.get(id.toUpperCase()),
    authorsNamed: (text) => {
      const words = foldText(text).split(' ').filter(Boolean);
      return [...profiles.values()].filter(({ name }) => words.some((word) => foldText(name).split(' ').includes(word)));
    },
    inCategory: (book, id) => book.categories.some((leaf) => (categoryLadder(leaf) ?? []).some((category) => category.id === id)),
  };
}
