import type { Release } from '@lectern/plugin-api';
import { matchRelease, isDistinctive } from './match-release.js';
import type { ReleaseMatch } from './match-release.js';
import { compareNameLists } from './name-matching.js';
import type { RankingRules } from './ranking-rules.js';
import { AUDIO_FORMATS, COMIC_FORMATS, EBOOK_FORMATS, formatOf } from '../release-title/formats.js';
import type { ParsedRelease } from '../release-title/parsed-release.js';
import { isRange } from '../release-title/series-part.js';
import { sameTitle, textKey, titleKey } from './text-key.js';
import type { WantedBook } from './wanted-book.js';

/** The result of one gate. `doubtful` did not fail but must not be picked without a person. */
export interface GateResult {
  readonly name: string;
  readonly passed: boolean;
  readonly doubtful?: boolean;
  readonly reason: string;
}

/** The input of gates and score parts. */
export interface Candidate {
  readonly release: Release;
  readonly parsed: ParsedRelease;
  readonly wanted: WantedBook;
  readonly rules: RankingRules;
  readonly match: ReleaseMatch;
  /** Formats from title and indexer. */
  readonly formats: readonly string[];
  /** Languages from title and indexer. */
  readonly languages: readonly string[];
}

export function createCandidate(release: Release, parsed: ParsedRelease, wanted: WantedBook, rules: RankingRules): Candidate {
  const stated = release.fileType === undefined ? undefined : formatOf(release.fileType);
  const formats = stated === undefined || parsed.formats.includes(stated) ? parsed.formats : [...parsed.formats, stated];
  const languages = release.language === undefined ? parsed.languages : [...new Set([...parsed.languages, release.language.toLowerCase()])];
  return { release, parsed, wanted, rules, match: matchRelease(parsed, wanted), formats, languages };
}

const pass = (name: string, reason: string): GateResult => ({ name, passed: true, reason });
const fail = (name: string, reason: string): GateResult => ({ name, passed: false, reason });
const doubt = (name: string, reason: string): GateResult => ({ name, passed: true, doubtful: true, reason });

type Gate = (candidate: Candidate) => GateResult;

const protocol: Gate = ({ release, rules }) =>
  rules.protocolsWithClient.includes(release.protocol)
    ? pass('protocol', `a client takes ${release.protocol}`)
    : fail('protocol', `no download client takes ${release.protocol}`);

const blocklist: Gate = ({ release, rules }) => {
  const blocked = rules.blocklist.find((entry) => {
    if (entry.infoHash !== undefined && release.infoHash !== undefined)
      return entry.infoHash.toLowerCase() === release.infoHash.toLowerCase();
    if (entry.guid !== undefined) return entry.guid === release.guid && entry.indexerId === release.indexer.id;
    if (entry.title === undefined) return false;
    const key = textKey(entry.title);
    return (
      key !== '' &&
      key === textKey(release.title) &&
      entry.size === release.size &&
      (entry.indexerId === undefined || entry.indexerId === release.indexer.id)
    );
  });
  return blocked === undefined ? pass('blocklist', 'not blocklisted') : fail('blocklist', blocked.reason ?? 'on the blocklist');
};

const title: Gate = ({ match }) => {
  if (match.title === 'none') return fail('title', match.titleReason);
  return match.title === 'doubtful' ? doubt('title', match.titleReason) : pass('title', match.titleReason);
};

/** FLAC without other signs of a book is just as likely an album with the same name. */
function isBareFlac({ formats, abridgement, narrators, asin }: ParsedRelease): boolean {
  return formats.length === 1 && formats[0] === 'flac' && abridgement === undefined && narrators.length === 0 && asin === undefined;
}

const author: Gate = ({ match, parsed, wanted, release }) => {
  if (wanted.authors.every((name) => textKey(name) === '')) return doubt('author', 'the wanted author has no letters to compare');
  if (match.author === 0) return fail('author', `another author: ${parsed.authors.join(', ')}`);
  if (match.author !== undefined) return pass('author', 'author stated');
  const couldBeMusic = isBareFlac(parsed);
  const sameAsin = wanted.asin !== undefined && parsed.asin === wanted.asin;
  const narrated = compareNameLists(parsed.narrators, wanted.narrators) >= 0.8;
  const sameSeries = wanted.series !== undefined && parsed.series !== undefined && sameTitle(parsed.series, wanted.series);
  if (sameAsin || narrated || sameSeries || (!couldBeMusic && isDistinctive(wanted.title)))
    return pass('author', 'author not stated; the title is distinctive');
  return doubt('author', `author not stated and “${release.title}” could be another book`);
};

