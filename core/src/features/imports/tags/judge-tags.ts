import { createGiveWay } from '../../../platform/jobs/give-way.js';
import { hidePlaces } from '../../../platform/logging/hide-places.js';
import { inEnglish, sentence, type Sentence } from '../../../platform/words/index.js';
import { isPlayingTimeOf, mostPlayingTimeOff } from '../../../files/checking/playing-time.js';
import { formatDuration } from '../../../files/checking/verify.js';
import type { FileCheck } from '../../lifecycle/wait-reason.js';
import { personScore } from '../../search/release-title/people.js';
import { compareNameLists } from '../../search/ranking/name-matching.js';
import type { WantedBook } from '../../search/ranking/wanted-book.js';
import type { ClaimGroup } from './file-claims.js';
import { isPerhapsTranslated, judgeAuthors, judgeTitle, type TitleVerdict } from './title-verdict.js';

/** Another number of a recording that files state, as far as the catalogue knows it. */
export interface StatedRecording {
  /** Whether it is the wanted recording all the same, under a number that nobody had joined with it. */
  readonly isSame: boolean;
  /** Whether the catalogue could not be asked, so that nobody knows whose number it is. */
  readonly isUnanswered?: boolean;
  /** Absent when the catalogue does not know the number. */
  readonly book?: { readonly title: string; readonly authors: readonly string[]; readonly narrators: readonly string[] };
}

interface JudgeInput {
  readonly wanted: WantedBook;
  /** By number, of those that are not the wanted book's. Numbers that the catalogue was not asked about are absent. */
  readonly stated: ReadonlyMap<string, StatedRecording>;
  /** Whether another reading of the text is another book. */
  readonly isNarratorRequested: boolean;
}

/** What the tags of all files say about whether they are the wanted book. */
export interface TagVerdict {
  /** `broken`: they contradict it. `suspect`: a person has to look. */
  readonly status: 'ok' | 'suspect' | 'broken';
  /** A sentence; absent if the status is `ok`. */
  readonly evidence?: Sentence;
  readonly checks: readonly FileCheck[];
}

/** Files that say the same, with the title they state. */
interface TitledGroup extends ClaimGroup {
  readonly stated: { readonly text: string; readonly verdict: TitleVerdict };
}

interface Judged extends TitledGroup {
  readonly verdict: 'wanted' | 'silent' | 'doubtful' | 'other';
  /** The book that the files say they are, in words. */
  readonly book: Sentence;
  /** The sentence about these files alone. */
  readonly said: Sentence;
}

const LONGEST_QUOTE = 120;
const MOST_BOOKS = 3;
/** Share of the playing time below which files that say something else are an advertisement or a mistake. */
const LEAST_SHARE = 0.1;
/** Somebody who publishes is no author. */
const PUBLISHER =
  /\b(?:audio|audible|studios?|records?|recorded|media|publish\w*|press|productions?|librivox|books?|verlag|cast|team|group)\b/i;
const LEAST_PERSON_SCORE = 0.25;

