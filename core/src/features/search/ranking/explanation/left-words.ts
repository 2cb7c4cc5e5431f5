import { quotedList, sentence } from '../../../../platform/words/index.js';
import type { ParsedRelease } from '../../release-title/parsed-release.js';
import { namesSeries } from '../../release-title/series-part.js';
import { gradeText, type ReleaseMatch } from '../match-release.js';
import { sameTitle, textKey } from '../../text-key.js';
import type { WantedBook } from '../wanted-book.js';
import type { Explanation } from './explain-name.js';
import { wordsOf } from './name-tokens.js';

/** Words that say nothing by themselves. */
const EMPTY = new Set(
  'the a an of and by in on for with to at as or from book vol volume part series no novel mystery thriller adventure story der die das und von le la les et de el los y il'.split(
    ' ',
  ),
);

/** `A Dirk Pitt Novel`. */
function isNovelOf(text: string, series: string): boolean {
  const words = textKey(text);
  return words.startsWith(textKey(series)) && /\b(?:novel|mystery|thriller|adventure|story)$/.test(words);
}

function seriesWords({ series, part, otherSeries }: ParsedRelease, wanted: WantedBook, left: readonly string[]): string[] {
  const isSeries = (name: string, number: string | undefined): boolean =>
    number !== undefined ||
    left.some((text) => isNovelOf(text, name)) ||
    namesSeries(name) ||
    (wanted.series !== undefined && sameTitle(name, wanted.series));
  const named = [...(series === undefined ? [] : [{ series, part }]), ...otherSeries];
  return named.filter((entry) => isSeries(entry.series, entry.part)).flatMap((entry) => [entry.series, entry.part ?? '']);
}

/** The words that neither the wanted book explains nor the blind reader has a use for. */
function unusedWords({ left }: Explanation, parsed: ParsedRelease, wanted: WantedBook): string[] {
  const titles = [parsed.title, ...parsed.titleAlternatives].filter((text) => /^(?:exact|extended)$/.test(gradeText(text, wanted)));
  const used = [parsed.title, ...titles, ...parsed.authors, ...parsed.narrators, ...seriesWords(parsed, wanted, left), parsed.part ?? ''];
  const known = new Set(used.flatMap(wordsOf).map((word) => word.replace(/^0+(?=\d)/, '')));
  const joined = textKey(used.join(' ')).replace(/ /g, '');
  return left.filter((text) =>
    wordsOf(text).some(
      (word) => !EMPTY.has(word) && !known.has(word.replace(/^0+(?=\d)/, '')) && !(word.length > 3 && joined.includes(word)),
    ),
  );
}

/** Doubts a match of the blind reader that leaves words of the name out: `Dune (Messiah)` is not “Dune”. */
export function withLeftWords(
  match: ReleaseMatch,
  parsed: ParsedRelease,
  explanation: Explanation | undefined,
  wanted: WantedBook,
): ReleaseMatch {
  if (explanation?.hasTitle !== true || match.title === 'none' || match.title === 'doubtful') return match;
  const unused = unusedWords(explanation, parsed, wanted);
  if (unused.length === 0) return match;
  return {
    ...match,
    title: 'doubtful',
    titleReason: sentence('ranking.nothing_explains', { reason: match.titleReason, words: quotedList(unused) }),
  };
}
