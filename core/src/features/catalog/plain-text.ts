import { createRequire } from 'node:module';
import type sanitizeHtml from 'sanitize-html';

const require = createRequire(import.meta.url);
let sanitizer: typeof sanitizeHtml | undefined;

/** Loaded when the first markup comes, not at every start. */
function sanitize(html: string): string {
  sanitizer ??= require('sanitize-html') as typeof sanitizeHtml;
  return sanitizer(html, { allowedTags: [], allowedAttributes: {} });
}

const ESCAPES: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };
/** Text that is escaped twice unfolds into markup; more than this is done on purpose. */
const MOST_PASSES = 4;
const TAG_START = /<[a-z/!?]/i;
const ENTITY = /&(?:[a-z]+|#\w+);/i;

/** Looks for the end once: a pattern for the whole tag would look for it again from every `<`. */
function hasTag(text: string): boolean {
  const start = text.search(TAG_START);
  return start !== -1 && text.includes('>', start);
}

/** The sanitizer's work grows with the square of the open tags; a text with this many is no description. */
const MOST_TAGS = 500;

function hasMoreTags(html: string): boolean {
  let found = 0;
  for (let at = html.indexOf('<'); at !== -1 && found <= MOST_TAGS; at = html.indexOf('<', at + 1)) found += 1;
  return found > MOST_TAGS;
}

function strip(html: string): string {
  const text = hasMoreTags(html) ? html.replace(/<[^<>]*>?/g, ' ') : sanitize(html);
  return text.replace(/&(?:lt|gt|quot|amp);/g, (escape) => ESCAPES[escape] ?? escape);
}

function withoutMarkup(text: string): string {
  let plain = /[<&]/.test(text) ? strip(text) : text;
  for (let pass = 1; pass < MOST_PASSES && (hasTag(plain) || ENTITY.test(plain)); pass += 1) {
    const next = strip(plain);
    if (next === plain) break;
    plain = next;
  }
  return plain.replace(/<(?=[a-z/!?])/gi, '');
}

/** Control characters other than line ends, and the ones that turn the direction of text around. */
function withoutControls(text: string): string {
  // eslint-disable-next-line no-control-regex
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, '');
}

/** Cuts text without leaving half a character. */
function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  return text.slice(0, length).replace(/[\ud800-\udbff]$/, '');
}

/** One line of text without markup, at most `length` UTF-16 units; `undefined` when nothing is left. */
export function toPlainLine(value: unknown, length = 500): string | undefined {
  if (typeof value !== 'string') return undefined;
  const line = withoutControls(withoutMarkup(cut(value, length * 4)).replace(/\s+/g, ' ')).trim();
  return line === '' ? undefined : cut(line, length);
}

/** Text without markup whose paragraphs are kept as blank lines; `undefined` when nothing is left. */
export function toPlainText(value: unknown, length = 20_000): string | undefined {
  if (typeof value !== 'string') return undefined;
  const html = cut(value, length * 4).replace(/\r\n?/g, '\n');
  const hasBlocks = /<(?:p|br|div|li)\b/i.test(html);
  const broken = (hasBlocks ? html.replace(/\s+/g, ' ') : html)
    .replace(/<br\b[^<>]*>/gi, '\n')
    .replace(/<li\b[^<>]*>/gi, '\n• ')
    .replace(/<\/?(?:p|div|ul|ol|blockquote|h[1-6])\b[^<>]*>/gi, '\n\n');
  const text = withoutControls(withoutMarkup(broken))
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return text === '' ? undefined : cut(text, length);
}
