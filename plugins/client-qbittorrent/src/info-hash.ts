import type { Downloadable } from '@lectern/plugin-api';
import { fault } from './fault.js';

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Converts a v1 info hash from 32 base32 digits, as in some magnets, to hex. */
function hexOfBase32(text: string): string {
  const bits = [...text.toUpperCase()].map((digit) => BASE32.indexOf(digit).toString(2).padStart(5, '0')).join('');
  return (bits.match(/.{4}/g) ?? []).map((nibble) => Number.parseInt(nibble, 2).toString(16)).join('');
}

/** The v1 info hash of a magnet link, or else its v2 hash, in lower-case hex; `undefined` if it has neither. */
export function hashOfMagnet(uri: string): string | undefined {
  const v1 = /[?&]xt(?:\.\d+)?=urn:btih:([0-9a-z]+)/i.exec(uri)?.[1] ?? '';
  if (/^[0-9a-f]{40}$/i.test(v1)) return v1.toLowerCase();
  if (/^[a-z2-7]{32}$/i.test(v1)) return hexOfBase32(v1);
  return /[?&]xt(?:\.\d+)?=urn:btmh:1220([0-9a-f]{64})/i.exec(uri)?.[1]?.toLowerCase();
}

/** Whether the id can name only one torrent. Anything else could address many: `all` is a keyword in `hashes`. */
export function isInfoHash(itemId: string): boolean {
  return /^([0-9a-f]{40}|[0-9a-f]{64})$/i.test(itemId);
}

/** The info hash of a download, or an error if qBittorrent cannot use it. */
export function hashOf(item: Downloadable): string {
  if (item.kind === 'nzb' || item.kind === 'http') {
    throw fault('INTEGRATION_UNSUPPORTED', item.kind === 'nzb' ? 'not_nzb_files' : 'not_plain_files');
  }
  const hash = item.infoHash ?? (item.kind === 'magnet' ? hashOfMagnet(item.uri) : undefined);
  if (!hash || !isInfoHash(hash)) throw fault('INTEGRATION_UNSUPPORTED', 'no_info_hash');
  return hash.toLowerCase();
}
