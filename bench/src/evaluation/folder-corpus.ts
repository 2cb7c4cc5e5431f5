import { guessFolder, textKey, type Confidence, type FolderFacts } from '@lectern/core/testing';
import type { CatalogBook } from '@lectern/plugin-api';
import { hashOf, type EvaluationBook } from './evaluation-books.js';
import type { NameLayout } from './name-layouts.js';
import { isSameText } from './same-text.js';
import { loadTitleCorpus } from './title-corpus.js';

/** Files of a library with the book that they are. */
export interface LabeledFolder {
  readonly facts: FolderFacts;
  readonly book: EvaluationBook;
}

export interface FolderScore {
  readonly total: number;
  /** Guessed right, whatever the confidence. */
  readonly right: number;
  readonly byConfidence: Readonly<Record<Confidence, { right: number; wrong: number }>>;
  readonly misses: readonly { readonly names: string; readonly wanted: string; readonly got: string; readonly confidence: Confidence }[];
}

const RUNTIMES: readonly number[] = [180, 360, 540, 720, 1080, 1440];

/** The runtime of a book; a plausible one where nobody recorded it. */
function minutesOf({ minutes, id }: EvaluationBook): number {
  return minutes ?? (RUNTIMES[hashOf(id) % RUNTIMES.length] ?? 600) + (hashOf(`${id} minutes`) % 170);
}

function asinOf({ asin, id }: EvaluationBook): string {
  return (
    asin ??
    `B0${(hashOf(id) % 36 ** 5).toString(36)}${(hashOf(`${id}!`) % 36 ** 3).toString(36)}`.toUpperCase().padEnd(10, '0').slice(0, 10)
  );
}

function listingOf(book: EvaluationBook): CatalogBook {
  return {
    asin: asinOf(book),
    region: 'us',
    title: book.title,
    ...(book.subtitle === undefined ? {} : { subtitle: book.subtitle }),
    authors: book.authors.map((name) => ({ name })),
    narrators: [...book.narrators],
    series: book.series === undefined ? [] : [{ name: book.series, ...(book.part === undefined ? {} : { part: book.part }) }],
    durationMinutes: minutesOf(book),
    ...(book.language === undefined ? {} : { language: book.language }),
    genres: [],
    abridged: false,
  };
}

/** The books that the labelled titles name; each once. */
function booksOfTitles(file: URL): { readonly names: readonly { readonly title: string; readonly book: EvaluationBook }[] } {
  const books = new Map<string, EvaluationBook>();
  const names = [];
  for (const { id, title, medium, expected } of loadTitleCorpus(file)) {
    if (expected.book_title === null || expected.is_collection || medium === 'other' || medium === 'ebook') continue;
    const key = textKey(`${expected.book_title} ${expected.authors[0] ?? ''}`);
    const made: EvaluationBook = {
      id,
      title: expected.book_title,
      spoken: expected.book_title,
      authors: expected.authors.length === 0 ? ['An Author Whom The Name Omits'] : expected.authors,
      narrators: expected.narrators,
      ...(expected.series === null ? {} : { series: expected.series }),
      ...(expected.part === null ? {} : { part: expected.part }),
      language: expected.languages[0] ?? 'en',
      year: expected.year ?? 2000,
      ...(expected.asin === null ? {} : { asin: expected.asin }),
    };
    const book = books.get(key) ?? made;
    books.set(key, book);
    names.push({ title, book });
  }
  return { names };
}

