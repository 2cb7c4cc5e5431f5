import { readFileSync } from 'node:fs';

/** A book of the round trip: the catalogue's facts, and the title as people write it in names of releases. */
export interface EvaluationBook {
  readonly id: string;
  /** As the catalogue furnishes it: `Nemesis: A Harry Hole Thriller, Book 4`. */
  readonly title: string;
  readonly subtitle?: string;
  /** As people write it: `Nemesis`. */
  readonly spoken: string;
  /** As the catalogue lists them, with translators and the like. */
  readonly authors: readonly string[];
  readonly narrators: readonly string[];
  readonly series?: string;
  readonly part?: string;
  readonly minutes?: number;
  /** ISO 639-1. */
  readonly language?: string;
  readonly year: number;
  /** Ten characters where the catalogue's is known. */
  readonly asin?: string;
}

interface Listing {
  readonly asin: string;
  readonly title: string;
  readonly subtitle?: string;
  readonly authors: readonly { readonly name: string }[];
  readonly narrators: readonly string[];
  readonly series: readonly { readonly name: string; readonly part?: string }[];
  readonly durationMinutes?: number;
  readonly language?: string;
}

/** Where the recorded listings of the catalogue stand; the tests of deduplication use the same file. */
const LISTINGS = new URL('../../../core/src/features/catalog/__fixtures__/works-products.json', import.meta.url);

function read<T>(file: URL): T {
  return JSON.parse(readFileSync(file, 'utf8')) as T;
}

/** A small number that depends on nothing but the text. */
export function hashOf(text: string): number {
  let hash = 2166136261;
  for (const sign of text) hash = Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 16777619) >>> 0;
  return hash;
}

function fromListing({ asin, series, durationMinutes, language, authors, ...book }: Listing, spoken: string | undefined): EvaluationBook {
  const [first] = series;
  return {
    id: asin,
    asin,
    title: book.title,
    subtitle: book.subtitle,
    spoken: spoken ?? book.title,
    authors: authors.map(({ name }) => name),
    narrators: book.narrators,
    series: first?.name,
    part: first?.part === '' ? undefined : first?.part,
    minutes: durationMinutes,
    language: language === 'norwegian' ? 'no' : language,
    year: 1960 + (hashOf(asin) % 64),
  };
}

/** All books: the recorded listings of the catalogue, and well-known ones whose titles shops furnish in every way. */
export function loadEvaluationBooks(): readonly EvaluationBook[] {
  const spoken = read<Readonly<Record<string, string>>>(new URL('./__fixtures__/spoken-titles.json', import.meta.url));
  const recorded = read<{ books: readonly Listing[] }>(LISTINGS).books;
  const known = read<{ books: readonly (Omit<EvaluationBook, 'id' | 'spoken'> & { readonly spoken?: string })[] }>(
    new URL('./__fixtures__/well-known-books.json', import.meta.url),
  ).books;
  return [
    ...recorded.map((listing) => fromListing(listing, spoken[listing.asin])),
    ...known.map((book, at) => ({ ...book, id: `K${String(at).padStart(9, '0')}`, spoken: book.spoken ?? book.title })),
  ];
}

/** Rules are developed on the `open` half and only checked on the `kept` one. */
export type Half = 'open' | 'kept';

export function halfOf({ authors, id }: EvaluationBook): Half {
  // by author, so that no book of a series or of an author stands in both
  return hashOf(authors[0] ?? id) % 2 === 0 ? 'open' : 'kept';
}
