import { quotedList, sentence, type Sentence } from '../../../../platform/words/index.js';
import { AUDIO_FORMATS, settleFormats } from '../../release-title/formats.js';
import { mediumOf } from '../../release-title/medium.js';
import type { ParsedRelease } from '../../release-title/parsed-release.js';
import type { ReleaseMatch } from '../match-release.js';
import { sameTitle } from '../../text-key.js';
import type { WantedBook } from '../wanted-book.js';
import type { Explanation } from './explain-name.js';

/** The facts of a name that the wanted book explains: its words of the book are the book's, the rest are tags. */
export function explainedRelease(explanation: Explanation, wanted: WantedBook): ParsedRelease {
  const { facts, author, narrators, otherReaders, statesSeries, statesPart } = explanation;
  const formats = settleFormats(facts.formats);
  const readers = [...narrators, ...otherReaders];
  return {
    authors: author === undefined ? [] : wanted.authors,
    title: wanted.title,
    titleAlternatives: [],
    narrators: readers,
    formats,
    bitrateKbps: facts.bitrateKbps,
    vbr: facts.vbr,
    year: facts.year,
    languages: [...facts.languages],
    series: statesSeries ? wanted.series : undefined,
    part: statesPart ? wanted.seriesPart : undefined,
    isVolume: false,
    otherSeries: [],
    abridgement: facts.abridgement,
    isCollection: facts.isCollection,
    fragment: facts.fragment,
    asin: facts.asin,
    isbn: facts.isbn,
    releaseGroup: facts.releaseGroup,
    flags: [...facts.flags],
    medium: mediumOf(facts, formats, readers.length > 0 && formats.some((format) => AUDIO_FORMATS.has(format)), false),
    segments: [],
  };
}

/**
 * What a name that stands alone may be instead of a reader's: the author's of another book with this title, or a part of
 * another title, where nobody knows who reads the wanted book or its title is that of its series.
 */
function otherMeaning({ presumedReader, otherReaders }: Explanation, { narrators, series, title }: WantedBook): Sentence | undefined {
  const names = quotedList(otherReaders);
  if (presumedReader === 'or_author') return sentence('ranking.reader_may_be_author', { names });
  const isOpen = narrators.length === 0 || (series !== undefined && sameTitle(series, title));
  return presumedReader === 'or_title' && isOpen ? sentence('ranking.reader_may_be_title', { names }) : undefined;
}

/** The match of such a name. */
export function explainedMatch(explanation: Explanation, wanted: WantedBook): ReleaseMatch {
  const { author, narrators, otherReaders, readingAuthors } = explanation;
  const other = otherMeaning(explanation, wanted);
  return {
    title: other === undefined ? 'exact' : 'doubtful',
    titleReason: other ?? sentence('ranking.name_explained'),
    ...(author === undefined ? {} : { author }),
    narrators: [...narrators, ...otherReaders],
    ...(readingAuthors.length === 0 ? {} : { readingAuthors }),
  };
}
