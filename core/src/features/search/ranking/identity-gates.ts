import { sentence } from '../../../platform/words/index.js';
import { bareTitle } from '../../catalog/bare-title.js';
import type { ParsedRelease } from '../release-title/parsed-release.js';
import { isRange } from '../release-title/series-part.js';
import { doubt, fail, pass, type Gate } from './gate.js';
import { tellExplanation } from './explanation/tell-explanation.js';
import { isDistinctive } from './match-release.js';
import { compareNameLists } from './name-matching.js';
import { sameTitle, textKey, titleKey } from '../text-key.js';
import type { WantedBook } from './wanted-book.js';

export const title: Gate = ({ match, explanation }) => {
  const judge = match.title === 'none' ? fail : match.title === 'doubtful' ? doubt : pass;
  const evidence = explanation && tellExplanation(explanation);
  return { ...judge('title', match.titleReason), ...(evidence === undefined ? {} : { evidence }) };
};

/** Whether a name states the ASIN or ISBN of the wanted recording, or the ASIN of another one. */
function namesIdentity(parsed: Pick<ParsedRelease, 'asin' | 'isbn'>, wanted: WantedBook): 'same' | 'other' | undefined {
  const asin = parsed.asin?.toUpperCase();
  const known = [wanted.asin, ...(wanted.siblings ?? [])].filter((id) => id !== undefined).map((id) => id.toUpperCase());
  if (asin !== undefined && known.includes(asin)) return 'same';
  if (parsed.isbn !== undefined && (parsed.isbn === wanted.isbn || known.includes(parsed.isbn.toUpperCase()))) return 'same';
  return asin !== undefined && known.length > 0 ? 'other' : undefined;
}

/** An ASIN in the name of a release is exact; another one is another recording, or one that nobody joined yet. */
export const identity: Gate = ({ parsed, wanted }) => {
  const name = 'other_edition';
  const named = namesIdentity(parsed, wanted);
  if (named === 'same') return pass(name, sentence('ranking.names_recording'));
  return named === 'other'
    ? doubt(name, sentence('ranking.names_other_number', { number: parsed.asin ?? '', wanted: wanted.asin ?? '' }))
    : pass(name, sentence('ranking.names_no_number'));
};

/** FLAC without other signs of a book is just as likely an album with the same name. */
function isBareFlac({ formats, abridgement, narrators, asin }: ParsedRelease): boolean {
  return formats.length === 1 && formats[0] === 'flac' && abridgement === undefined && narrators.length === 0 && asin === undefined;
}

export const author: Gate = ({ match, parsed, wanted, release }) => {
  if (wanted.authors.every((name) => textKey(name) === '')) return doubt('author', sentence('ranking.wanted_author_unreadable'));
  if (match.author === 0) return fail('author', sentence('ranking.other_authors', { authors: parsed.authors }));
  if (match.author !== undefined) return pass('author', sentence('ranking.author_stated'));
  const couldBeMusic = isBareFlac(parsed);
  const sameAsin = namesIdentity(parsed, wanted) === 'same';
  const narrated = compareNameLists(parsed.narrators, wanted.narrators) >= 0.8;
  const sameSeries = wanted.series !== undefined && parsed.series !== undefined && sameTitle(parsed.series, wanted.series);
  if (sameAsin || narrated || sameSeries || (!couldBeMusic && isDistinctive(wanted.title)))
    return pass('author', sentence('ranking.author_not_stated_distinctive'));
  return doubt('author', sentence('ranking.author_not_stated_doubtful', { title: release.title }));
};

export const seriesPart: Gate = ({ parsed, wanted, match }) => {
  const stated = parsed.part;
  if (
    stated !== undefined &&
    wanted.seriesPart === undefined &&
    parsed.isVolume &&
    !sameTitle(parsed.title, `${wanted.title} ${stated}`) &&
    match.title === 'exact'
  ) {
    return doubt('series part', sentence('ranking.part_of', { part: stated, series: parsed.title }));
  }
  if (stated === undefined || wanted.seriesPart === undefined || isRange(stated))
    return pass('series part', sentence('ranking.part_not_given'));
  if (wanted.series !== undefined) {
    const other = parsed.otherSeries.find((entry) => sameTitle(entry.series, wanted.series ?? ''));
    if (other?.part !== undefined) {
      return Number(other.part) === Number(wanted.seriesPart)
        ? pass('series part', sentence('ranking.part', { part: other.part }))
        : fail('series part', sentence('ranking.part_wanted', { part: other.part, wanted: wanted.seriesPart }));
    }
  }
  if (Number(stated) === Number(wanted.seriesPart)) return pass('series part', sentence('ranking.part', { part: stated }));
  const sameSeries = parsed.series === undefined || wanted.series === undefined || seriesAgree(parsed.series, wanted);
  if (sameSeries) return fail('series part', sentence('ranking.part_wanted', { part: stated, wanted: wanted.seriesPart }));
  return doubt(
    'series part',
    sentence('ranking.part_of_wanted', {
      part: stated,
      series: parsed.series ?? '',
      wanted: wanted.seriesPart,
      wantedSeries: wanted.series ?? '',
    }),
  );
};

function seriesAgree(stated: string, wanted: WantedBook): boolean {
  const a = titleKey(stated);
  const b = titleKey(wanted.series ?? '');
  return a.includes(b) || b.includes(a) || a === titleKey(wanted.title);
}

export const otherBook: Gate = ({ parsed, wanted }) => {
  const other = (wanted.otherBooksOfSeries ?? []).find((name) => !sameTitle(name, wanted.title) && sameTitle(name, parsed.title));
  return other === undefined
    ? pass('other book', sentence('ranking.no_other_book'))
    : fail('other book', sentence('ranking.is_other_book', { title: other }));
};

const NAMED_COLLECTION = /\b(?:complete|collection|omnibus|trilogy|box(?:ed)? set|collected|komplett\p{L}*)\b/iu;
const MAYBE_COLLECTION = /\b(?:and|&|complete|collection|omnibus|trilogy|box(?:ed)? set|collected)\b|\//i;

export const collection: Gate = ({ parsed, match, wanted, rules, explanation }) => {
  const { title } = bareTitle(wanted.title, { seriesNames: wanted.series === undefined ? [] : [wanted.series] });
  const wantedIsCollection =
    match.title === 'exact' &&
    parsed.part === undefined &&
    (explanation?.isWhole === true ? NAMED_COLLECTION : MAYBE_COLLECTION).test(title);
  if (!parsed.isCollection || wantedIsCollection) return pass('collection', sentence('ranking.single_book'));
  return rules.allowCollections ? doubt('collection', sentence('ranking.collection')) : fail('collection', sentence('ranking.collection'));
};
