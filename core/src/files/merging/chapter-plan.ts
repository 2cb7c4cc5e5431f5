import { basename, extname } from 'node:path';

import { cutToBytes } from '../naming/path-segment.js';
import type { JoinFile } from './join-file.js';

/** A chapter mark of the merged file. Whole milliseconds; each begins where the one before it ends. */
export interface Chapter {
  readonly title: string;
  readonly startMs: number;
  readonly endMs: number;
}

/** A chapter mark of the recording in the catalogue. */
export interface CatalogMark {
  readonly title: string;
  readonly startMs: number;
  readonly lengthMs: number;
}

export interface ChapterPlan {
  readonly chapters: readonly Chapter[];
  /** marks: the files' own. files: one for each file, named by tags or names. catalogue: the catalogue's. */
  readonly from: 'marks' | 'files' | 'catalogue';
}

interface Mark {
  readonly title: string;
  readonly startMs: number;
}

/** More marks than this are an accident, and players choke on them. */
const MOST_MARKS = 2000;
/** Some players read no more of a title. */
const MOST_TITLE_BYTES = 255;
/** How far, for each hour, the catalogue's recording may be from ours. With more, its marks would be of another edition. */
const SECONDS_PER_HOUR = 2;
/** Words that number a part and say nothing about it. */
const COUNTING = new Set(
  'part pt teil parte partie deel del track titel file cd disc disk dis book buch side of von de and audiobook mp3 m4a m4b unabridged ungekürzt'.split(
    ' ',
  ),
);
/** A leading number with its separator, as in `01 - Arrakis`. */
const LEADING_NUMBER = /^\d{1,4}[ ._)-]{1,4}(?=\D)/;

// eslint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f-\u009f]+/g;

function cleanTitle(title: string): string {
  return cutToBytes(title.replace(CONTROL, ' ').trim(), MOST_TITLE_BYTES);
}

/** When each file begins, in milliseconds, and when the last one ends. */
function startsOf(files: readonly JoinFile[]): number[] {
  let seconds = 0;
  const starts = [0];
  for (const file of files) {
    seconds += file.seconds;
    starts.push(Math.round(seconds * 1000));
  }
  return starts;
}

function stemOf({ source }: JoinFile): string {
  const name = basename(source.name);
  const stem = name.slice(0, name.length - extname(name).length);
  return stem.replace(LEADING_NUMBER, '') || stem;
}

/** Tags name the files if each has a name of its own; often they all carry that of the book. */
function namesOf(files: readonly JoinFile[]): string[] {
  const tagged = files.map(({ tags }) => cleanTitle(tags['title'] ?? ''));
  const isDistinct = tagged.every((title) => title !== '') && new Set(tagged).size === files.length;
  return isDistinct ? tagged : files.map((file) => cleanTitle(stemOf(file)));
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

/** Whether names say more than the title of the book and a number. */
function areTelling(names: readonly string[], known: readonly string[]): boolean {
  const said = new Set(known.flatMap(wordsOf));
  return names.some((name) => wordsOf(name).some((word) => !said.has(word) && !COUNTING.has(word) && !/^\p{N}+$/u.test(word)));
}

function ownMarks(files: readonly JoinFile[], starts: readonly number[], names: readonly string[]): Mark[] | undefined {
  // a single mark is what tools write that know no chapters
  if (files.every(({ chapters }) => chapters.length < 2)) return undefined;
  return files.flatMap((file, index) => {
    const [from = 0, to = 0] = [starts[index], starts[index + 1]];
    const name = names[index] ?? '';
    if (file.chapters.length < 2) return [{ title: cleanTitle(file.chapters[0]?.title ?? '') || name, startMs: from }];
    return file.chapters
      .map(({ title, startSeconds }, nth) => ({
        // what comes before the first mark belongs to it
        startMs: nth === 0 ? from : from + Math.round(startSeconds * 1000),
        title: cleanTitle(title) || `${name} (${nth + 1})`,
      }))
      .filter(({ startMs }) => startMs < to);
  });
}

/** Whether the catalogue's recording is as long as ours. */
export function fitsCatalog(marks: readonly CatalogMark[], totalMs: number): boolean {
  const end = Math.max(0, ...marks.map(({ startMs, lengthMs }) => startMs + lengthMs));
  const hours = Math.max(1, totalMs / 3_600_000);
  return marks.length > 1 && Math.abs(end - totalMs) <= hours * SECONDS_PER_HOUR * 1000;
}

function toChapters(marks: readonly Mark[], totalMs: number): Chapter[] {
  const kept: Mark[] = [];
  for (const mark of [...marks].sort((a, b) => a.startMs - b.startMs)) {
    const startMs = kept.length === 0 ? 0 : mark.startMs;
    const isNew = kept.length === 0 || startMs > (kept.at(-1)?.startMs ?? 0);
    if (isNew && startMs < totalMs) kept.push({ title: mark.title, startMs });
  }
  return kept.map((mark, index) => ({ ...mark, title: mark.title || String(index + 1), endMs: kept[index + 1]?.startMs ?? totalMs }));
}

/**
 * Plans the chapters of a merged file: the files' own marks, else one chapter for each file. Where the names of the
 * files only count, the catalogue's marks are taken, if its recording is as long as ours.
 *
 * @param known texts that a name may repeat without saying anything, such as title and author of the book
 */
export function planChapters(
  files: readonly JoinFile[],
  options: { readonly known: readonly string[]; readonly catalogue: readonly CatalogMark[] | undefined },
): ChapterPlan {
  const starts = startsOf(files);
  const totalMs = starts.at(-1) ?? 0;
  const names = namesOf(files);
  const own = ownMarks(files, starts, names);
  if (own && own.length <= MOST_MARKS) return { from: 'marks', chapters: toChapters(own, totalMs) };
  const { catalogue = [], known } = options;
  if (!areTelling(names, known) && fitsCatalog(catalogue, totalMs) && catalogue.length <= MOST_MARKS) {
    const marks = catalogue.map(({ title, startMs }) => ({ title: cleanTitle(title), startMs: Math.round(startMs) }));
    return { from: 'catalogue', chapters: toChapters(marks, totalMs) };
  }
  return {
    from: 'files',
    chapters: toChapters(
      names.map((title, index) => ({ title, startMs: starts[index] ?? 0 })),
      totalMs,
    ),
  };
}
