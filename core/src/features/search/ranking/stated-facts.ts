import type { Release } from '@lectern/plugin-api';
import { sentence, type Said } from '../../../platform/words/index.js';
import type { ParsedRelease, ReleaseMedium } from '../release-title/parsed-release.js';
import { explainName } from './explanation/explain-name.js';
import { gradeText, type ReleaseMatch } from './match-release.js';
import { compareNameLists, type NameGrade } from './name-matching.js';
import type { WantedBook } from './wanted-book.js';

/** Whether a title that the indexer states is the wanted one. */
export function isWantedTitle(bookTitle: string, wanted: WantedBook): boolean {
  return /^(?:exact|extended)$/.test(gradeText(bookTitle, wanted)) || explainName(bookTitle, wanted).isWhole;
}

/** The author by the name and by what the indexer states; where the two disagree, the title is doubtful. */
function withStatedAuthors(match: ReleaseMatch, authors: readonly string[], wanted: WantedBook): ReleaseMatch {
  if (authors.length === 0) return match;
  const stated = compareNameLists(authors, wanted.authors);
  const named = match.author;
  if (named === undefined || (named > 0 && stated > 0)) return { ...match, author: Math.max(named ?? 0, stated) as NameGrade };
  if (named === 0 && stated === 0) return match;
  // The name is by somebody else than the indexer says, and either of them may be wrong.
  const says = sentence('ranking.indexer_says_by', { authors });
  return { ...match, author: Math.max(named, stated) as NameGrade, ...doubted(match, says) };
}

/** The title, which is at best doubtful where something speaks against it. */
function doubted({ title, titleReason }: ReleaseMatch, against: Said): Pick<ReleaseMatch, 'title' | 'titleReason'> {
  return { title: title === 'none' ? 'none' : 'doubtful', titleReason: sentence('ranking.but', { reason: titleReason, against }) };
}

/**
 * Compares what the indexer states beside the name. It settles what the name leaves open, and casts doubt where the two
 * disagree: either of them may be wrong.
 *
 * @param isSilent whether the name says nothing about the book, as an obfuscated one
 */
export function withStatedBook(
  match: ReleaseMatch,
  { authors = [], bookTitle }: Pick<Release, 'authors' | 'bookTitle'>,
  wanted: WantedBook,
  isSilent: boolean,
): ReleaseMatch {
  const compared = withStatedAuthors(match, authors, wanted);
  if (bookTitle === undefined || bookTitle.trim() === '') return compared;
  const says = sentence('ranking.indexer_says_is', { title: bookTitle });
  if (!isWantedTitle(bookTitle, wanted)) return compared.title === 'none' ? compared : { ...compared, ...doubted(compared, says) };
  if (compared.title === 'exact' || compared.title === 'extended') return compared;
  const isContradicted = compared.titleReason !== match.titleReason;
  if ((isSilent || match.title === 'doubtful') && !isContradicted) return { ...compared, title: 'extended', titleReason: says };
  return { ...compared, title: 'doubtful', titleReason: sentence('ranking.but', { reason: compared.titleReason, against: says }) };
}

/** The medium by Newznab categories, where they leave no choice. */
function mediumOfCategories(categories: readonly number[]): ReleaseMedium | undefined {
  const standard = categories.filter((id) => id >= 1000 && id < 9000);
  if (standard.length === 0) return undefined;
  if (standard.includes(3030)) return 'audiobook';
  if (standard.every((id) => id === 7020)) return 'ebook';
  const isBookOrAudio = (id: number): boolean => (id >= 3000 && id < 4000 && id !== 3020) || (id >= 7000 && id < 9000 && id !== 7030);
  return standard.some(isBookOrAudio) ? undefined : 'other';
}

/** Adds what the indexer states to what its name says; the name wins where both say something. */
export function withStatedFacts(parsed: ParsedRelease, { narrators = [], categories = [] }: Release): ParsedRelease {
  return {
    ...parsed,
    narrators: parsed.narrators.length > 0 ? parsed.narrators : narrators,
    medium: parsed.medium ?? mediumOfCategories(categories),
  };
}
