import { cutAnnouncement } from '../../release-title/announcement.js';
import { LONGEST_TITLE } from '../../release-title/longest-title.js';
import type { TagFacts } from '../../release-title/tag-facts.js';
import { createTagFacts } from '../../release-title/tag-facts.js';
import { isGenericSubtitle } from '../../release-title/title-parts.js';
import type { NameGrade } from '../name-matching.js';
import type { WantedBook } from '../wanted-book.js';
import { claimParts } from './claim-parts.js';
import {
  claimOtherReaders,
  claimOtherRoles,
  claimPeople,
  isByWord,
  isReadingWord,
  readingAuthors,
  type PresumedReader,
} from './claim-people.js';
import { claimPhrases } from './claim-phrases.js';
import { claimGroup, claimGroupBehindDash, claimNumber, claimTags } from './claim-tags.js';
import { createClaims, type ClaimKind, type Claims } from './claims.js';
import { tokenizeName, wordsOf } from './name-tokens.js';
import { phrasesOfWanted, type WantedPhrases } from './wanted-phrases.js';

/** Words of a name and what explains them. */
export interface ExplainedWords {
  readonly text: string;
  readonly by: ClaimKind;
}

/** A release's name, explained by the wanted book. */
export interface Explanation {
  /** The title is there, and no word is unexplained. */
  readonly isWhole: boolean;
  readonly hasTitle: boolean;
  /** How well its author agrees; absent if none of the wanted ones is named. */
  readonly author?: NameGrade;
  /** Names of the wanted readers that it states. */
  readonly narrators: readonly string[];
  /** Readers it states who are not the wanted ones. */
  readonly otherReaders: readonly string[];
  /** What else one of these may be, if nothing calls it a reader. */
  readonly presumedReader?: PresumedReader;
  /** Authors of the book whom it names as its readers. */
  readonly readingAuthors: readonly string[];
  readonly statesSeries: boolean;
  readonly statesPart: boolean;
  readonly explained: readonly ExplainedWords[];
  /** What nothing explains, as written. */
  readonly left: readonly string[];
  /** What the words that explain no title and no person state. */
  readonly facts: TagFacts;
  /** The name without the words of the wanted book. */
  readonly beside: string;
}

const AND = new Set('and with und et y e och og i и feat mit'.split(' '));

/** Explains articles, `by`, `and` and the like beside what they belong to. */
function claimJoiningWords(claims: Claims, { articles }: WantedPhrases): void {
  const { tokens } = claims.name;
  const isJoining = (at: number): boolean => claims.kindAt(at) === 'word';
  for (let round = 0; round < 4; round += 1) {
    for (let at = tokens.length - 1; at >= 0; at -= 1) {
      const key = tokens[at]?.key ?? '';
      if (!claims.isFree(at)) continue;
      const person =
        claims.isPerson(at + 1) || (isJoining(at + 1) && (isByWord(tokens[at + 1]?.key ?? '') || isReadingWord(tokens[at + 1]?.key ?? '')));
      if (articles.has(key) && (claims.isTitle(at + 1) || claims.isTitle(at - 1))) claims.take('word', at, at + 1);
      else if ((isByWord(key) || isReadingWord(key) || key === 'written' || key === 'author') && person) claims.take('word', at, at + 1);
      else if (isReadingWord(key) && claims.isPerson(at - 1)) claims.take('word', at, at + 1);
      else if (AND.has(key) && claims.isPerson(at - 1) && claims.isPerson(at + 1)) claims.take('word', at, at + 1);
    }
  }
}

/** Explains `A Novel` and other words that only say which kind of book it is. */
function claimKinds(claims: Claims): void {
  for (const { from, to } of claims.freeRuns()) {
    const text = claims.textOf(from, to);
    if (isGenericSubtitle(text) || /^(?:an? )?(?:novel|novella|memoir|thriller|roman|novelle|krimi|audiobook)$/i.test(text))
      claims.take('kind', from, to);
  }
}

function besideOf(claims: Claims): string {
  const { tokens, text } = claims.name;
  return tokens
    .filter((_, at) => !claims.isTitle(at) && !claims.isPerson(at))
    .map(({ start, end }) => text.slice(start, end))
    .join(' ');
}

function peopleNamed(claims: Claims, kind: ClaimKind): string[] {
  return [...new Set(claims.all.filter((claim) => claim.kind === kind).map(({ person }) => person ?? ''))];
}

/** The words of the titles of the other books of the series, less those of the wanted book. */
function wordsOfOtherBooks({ title, series, otherBooksOfSeries = [] }: WantedBook): ReadonlySet<string> {
  const own = new Set([title, series ?? ''].flatMap(wordsOf));
  return new Set(otherBooksOfSeries.flatMap(wordsOf).filter((word) => !own.has(word)));
}

/** Explains what the wanted book can explain, and lists the rest. Pure; never throws. */
export function explainName(raw: string, wanted: WantedBook): Explanation {
  const phrases = phrasesOfWanted(wanted);
  const titleWords = wordsOfOtherBooks(wanted);
  const announced = createTagFacts();
  const name = tokenizeName(cutAnnouncement(raw.slice(0, LONGEST_TITLE), announced));
  const { claims, hasTitle } = claimPhrases(() => createClaims(name), phrases);
  if (!hasTitle) {
    return {
      isWhole: false,
      hasTitle,
      narrators: [],
      otherReaders: [],
      readingAuthors: [],
      statesSeries: false,
      statesPart: false,
      explained: [],
      left: [name.text],
      facts: createTagFacts(),
      beside: name.text,
    };
  }
  const author = claimPeople(claims, 'author', phrases.authors);
  claimPeople(claims, 'narrator', phrases.narrators);
  claimPeople(claims, 'contributor', phrases.contributors);
  const number = claimNumber(claims, phrases.numbers);
  const group = claimGroupBehindDash(claims, titleWords);
  claimOtherRoles(claims);
  const facts = claimTags(claims);
  facts.asin ??= number;
  facts.releaseGroup ??= group;
  facts.formats.push(...name.formats);
  for (const flag of announced.flags) facts.flags.add(flag);
  const statesPart = claimParts(claims, phrases);
  claimJoiningWords(claims, phrases);
  claimKinds(claims);
  claimGroup(claims, facts, titleWords);
  const presumedReader = claimOtherReaders(claims);
  claimJoiningWords(claims, phrases);
  const left = claims.freeRuns().map(({ from, to }) => claims.textOf(from, to));
  return {
    isWhole: left.length === 0,
    hasTitle,
    ...(author === 0 ? {} : { author }),
    narrators: peopleNamed(claims, 'narrator'),
    otherReaders: peopleNamed(claims, 'reader'),
    ...(presumedReader === undefined ? {} : { presumedReader }),
    readingAuthors: readingAuthors(claims),
    statesSeries: claims.all.some(({ kind }) => kind === 'series'),
    statesPart,
    explained: [...claims.all].sort((a, b) => a.from - b.from).map(({ kind, from, to }) => ({ text: claims.textOf(from, to), by: kind })),
    left,
    facts,
    beside: besideOf(claims),
  };
}
