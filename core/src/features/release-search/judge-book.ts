import type { CatalogBook, Release } from '@lectern/plugin-api';
import { createGiveWay } from '../../platform/jobs/give-way.js';
import { wantedBook } from '../search/wanted-from-request.js';
import type { GateResult } from '../search/ranking/gate.js';
import { rankReleases, type RankedCandidate } from '../search/ranking/ranking.js';
import { DEFAULT_RANKING_RULES } from '../search/ranking/ranking-rules.js';

/** How sure it is that a release is a book. `likely`: nothing speaks against it, but something is not said; `unsure`: something does. */
export type Sureness = 'sure' | 'likely' | 'unsure';

/** The book that a release looks like. */
export interface Guess {
  readonly book: CatalogBook;
  readonly sureness: Sureness;
  /** What speaks for the book and against it, by the conditions of the ranking. */
  readonly evidence: readonly GateResult[];
  /** Other books that fit as well, such as another recording. */
  readonly rivals: number;
}

/** Conditions that a release of another book fails. */
const ANOTHER_BOOK: readonly string[] = ['title', 'author', 'series part', 'other book'];
/** Conditions that ask about the book, and not about the supply or the wishes of the server. */
const ABOUT_THE_BOOK = [
  ...ANOTHER_BOOK,
  'other_edition',
  'narrator_differs',
  'language',
  'abridgement',
  'dramatised',
  'medium',
  'whole book',
  'collection',
];
const ALWAYS_TOLD: readonly string[] = ['title', 'author'];
const RULES = { ...DEFAULT_RANKING_RULES, allowCollections: true };

interface Fit {
  readonly book: CatalogBook;
  readonly gates: readonly GateResult[];
  readonly against: readonly GateResult[];
  readonly points: number;
  readonly isNamed: boolean;
  readonly isAuthorStated: boolean;
}

function namesBook({ parsed }: RankedCandidate, { asin, isbn }: CatalogBook): boolean {
  return parsed.asin?.toUpperCase() === asin || (parsed.isbn !== undefined && parsed.isbn === isbn);
}

/** Whether a condition says something about this release, and not only that its name says nothing. */
function tells(gate: GateResult, { parsed }: RankedCandidate, isNamed: boolean): boolean {
  if (!gate.passed || gate.doubtful === true || ALWAYS_TOLD.includes(gate.name)) return true;
  switch (gate.name) {
    case 'series part':
      return parsed.part !== undefined;
    case 'other_edition':
      return isNamed;
    case 'narrator_differs':
      return parsed.narrators.length > 0;
    case 'language':
      return parsed.languages.length > 0;
    case 'abridgement':
      return parsed.abridgement !== undefined;
    default:
      return false;
  }
}

/** @returns nothing for another book */
function fitOf(release: Release, book: CatalogBook, type: 'audiobook' | 'ebook'): Fit | undefined {
  const [ranked] = rankReleases(wantedBook({ type }, book), [release], RULES);
  if (!ranked) return undefined;
  const gates = ranked.gates.filter(({ name }) => ABOUT_THE_BOOK.includes(name));
  if (gates.some(({ name, passed }) => !passed && ANOTHER_BOOK.includes(name))) return undefined;
  const isNamed = namesBook(ranked, book);
  return {
    book,
    gates: gates.filter((gate) => tells(gate, ranked, isNamed)),
    against: gates.filter(({ passed, doubtful }) => !passed || doubtful === true),
    points: ranked.parts.filter(({ name }) => /^(?:title|author|narrator)$/.test(name)).reduce((sum, { points }) => sum + points, 0),
    isNamed,
    isAuthorStated: ranked.parsed.authors.length > 0 || (release.authors?.length ?? 0) > 0,
  };
}

function surenessOf({ against, isNamed, isAuthorStated }: Fit, rivals: number): Sureness {
  const isDoubtful = against.some(({ name, passed }) => !passed || ANOTHER_BOOK.includes(name));
  if (isDoubtful) return 'unsure';
  if (isNamed) return 'sure';
  return against.length === 0 && isAuthorStated && rivals === 0 ? 'sure' : 'likely';
}

/** Whether one fits better than another: it is named, less speaks against it, or more of it is stated. */
function compare(a: Fit, b: Fit): number {
  return Number(b.isNamed) - Number(a.isNamed) || a.against.length - b.against.length || b.points - a.points;
}

/**
 * Decides which of these books a release is, by its name and by what its indexer states. Other work runs between two books, because a crafted
 * name costs milliseconds with each.
 *
 * @param books the likeliest first
 * @returns nothing where it is none of them
 */
export async function judgeBook(
  release: Release,
  books: readonly CatalogBook[],
  type: 'audiobook' | 'ebook',
  giveWay: () => Promise<void> = createGiveWay(),
): Promise<Guess | undefined> {
  const fits: Fit[] = [];
  for (const book of books) {
    await giveWay();
    const fit = fitOf(release, book, type);
    if (fit) fits.push(fit);
  }
  const [best] = fits.sort(compare);
  if (!best) return undefined;
  const rivals = fits.filter((fit) => fit !== best && compare(best, fit) === 0).length;
  return { book: best.book, sureness: surenessOf(best, rivals), evidence: best.gates, rivals };
}
