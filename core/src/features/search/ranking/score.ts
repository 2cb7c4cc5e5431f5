import { sentence, type Said, type Sentence } from '../../../platform/words/index.js';
import { compareNameLists } from './name-matching.js';
import type { Candidate } from './candidate.js';
import { flagsOf, rulesAmong } from './release-flags.js';
import { AUDIO_FORMATS, EBOOK_FORMATS } from '../release-title/formats.js';

/** One term of a score with its reason. */
export interface ScorePart {
  readonly name: string;
  readonly points: number;
  readonly max: number;
  readonly reason: Said;
}

type Part = (candidate: Candidate, now: number) => ScorePart;

const title: Part = ({ match }) => {
  const points = { exact: 30, extended: 27, doubtful: 10, none: 0 }[match.title];
  return { name: 'title', points, max: 30, reason: match.titleReason };
};

const author: Part = ({ match }) => {
  if (match.author === undefined) return { name: 'author', points: 3, max: 15, reason: sentence('ranking.author_not_stated') };
  return {
    name: 'author',
    points: Math.round(15 * match.author),
    max: 15,
    reason: sentence(match.author === 0 ? 'ranking.other_author' : 'ranking.author_agrees'),
  };
};

const narrator: Part = ({ match, wanted, parsed }) => {
  const part = (points: number, reason: Said): ScorePart => ({ name: 'narrator', points, max: 15, reason });
  if (wanted.format === 'ebook') return part(15, sentence('ranking.ebook_has_no_narrator'));
  const stated =
    match.narrators.length > 0 ? match.narrators : parsed.narrators.filter((name) => compareNameLists([name], wanted.authors) === 0);
  if (stated.length === 0) return part(10, sentence('ranking.narrator_not_stated'));
  if (wanted.narrators.length === 0) return part(10, sentence('ranking.any_narrator'));
  const grade = compareNameLists(stated, wanted.narrators);
  return grade > 0
    ? part(Math.round(15 * grade), sentence('ranking.narrator_agrees'))
    : part(0, sentence('ranking.read_by_wanted', { readers: stated, wanted: wanted.narrators }));
};

const format: Part = ({ formats, wanted, rules }) => {
  const part = (points: number, reason: Said): ScorePart => ({ name: 'format', points, max: 15, reason });
  const fitting = formats.filter((entry) => (wanted.format === 'ebook' ? EBOOK_FORMATS : AUDIO_FORMATS).has(entry));
  const order = (wanted.format === 'ebook' ? rules.ebookFormatPreference : rules.formatPreference).filter((entry) => entry !== 'any');
  if (order.length === 0)
    return part(fitting.length > 0 ? 15 : 11, sentence(fitting.length > 0 ? 'ranking.any_format' : 'ranking.format_not_stated'));
  if (fitting.length === 0) return part(8, sentence('ranking.format_not_stated'));
  const places = fitting.map((entry) => order.indexOf(entry)).filter((place) => place >= 0);
  if (places.length === 0) return part(4, sentence('ranking.format_not_preferred', { formats: fitting }));
  const place = Math.min(...places);
  return part(
    Math.max(6, 15 - place * 3),
    sentence('ranking.format_choice', { format: (order[place] ?? '').toUpperCase(), place: place + 1, total: order.length }),
  );
};

const quality: Part = ({ release, parsed, wanted }) => {
  const part = (points: number, reason: Said): ScorePart => ({ name: 'quality', points, max: 10, reason });
  if (wanted.format === 'ebook') return part(release.size === undefined ? 7 : 10, sentence('ranking.size_no_quality'));
  const hours = (wanted.durationMinutes ?? 0) / 60;
  const measured = release.size !== undefined && release.size > 0 && hours > 0 ? (release.size * 8) / 1000 / (hours * 3600) : undefined;
  const kbps = parsed.bitrateKbps ?? (parsed.vbr === undefined ? measured : parsed.vbr === 'V0' ? 245 : 190);
  if (kbps === undefined) return part(6, sentence('ranking.bitrate_unknown'));
  const told = sentence('ranking.about_bitrate', { bitrate: Math.round(kbps) });
  if (kbps >= 60 && kbps <= 200) return part(10, told);
  if (kbps >= 40) return part(kbps <= 330 ? 8 : 6, told);
  return part(kbps >= 30 ? 5 : 2, told);
};

const DAY = 86_400_000;

function ageAndGrabs(age: number | undefined, grabs: number | undefined): Sentence {
  if (age === undefined)
    return grabs === undefined ? sentence('ranking.age_and_grabs_unknown') : sentence('ranking.age_unknown_grabs', { grabs });
  const days = Math.round(age);
  return grabs === undefined ? sentence('ranking.age_grabs_unknown', { days }) : sentence('ranking.age_and_grabs', { days, grabs });
}

const availability: Part = ({ release }, now) => {
  const part = (points: number, reason: Said): ScorePart => ({ name: 'availability', points, max: 10, reason });
  if (release.protocol === 'torrent') {
    if (release.seeders === undefined) return part(5, sentence('ranking.seeders_unknown'));
    return part(
      Math.min(10, Math.round(2 + 4 * Math.log10(Math.max(1, release.seeders)) * 1.5)),
      sentence('ranking.has_seeders', { count: release.seeders }),
    );
  }
  if (release.protocol === 'http') return part(8, sentence('ranking.fetched_at_once'));
  const published = release.publishedAt === undefined ? Number.NaN : Date.parse(release.publishedAt);
  const days = Number.isNaN(published) ? undefined : Math.max(0, (now - published) / DAY);
  const fresh = days === undefined ? 3 : days < 365 ? 5 : days < 1500 ? 4 : days < 3000 ? 2 : 1;
  const grabs = release.grabs === undefined ? 2 : Math.min(5, Math.round(2 * Math.log10(release.grabs + 1) + 1));
  return part(fresh + grabs, ageAndGrabs(days, release.grabs));
};

const indexer: Part = ({ release }) => {
  const priority = release.indexer.priority ?? 25;
  const points = Math.round((5 * (50 - Math.min(50, Math.max(1, priority)))) / 49);
  return { name: 'indexer', points, max: 5, reason: sentence('ranking.indexer_priority', { indexer: release.indexer.name, priority }) };
};

const PARTS: readonly Part[] = [title, author, narrator, format, quality, availability, indexer];

/** The parts of the base score; they add up to at most 100. */
export function scoreParts(candidate: Candidate, now: number): readonly ScorePart[] {
  return PARTS.map((part) => part(candidate, now));
}

/** Points from the admin's flag rules, each between −100 and +100. */
export function flagParts({ release, parsed, rules }: Candidate): readonly ScorePart[] {
  return rulesAmong(flagsOf(release, parsed), rules.flagRules).map((entry) => ({
    name: `flag ${entry.flag}`,
    points: entry.points,
    max: Math.max(0, entry.points),
    reason: sentence('ranking.flag', { flag: entry.flag }),
  }));
}