const seriesPart: Gate = ({ parsed, wanted, match }) => {
  const stated = parsed.part;
  if (
    stated !== undefined &&
    wanted.seriesPart === undefined &&
    parsed.isVolume &&
    !sameTitle(parsed.title, `${wanted.title} ${stated}`) &&
    match.title === 'exact'
  ) {
    return doubt('series part', `part ${stated} of “${parsed.title}”`);
  }
  if (stated === undefined || wanted.seriesPart === undefined || isRange(stated)) return pass('series part', 'no part to compare');
  if (wanted.series !== undefined) {
    const other = parsed.otherSeries.find((entry) => sameTitle(entry.series, wanted.series ?? ''));
    if (other?.part !== undefined) {
      return Number(other.part) === Number(wanted.seriesPart)
        ? pass('series part', `part ${other.part}`)
        : fail('series part', `part ${other.part}, wanted ${wanted.seriesPart}`);
    }
  }
  if (Number(stated) === Number(wanted.seriesPart)) return pass('series part', `part ${stated}`);
  const sameSeries = parsed.series === undefined || wanted.series === undefined || seriesAgree(parsed.series, wanted);
  if (sameSeries) return fail('series part', `part ${stated}, wanted ${wanted.seriesPart}`);
  return doubt('series part', `part ${stated} of “${parsed.series ?? ''}”, wanted ${wanted.seriesPart} of “${wanted.series ?? ''}”`);
};

function seriesAgree(stated: string, wanted: WantedBook): boolean {
  const a = titleKey(stated);
  const b = titleKey(wanted.series ?? '');
  return a.includes(b) || b.includes(a) || a === titleKey(wanted.title);
}

const otherBook: Gate = ({ parsed, wanted }) => {
  const other = (wanted.otherBooksOfSeries ?? []).find((name) => !sameTitle(name, wanted.title) && sameTitle(name, parsed.title));
  return other === undefined ? pass('other book', 'names no other book of the series') : fail('other book', `is “${other}”`);
};

const language: Gate = ({ languages, parsed, wanted }) => {
  if (languages.length === 0 || wanted.language === undefined) return pass('language', 'language not stated');
  if (languages.includes(wanted.language)) return pass('language', `in ${wanted.language}`);
  if (parsed.flags.includes('multi')) return doubt('language', 'several languages');
  return fail('language', `in ${languages.join(', ')}, wanted ${wanted.language}`);
};

const abridgement: Gate = ({ parsed, wanted }) => {
  if (parsed.abridgement === undefined) return pass('abridgement', 'not stated');
  const wantedKind = wanted.abridged === true ? 'abridged' : 'unabridged';
  return parsed.abridgement === wantedKind
    ? pass('abridgement', parsed.abridgement)
    : fail('abridgement', `${parsed.abridgement}, wanted ${wantedKind}`);
};

const dramatised: Gate = ({ parsed, wanted }) => {
  if (!parsed.flags.includes('dramatised')) return pass('dramatised', 'not a dramatisation by its title');
  const cast = [...wanted.narrators, wanted.title, wanted.subtitle ?? ''].some((text) =>
    /full cast|dramati[sz]|radio play|hörspiel/i.test(text),
  );
  return cast ? pass('dramatised', 'a dramatisation is wanted') : fail('dramatised', 'a dramatisation, not a reading');
};

const medium: Gate = ({ parsed, formats, wanted, rules }) => {
  if (parsed.medium === 'other' || formats.some((format) => COMIC_FORMATS.has(format)))
    return fail('medium', 'film, music, comic or the like');
  const audio = formats.some((format) => AUDIO_FORMATS.has(format));
  const text = formats.some((format) => EBOOK_FORMATS.has(format));
  if (wanted.format === 'audiobook') {
    if (audio) return pass('medium', 'audio files');
    if (text || parsed.medium === 'ebook') return fail('medium', 'an ebook');
    return pass('medium', parsed.medium === 'audiobook' ? 'an audiobook' : 'medium not stated');
  }
  const onlyCompanion = audio && formats.every((format) => AUDIO_FORMATS.has(format) || format === 'pdf');
  if (text && !onlyCompanion) {
    const order = rules.ebookFormatPreference;
    const fits = order.length === 0 || formats.some((format) => order.includes(format));
    return fits ? pass('medium', 'ebook files') : fail('medium', `${formats.join(', ')} is not among the wanted formats`);
  }
  if (audio || parsed.medium === 'audiobook') return fail('medium', 'an audiobook');
  return parsed.medium === 'ebook' ? pass('medium', 'an ebook') : doubt('medium', 'medium not stated');
};

