import { peopleScore, personScore } from './people.js';
import type { SeriesMark } from './series-part.js';
import { namesSeries, readFragment, readLabeledSeries, readNovelOf, readPart, readTrailingSeries } from './series-part.js';

/** The roles of the parts of a title's running text. */
export interface Roles {
  readonly author?: string;
  readonly title: string;
  readonly subtitle?: string;
  readonly narrator?: string;
  readonly series: readonly SeriesMark[];
  readonly year?: number;
  readonly fragment?: { readonly part: number; readonly of: number };
  /** A number in front of the whole text: `07 - Orca`. */
  readonly leadingPart?: string;
  /** The part comes after the title itself: `Title - Book 2`. */
  readonly isVolume?: boolean;
}

/** The facts already known when roles are assigned. */
export interface RoleHints {
  readonly authorKnown: boolean;
  readonly narratorKnown: boolean;
  /** Written like `Title - Author`, as some sites do. */
  readonly titleFirst: boolean;
}

const LEADING =
  /^(?:(\d{1,3}(?:\.\d{1,2})?)\s*(?:\.\s+|-\s+|\)\s+)|(0\d{1,2}|\d{1,2}\.\d{1,2})\s+(?=\p{L})|(\d{1,2})\s+(?=(?:An?|The)\s))(.+)$/u;
const PADDED_NUMBER = /(?<=\s)(0\d|\d{1,2}\.\d|1\d|[2-9]\d)\s+(?=\p{Lu}.)/gu;

/** `Series 03 Title`: splits at the first number with words before it and a capital after it. */
function splitAtNumber(text: string): { readonly before: string; readonly number: string; readonly behind: string } | undefined {
  for (const match of text.matchAll(PADDED_NUMBER)) {
    const before = text.slice(0, match.index).trimEnd();
    if (/.\p{L}/u.test(before)) return { before, number: match[1] ?? '', behind: text.slice(match.index + match[0].length) };
  }
  return undefined;
}

interface Work {
  segments: string[];
  series: SeriesMark[];
  fragment?: Roles['fragment'];
  year?: number;
  leadingPart?: string;
  isVolume?: boolean;
}

function takeLeadingNumber(work: Work): void {
  const first = work.segments[0] ?? '';
  const yearFirst = /^(?:1[5-9]|20)\d{2}$/.test(first) && work.segments.length === 2 && personScore(work.segments[1] ?? '') < 0.5;
  if (yearFirst) {
    work.year = Number(first);
    work.segments.shift();
    return;
  }
  if (work.segments.length > 1 && /^\d{1,2}(?:\.\d)?$/.test(first) && peopleScore(work.segments[1] ?? '') < 0.5) {
    work.leadingPart = String(Number(first));
    work.segments.shift();
    return;
  }
  const bare = /^(\d{1,3})\s+(\p{L}.*)$/u.exec(first);
  // `3 Lee Child - Tripwire`: a person has no number
  if (bare !== null && work.segments.length > 1 && peopleScore(bare[2] ?? '') >= 0.4) {
    work.leadingPart = String(Number(bare[1]));
    work.segments[0] = bare[2] ?? '';
    return;
  }
  const match = LEADING.exec(first);
  if (match === null) return;
  const part = match[1] ?? match[2] ?? match[3];
  work.leadingPart = String(Number(part));
  work.segments[0] = match[4] ?? '';
}

function isAuthorLike(work: Work, at: number): boolean {
  return peopleScore(work.segments[at] ?? '') >= 0.4;
}

