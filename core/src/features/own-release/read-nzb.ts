import { createGiveWay } from '../../platform/jobs/give-way.js';
import { plainLabel } from '../../platform/text/plain-label.js';
import { MOST_FILES } from '../downloads/file-list/listed-file.js';
import { nzbFiles } from '../downloads/file-list/nzb-files.js';
import { LARGEST_NZB, unfit, type OwnRelease } from './own-release.js';
import { sentence } from '../../platform/words/index.js';

/** Which element stands in which. */
const PARENTS: Readonly<Record<string, string | undefined>> = {
  nzb: '',
  head: 'nzb',
  meta: 'head',
  file: 'nzb',
  groups: 'file',
  group: 'groups',
  segments: 'file',
  segment: 'segments',
};
const LONGEST_TAG = 4096;
const LONGEST_TEXT = 4096;
const LONGEST_COMMENT = 65_536;
const ENCODINGS: readonly string[] = ['utf-8', 'utf8', 'iso-8859-1', 'us-ascii', 'windows-1252'];
const REFERENCES = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-f]{1,6});)/i;
/** Tags that are read between two looks at the clock. */
const STEPS = 50;

const damaged = () => unfit(sentence('problem.no_nzb'));

/** Reads a document byte by byte: every character of its text is one byte of the file. */
class NzbReader {
  private at = 0;
  private readonly open: string[] = [];
  /** The document without what declares, instructs or comments. */
  readonly kept: string[] = [];
  files = 0;
  segments = 0;

  constructor(private readonly text: string) {}

  get isDone(): boolean {
    return this.at >= this.text.length;
  }

  /** Skips up to the end of something that began here. */
  private skip(end: string, longest: number): string {
    const found = this.text.slice(this.at, this.at + longest).indexOf(end);
    if (found < 0) throw damaged();
    const skipped = this.text.slice(this.at, this.at + found + end.length);
    this.at += skipped.length;
    return skipped;
  }

  /** What comes before the elements: a mark of the encoding, and which one it is. */
  begin(): void {
    if (this.text.startsWith('\u00EF\u00BB\u00BF')) this.at = 3;
    if (!/^<\?xml\s/i.test(this.text.slice(this.at, this.at + 6))) return;
    const declared = /\sencoding\s*=\s*["']([\w-]{1,30})["']/i.exec(this.skip('?>', LONGEST_TAG));
    const encoding = declared?.[1] ?? 'UTF-8';
    if (!ENCODINGS.includes(encoding.toLowerCase())) throw unfit(sentence('problem.nzb_encoding', { encoding }));
    this.kept.push(`<?xml version="1.0" encoding="${encoding}"?>`);
  }

  private words(): void {
    const end = this.text.indexOf('<', this.at);
    const words = this.text.slice(this.at, end < 0 ? undefined : end);
    if (words.length > LONGEST_TEXT || REFERENCES.test(words)) throw damaged();
    if (this.open.length === 0 && words.trim() !== '') throw damaged();
    this.kept.push(words);
    this.at += words.length;
  }

  private tag(): string {
    let quote = '';
    const last = Math.min(this.text.length, this.at + LONGEST_TAG);
    for (let end = this.at + 1; end < last; end += 1) {
      const char = this.text.charAt(end);
      if (char === '<') break;
      if (quote !== '') quote = char === quote ? '' : quote;
      else if (char === '"' || char === "'") quote = char;
      else if (char === '>') return this.text.slice(this.at, end + 1);
    }
    throw damaged();
  }

  private element(): void {
    const tag = this.tag();
    const name = /^<\/?([a-z]{1,10})[\s/>]/.exec(tag.slice(0, 14))?.[1] ?? '';
    const parent = Object.hasOwn(PARENTS, name) ? PARENTS[name] : undefined;
    if (parent === undefined || REFERENCES.test(tag)) throw damaged();
    if (tag.startsWith('</')) {
      if (this.open.pop() !== name) throw damaged();
    } else {
      const isSecond = name === 'nzb' && this.files + this.segments > 0;
      if ((this.open.at(-1) ?? '') !== parent || isSecond) throw damaged();
      if (name === 'file') this.files += 1;
      if (name === 'segment') this.segments += 1;
      if (!tag.endsWith('/>')) this.open.push(name);
    }
    this.kept.push(tag);
    this.at += tag.length;
  }

  step(): void {
    const ahead = this.text.slice(this.at, this.at + 10);
    if (!ahead.startsWith('<')) this.words();
    else if (ahead.startsWith('<!--')) this.skip('-->', LONGEST_COMMENT);
    else if (/^<!doctype\s/i.test(ahead)) {
      // most files name the same declaration, which nobody reads; one of their own could declare anything
      if (this.files > 0 || this.skip('>', LONGEST_TAG).includes('[')) throw unfit(sentence('problem.nzb_own_type'));
    } else this.element();
  }

  end(): void {
    if (this.open.length > 0 || this.files === 0 || this.segments === 0) throw damaged();
  }
}

/**
 * Reads an .nzb strictly and writes it anew without declarations and comments.
 *
 * @param name of the file
 * @throws ApiError 422 `unfit_release`
 */
export async function readNzb(bytes: Buffer, name: string): Promise<OwnRelease> {
  if (bytes.length > LARGEST_NZB) throw unfit(sentence('problem.nzb_too_large'));
  const reader = new NzbReader(bytes.toString('latin1'));
  const giveWay = createGiveWay();
  reader.begin();
  while (!reader.isDone) {
    for (let steps = 0; steps < STEPS && !reader.isDone; steps += 1) reader.step();
    await giveWay();
  }
  reader.end();
  const kept = Buffer.from(reader.kept.join(''), 'latin1');
  const files = await nzbFiles(kept);
  if (!files) throw unfit(sentence('problem.nzb_files', { most: MOST_FILES }));
  const title = plainLabel(name.replace(/\.nzb$/i, '')) || 'Unnamed NZB';
  return {
    item: { kind: 'nzb', bytes: kept, name: title },
    title,
    size: files.reduce((sum, { size }) => sum + size, 0),
  };
}
