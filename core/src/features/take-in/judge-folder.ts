import type { CatalogBook, Release } from '@lectern/plugin-api';
import { isPlayingTimeOf } from '../../files/checking/playing-time.js';
import { createGiveWay } from '../../platform/jobs/give-way.js';
import { storeSaid, withTexts, type Said } from '../../platform/words/index.js';
import { agreeApartFromDuration, durationOf, durationsAgree, titleKeyOf } from '../catalog/index.js';
import { judgeBook, type Guess } from '../release-search/judge-book.js';
import type { FolderFacts } from './folder-facts.js';

/**
 * How sure it is that files are a book. `certain`: a number in the files or their name says so, or title, author and length agree, nothing
 * speaks against it, and the files are whole. `likely`: something of that is not known. `unsure`: something speaks against it. `unknown`: no book of the catalogue fits.
 */
export type Confidence = 'certain' | 'likely' | 'unsure' | 'unknown';

/** The length of the files beside that of the catalogue's book. */
export type LengthFit = 'same' | 'other' | 'unknown';

/** A condition that speaks for a book or against it. */
export interface Sign {
  readonly name: string;
  readonly isFor: boolean;
  /** What is said of it, as `storeSaid` keeps it; English in what older versions stored. */
  readonly text: string;
}

/** The book that files look like. */
export interface FolderGuess {
  readonly book: CatalogBook;
  readonly confidence: Exclude<Confidence, 'unknown'>;
  readonly lengthFit: LengthFit;
  readonly signs: readonly Sign[];
  /** The book that fits best after it. */
  readonly runnerUp?: CatalogBook;
}

/** The most books that files are compared with. */
const MOST_COMPARED = 15;

/** The files as a release whose name is their path, because the conditions of the ranking judge releases. */
function asRelease({ names, tags, sidecarAsin }: FolderFacts): Release {
  const asin = sidecarAsin ?? tags.asin;
  const path = names.join('/');
  return {
    guid: path,
    title: asin === undefined || path.includes(asin) ? path : `${path} [${asin}]`,
    size: 0,
    seeders: 1,
    protocol: 'torrent',
    indexer: { id: 'files', name: 'files' },
    flags: [],
    private: {},
    ...(tags.album === undefined ? {} : { bookTitle: tags.album }),
    ...(tags.authors.length === 0 ? {} : { authors: [...tags.authors] }),
    ...(tags.narrators.length === 0 ? {} : { narrators: [...tags.narrators] }),
  };
}

export function lengthFitOf({ durationSeconds }: Pick<FolderFacts, 'durationSeconds'>, book: CatalogBook): LengthFit {
  const minutes = durationOf(book);
  if (durationSeconds === undefined || durationSeconds <= 0 || minutes === undefined) return 'unknown';
  return isPlayingTimeOf(durationSeconds, minutes * 60) ? 'same' : 'other';
}

/** One listing for each recording, the first: stores sell one recording under several numbers. */
function onePerRecording(books: readonly CatalogBook[]): CatalogBook[] {
  const kept: CatalogBook[] = [];
  for (const book of books) {
    const key = titleKeyOf(book);
    const minutes = durationOf(book);
    const isKept = kept.some((other) => {
      const theirs = durationOf(other);
      const agree = minutes === undefined || theirs === undefined ? minutes === theirs : durationsAgree(minutes, theirs);
      return key !== undefined && key === titleKeyOf(other) && agree && agreeApartFromDuration(book, other, { narrators: 'compared' });
    });
    if (!isKept) kept.push(book);
  }
  return kept;
}

function confidenceOf(facts: FolderFacts, guess: Guess, fit: LengthFit, asins: readonly string[]): FolderGuess['confidence'] {
  const isNamed = asins.includes(guess.book.asin);
  if (fit === 'other' || guess.sureness === 'unsure' || new Set(asins).size > 1) return 'unsure';
  // a person is to look at what is not whole
  const most = facts.isDamaged === true ? 'likely' : 'certain';
  if (isNamed) return most;
  // files that name another book's number are not this book for certain
  if (asins.length > 0) return 'unsure';
  return guess.sureness === 'sure' && fit === 'same' ? most : guess.sureness === 'sure' || fit === 'same' ? 'likely' : 'unsure';
}

