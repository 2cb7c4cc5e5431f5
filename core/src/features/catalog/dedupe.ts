import type { CatalogBook } from '@lectern/plugin-api';
import {
  agreeApartFromDuration,
  durationOf,
  durationsAgree,
  recordingTolerance,
  titleKeyOf,
  writersOf,
  type RecordingRule,
} from './same-recording.js';
import { isSamePerson, normalizeName } from './book-text.js';

/** The reason why books were put together. */
export interface WorkEvidence {
  readonly asins: readonly string[];
  readonly titleKey: string;
  /** Keys of the authors whom all members name. May be empty where only neighbours share one. */
  readonly authorKeys: readonly string[];
  /** In minutes, over the members whose runtime is known. */
  readonly durations?: { readonly shortest: number; readonly longest: number; readonly tolerance: number };
  /** Members that joined without a runtime, because no other work with this title and author was there. */
  readonly unknownDuration: readonly string[];
}

export interface GroupedWorks {
  /** ASINs of each work, also works with one book only. In the order of the books given. */
  readonly groups: string[][];
  /** One entry for each work with two books or more. */
  readonly evidence: WorkEvidence[];
}

export interface GroupingOptions {
  /** Default: `compared`, because a work is one recording. */
  readonly narrators?: RecordingRule['narrators'];
}

function compareText(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Divides books of one title key. Sorted first, so that the outcome does not depend on the order of the books. */
function divide(books: readonly CatalogBook[], rule: RecordingRule): CatalogBook[][] {
  const sorted = [...books].sort((a, b) => (durationOf(a) ?? 0) - (durationOf(b) ?? 0) || compareText(a.asin, b.asin));
  const groups: CatalogBook[][] = [];
  for (const book of sorted) {
    const minutes = durationOf(book);
    if (minutes === undefined) continue;
    const fits = groups.filter((group) =>
      group.every((member) => durationsAgree(durationOf(member) ?? 0, minutes) && agreeApartFromDuration(member, book, rule)),
    );
    // The group that ends nearest; groups grow by runtime, so that is the one changed last.
    const nearest = fits.reduce<CatalogBook[] | undefined>(
      (best, group) => (best && (durationOf(best.at(-1) ?? book) ?? 0) >= (durationOf(group.at(-1) ?? book) ?? 0) ? best : group),
      undefined,
    );
    if (nearest) nearest.push(book);
    else groups.push([book]);
  }

  const timed = [...groups];
  for (const book of sorted.filter((candidate) => durationOf(candidate) === undefined)) {
    const fits = timed.filter((group) => group.every((member) => agreeApartFromDuration(member, book, rule)));
    if (fits.length === 1) fits[0]?.push(book);
    else groups.push([book]);
  }
  return groups;
}

function explain(titleKey: string, books: readonly CatalogBook[]): WorkEvidence {
  const minutes = books.flatMap((book) => durationOf(book) ?? []);
  const shared = writersOf(books[0] as CatalogBook).filter((name) =>
    books.every((book) => writersOf(book).some((other) => isSamePerson(name, other))),
  );
  const longest = Math.max(...minutes);
  return {
    asins: books.map(({ asin }) => asin),
    titleKey,
    authorKeys: shared.flatMap((name) => normalizeName(name) ?? []),
    ...(minutes.length > 0 ? { durations: { shortest: Math.min(...minutes), longest, tolerance: recordingTolerance(longest) } } : {}),
    unknownDuration: books.filter((book) => durationOf(book) === undefined).map(({ asin }) => asin),
  };
}

/**
 * Puts books together that are the same recording under several ASINs: title, author, narrators, language and
 * abridgement agree, subtitles and series parts do not contradict, and every two runtimes differ by at most 5 % of the
 * longer one or 10 minutes. A book without runtime joins only when there is exactly one work it could belong to.
 *
 * The partition does not depend on the order of `books`. An ASIN given twice counts once.
 */
export function groupSameWork(books: readonly CatalogBook[], options: GroupingOptions = {}): GroupedWorks {
  const rule: RecordingRule = { narrators: options.narrators ?? 'compared' };
  const place = new Map<string, number>();
  const byTitle = new Map<string, CatalogBook[]>();
  for (const book of books) {
    if (place.has(book.asin)) continue;
    place.set(book.asin, place.size);
    // A title without letters agrees with nothing, not even with itself.
    const key = titleKeyOf(book) ?? `\u0000${book.asin}`;
    byTitle.set(key, [...(byTitle.get(key) ?? []), book]);
  }

  const placeOf = ({ asin }: CatalogBook): number => place.get(asin) ?? 0;
  const works = [...byTitle]
    .flatMap(([titleKey, sameTitle]) => divide(sameTitle, rule).map((members) => ({ titleKey, members })))
    .map(({ titleKey, members }) => ({ titleKey, members: members.sort((a, b) => placeOf(a) - placeOf(b)) }))
    .sort((a, b) => placeOf(a.members[0] as CatalogBook) - placeOf(b.members[0] as CatalogBook));
  return {
    groups: works.map(({ members }) => members.map(({ asin }) => asin)),
    evidence: works.filter(({ members }) => members.length > 1).map(({ titleKey, members }) => explain(titleKey, members)),
  };
}
