import { plainLabel } from '../../platform/text/plain-label.js';
import { unfit, type OwnRelease } from './own-release.js';
import { allowedTrackers, type TrackerRule } from './trackers.js';
import { sentence } from '../../platform/words/index.js';

/** The most characters of a magnet link. */
export const LONGEST_MAGNET = 16_384;

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const VERSION_1 = 'urn:btih:';
const VERSION_2 = 'urn:btmh:1220';

function hexOfBase32(text: string): string {
  const bits = [...text.toUpperCase()].map((digit) => BASE32.indexOf(digit).toString(2).padStart(5, '0')).join('');
  return (bits.match(/.{4}/g) ?? []).map((nibble) => Number.parseInt(nibble, 2).toString(16)).join('');
}

/** @returns 40 lower-case hex digits */
function hashOf(topic: string): string | undefined {
  if (!topic.toLowerCase().startsWith(VERSION_1)) return undefined;
  const hash = topic.slice(VERSION_1.length);
  if (/^[0-9a-f]{40}$/i.test(hash)) return hash.toLowerCase();
  return /^[a-z2-7]{32}$/i.test(hash) ? hexOfBase32(hash) : undefined;
}

function secondHash(topic: string): string | undefined {
  const lower = topic.toLowerCase();
  return lower.startsWith(VERSION_2) && /^[0-9a-f]{64}$/.test(lower.slice(VERSION_2.length)) ? lower : undefined;
}

/** The values of a member, numbered or not. */
function valuesOf(members: URLSearchParams, name: string): string[] {
  return [...members].filter(([key]) => key === name || key.replace(/\.\d{1,3}$/, '') === name).map(([, value]) => value);
}

/**
 * Reads a magnet link and writes a new one of its hash, its name and the trackers that may be asked. Other addresses are left out: a client
 * would fetch them.
 *
 * @throws ApiError 422 `unfit_release`
 */
export function readMagnet(text: string, rule: TrackerRule): OwnRelease {
  const link = text.trim();
  if (link.length > LONGEST_MAGNET || !/^magnet:\?/i.test(link)) throw unfit(sentence('problem.no_magnet'));
  const members = new URLSearchParams(link.slice('magnet:?'.length));
  const topics = valuesOf(members, 'xt');
  const hashes = new Set(topics.flatMap((topic) => hashOf(topic) ?? []));
  const [infoHash, another] = hashes;
  if (another !== undefined) throw unfit(sentence('problem.magnet_several'));
  if (infoHash === undefined) {
    const isSecond = topics.some((topic) => secondHash(topic) !== undefined);
    throw unfit(isSecond ? sentence('problem.magnet_second_version') : sentence('problem.magnet_without_torrent'));
  }
  const name = plainLabel(members.get('dn') ?? '');
  const second = new Set(topics.flatMap((topic) => secondHash(topic) ?? []));
  const parts = [
    `xt=${VERSION_1}${infoHash}`,
    ...[...second].slice(0, 1).map((topic) => `xt=${topic}`),
    ...(name === '' ? [] : [`dn=${encodeURIComponent(name)}`]),
    ...allowedTrackers(valuesOf(members, 'tr'), rule).map((address) => `tr=${encodeURIComponent(address)}`),
  ];
  const uri = `magnet:?${parts.join('&')}`;
  return {
    item: { kind: 'magnet', uri, infoHash },
    title: name === '' ? `Magnet ${infoHash.slice(0, 12)}` : name,
  };
}