/** The most characters of a name that a sign mentions. */
const LONGEST_NAME = 300;

function shortened(said: Said): Said {
  return withTexts(said, (text) => text.slice(0, LONGEST_NAME));
}

function signsOf({ evidence, rivals }: Guess): Sign[] {
  const signs = evidence.map(({ name, passed, doubtful, reason, evidence: text }) => ({
    name,
    isFor: passed && doubtful !== true,
    text: storeSaid(shortened(text ?? reason)),
  }));
  return rivals === 0 ? signs : [...signs, { name: 'rivals', isFor: false, text: String(rivals) }];
}

/** The numbers that files, their names and what lies beside them state. */
export function asinsOf({ names, tags, sidecarAsin }: FolderFacts): string[] {
  const named = names.flatMap((name) => [...name.matchAll(/[[({ ](B0[A-Z0-9]{8})(?=[\])} ]|$)/g)].map(([, asin = '']) => asin));
  return [...new Set([...(sidecarAsin === undefined ? [] : [sidecarAsin]), ...(tags.asin === undefined ? [] : [tags.asin]), ...named])];
}

/** Decides by all that is known. */
async function judgeAll(facts: FolderFacts, books: readonly CatalogBook[], giveWay: () => Promise<void>): Promise<FolderGuess | undefined> {
  const release = asRelease(facts);
  const asins = asinsOf(facts);
  const isNamed = ({ asin }: CatalogBook): boolean => asins.includes(asin);
  const distinct = onePerRecording([...books.filter(isNamed), ...books]).slice(0, MOST_COMPARED);
  const judge = (some: readonly CatalogBook[]) => judgeBook(release, some, 'audiobook', giveWay);
  const sameLength = distinct.filter((book) => lengthFitOf(facts, book) === 'same');
  const named = distinct.filter(isNamed);
  const byLength = named.length > 0 || sameLength.length === 0 ? undefined : await judge(sameLength);
  const best =
    byLength && byLength.sureness !== 'unsure'
      ? byLength
      : ((named.length > 0 ? await judge(named) : undefined) ?? (await judge(distinct)));
  if (!best) return undefined;
  const next = await judge(distinct.filter(({ asin }) => asin !== best.book.asin));
  const lengthFit = lengthFitOf(facts, best.book);
  return {
    book: best.book,
    confidence: confidenceOf(facts, best, lengthFit, asins),
    lengthFit,
    signs: signsOf(best),
    ...(next ? { runnerUp: next.book } : {}),
  };
}

/** What tags and names say, each without the other. */
function halvesOf(facts: FolderFacts): FolderFacts[] {
  const { album, authors, narrators } = facts.tags;
  if (album === undefined || authors.length === 0) return [];
  return [
    { ...facts, names: [`${authors.join(', ')} - ${album}`], tags: { authors: [], narrators } },
    { ...facts, tags: { authors: [], narrators: [] } },
  ];
}

/**
 * Decides which of these books files are, by names, tags and length. Where names and tags contradict each other, the half that agrees with the
 * length may be right, and is likely at best. Other work runs between two books.
 *
 * @param books what the catalogue found, the likeliest first
 * @returns nothing where they are none of them
 */
export async function judgeFolder(
  facts: FolderFacts,
  books: readonly CatalogBook[],
  giveWay: () => Promise<void> = createGiveWay(),
): Promise<FolderGuess | undefined> {
  const guess = await judgeAll(facts, books, giveWay);
  if ((guess && guess.confidence !== 'unsure') || asinsOf(facts).length > 0) return guess;
  for (const half of halvesOf(facts)) {
    const other = await judgeAll(half, books, giveWay);
    if (other?.confidence === 'certain') return { ...other, confidence: 'likely' };
  }
  return guess;
}
