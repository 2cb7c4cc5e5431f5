import type { CatalogBook } from '@lectern/plugin-api';
import { isDramatised } from '../catalog/index.js';
import { groupParts, isCollection, type BookPart } from './book-parts.js';
import type { AwaitedBook, BookState, FollowCounts, FollowedListing, PartState, RecentBook, StartRule } from './follow-record.js';
import { hasPartIn, isWithin, mergeSpans, type Span } from './part-spans.js';
import { primaryLanguage, wantedLanguage } from './region-language.js';

/** A part that the rule wants, with the reading to request. */
export interface WantedPart {
  readonly key: string;
  readonly part: string | undefined;
  readonly book: CatalogBook;
  /** ASINs of all its readings. */
  readonly asins: readonly string[];
  readonly isUpcoming: boolean;
}

/**
 * A part for a person. `collection`: its parts are offered alone, so it is neither had nor missing; `other_language`: it is not offered in
 * the wanted language.
 */
export interface ListedPart {
  /** As the catalogue words it; absent if it names none. */
  readonly part: string | undefined;
  readonly state: PartState | 'collection' | 'other_language';
  /** ASIN of the reading that the rule would choose, else of the first one. */
  readonly asin: string;
  /** ASINs of all its readings. */
  readonly asins: readonly string[];
}

export interface Decision {
  /** In the order of the series. */
  readonly wanted: readonly WantedPart[];
  readonly counts: FollowCounts;
  /** Books that are neither out nor requested, whether the rule wants them or not. */
  readonly awaited: readonly AwaitedBook[];
  /** Books that are out and have a date, newest first, without ignored ones. */
  readonly recent: readonly RecentBook[];
  /** Names of all parts, and ASINs of all their readings. */
  readonly names: readonly { readonly key: string; readonly asins: readonly string[] }[];
  /** All parts: single ones in their order, then collections, then what has no number. */
  readonly parts: readonly ListedPart[];
}

export interface DecideInput {
  readonly listing: FollowedListing;
  readonly books: readonly CatalogBook[];
  readonly rule: StartRule;
  /** The day the rule began, YYYY-MM-DD. */
  readonly startDay: string;
  readonly today: string;
  readonly states: ReadonlyMap<string, BookState>;
  /** Parts and ASINs that were there when it began; absent at the first check. */
  readonly known: ReadonlySet<string> | undefined;
}

const LAST = Number.POSITIVE_INFINITY;

function isUpcoming({ releaseDate }: CatalogBook, today: string): boolean {
  return releaseDate !== undefined && releaseDate > today;
}

/** Ranks readings, the smallest first: released, read by one voice, unabridged, known to the most listeners. */
function rankOf(book: CatalogBook, today: string): number[] {
  return [
    isDramatised(book) ? 1 : 0,
    book.abridged === true ? 1 : 0,
    isUpcoming(book, today) ? 1 : 0,
    book.durationMinutes === undefined ? 1 : 0,
    -(book.rating?.count ?? 0),
  ];
}

function compareRanks(a: readonly number[], b: readonly number[]): number {
  const index = a.findIndex((value, at) => value !== b[at]);
  return index < 0 ? 0 : (a[index] ?? 0) - (b[index] ?? 0);
}

function bestReading(readings: readonly CatalogBook[], today: string): CatalogBook | undefined {
  const [best] = readings.map((book) => ({ book, rank: rankOf(book, today) })).sort((a, b) => compareRanks(a.rank, b.rank));
  return best?.book;
}

/** A person's state for one part, regardless of collections. */
function ownState({ readings }: BookPart, wanted: readonly CatalogBook[], states: DecideInput['states']): BookState | undefined {
  const of = (books: readonly CatalogBook[]) => new Set(books.map(({ asin }) => states.get(asin)));
  // a translation that somebody has is not this book; a decision about one still applies
  if (of(wanted).has('available')) return 'available';
  const all = of(readings);
  return (['requested', 'declined', 'ignored'] as const).find((state) => all.has(state));
}

interface Judged {
  readonly part: BookPart;
  /** An author's parts are numbered in several series. */
  readonly series: string;
  readonly best: CatalogBook | undefined;
  readonly inLanguage: readonly CatalogBook[];
  readonly own: BookState | undefined;
}

const HAD = ['available', 'requested'] as const;

/** One series in numbers: its parts that are offered alone, and the spans of its collections that the person has. */
interface Numbered {
  readonly offered: readonly number[];
  readonly had: Readonly<Record<(typeof HAD)[number], readonly Span[]>>;
}

/** Looked up for each part, because parts and collections held against one another take time that grows with the square of their number. */
function numberSeries(judged: readonly Judged[]): Numbered {
  const spansOf = (state: BookState): Span[] => {
    const had = judged.filter(({ part, own }) => own === state && isCollection(part));
    return mergeSpans(had.flatMap(({ part: { range } }) => range ?? []));
  };
  const offered = judged.flatMap(({ part, best }) => (best && part.range && !isCollection(part) ? [part.range.from] : []));
  return { offered: offered.sort((a, b) => a - b), had: { available: spansOf('available'), requested: spansOf('requested') } };
}

