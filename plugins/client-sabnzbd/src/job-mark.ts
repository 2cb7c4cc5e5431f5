import { createHash } from 'node:crypto';

/** Bytes of the title in a job's name. Folders may have 255 in all, and SABnzbd adds prefixes and numbers. */
const TITLE_BYTES = 160;

const SEGMENT = /<segment\b[^<>]*>([^<]*)<\/segment>/gi;

/**
 * Identifies an NZB by the articles it lists, whoever wrote it and whenever. SABnzbd cannot store a note with a job, so
 * the mark goes into its name.
 *
 * @returns e.g. `lectern-0123456789ab`
 */
export function markOf(nzb: Uint8Array): string {
  const articles = [...Buffer.from(nzb).toString('latin1').matchAll(SEGMENT)].map((match) => (match[1] ?? '').trim()).sort();
  const hash = createHash('sha1');
  // Without articles it is not an NZB; SABnzbd will say so.
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
 * The name for a job. SABnzbd reads passwords from names (`name / secret`, `name{{secret}}`, `password=secret`) and
 * uses the name for a folder, so everything that could be taken for either is removed.
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

/** The mark in a job's name, if nobody removed it. */
export function markIn(name: string): string | undefined {
  return /lectern-[0-9a-f]{12}/.exec(name)?.[0];
}
