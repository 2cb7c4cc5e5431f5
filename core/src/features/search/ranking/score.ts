import { compareNameLists } from './name-matching.js';
import type { Candidate } from './candidate.js';
import { flagsOf, rulesAmong } from './release-flags.js';
import { AUDIO_FORMATS, EBOOK_FORMATS } from '../release-title/formats.js';

/** One term of a score with its reason. */
export interface ScorePart {
  readonly name: string;
  readonly points: number;
  readonly max: number;
  readonly reason: string;
}

type Part = (candidate: Candidate, now: number) => ScorePart;

const title: Part = ({ match }) => {
  const points = { exact: 30, extended: 27, doubtful: 10, none: 0 }[match.title];
  return { name: 'title', points, max: 30, reason: match.titleReason };
};

const author: Part = ({ match }) => {
  if (match.author === undefined) return { name: 'author', points: 3, max: 15, reason: 'author not stated' };
  return {
    name: 'author',
    points: Math.round(15 * match.author),
    max: 15,
    reason: match.author === 0 ? 'another author' : 'author agrees',
  };
};

const narrator: Part = ({ match, wanted, parsed }) => {
  const part = (points: number, reason: string): ScorePart => ({ name: 'narrator', points, max: 15, reason });
  if (wanted.format === 'ebook') return part(15, 'an ebook has no narrator');
  const stated =
    match.narrators.length > 0 ? match.narrators : parsed.narrators.filter((name) => compareNameLists([name], wanted.authors) === 0);
  if (stated.length === 0) return part(10, 'narrator not stated');
  if (wanted.narrators.length === 0) return part(10, 'any narrator will do');
  const grade = compareNameLists(stated, wanted.narrators);
  return grade > 0
    ? part(Math.round(15 * grade), 'narrator agrees')
    : part(0, `read by ${stated.join(', ')}, wanted ${wanted.narrators.join(', ')}`);
};

const format: Part = ({ formats, wanted, rules }) => {
  const part = (points: number, reason: string): ScorePart => ({ name: 'format', points, max: 15, reason });
  const fitting = formats.filter((entry) => (wanted.format === 'ebook' ? EBOOK_FORMATS : AUDIO_FORMATS).has(entry));
  const order = (wanted.format === 'ebook' ? rules.ebookFormatPreference : rules.formatPreference).filter((entry) => entry !== 'any');
  if (order.length === 0) return part(fitting.length > 0 ? 15 : 11, fitting.length > 0 ? 'any format will do' : 'format not stated');
  if (fitting.length === 0) return part(8, 'format not stated');
  const places = fitting.map((entry) => order.indexOf(entry)).filter((place) => place >= 0);
  if (places.length === 0) return part(4, `${fitting.join(', ')} is not preferred`);
  const place = Math.min(...places);
  return part(Math.max(6, 15 - place * 3), `${(order[place] ?? '').toUpperCase()}, choice ${place + 1} of ${order.length}`);
};

const quality: Part = ({ release, parsed, wanted }) => {
  const part = (points: number, reason: string): ScorePart => ({ name: 'quality', points, max: 10, reason });
  if (wanted.format === 'ebook') return part(release.size === undefined ? 7 : 10, 'size is no quality of an ebook');
  const hours = (wanted.durationMinutes ?? 0) / 60;
  const measured = release.size !== undefined && release.size > 0 && hours > 0 ? (release.size * 8) / 1000 / (hours * 3600) : undefined;
  const kbps = parsed.bitrateKbps ?? (parsed.vbr === undefined ? measured : parsed.vbr === 'V0' ? 245 : 190);
  if (kbps === undefined) return part(6, 'bitrate unknown');
  const told = `about ${Math.round(kbps)} kbit/s`;
  if (kbps >= 60 && kbps <= 200) return part(10, told);
  if (kbps >= 40) return part(kbps <= 330 ? 8 : 6, told);
  return part(kbps >= 30 ? 5 : 2, told);
};

const DAY = 86_400_000;

const availability: Part = ({ release }, now) => {
  const part = (points: number, reason: string): ScorePart => ({ name: 'availability', points, max: 10, reason });
  if (release.protocol === 'torrent') {
    if (release.seeders === undefined) return part(5, 'seeders unknown');
    return part(Math.min(10, Math.round(2 + 4 * Math.log10(Math.max(1, release.seeders)) * 1.5)), `${release.seeders} seeders`);
  }
  if (release.protocol === 'http') return part(8, 'a file that can be fetched at once');
  const published = release.publishedAt === undefined ? Number.NaN : Date.parse(release.publishedAt);
  const days = Number.isNaN(published) ? undefined : Math.max(0, (now - published) / DAY);
  const fresh = days === undefined ? 3 : days < 365 ? 5 : days < 1500 ? 4 : days < 3000 ? 2 : 1;
  const grabs = release.grabs === undefined ? 2 : Math.min(5, Math.round(2 * Math.log10(release.grabs + 1) + 1));
  return part(fresh + grabs, `${days === undefined ? 'age unknown' : `${Math.round(days)} days old`}, ${release.grabs ?? 'unknown'} grabs`);
};

const indexer: Part = ({ release }) => {
  const priority = release.indexer.priority ?? 25;
  const points = Math.round((5 * (50 - Math.min(50, Math.max(1, priority)))) / 49);
  return { name: 'indexer', points, max: 5, reason: `${release.indexer.name}, priority ${priority}` };
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
    reason: `flag “${entry.flag}”`,
  }));
}