/** A catalogue that finds books by the words of title, authors, series and readers, the most telling words first. */
export function createShelf(books: readonly EvaluationBook[]) {
  const listings = books.map((book) => ({ book, listing: listingOf(book) }));
  const words = listings.map(
    ({ listing }) =>
      new Set(
        textKey(
          [listing.title, listing.subtitle ?? '', ...listing.authors.map(({ name }) => name), listing.series[0]?.name ?? ''].join(' '),
        ).split(' '),
      ),
  );
  const frequency = new Map<string, number>();
  for (const set of words) for (const word of set) frequency.set(word, (frequency.get(word) ?? 0) + 1);
  const byAsin = new Map(listings.map((entry) => [entry.listing.asin, entry]));
  return {
    bookOf: (asin: string) => byAsin.get(asin)?.book,
    /** @param without a book that this catalogue does not have */
    catalog(without?: EvaluationBook) {
      const isThere = (book: EvaluationBook): boolean => without === undefined || !isSameText(book, without);
      return {
        async book(asin: string) {
          const found = byAsin.get(asin);
          return found && isThere(found.book) ? found.listing : undefined;
        },
        async search({ text, limit }: { readonly text: string; readonly limit: number }) {
          const asked = [...new Set(textKey(text).split(' '))];
          const weight = (word: string): number => Math.log(1 + listings.length / (frequency.get(word) ?? listings.length));
          const whole = asked.reduce((sum, word) => sum + weight(word), 0);
          const items = listings
            .flatMap(({ book, listing }, at) => {
              const score = asked.reduce((sum, word) => sum + (words[at]?.has(word) === true ? weight(word) : 0), 0) / whole;
              return score >= 0.4 && isThere(book) ? [{ listing, score }] : [];
            })
            .sort((a, b) => b.score - a.score)
            .slice(0, limit)
            .map(({ listing }) => listing);
          return { items, page: 1, limit, total: items.length, hasMore: false };
        },
      };
    },
  };
}

export type Shelf = ReturnType<typeof createShelf>;

/** Folders named as the labelled titles are. */
export function labeledFolders(file: URL): { readonly folders: readonly LabeledFolder[]; readonly books: readonly EvaluationBook[] } {
  const { names } = booksOfTitles(file);
  const folders = names.map(({ title, book }) => ({
    book,
    facts: {
      names: title.split('/').filter((name) => name !== ''),
      tags: { authors: [], narrators: [] },
      durationSeconds: minutesOf(book) * 60,
    },
  }));
  return { folders, books: [...new Set(names.map(({ book }) => book))] };
}

/** Folders of books in every layout that tells enough. */
export function laidOutFolders(books: readonly EvaluationBook[], layouts: readonly NameLayout[]): LabeledFolder[] {
  return books.flatMap((book) =>
    layouts.flatMap(({ of }) => {
      const title = of(book);
      if (title === undefined) return [];
      const facts = { names: title.split('/'), tags: { authors: [], narrators: [] }, durationSeconds: minutesOf(book) * 60 };
      return [{ book, facts }];
    }),
  );
}

/** Folders as media servers want them, with tags that tell author, title and reader. */
export function taggedFolders(books: readonly EvaluationBook[]): LabeledFolder[] {
  return books.map((book) => {
    const [author = 'Unknown'] = book.authors;
    const names = [author, ...(book.series === undefined ? [] : [book.series]), book.spoken].map((name) => name.replaceAll('/', '-'));
    const tags = { album: book.spoken, authors: [author], narrators: [...book.narrators] };
    return { book, facts: { names, tags, durationSeconds: minutesOf(book) * 60 } };
  });
}

/** What to leave out of the evidence, or of the catalogue. */
export interface Handicap {
  readonly withoutLength?: boolean;
  /** The catalogue does not have the book: whatever is guessed is wrong, and nothing is right. */
  readonly withoutBook?: boolean;
}

export async function scoreFolders(shelf: Shelf, folders: readonly LabeledFolder[], handicap: Handicap = {}): Promise<FolderScore> {
  const count = () => ({ right: 0, wrong: 0 });
  const byConfidence = { certain: count(), likely: count(), unsure: count(), unknown: count() };
  const misses: { names: string; wanted: string; got: string; confidence: Confidence }[] = [];
  let right = 0;
  const { signal } = new AbortController();
  for (const { facts: all, book } of folders) {
    const { durationSeconds: _, ...without } = all;
    const facts = handicap.withoutLength === true ? without : all;
    const guess = await guessFolder(shelf.catalog(handicap.withoutBook === true ? book : undefined), facts, signal);
    const confidence = guess?.confidence ?? 'unknown';
    const got = guess && shelf.bookOf(guess.book.asin);
    const isRight = handicap.withoutBook === true ? !guess : got !== undefined && isSameText(got, book);
    byConfidence[confidence][isRight ? 'right' : 'wrong'] += 1;
    if (isRight) right += 1;
    else misses.push({ names: facts.names.join('/'), wanted: book.title, got: got?.title ?? '–', confidence });
  }
  return { total: folders.length, right, byConfidence, misses };
}
