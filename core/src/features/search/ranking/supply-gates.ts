import { sentence } from '../../../platform/words/index.js';
import { AUDIO_FORMATS, COMIC_FORMATS, EBOOK_FORMATS } from '../release-title/formats.js';
import { doubt, fail, pass, type Gate } from './gate.js';
import { flagsOf, rulesAmong } from './release-flags.js';
import type { RankingRules } from './ranking-rules.js';
import { textKey } from '../text-key.js';

export const protocol: Gate = ({ release, rules }) =>
  rules.protocolsWithClient.includes(release.protocol)
    ? pass('protocol', sentence('ranking.client_available', { protocol: release.protocol }))
    : fail('protocol', sentence('ranking.no_client', { protocol: release.protocol }));

export const blocklist: Gate = ({ release, rules }) => {
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
  return blocked === undefined
    ? pass('blocklist', sentence('ranking.not_blocklisted'))
    : fail('blocklist', blocked.reason ?? sentence('ranking.blocklisted'));
};

export const medium: Gate = ({ parsed, formats, wanted, rules }) => {
  if (parsed.medium === 'other' || formats.some((format) => COMIC_FORMATS.has(format)))
    return fail('medium', sentence('ranking.other_medium'));
  const audio = formats.some((format) => AUDIO_FORMATS.has(format));
  const text = formats.some((format) => EBOOK_FORMATS.has(format));
  if (wanted.format === 'audiobook') {
    if (audio) return pass('medium', sentence('ranking.audio_files'));
    if (text || parsed.medium === 'ebook') return fail('medium', sentence('ranking.an_ebook'));
    return pass('medium', parsed.medium === 'audiobook' ? sentence('ranking.an_audiobook') : sentence('ranking.medium_not_stated'));
  }
  const onlyCompanion = audio && formats.every((format) => AUDIO_FORMATS.has(format) || format === 'pdf');
  if (text && !onlyCompanion) {
    const order = rules.ebookFormatPreference;
    const fits = order.length === 0 || formats.some((format) => order.includes(format));
    return fits ? pass('medium', sentence('ranking.ebook_files')) : fail('medium', sentence('ranking.format_not_wanted', { formats }));
  }
  if (audio || parsed.medium === 'audiobook') return fail('medium', sentence('ranking.an_audiobook'));
  return parsed.medium === 'ebook' ? pass('medium', sentence('ranking.an_ebook')) : doubt('medium', sentence('ranking.medium_not_stated'));
};

export const seeders: Gate = ({ release, rules }) => {
  if (release.protocol !== 'torrent' || release.seeders === undefined) return pass('seeders', sentence('ranking.seeders_not_stated'));
  return release.seeders >= rules.minSeeders
    ? pass('seeders', sentence('ranking.has_seeders', { count: release.seeders }))
    : fail('seeders', sentence('ranking.seeders_too_few', { count: release.seeders, least: rules.minSeeders }));
};

export const flagRule: Gate = ({ release, parsed, rules }) => {
  const barred = rulesAmong(flagsOf(release, parsed), rules.flagRules).find((entry) => entry.points <= -100);
  return barred === undefined
    ? pass('flags', sentence('ranking.no_excluded_flag'))
    : fail('flags', sentence('ranking.flag_excluded', { flag: barred.flag }));
};

/** How many times the wanted runtime the size may hold at the stated bitrate; uploaders round bitrates, and add covers. */
const DOUBTFUL = { least: 0.6, most: 1.9 };
const IMPOSSIBLE = { least: 0.35, most: 3 };

const tenths = (figure: number): number => Math.round(figure * 10) / 10;

export const size: Gate = ({ release, rules, wanted, formats, parsed }) => {
  if (release.size === undefined || release.size <= 0) return pass('size', sentence('ranking.size_unknown'));
  const megabytes = release.size / 1e6;
  if (wanted.format === 'ebook') {
    const { min, max } = rules.ebookMegabytes;
    const mixed = formats.some((format) => AUDIO_FORMATS.has(format));
    if (mixed || (megabytes >= min && megabytes <= max))
      return pass('size', sentence('ranking.megabytes', { megabytes: tenths(megabytes) }));
    return fail('size', sentence('ranking.implausible_ebook', { megabytes: tenths(megabytes) }));
  }
  if (wanted.durationMinutes === undefined || wanted.durationMinutes <= 0) return pass('size', sentence('ranking.duration_unknown'));
  const rate = megabytes / (wanted.durationMinutes / 60);
  const bounds = sizeBoundsOf(formats, rules);
  if (parsed.bitrateKbps !== undefined && formats.length < 2) {
    const ratio = release.size / (parsed.bitrateKbps * 125 * wanted.durationMinutes * 60);
    const hours = (ratio * wanted.durationMinutes) / 60;
    const reason = sentence('ranking.plays_for', {
      megabytes: Math.round(megabytes),
      bitrate: parsed.bitrateKbps,
      hours: tenths(hours),
      wanted: tenths(wanted.durationMinutes / 60),
    });
    if (ratio < IMPOSSIBLE.least || ratio > IMPOSSIBLE.most) return fail('size', reason);
    if (ratio < DOUBTFUL.least || ratio > DOUBTFUL.most) return doubt('size', reason);
  }
  if (bounds === undefined || (rate >= bounds.min && rate <= bounds.max))
    return pass('size', sentence('ranking.megabytes_an_hour', { megabytes: tenths(rate) }));
  return fail('size', sentence('ranking.megabytes_implausible', { megabytes: tenths(rate), least: bounds.min, most: bounds.max }));
};

/** Files of one ebook: formats, a cover, a description. */
const MOST_EBOOK_FILES = 30;
/** Recordings are cut into pieces of two minutes at the shortest; short ones come with more files beside them. */
const MOST_FILES_AN_HOUR = 30;
const MOST_FILES_AT_LEAST = 200;
const MOST_FILES_UNKNOWN_LENGTH = 500;

/** Counts files of torrents only: on Usenet, indexers count the pieces of archives. */
export const fileCount: Gate = ({ release: { protocol: by, fileCount: count }, wanted: { format, durationMinutes } }) => {
  const name = 'file count';
  if (by !== 'torrent' || count === undefined) return pass(name, sentence('ranking.files_not_stated'));
  const files = sentence('ranking.files', { count });
  if (format === 'ebook')
    return count > MOST_EBOOK_FILES ? doubt(name, sentence('ranking.files_too_many_ebook', { count })) : pass(name, files);
  const hours = (durationMinutes ?? 0) / 60;
  const most = hours > 0 ? Math.max(MOST_FILES_AT_LEAST, Math.ceil(hours * MOST_FILES_AN_HOUR)) : MOST_FILES_UNKNOWN_LENGTH;
  return count > most ? doubt(name, sentence('ranking.files_too_many_audiobook', { count })) : pass(name, files);
};

function sizeBoundsOf(formats: readonly string[], rules: RankingRules): { readonly min: number; readonly max: number } | undefined {
  const known = formats.map((format) => rules.sizeBounds[format]).filter((bounds) => bounds !== undefined);
  if (known.length === 0) return rules.sizeBounds['default'];
  return { min: Math.min(...known.map(({ min }) => min)), max: known.reduce((sum, { max }) => sum + max, 0) };
}
