import { createGiveWay } from '../../../platform/jobs/give-way.js';
import { MOST_FILES, type ListedFile } from './listed-file.js';

/** The articles of some 50 GB. */
const LARGEST_NZB = 8 * 1024 * 1024;
/** A longer tag is no tag of an NZB. */
const LONGEST_TAG = 4096;
/** Tags that are read between two looks at the clock. */
const STEPS = 20;

const ENTITIES: Readonly<Record<string, string>> = { quot: '"', apos: "'", amp: '&', lt: '<', gt: '>' };
const SUBJECT = /\ssubject\s*=\s*(?:"([^"]*)"|'([^']*)')/i;
const BYTES = /\sbytes\s*=\s*["'](\d{1,12})["']/i;

/** Resolves the references that XML itself knows, once; what a document defines is left as it stands. */
function plainText(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,4}));/gi, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

/** The name in a subject such as `[01/12] - "Book.m4b" yEnc (1/50)`; posters who hide it write something else there, and others an address in front. */
function nameIn(subject: string): string {
  const quoted = /"([^"]+)"/.exec(subject)?.[1];
  const words = subject.split(/[\s"()[\]]+/);
  return (quoted ?? words.findLast((word) => /[^.]\.[a-z\d]{2,5}$/i.test(word)) ?? '').trim();
}

/** @returns the offset of the `>` that ends the tag at `start`, or -1 if it is too long; an attribute may hold one as well */
function endOfTag(text: string, start: number): number {
  let quote = '';
  for (let at = start; at < Math.min(text.length, start + LONGEST_TAG); at += 1) {
    const char = text.charAt(at);
    if (quote !== '') quote = char === quote ? '' : quote;
    else if (char === '"' || char === "'") quote = char;
    else if (char === '>') return at;
  }
  return -1;
}

/**
 * The files of an NZB by the subjects of its articles. Others have their turn meanwhile. Never rejects.
 *
 * @returns nothing if it cannot be read, or is too large
 */
export async function nzbFiles(bytes: Uint8Array): Promise<readonly ListedFile[] | undefined> {
  if (bytes.length > LARGEST_NZB) return undefined;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  const files: { name: string; size: number }[] = [];
  const giveWay = createGiveWay();
  let tags = 0;
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at + 1)) {
    tags += 1;
    if (tags % STEPS === 0) await giveWay();
    const isFile = /^<file\s/i.test(text.slice(at, at + 6));
    if (!isFile && !/^<segment\s/i.test(text.slice(at, at + 9))) continue;
    const end = endOfTag(text, at);
    const tag = end < 0 ? '' : text.slice(at, end);
    const last = files.at(-1);
    if (isFile) {
      const subject = SUBJECT.exec(tag);
      files.push({ name: nameIn(plainText(subject?.[1] ?? subject?.[2] ?? '')), size: 0 });
    } else if (last) last.size += Number(BYTES.exec(tag)?.[1] ?? 0);
    if (files.length > MOST_FILES) return undefined;
    // nothing is read twice, however many tags do not end
    at = end < 0 ? at + LONGEST_TAG : end;
  }
  return files.length === 0 ? undefined : files;
}
