import type { CatalogBook } from '@lectern/plugin-api';
import { isSamePerson, normalizeText, normalizeTitle } from './book-text.js';

/** Minutes two runtimes of one recording may differ at least. */
const LEAST_TOLERANCE = 10;
/** Share of the longer runtime they may differ. */
const TOLERANCE_SHARE = 0.05;

const ROLE = /\s[-–—]\s*\S*(?:translat|editor|foreword|introduc|afterword|preface|adapt|illustrat|contribut)/i;
const DRAMATISED = /dramati[sz]ed|full[- ]cast|graphic ?audio|radio (?:play|drama)|audio drama|hörspiel/i;
const PART_OF = /\b(\d+)\s*(?:of|von|de|di)\s*(\d+)\b/i;
const NOISE_SUBTITLE = /^(?:an?\s.*\b)?(?:novel|novella|thriller|memoir|mystery|romance|adventure)$/;

/** Minutes by which a runtime may differ from a longer one. */
export function recordingTolerance(longerMinutes: number): number {
  return Math.max(longerMinutes * TOLERANCE_SHARE, LEAST_TOLERANCE);
}

/** Whether two durations agree; both bounds are inclusive. */
export function durationsAgree(left: number, right: number): boolean {
  return Math.abs(left - right) <= recordingTolerance(Math.max(left, right));
}

/** A runtime in minutes; 0 is no runtime. */
export function durationOf(book: CatalogBook): number | undefined {
  return book.durationMinutes !== undefined && book.durationMinutes > 0 ? book.durationMinutes : undefined;
}

/** The key books of one work share; `undefined` for a title without letters or digits. */
export function titleKeyOf(book: CatalogBook): string | undefined {
  return normalizeTitle(
    book.title,
    book.series.map(({ name }) => name),
  );
}

/** Authors without translators and the like. */
export function writersOf(book: CatalogBook): string[] {
  return book.authors.map(({ name }) => name).filter((name) => !ROLE.test(name));
}

function shareAPerson(left: readonly string[], right: readonly string[]): boolean {
  return left.some((name) => right.some((other) => isSamePerson(name, other)));
}

function differ<T>(left: T | undefined, right: T | undefined): boolean {
  return left !== undefined && right !== undefined && left !== right;
}

/** `1` of `Book 1`, `1, Dramatized Adaptation` and `1`; `1-7` and `1a` stay what they are. */
function partKey(part: string): string {
  const text = part.toLowerCase().replace(/^\D+(?=\d)/, '');
  return (/^\d+(?:\.\d+)?[a-z]?(?:\s*[-–]\s*\d+(?:\.\d+)?)?/.exec(text)?.[0] ?? text).replace(/\s/g, '');
}

function seriesPartsConflict(left: CatalogBook, right: CatalogBook): boolean {
  return left.series.some((a) =>
    right.series.some((b) => {
      const name = normalizeText(a.name);
      if (name === undefined || name !== normalizeText(b.name)) return false;
      return a.part !== undefined && b.part !== undefined && partKey(a.part) !== partKey(b.part);
    }),
  );
}

function subtitleKey(book: CatalogBook): string | undefined {
  const key = book.subtitle === undefined ? undefined : normalizeText(book.subtitle.split(':')[0] ?? '');
  return key === undefined || NOISE_SUBTITLE.test(key) ? undefined : key;
}

/** Subtitles tell volumes apart only where the title is the name of the series; elsewhere publishers word them freely. */
function subtitlesConflict(left: CatalogBook, right: CatalogBook): boolean {
  const [a, b] = [subtitleKey(left), subtitleKey(right)];
  if (a === undefined || b === undefined || a.includes(b) || b.includes(a)) return false;
  const title = normalizeText(left.title);
  return [...left.series, ...right.series].some(({ name }) => normalizeText(name) === title);
}

/** Whether it is a play with several voices, according to the catalogue. */
export function isDramatised(book: CatalogBook): boolean {
  return DRAMATISED.test([book.title, book.subtitle ?? '', ...book.series.map(({ part }) => part ?? '')].join(' '));
}

/** `1 of 3` of a title sold in parts. */
function portionOf(book: CatalogBook): string {
  const portion = PART_OF.exec(book.title);
  return portion ? `${portion[1]}/${portion[2]}` : '';
}

export interface RecordingRule {
  /** `compared`: two known casts must share a voice. `ignored`: other readings of a text count as the same work. */
  readonly narrators: 'compared' | 'ignored';
}

/**
 * Whether nothing but the runtime speaks against two books with the same title key being one recording. What only one
 * of them states is no contradiction, except for the author, whom both must name.
 */
export function agreeApartFromDuration(left: CatalogBook, right: CatalogBook, rule: RecordingRule): boolean {
  if (!shareAPerson(writersOf(left), writersOf(right))) return false;
  if (differ(left.language, right.language) || differ(left.abridged, right.abridged)) return false;
  if (isDramatised(left) !== isDramatised(right) || portionOf(left) !== portionOf(right)) return false;
  if (seriesPartsConflict(left, right) || subtitlesConflict(left, right)) return false;
  const hasCasts = left.narrators.length > 0 && right.narrators.length > 0;
  return rule.narrators === 'ignored' || !hasCasts || shareAPerson(left.narrators, right.narrators);
}

/** Whether two books are the same text, read by different people. */
export function isOtherReading(left: CatalogBook, right: CatalogBook): boolean {
  const key = titleKeyOf(left);
  if (key === undefined || key !== titleKeyOf(right)) return false;
  return agreeApartFromDuration(left, right, { narrators: 'ignored' }) && !agreeApartFromDuration(left, right, { narrators: 'compared' });
}
