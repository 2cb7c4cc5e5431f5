/** Every character with a meaning in Discord's markup, and `<`, which begins mentions. */
const MARKUP = /[\\*_~|>#\-[\]()`<]/u;

/** Control characters and those that change the text direction. */
const INVISIBLE = /[\u0000-\u0008\u000b-\u001f\u007f\u202a-\u202e\u2066-\u2069]/gu; // eslint-disable-line no-control-regex

/** Length as Discord counts it: code points. */
export function lengthOf(text: string): number {
  return [...text].length;
}

/** The UTF-16 units that are sure to contain one code point more than the limit; nothing after them is ever shown. */
function mostUnits(limit: number): number {
  return 2 * Math.max(0, limit) + 2;
}

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

/**
 * Makes text from outside plain by escaping everything that Discord would interpret. Cut to `limit` code points with an
 * ellipsis, never between a backslash and the escaped character nor inside a surrogate pair.
 */
export function plain(text: string, limit: number): string {
  const seen = text.replace(INVISIBLE, '').trim().slice(0, mostUnits(limit));
  const units = [...seen].map((char) => (MARKUP.test(char) ? `\\${char}` : char));
  return fit(units, limit);
}

/** A link with our own text; `undefined` if the address is not an http(s) URL. */
export function link(title: string, url: string): string | undefined {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) return undefined;
  const address = new URL(url).href.replace(/[()<>\s]/g, (char) => `%${char.charCodeAt(0).toString(16).padStart(2, '0')}`);
  return `[${plain(title, 100) || 'Open'}](${address})`;
}
