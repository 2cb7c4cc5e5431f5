import { createHash } from 'node:crypto';

/** Name of the parameter we leave beside a download. */
export const MARK_PARAMETER = 'lectern';

/** Bytes of the title in a download's name. Folders may have 255 in all, and NZBGet adds numbers. */
const TITLE_BYTES = 160;

const SEGMENT = /<segment\b[^<>]*>([^<]*)<\/segment>/gi;

/**
 * Identifies an NZB by the articles it lists, whoever wrote it and whenever.
 *
 * @returns twelve hexadecimal digits
 */
export function markOf(nzb: Uint8Array): string {
  const articles = [...Buffer.from(nzb).toString('latin1').matchAll(SEGMENT)].map((match) => (match[1] ?? '').trim()).sort();
  const hash = createHash('sha1');
  // Without articles it is not an NZB; NZBGet will say so.
  for (const article of articles) hash.update(`${article}\n`);
  if (articles.length === 0) hash.update(nzb);
  return hash.digest('hex').slice(0, 12);
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
 * The name for a download. NZBGet reads passwords from names (`name{{secret}}`), and puts the files of two downloads
 * with the same name into one folder, even long after the first was removed; hence the tail.
 *
 * @param tail different for every add
 */
export function downloadName(title: string, mark: string, tail: string): string {
  const plain = title
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}/\\:*?"<>|{}=]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.-]+/, '');
  const short = cutToBytes(plain, TITLE_BYTES).replace(/(?<![\s.])[\s.]+$/, '');
  const own = `lectern-${mark}-${tail}`;
  return short === '' ? own : `${short} [${own}]`;
}
