import { CUT_OFF, UNSURE, WHOLE, type ByteVerdict } from './byte-verdict.js';
import type { FileBytes } from './open-bytes.js';

/** A page has at most 255 segments of 255 bytes. https://www.rfc-editor.org/rfc/rfc3533#section-6 */
const HEAD_BYTES = 27;
const MOST_HEAD_BYTES = HEAD_BYTES + 255;
const MOST_PAGE_BYTES = MOST_HEAD_BYTES + 255 * 255;
const CAPTURE = 'OggS';
/** A book has one; each is remembered. */
const MOST_STREAMS = 64;

interface Page {
  readonly end: number;
  readonly stream: number;
  readonly number: number;
  readonly isLast: boolean;
}

/** @returns `short` where the file ends inside of its header */
async function pageAt(bytes: FileBytes, at: number): Promise<Page | 'short' | undefined> {
  const head = await bytes.read(at, MOST_HEAD_BYTES);
  if (head.toString('latin1', 0, 4) !== CAPTURE) return undefined;
  const segments = head[26] ?? 0;
  if (head.length < HEAD_BYTES + segments) return 'short';
  const length = head.subarray(HEAD_BYTES, HEAD_BYTES + segments).reduce((sum, size) => sum + size, 0);
  return {
    end: at + HEAD_BYTES + segments + length,
    stream: head.readUInt32LE(14),
    number: head.readUInt32LE(18),
    isLast: ((head[5] ?? 0) & 4) !== 0,
  };
}

/** Walks the pages of an Ogg: its end is the end of the last one, and where pages do not follow each other, their numbers tell what is missing. */
export async function oggBytes(bytes: FileBytes): Promise<ByteVerdict> {
  const numbers = new Map<number, number>();
  let at = 0;
  let isBroken = false;
  let isEnded = false;
  while (at < bytes.size) {
    const page = await pageAt(bytes, at);
    if (page === 'short') return CUT_OFF;
    if (!page) {
      const next = (await bytes.read(at, MOST_PAGE_BYTES + CAPTURE.length)).indexOf(CAPTURE, 1, 'latin1');
      // something else was added to the end, or stands in the place of pages that were never written
      if (next < 0) return numbers.size === 0 ? UNSURE : isEnded ? WHOLE : CUT_OFF;
      isBroken = true;
      at += next;
      continue;
    }
    if (page.end > bytes.size) return CUT_OFF;
    const last = numbers.get(page.stream);
    if (isBroken && last !== undefined && page.number > last + 1) return CUT_OFF;
    isBroken = false;
    isEnded = page.isLast;
    numbers.set(page.stream, page.number);
    if (numbers.size > MOST_STREAMS) return UNSURE;
    at = page.end;
  }
  return numbers.size > 0 ? WHOLE : UNSURE;
}
