import { createHash } from 'node:crypto';

/** Bytes of the title in a job's name. Folders may have 255 in all, and SABnzbd puts prefixes and numbers to them. */
const TITLE_BYTES = 160;

const SEGMENT = /<segment\b[^<>]*>([^<]*)<\/segment>/gi;

/**
 * What we know an NZB by, whoever wrote it and whenever: the articles it lists. SABnzbd keeps no note of ours beside a
 * job, so the mark goes into its name.
 *
 * @returns e.g. `lectern-0123456789ab`
 */
export function markOf(nzb: Uint8Array): string {
  const articles = [...Buffer.from(nzb).toString('latin1').matchAll(SEGMENT)].map((match) => (match[1] ?? '').trim()).sort();
  const hash = createHash('sha1');
  // Without articles it is no NZB; SABnzbd will say so.
  for (const article of articles) hash.update(`${article}\n`);
  if (articles.length === 0) hash.update(nzb);
  return `lectern-${hash.digest('hex').slice(0, 12)}`;
}

function cutToBytes(name: string, most: number): string {
  let bytes = 0;
  let end = 0;
  for (const character of name) {
    bytes += Buffer.byteLength(character);
    if (bytes > most) break;
    end += character.length;
  }
  return name.slice(0, end);
}

/**
 * The name a job gets. SABnzbd reads passwords out of names (`name / secret`, `name{{secret}}`, `password=secret`) and
 * makes a folder of it, so what could be taken for either goes.
 */
export function jobName(title: string, mark: string): string {
  const plain = title
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}/\\:*?"<>|{}=]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.-]+/, '');
  const short = cutToBytes(plain, TITLE_BYTES).replace(/(?<![\s.])[\s.]+$/, '');
  return short === '' ? mark : `${short} [${mark}]`;
}

/** The mark in a job's name, if nobody took it out. */
export function markIn(name: string): string | undefined {
  return /lectern-[0-9a-f]{12}/.exec(name)?.[0];
}
