import type { CatalogBook } from '@lectern/plugin-api';
import { isPlayingTimeOf, mostPlayingTimeOff } from '../../files/checking/playing-time.js';
import { durationOf, isSamePerson, titleScore, writersOf } from '../catalog/index.js';

/** `without-subtitle`: only one of them has it. */
export type TitleFit = 'same' | 'without-subtitle';

/** `unknown`: the media server names no author. */
export type AuthorFit = 'same' | 'unknown';

/** `same`: as close as two pressings of one recording are. `near`: further apart, but no other recording for certain. */
export type LengthFit = 'same' | 'near' | 'unknown';

/** How well a library item fits a book. */
export interface Likeness {
  /** 0 to 100. */
  readonly score: number;
  readonly title: TitleFit;
  readonly author: AuthorFit;
  readonly length: LengthFit;
}

/** The facts that a media server gives about an item. */
export interface DescribedItem {
  readonly title: string;
  readonly authors: readonly string[];
  readonly durationSeconds: number | null;
}

const TITLE_POINTS: Readonly<Record<TitleFit, number>> = { same: 50, 'without-subtitle': 40 };
const AUTHOR_POINTS: Readonly<Record<AuthorFit, number>> = { same: 30, unknown: 0 };
const LENGTH_POINTS: Readonly<Record<LengthFit, number>> = { same: 20, near: 5, unknown: 10 };

/** Names looked at; no book has more authors. */
const MOST_NAMES = 20;
const LONGEST_NAME = 200;

/** The names of an item. Media servers put several authors into one text. */
export function namesOf(authors: readonly string[]): string[] {
  const whole = authors.slice(0, MOST_NAMES).map((name) => name.slice(0, LONGEST_NAME));
  const parts = whole.flatMap((name) => name.split(/[,;&/]| and /));
  return [...new Set([...whole, ...parts].map((name) => name.trim()))].filter((name) => name !== '').slice(0, 2 * MOST_NAMES);
}

/** The title itself, and the part after the name of an author in front of it. */
export function titlesOf(title: string, names: readonly string[]): string[] {
  const dash = / [-–—] /.exec(title);
  if (!dash) return [title];
  const head = title.slice(0, dash.index);
  const rest = title.slice(dash.index + dash[0].length);
  return names.some((name) => isSamePerson(name, head)) ? [title, rest] : [title];
}

function titleFit(titles: readonly string[], book: CatalogBook): TitleFit | undefined {
  const best = Math.max(...titles.map((title) => titleScore(title, book)));
  return best === 1 ? 'same' : best > 0 ? 'without-subtitle' : undefined;
}

function lengthFit(seconds: number | null, book: CatalogBook): LengthFit | undefined {
  const minutes = seconds !== null && seconds > 0 ? seconds / 60 : undefined;
  const own = durationOf(book);
  if (minutes === undefined || own === undefined) return 'unknown';
  if (isPlayingTimeOf(minutes * 60, own * 60)) return 'same';
  return Math.abs(minutes - own) * 60 <= mostPlayingTimeOff(Math.max(minutes, own) * 60) ? 'near' : undefined;
}

/**
 * Compares an item of a library with a book, by title, author and length. An item without an author is like a book only
 * where the lengths agree. This is never a match: an admin decides.
 *
 * @returns `undefined` when they are not alike
 */
export function likeness({ title, authors, durationSeconds }: DescribedItem, book: CatalogBook): Likeness | undefined {
  const names = namesOf(authors);
  const author = names.length === 0 ? 'unknown' : writersOf(book).some((one) => names.some((name) => isSamePerson(one, name))) && 'same';
  if (author === false) return undefined;
  const length = lengthFit(durationSeconds, book);
  if (length === undefined || (author === 'unknown' && length !== 'same')) return undefined;
  const fit = titleFit(titlesOf(title, names), book);
  if (fit === undefined) return undefined;
  return { score: TITLE_POINTS[fit] + AUTHOR_POINTS[author] + LENGTH_POINTS[length], title: fit, author, length };
}