/** Removes numbers and series from the segments, leaving author, title, series without number, narrator. */
function takeSeries(work: Work, hints: RoleHints): void {
  for (let at = 0; at < work.segments.length && work.segments.length > 1; at += 1) {
    const text = work.segments[at] ?? '';
    const fragment = readFragment(text);
    if (fragment !== undefined) {
      work.fragment = fragment;
      work.segments.splice(at, 1);
      at -= 1;
      continue;
    }
    const part = readPart(text);
    const onlyTitle = work.segments.length === 2 && /^\d+$/.test(text) && isAuthorLike(work, 1 - at);
    if (part !== undefined && !onlyTitle && !/^\d{4}$/.test(text)) {
      const others = work.segments.length - 1;
      const next = work.segments[at + 1];
      const before = at > 0 ? work.segments[at - 1] : undefined;
      const rest = others - 1;
      const titleRemains = rest > 1 || (rest === 1 && (hints.authorKnown || !isAuthorLike(work, at === 1 ? 2 : 0)));
      const seriesBefore = before !== undefined && next !== undefined && titleRemains && !(at === 1 && isAuthorLike(work, 0));
      if (seriesBefore) {
        work.series.push({ series: before, part });
        work.segments.splice(at - 1, 2);
        at -= 2;
      } else {
        if (next === undefined && at > 0 && !isAuthorLike(work, at - 1)) work.isVolume = true;
        work.series.push({ part });
        work.segments.splice(at, 1);
        at -= 1;
      }
      continue;
    }
    const padded = /^(?:#?)(0\d|\d{1,2}\.\d{1,2})\s+(.+)$/u.exec(text);
    if (padded !== null && at > 0) {
      const before = work.segments[at - 1] ?? '';
      if (at > 1 || !isAuthorLike(work, 0)) {
        work.series.push({ series: before, part: String(Number(padded[1])) });
        work.segments.splice(at - 1, 2, padded[2] ?? '');
        at -= 1;
      } else {
        work.series.push({ part: String(Number(padded[1])) });
        work.segments[at] = padded[2] ?? '';
      }
    }
  }
  for (let at = 0; at < work.segments.length; at += 1) {
    const text = work.segments[at] ?? '';
    if (work.segments.length > 1) {
      const novel = readNovelOf(text);
      const isAllBesideAuthor = work.segments.length === 2 && !hints.authorKnown && isAuthorLike(work, 1 - at);
      if (novel !== undefined && at > 0 && !isAllBesideAuthor && /\p{Lu}/u.test(novel)) {
        work.series.push({ series: novel });
        work.segments.splice(at, 1);
        at -= 1;
        continue;
      }
      const spare =
        work.segments.length > 2 || hints.authorKnown || !work.segments.some((other, index) => index !== at && peopleScore(other) >= 0.4);
      const mark = spare
        ? (readLabeledSeries(text) ?? (at < work.segments.length - 1 || work.segments.length > 2 ? readTrailingSeries(text) : undefined))
        : undefined;
      if (
        mark !== undefined &&
        !(
          at === 0 &&
          peopleScore(mark.series ?? '') >= 0.7 &&
          !work.segments.some((other, index) => index > 0 && peopleScore(other) >= 0.6)
        ) &&
        !/^\d{4}$/.test(mark.part ?? '')
      ) {
        work.series.push(mark);
        work.segments.splice(at, 1);
        at -= 1;
        continue;
      }
    }
    const inner = splitAtNumber(text);
    if (inner !== undefined && (/^0|\./.test(inner.number) || (at > 0 && namesSeries(inner.before)))) {
      work.series.push({ series: inner.before.replace(/\s+(?:vol|volume|book|bk|part)\.?$/iu, ''), part: String(Number(inner.number)) });
      work.segments[at] = inner.behind;
    }
  }
}

/** Decides between `Author - Title` and `Title - Author`. */
function authorComesLast(first: string, last: string, hints: RoleHints): boolean {
  const a = peopleScore(first);
  const b = peopleScore(last);
  if (a >= 0.5 && b >= 0.5) {
    return Math.abs(a - b) >= 0.4 ? b > a : hints.titleFirst;
  }
  if (Math.abs(a - b) < 0.1) return hints.titleFirst && b > 0;
  if (a < 0.3 && b < 0.3 && b > 0 && hints.titleFirst) return true;
  if (a < 0.3 && b < 0.3) return b > a + 0.15 && first.split(' ').length > 1 && b > 0.1;
  return b > a;
}

/** Assigns a role to each segment of running text. */
export function assignRoles(segments: readonly string[], hints: RoleHints): Roles {
  const work: Work = { segments: [...segments], series: [] };
  takeLeadingNumber(work);
  takeSeries(work, hints);
  const rest = work.segments;
  const base = { series: work.series, year: work.year, fragment: work.fragment, leadingPart: work.leadingPart, isVolume: work.isVolume };
  if (rest.length === 0) return { ...base, title: '' };
  if (rest.length === 1) return { ...base, title: rest[0] ?? '' };
  const [first = '', second = ''] = rest;
  const last = rest.at(-1) ?? '';
  if (hints.authorKnown) {
    if (!hints.narratorKnown && personScore(last) >= 0.6) return { ...base, title: rest.slice(0, -1).join(' - '), narrator: last };
    return { ...base, title: first, subtitle: rest.slice(1).join(' - ') };
  }
  if (rest.length === 2) {
    return authorComesLast(first, last, hints) ? { ...base, author: last, title: first } : { ...base, author: first, title: second };
  }
  return assignThree(rest, base, hints);
}

/** `How …`, `The Story of …`: what publishers put behind a title, and series do not have in front of theirs. */
const SUBTITLE =
  /^(?:an?|how|why|some|what|notes|essays|stories|lessons|confessions|one)\s\S+\s|^the\s(?:\S+\s)?(?:story|power|science|art|history|life|making|secrets?|rise|search|case|truth|psychology|politics|biography|autobiography|guide)\s(?:of|and|behind|for|to|that)\s/iu;

function readsLikeSubtitle(text: string): boolean {
  return SUBTITLE.test(`${text} `);
}

function assignThree(rest: readonly string[], base: Omit<Roles, 'title'>, hints: RoleHints): Roles {
  const [first = '', second = ''] = rest;
  const last = rest.at(-1) ?? '';
  const scores = rest.map((text) => peopleScore(text));
  const [a = 0, b = 0] = scores;
  const z = scores.at(-1) ?? 0;
  const author = a >= 0.5 || (a > b && a > z) || (a >= 0.15 && b < 0.5 && z < 0.5);
  if (author) {
    if (z >= 0.6 && !hints.narratorKnown && b < z) return { ...base, author: first, title: rest.slice(1, -1).join(' - '), narrator: last };
    if (base.series.length > 0 && !namesSeries(second))
      return { ...base, author: first, title: second, subtitle: rest.slice(2).join(' - ') };
    if (rest.length === 3 && !namesSeries(second) && readsLikeSubtitle(last))
      return { ...base, author: first, title: second, subtitle: last };
    return { ...base, author: first, title: last, series: [{ series: second }, ...base.series] };
  }
  if (b >= 0.4) {
    if (z >= 0.4 && !hints.narratorKnown) return { ...base, title: first, author: second, narrator: last };
    return { ...base, title: first, author: second, subtitle: undefined };
  }
  if (z >= 0.3) {
    const series = namesSeries(first) ? [{ series: first }, ...base.series] : base.series;
    return namesSeries(first)
      ? { ...base, series, title: second, author: last }
      : { ...base, title: first, subtitle: rest.slice(1, -1).join(' - '), author: last };
  }
  return { ...base, author: first, title: second, subtitle: rest.slice(2).join(' - ') };
}
