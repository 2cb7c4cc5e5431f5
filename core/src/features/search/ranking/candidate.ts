import type { Release } from '@lectern/plugin-api';
import { editionMarks, type EditionMark } from '../release-title/edition-marks.js';
import { formatOf } from '../release-title/formats.js';
import type { ParsedRelease } from '../release-title/parsed-release.js';
import { parseReleaseTitle } from '../release-title/parse-release-title.js';
import { explainedMatch, explainedRelease } from './explanation/explained-release.js';
import { explainName, type Explanation } from './explanation/explain-name.js';
import { withLeftWords } from './explanation/left-words.js';
import { matchRelease, type ReleaseMatch } from './match-release.js';
import type { RankingRules } from './ranking-rules.js';
import { withStatedBook, withStatedFacts } from './stated-facts.js';
import type { WantedBook } from './wanted-book.js';
import { withWantedPeople } from './wanted-people.js';

/** The input of gates and score parts. */
export interface Candidate {
  readonly release: Release;
  readonly parsed: ParsedRelease;
  readonly wanted: WantedBook;
  readonly rules: RankingRules;
  readonly match: ReleaseMatch;
  /** Absent where the source states its facts separately, so that no name has to be read. */
  readonly explanation?: Explanation;
  /** Formats from title and indexer. */
  readonly formats: readonly string[];
  /** Languages from title and indexer. */
  readonly languages: readonly string[];
  /** What the name says against being the plain, whole reading, outside the wanted title. */
  readonly marks: readonly EditionMark[];
}

function marksOf(release: Release, explanation: Explanation | undefined, wanted: WantedBook): readonly EditionMark[] {
  const own = new Set(editionMarks([wanted.title, wanted.subtitle ?? '', ...wanted.narrators].join(' ')));
  return editionMarks(explanation?.hasTitle === true ? explanation.beside : release.title).filter((mark) => !own.has(mark));
}

/**
 * A release with everything read from it. The wanted book explains its name; only where words are left is the name read
 * blind.
 *
 * @param stated facts that the source states separately
 */
export function createCandidate(release: Release, book: WantedBook, rules: RankingRules, stated?: ParsedRelease): Candidate {
  const wanted = withWantedPeople(book);
  const explanation = stated ? undefined : explainName(release.title, wanted);
  const isWhole = explanation?.isWhole === true;
  const named = isWhole ? explainedRelease(explanation, wanted) : undefined;
  const parsed = stated ?? withStatedFacts(named ?? parseReleaseTitle(release.title), release);
  const fileType = release.fileType === undefined ? undefined : formatOf(release.fileType);
  const formats = fileType === undefined || parsed.formats.includes(fileType) ? parsed.formats : [...parsed.formats, fileType];
  const languages = release.language === undefined ? parsed.languages : [...new Set([...parsed.languages, release.language.toLowerCase()])];
  const byName = isWhole ? explainedMatch(explanation, wanted) : matchRelease(parsed, wanted);
  const match = withStatedBook(byName, release, wanted, parsed.title === '');
  return {
    release,
    parsed,
    wanted,
    rules,
    match: isWhole ? match : withLeftWords(match, parsed, explanation, wanted),
    explanation,
    formats,
    languages,
    marks: marksOf(release, explanation, wanted),
  };
}
