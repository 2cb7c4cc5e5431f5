import { parse, type HTMLElement } from 'node-html-parser';
import { drift, type PageKind } from './drift.js';

/** The most UTF-16 units of a page; real ones have a fifth of that. */
const LONGEST_PAGE = 2_000_000;
/** The most nested elements. The parser's work grows with their square, and real pages have a few dozen. */
const DEEPEST = 300;
const TAG = /<(\/?)([a-z][a-z0-9]*)/gi;
const WITHOUT_END = new Set(['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'source', 'track', 'wbr']);

function isTooDeep(html: string): boolean {
  let depth = 0;
  for (const [, slash, name = ''] of html.matchAll(TAG)) {
    if (WITHOUT_END.has(name.toLowerCase())) continue;
    depth = slash === '/' ? Math.max(0, depth - 1) : depth + 1;
    if (depth > DEEPEST) return true;
  }
  return false;
}

/** The text without comments. A comment that does not end removes the rest. */
export function withoutComments(html: string): string {
  const parts: string[] = [];
  let from = 0;
  for (let start = html.indexOf('<!--'); start !== -1; start = html.indexOf('<!--', from)) {
    parts.push(html.slice(from, start));
    const end = html.indexOf('-->', start + 4);
    if (end === -1) return parts.join('');
    from = end + 3;
  }
  parts.push(html.slice(from));
  return parts.join('');
}

/**
 * Parses a page that may have been crafted to block the parser.
 *
 * @param html without comments
 * @param what the kind of page, for the message
 * @throws IntegrationError BAD_RESPONSE
 */
export function parsePage(html: string, host: string, what: PageKind, options?: Parameters<typeof parse>[1]): HTMLElement {
  const text = html.slice(0, LONGEST_PAGE);
  if (isTooDeep(text)) throw drift(host, what, `a page whose elements are less than ${DEEPEST} deep`);
  return parse(text, options);
}