const wholeBook: Gate = ({ parsed, release, wanted }) => {
  if (/\b(?:sample|excerpt|preview|leseprobe|hörprobe|extrait)\b/i.test(release.title) && !/\bsample|excerpt/i.test(parsed.title))
    return fail('whole book', 'a sample');
  const about =
    /\b(?:summary (?:of|and)|study guide|sparknotes|cliffsnotes|instaread|conversation starters|workbook|companion to|reader'?s guide|graphic novel)\b/i;
  if (parsed.flags.includes('summary') || (about.test(release.title) && !about.test(`${wanted.title} ${wanted.subtitle ?? ''}`)))
    return fail('whole book', 'a summary or study guide');
  if (parsed.flags.includes('request')) return fail('whole book', 'a request, not a release');
  if (parsed.fragment !== undefined && parsed.fragment.of > 1)
    return fail('whole book', `piece ${parsed.fragment.part} of ${parsed.fragment.of}`);
  return pass('whole book', 'not a piece or a summary by its title');
};

const size: Gate = ({ release, rules, wanted, formats }) => {
  if (release.size === undefined || release.size <= 0) return pass('size', 'size unknown');
  const megabytes = release.size / 1e6;
  if (wanted.format === 'ebook') {
    const { min, max } = rules.ebookMegabytes;
    const mixed = formats.some((format) => AUDIO_FORMATS.has(format));
    if (mixed || (megabytes >= min && megabytes <= max)) return pass('size', `${megabytes.toFixed(1)} MB`);
    return fail('size', `${megabytes.toFixed(1)} MB is not plausible for an ebook`);
  }
  if (wanted.durationMinutes === undefined || wanted.durationMinutes <= 0) return pass('size', 'duration unknown');
  const rate = megabytes / (wanted.durationMinutes / 60);
  const bounds = sizeBoundsOf(formats, rules);
  const told = `${rate.toFixed(1)} MB an hour`;
  if (bounds === undefined || (rate >= bounds.min && rate <= bounds.max)) return pass('size', told);
  return fail('size', `${told}, plausible are ${bounds.min} to ${bounds.max}`);
};

function sizeBoundsOf(formats: readonly string[], rules: RankingRules): { readonly min: number; readonly max: number } | undefined {
  const known = formats.map((format) => rules.sizeBounds[format]).filter((bounds) => bounds !== undefined);
  if (known.length === 0) return rules.sizeBounds['default'];
  return { min: Math.min(...known.map(({ min }) => min)), max: known.reduce((sum, { max }) => sum + max, 0) };
}

const seeders: Gate = ({ release, rules }) => {
  if (release.protocol !== 'torrent' || release.seeders === undefined) return pass('seeders', 'not stated');
  return release.seeders >= rules.minSeeders
    ? pass('seeders', `${release.seeders} seeders`)
    : fail('seeders', `${release.seeders} seeders, at least ${rules.minSeeders} wanted`);
};

const collection: Gate = ({ parsed, match, wanted, rules }) => {
  const wantedIsCollection =
    match.title === 'exact' &&
    parsed.part === undefined &&
    /\b(?:and|&|complete|collection|omnibus|trilogy|box(?:ed)? set|collected)\b|\//i.test(wanted.title);
  if (!parsed.isCollection || wantedIsCollection) return pass('collection', 'a single book by its title');
  return rules.allowCollections ? doubt('collection', 'a collection') : fail('collection', 'a collection');
};

const flagRule: Gate = ({ release, parsed, rules }) => {
  const flags = new Set([...release.flags, ...parsed.flags]);
  const barred = rules.flagRules.find((entry) => entry.points <= -100 && flags.has(entry.flag.toLowerCase()));
  return barred === undefined ? pass('flags', 'no excluded flag') : fail('flags', `flag ${barred.flag} is excluded`);
};

const GATES: readonly Gate[] = [
  protocol,
  blocklist,
  title,
  author,
  seriesPart,
  otherBook,
  language,
  abridgement,
  dramatised,
  medium,
  wholeBook,
  collection,
  size,
  seeders,
  flagRule,
];

/** The results of all gates, in a fixed order. */
export function runGates(candidate: Candidate): readonly GateResult[] {
  return GATES.map((gate) => gate(candidate));
}
