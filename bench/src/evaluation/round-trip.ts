import { DEFAULT_RANKING_RULES, inEnglish, rankReleases, textKey, type RankedCandidate, type WantedBook } from '@lectern/core/testing';
import type { Release } from '@lectern/plugin-api';
import { hashOf, type EvaluationBook } from './evaluation-books.js';
import type { NameLayout } from './name-layouts.js';
import { isSameText } from './same-text.js';
import { writersOf } from './spoken-names.js';

/** A name of a release with the book that it was made from. */
interface NamedRelease {
  readonly book: EvaluationBook;
  readonly layout: string;
  readonly release: Release;
}

export interface LayoutScore {
  readonly layout: string;
  readonly found: number;
  readonly total: number;
}

/** A name on which the ranking was wrong, with what it said. */
export interface RoundTripMiss {
  readonly wanted: string;
  readonly layout: string;
  readonly name: string;
  readonly why: string;
}

export interface RoundTrip {
  readonly layouts: readonly LayoutScore[];
  readonly missed: readonly RoundTripMiss[];
}

export interface CrossTakes {
  /** Pairs of a wanted book and a name of another one. */
  readonly compared: number;
  readonly taken: readonly RoundTripMiss[];
}

/** The wanted book as a request would state it. */
export function wantedOf(book: EvaluationBook, all: readonly EvaluationBook[] = []): WantedBook {
  const others = book.series === undefined ? [] : all.filter(({ id, series }) => id !== book.id && series === book.series);
  return {
    title: book.title,
    subtitle: book.subtitle,
    authors: book.authors,
    narrators: book.narrators,
    series: book.series,
    seriesPart: book.part,
    language: book.language,
    durationMinutes: book.minutes,
    abridged: false,
    asin: book.asin,
    format: 'audiobook',
    otherBooksOfSeries: others.filter((other) => !isSameText(other, book)).map(({ title }) => title),
  };
}

/** A release with this name, as large as its bitrate makes it, on a torrent tracker with seeders. */
function releaseOf(book: EvaluationBook, name: string): Release {
  const kbps = Number(/(\d{2,3}) ?kbps/i.exec(name)?.[1] ?? 64);
  return {
    guid: name,
    title: name,
    size: Math.round((book.minutes ?? 600) * 60 * kbps * 125),
    seeders: 12,
    protocol: 'torrent',
    indexer: { id: 'round-trip', name: 'Round trip' },
    flags: [],
    private: {},
  };
}

function judge(wanted: WantedBook, release: Release): RankedCandidate | undefined {
  return rankReleases(wanted, [release], DEFAULT_RANKING_RULES, 0)[0];
}

function why(candidate: RankedCandidate | undefined): string {
  const against =
    candidate?.gates.filter((gate) => !gate.passed || gate.doubtful === true).map(({ name, reason }) => `${name}: ${inEnglish(reason)}`) ??
    [];
  return against.length > 0 ? against.join('; ') : `score ${candidate?.score ?? 0}`;
}

function namesOf(book: EvaluationBook, layouts: readonly NameLayout[]): NamedRelease[] {
  return layouts.flatMap(({ name, of }) => {
    const title = of(book);
    return title === undefined ? [] : [{ book, layout: name, release: releaseOf(book, title) }];
  });
}

/** Whether the automatic search would take each book's own releases, by layout. `all` are the books a series is filled from. */
export function roundTrip(books: readonly EvaluationBook[], layouts: readonly NameLayout[], all: readonly EvaluationBook[]): RoundTrip {
  const scores = new Map(layouts.map(({ name }) => [name, { found: 0, total: 0 }]));
  const missed: RoundTripMiss[] = [];
  for (const book of books) {
    const wanted = wantedOf(book, all);
    for (const { layout, release } of namesOf(book, layouts)) {
      const score = scores.get(layout);
      const candidate = judge(wanted, release);
      if (score) score.total += 1;
      if (candidate?.automatic === true) {
        if (score) score.found += 1;
      } else missed.push({ wanted: book.title, layout, name: release.title, why: why(candidate) });
    }
  }
  return { layouts: layouts.map(({ name }) => ({ layout: name, ...(scores.get(name) ?? { found: 0, total: 0 }) })), missed };
}

/** The words by which two books might be taken for each other. */
function tellingWords(book: EvaluationBook): Set<string> {
  const words = textKey([book.title, book.series ?? '', ...writersOf(book)].join(' ')).split(' ');
  return new Set(words.filter((word) => word.length >= 4 || /[^a-z]/.test(word)));
}

/**
 * The releases of other books that the automatic search would take. All names of books that share a word are tried, and
 * one name in `share` of the rest.
 */
export function crossTakes(
  books: readonly EvaluationBook[],
  layouts: readonly NameLayout[],
  all: readonly EvaluationBook[],
  share = 60,
): CrossTakes {
  const named = all.map((book) => ({ book, words: tellingWords(book), names: namesOf(book, layouts) }));
  const taken: RoundTripMiss[] = [];
  let compared = 0;
  for (const book of books) {
    const wanted = wantedOf(book, all);
    const own = tellingWords(book);
    for (const other of named) {
      if (isSameText(book, other.book)) continue;
      const isRival = [...own].some((word) => other.words.has(word));
      const names = isRival ? other.names : other.names.filter(({ release }) => hashOf(book.id + release.title) % share === 0);
      for (const { layout, release } of names) {
        compared += 1;
        if (judge(wanted, release)?.automatic === true)
          taken.push({ wanted: book.title, layout, name: release.title, why: other.book.title });
      }
    }
  }
  return { compared, taken };
}
