import type { FileBytes } from './open-bytes.js';

/** Tags may stand in front of other tags. */
const MOST_TAGS = 8;

/** Where what follows the ID3v2 tags at the beginning of a file begins. https://id3.org/id3v2.4.0-structure, 3.1 */
export async function afterLeadingTags(bytes: FileBytes): Promise<number> {
  let at = 0;
  for (let count = 0; count < MOST_TAGS; count += 1) {
    const head = await bytes.read(at, 10);
    if (head.length < 10 || head.toString('latin1', 0, 3) !== 'ID3') return at;
    const [a = 0, b = 0, c = 0, d = 0] = head.subarray(6);
    const hasFooter = ((head[5] ?? 0) & 0x10) !== 0;
    at += 10 + (((a & 0x7f) << 21) | ((b & 0x7f) << 14) | ((c & 0x7f) << 7) | (d & 0x7f)) + (hasFooter ? 10 : 0);
  }
  return at;
}

/** Where the sound ends in front of ID3v1, APEv2 and Lyrics3v2 tags at the end of a file. */
export async function beforeTrailingTags(bytes: FileBytes): Promise<number> {
  let end = bytes.size;
  for (let count = 0; count < MOST_TAGS; count += 1) {
    const length = await tagBefore(bytes, end);
    if (length === 0 || length > end) return end;
    end -= length;
  }
  return end;
}

async function tagBefore(bytes: FileBytes, end: number): Promise<number> {
  const tail = Buffer.from(await bytes.read(Math.max(0, end - 128), Math.min(128, end)));
  if (tail.length === 128 && tail.toString('latin1', 0, 3) === 'TAG') return 128;
  // https://wiki.hydrogenaud.io/index.php?title=APE_Tags_Header: the size counts the footer, and not the header
  const footer = tail.subarray(-32);
  if (footer.toString('latin1', 0, 8) === 'APETAGEX') {
    const hasHeader = (footer.readUInt32LE(20) & 0x80000000) !== 0;
    return footer.readUInt32LE(12) + (hasHeader ? 32 : 0);
  }
  // https://id3.org/Lyrics3v2: six digits that do not count themselves
  const lyrics = tail.toString('latin1').slice(-15);
  if (lyrics.endsWith('LYRICS200') && /^\d{6}/.test(lyrics)) return Number(lyrics.slice(0, 6)) + 15;
  return 0;
}
