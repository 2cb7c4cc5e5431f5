/** Control characters and those that change the text direction. */
const INVISIBLE = /[\u0000-\u0008\u000b-\u001f\u007f\u202a-\u202e\u2066-\u2069]/gu; // eslint-disable-line no-control-regex

const ENTITIES: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' };

/** Length as Pushover counts it: code points. */
export function lengthOf(text: string): number {
  return [...text].length;
}

/** Joins units up to `limit` code points, never cutting one in half; an ellipsis shows that something is missing. */
function fit(units: readonly string[], limit: number): string {
  const total = units.reduce((sum, unit) => sum + lengthOf(unit), 0);
  if (total <= limit) return units.join('');
  let used = 1;
  let result = '';
  for (const unit of units) {
    used += lengthOf(unit);
    if (used > limit) break;
    result += unit;
  }
  return limit > 0 ? `${result.trimEnd()}…` : '';
}

/** One code point more than the limit, whatever it is; nothing after it is ever shown. */
function visible(text: string, limit: number): string {
  return text
    .replace(INVISIBLE, '')
    .trim()
    .slice(0, 2 * Math.max(0, limit) + 2);
}

/** Text from outside for a place without markup, cut to `limit` code points. */
export function plain(text: string, limit: number): string {
  return fit([...visible(text, limit)], limit);
}

/** Text from outside for a message with `html=1`: escaped, and cut between entities. */
export function escaped(text: string, limit: number): string {
  return fit(
    [...visible(text, limit)].map((char) => ENTITIES[char] ?? char),
    limit,
  );
}

/** @returns the normalized address, or `undefined` if it is not an http(s) URL */
export function webAddress(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { protocol, href } = new URL(url);
  return protocol === 'http:' || protocol === 'https:' ? href : undefined;
}

/** A link within a message; `undefined` if the address is not an http(s) URL. */
export function link(title: string, url: string): string | undefined {
  const address = webAddress(url);
  if (address === undefined) return undefined;
  return `<a href="${escaped(address, Number.MAX_SAFE_INTEGER)}">${escaped(title, 100) || 'Open'}</a>`;
}