function quote(text: string): string {
  const cut = text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE - 1)}…` : text;
  return hidePlaces(cut);
}

function bookInWords(title: string, authors: readonly string[]): Sentence {
  const named = { title: quote(title) };
  return authors.length === 0
    ? sentence('evidence.book', named)
    : sentence('evidence.book_by', { ...named, authors: authors.slice(0, MOST_BOOKS).map(quote) });
}

function isAuthorsName(name: string): boolean {
  return /\s/.test(name) && !PUBLISHER.test(name) && personScore(name) >= LEAST_PERSON_SCORE;
}

const RANK: Readonly<Record<TitleVerdict, number>> = { none: 0, other: 1, doubtful: 2, wanted: 3 };

/** The best of what album and title say, and the text that says it. */
function bestTitle({ album, title }: ClaimGroup, wanted: WantedBook): { readonly text: string; readonly verdict: TitleVerdict } {
  const texts = [album, title].filter((text) => text !== undefined);
  const judged = texts.map((text) => ({ text, verdict: judgeTitle(text, wanted) }));
  return judged.sort((a, b) => RANK[b.verdict] - RANK[a.verdict])[0] ?? { text: '', verdict: 'none' };
}

function judgeText(group: TitledGroup, wanted: WantedBook, isWantedLength: boolean): Judged {
  const { text, verdict } = group.stated;
  const author = judgeAuthors(group.authors, wanted);
  const book = bookInWords(text, group.authors);
  const judged = (of: Judged['verdict'], said = sentence('evidence.files_are', { book })): Judged => ({
    ...group,
    verdict: of,
    book,
    said,
  });
  const isSomebodyElse = author === 'other' && group.authors.some(isAuthorsName);
  if (verdict === 'none') return judged('silent');
  if (verdict === 'wanted') return isSomebodyElse ? judged('doubtful') : judged('wanted');
  // a title alone may be anything that somebody typed
  if (author === undefined) return judged('doubtful');
  if (verdict === 'doubtful') return judged('doubtful');
  if (author === 'same' && isWantedLength && isPerhapsTranslated(text, wanted)) {
    return judged('doubtful', sentence('evidence.files_are_translated', { book }));
  }
  return author === 'other' && !isSomebodyElse ? judged('doubtful') : judged('other');
}

/** Why nobody can say which book a number belongs to that files carry. */
function unknownNumber(asin: string, recording: StatedRecording | undefined): Sentence {
  if (!recording) return sentence('evidence.asins_not_asked', { asin });
  if (recording.isUnanswered) return sentence('evidence.asin_unanswered', { asin });
  return sentence('evidence.asin_unknown', { asin });
}

function judgeGroup(group: TitledGroup, isWantedLength: boolean, { wanted, stated, isNarratorRequested }: JudgeInput): Judged {
  const known = [wanted.asin, ...(wanted.siblings ?? [])];
  const text = judgeText(group, wanted, isWantedLength);
  if (group.asins.some((asin) => known.includes(asin) || stated.get(asin)?.isSame === true)) return { ...text, verdict: 'wanted' };
  const [asin] = group.asins;
  if (asin !== undefined) {
    const found = stated.get(asin)?.book;
    // a release is blocked for good, and a number that nobody knows may be the book's in another shop or of another year
    if (!found) return text.verdict === 'other' ? text : { ...text, verdict: 'doubtful', said: unknownNumber(asin, stated.get(asin)) };
    const readers = found.narrators.slice(0, MOST_BOOKS).map(quote);
    const named = bookInWords(found.title, found.authors);
    const book = readers.length === 0 ? named : sentence('evidence.book_read_by', { book: named, readers });
    return { ...text, verdict: 'other', book, said: sentence('evidence.files_carry_asin', { asin, book }) };
  }
  const narrators = isNarratorRequested ? otherNarrators(group, wanted) : [];
  if (text.verdict === 'wanted' && narrators.length > 0) {
    return { ...text, verdict: 'doubtful', said: sentence('evidence.files_read_by', { readers: narrators.map(quote) }) };
  }
  return text;
}

/** The readers that files name, if none of them is a wanted one. Composers are often the author. */
function otherNarrators({ narrators }: Pick<ClaimGroup, 'narrators'>, wanted: WantedBook): readonly string[] {
  if (wanted.narrators.length === 0 || compareNameLists(narrators, [...wanted.narrators, ...wanted.authors]) > 0) return [];
  return narrators.filter(isAuthorsName).slice(0, MOST_BOOKS);
}

function secondsOf(groups: readonly ClaimGroup[]): number {
  return groups.reduce((sum, { seconds }) => sum + seconds, 0);
}

/** The books of groups, each once. */
function booksOf(groups: readonly Judged[]): readonly Sentence[] {
  return [...new Map(groups.map(({ book }) => [inEnglish(book), book])).values()];
}

function list(groups: readonly Judged[]): readonly Sentence[] {
  const books = booksOf(groups);
  return books.length > MOST_BOOKS ? [...books.slice(0, MOST_BOOKS), sentence('evidence.other_books')] : books;
}

/** All files decide: the first one alone never does. */
function settle(groups: readonly Judged[], wanted: WantedBook): Omit<TagVerdict, 'checks'> {
  const of = (verdict: Judged['verdict']): Judged[] => groups.filter((group) => group.verdict === verdict);
  const [fitting, others, doubtful] = [of('wanted'), of('other'), of('doubtful')];
  const total = secondsOf(groups);
  const share = (some: readonly Judged[]): number => (total === 0 ? 0 : secondsOf(some) / total);
  const longest = (some: readonly Judged[]): Judged | undefined => [...some].sort((a, b) => b.seconds - a.seconds)[0];
  if (share(others) >= LEAST_SHARE) {
    const evidence = sentence('evidence.files_are_several', { books: list([...fitting, ...others]) });
    if (fitting.length > 0 || booksOf(others).length > 1) {
      const expected = (wanted.durationMinutes ?? 0) * 60;
      const isMuch = secondsOf(others) > mostPlayingTimeOff(expected > 0 ? expected : total);
      return { status: isMuch || fitting.length === 0 ? 'broken' : 'suspect', evidence };
    }
    const most = share(others) > 0.5 ? 'broken' : 'suspect';
    return { status: most, evidence: longest(others)?.said };
  }
  // a recording may be spliced from several, however well the titles agree
  const unproven = doubtful.filter(({ asins }) => asins.length > 0);
  if (share(unproven) >= LEAST_SHARE) return { status: 'suspect', evidence: longest(unproven)?.said };
  if (share(doubtful) > 0.5 || (doubtful.length > 0 && fitting.length === 0 && share(doubtful) >= LEAST_SHARE)) {
    return { status: 'suspect', evidence: longest(doubtful)?.said };
  }
  return { status: 'ok' };
}

function isAgreed(agreeing: boolean, contradicting: boolean): FileCheck['verdict'] {
  return contradicting ? 'differs' : agreeing ? 'agrees' : 'unknown';
}

/** What was compared, row by row, for people. */
function rows(groups: readonly Judged[], { wanted, stated }: JudgeInput): FileCheck[] {
  const found = (pick: (group: Judged) => readonly (string | undefined)[]): string[] => [
    ...new Set(groups.flatMap(pick).flatMap((text) => (text === undefined ? [] : [quote(text)]))),
  ];
  const shown = (texts: readonly string[]): string | undefined => (texts.length === 0 ? undefined : texts.slice(0, MOST_BOOKS).join(' · '));
  const numbers = found(({ asins }) => asins);
  const own = [wanted.asin, ...(wanted.siblings ?? [])];
  const isOwn = (asin: string): boolean => own.includes(asin) || stated.get(asin)?.isSame === true;
  const authors = groups.map((group) => judgeAuthors(group.authors, wanted));
  const narrators = groups.flatMap((group) => group.narrators);
  return [
    {
      what: 'title',
      wanted: wanted.title,
      found: shown(found(({ stated: { text } }) => [text || undefined])),
      verdict: isAgreed(
        groups.some(({ stated: { verdict } }) => verdict === 'wanted'),
        groups.some(({ stated: { verdict } }) => verdict === 'other' || verdict === 'doubtful'),
      ),
    },
    {
      what: 'author',
      wanted: shown(wanted.authors),
      found: shown(found((group) => group.authors)),
      verdict: isAgreed(authors.includes('same'), authors.includes('other')),
    },
    {
      what: 'narrator',
      wanted: shown(wanted.narrators),
      found: shown(found((group) => group.narrators)),
      verdict: isAgreed(
        compareNameLists(narrators, wanted.narrators) > 0,
        groups.some((group) => otherNarrators(group, wanted).length > 0),
      ),
    },
    {
      what: 'asin',
      wanted: wanted.asin,
      found: shown(numbers),
      verdict: isAgreed(
        numbers.some(isOwn),
        numbers.some((asin) => !isOwn(asin)),
      ),
    },
  ];
}

/** The row about the playing time. Seconds; `wantedMinutes` as the catalogue has it. */
export function lengthCheck(seconds: number, wantedMinutes: number | undefined, isOff: boolean): FileCheck {
  const isKnown = wantedMinutes !== undefined && wantedMinutes > 0;
  return {
    what: 'length',
    wanted: isKnown ? formatDuration(wantedMinutes * 60) : undefined,
    found: formatDuration(seconds),
    verdict: isKnown ? isAgreed(true, isOff) : 'unknown',
  };
}

/**
 * Compares what the files say of themselves with the wanted book, as names of releases are compared. Tags that are missing
 * or say nothing never contradict it. Depends on nothing else; others have their turn between one group and the next.
 */
export async function judgeTags(groups: readonly ClaimGroup[], input: JudgeInput): Promise<TagVerdict> {
  const judged: Judged[] = [];
  const giveWay = createGiveWay();
  const minutes = input.wanted.durationMinutes ?? 0;
  const isWantedLength = minutes > 0 && isPlayingTimeOf(secondsOf(groups), minutes * 60);
  for (const group of groups) {
    judged.push(judgeGroup({ ...group, stated: bestTitle(group, input.wanted) }, isWantedLength, input));
    await giveWay();
  }
  return { ...settle(judged, input.wanted), checks: rows(judged, input) };
}
