import type { EbookCandidate, JsonObject, Release } from '@lectern/plugin-api';
import { formatOf } from './release-title/formats.js';
import type { ParsedRelease } from './release-title/parsed-release.js';

/** The private key that distinguishes a candidate of an ebook source from an indexer's release. */
const MARK = 'ebookCandidate';

const COLLECTION = /\b(?:complete|collection|collected works|omnibus|box(?:ed)? ?set|trilogy|\d+ books?|books? \d+\s*[-–]\s*\d+)\b/i;
const SUMMARY = /\b(?:summary (?:of|and)|study guide|sparknotes|cliffsnotes|workbook|companion)\b/i;

/** A candidate as a release, for the rest of the search. */
export function ebookRelease(candidate: EbookCandidate, source: { readonly id: string; readonly name: string }, priority: number): Release {
  const { id, title, authors, format, size, language, year } = candidate;
  const by = authors.length === 0 ? '' : `${authors.slice(0, 3).join(', ')} - `;
  return {
    guid: id,
    title: `${by}${title}${year === undefined ? '' : ` (${year})`} [${format.toUpperCase()}]`,
    ...(size === undefined ? {} : { size }),
    protocol: 'http',
    indexer: { ...source, priority },
    flags: [],
    ...(language === undefined ? {} : { language }),
    fileType: format,
    private: { [MARK]: candidate as unknown as JsonObject },
  };
}

/** The candidate that a release was made from; `undefined` for an indexer's release. */
export function ebookCandidateOf(release: Pick<Release, 'private'>): EbookCandidate | undefined {
  const candidate = release.private[MARK];
  return typeof candidate === 'object' && candidate !== null ? (candidate as unknown as EbookCandidate) : undefined;
}

/** Splits a title such as `Dune (Dune Chronicles, #1)` into title, series and part. */
function splitTitle(title: string): Pick<ParsedRelease, 'title' | 'series' | 'part' | 'titleAlternatives'> {
  const whole = title.trimEnd();
  const match = /[([]([^()[\]]+)[)\]]$/.exec(whole);
  if (!match) return { title, titleAlternatives: [] };
  const [, inside = ''] = match;
  const part = /(?:#|book |vol(?:ume|\.)? ?|band )(\d+(?:\.\d+)?)$/i.exec(inside);
  const series = inside.slice(0, part?.index).trimEnd().replace(/,$/, '').trim();
  const named = part && series !== '' ? { series, part: part[1]?.replace(/^0+(?=\d)/, '') } : {};
  return { title: whole.slice(0, match.index).trimEnd(), titleAlternatives: [title], ...named };
}

/**
 * The facts about a candidate for ranking. A source states title, authors and format separately, so that nothing has to
 * be guessed from one line of text. `undefined` for releases of indexers, whose names are read.
 */
export function statedEbook(release: Release): ParsedRelease | undefined {
  const candidate = ebookCandidateOf(release);
  if (!candidate) return undefined;
  const format = formatOf(candidate.format);
  return {
    ...splitTitle(candidate.title),
    authors: candidate.authors,
    narrators: [],
    formats: format === undefined ? [] : [format],
    year: candidate.year,
    languages: candidate.language === undefined ? [] : [candidate.language.toLowerCase()],
    isVolume: false,
    otherSeries: [],
    isCollection: COLLECTION.test(candidate.title),
    isbn: candidate.isbn,
    flags: SUMMARY.test(candidate.title) ? ['summary'] : [],
    medium: 'ebook',
    segments: [candidate.title],
  };
}