function bySeries(judged: readonly Judged[]): Map<string, Numbered> {
  const groups = new Map<string, Judged[]>();
  for (const one of judged) {
    const group = groups.get(one.series);
    if (group) group.push(one);
    else groups.set(one.series, [one]);
  }
  return new Map([...groups].map(([series, group]) => [series, numberSeries(group)]));
}

function stateOf({ part, best, own }: Judged, numbered: Numbered | undefined, today: string): PartState | undefined {
  if (own !== undefined) return own;
  if (best === undefined) return undefined;
  const { range } = part;
  if (range && numbered) {
    // the parts themselves are asked for instead
    if (isCollection(part)) {
      if (hasPartIn(numbered.offered, range)) return undefined;
    } else {
      const had = HAD.find((state) => isWithin(numbered.had[state], range.from));
      if (had !== undefined) return had;
    }
  }
  return isUpcoming(best, today) ? 'upcoming' : 'missing';
}

/** Orders single parts before collections, and what has no number last. */
function placeOf({ part }: Judged): number {
  return part.range === undefined ? 2 : isCollection(part) ? 1 : 0;
}

function toListed({ part: { part, readings }, best }: Judged, state: PartState | undefined): ListedPart {
  const asins = readings.map(({ asin }) => asin);
  return { part, state: state ?? (best ? 'collection' : 'other_language'), asin: best?.asin ?? asins[0] ?? '', asins };
}

/** Whether the rule is about a part. */
function isMeant({ part, inLanguage }: Judged, { rule, startDay, known }: DecideInput): boolean {
  if (rule.start === 'everything') return true;
  if (rule.start === 'from_part') return part.range !== undefined && part.range.from >= Number(rule.part);
  if (known && [part.key, ...part.readings.map(({ asin }) => asin)].some((name) => known.has(name))) return false;
  const dates = inLanguage.flatMap(({ releaseDate }) => releaseDate ?? []).sort();
  // a part that was out already does not come out again with another reading
  return dates[0] === undefined ? known !== undefined : dates[0] >= startDay;
}

function compareParts(a: Judged, b: Judged): number {
  const [x, y] = [a.part.range?.from ?? LAST, b.part.range?.from ?? LAST];
  if (x !== y) return x < y ? -1 : 1;
  const [m, n] = [a.best?.releaseDate ?? '9999', b.best?.releaseDate ?? '9999'];
  return m === n ? 0 : m < n ? -1 : 1;
}

/** Decides which parts of a followed listing are missing, and which of those the person wants. Chooses one reading per part. */
export function decide(input: DecideInput): Decision {
  const { listing, books, states, today } = input;
  const parts = groupParts(books, listing.kind === 'series' ? listing.catalogId : undefined);
  const language = wantedLanguage(parts, listing.region);
  const judged = parts.map((part): Judged => {
    const inLanguage = part.readings.filter((book) => {
      const own = primaryLanguage(book.language);
      return own === undefined || language === undefined || own === language;
    });
    const series = part.key.slice(0, part.key.lastIndexOf(':'));
    return { part, series, inLanguage, best: bestReading(inLanguage, today), own: ownState(part, inLanguage, states) };
  });
  const numbered = bySeries(judged);
  const counts = { listed: books.length, available: 0, requested: 0, declined: 0, ignored: 0, missing: 0, upcoming: 0 };
  const wanted: WantedPart[] = [];
  const awaited: AwaitedBook[] = [];
  const recent: RecentBook[] = [];
  const listed: { readonly place: number; readonly part: ListedPart }[] = [];
  for (const one of [...judged].sort(compareParts)) {
    const state = stateOf(one, numbered.get(one.series), today);
    listed.push({ place: placeOf(one), part: toListed(one, state) });
    if (state === undefined) continue;
    counts[state] += 1;
    const { asin = '', releaseDate } = one.best ?? {};
    if (releaseDate !== undefined && releaseDate <= today && state !== 'ignored') recent.push({ asin, releaseDate });
    if ((state !== 'missing' && state !== 'upcoming') || !one.best) continue;
    const { key, part, readings } = one.part;
    if (state === 'upcoming') awaited.push({ key, asin: one.best.asin });
    if (!isMeant(one, input)) continue;
    wanted.push({ key, part, book: one.best, asins: readings.map(({ asin }) => asin), isUpcoming: state === 'upcoming' });
  }
  return {
    wanted,
    counts,
    awaited,
    recent: recent.sort((a, b) => (a.releaseDate < b.releaseDate ? 1 : a.releaseDate > b.releaseDate ? -1 : 0)),
    parts: listed.sort((a, b) => a.place - b.place).map(({ part }) => part),
    names: parts.map(({ key, readings }) => ({ key, asins: readings.map(({ asin }) => asin) })),
  };
}
