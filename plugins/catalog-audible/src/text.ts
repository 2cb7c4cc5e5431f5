/** Lower case without marks and punctuation; letters of every script stay. May be empty. */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Whether every word of `query` begins a word of `text`. An empty query matches nothing. */
export function hasAllWords(text: string, query: string): boolean {
  const words = foldText(query).split(' ').filter(Boolean);
  const folded = ` ${foldText(text)}`;
  return words.length > 0 && words.every((word) => folded.includes(` ${word}`));
}

/** Whether two names are the same one written differently, e.g. `J.R.R. Tolkien` and `J. R. R. Tolkien`. */
export function isSameName(left: string, right: string): boolean {
  const key = foldText(left).replaceAll(' ', '');
  return key !== '' && key === foldText(right).replaceAll(' ', '');
}

/** A title without brackets, series and subtitle; `undefined` if nothing would be removed, or nothing left. */
export function stripTitle(title: string): string | undefined {
  const stripped = title
    .replace(/\([^()]*\)|\[[^[\]]*\]/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/[:–—].*/su, '')
    .replace(/ - .*/s, '')
    .trim()
    .replace(/(?:, ?| )?\b(?:book|vol(?:ume)?\.?|part|band|teil) \d+(?:\.\d+)?$/i, '')
    .replace(/ ?# ?\d+(?:\.\d+)?$/, '')
    .trim();
  return stripped === '' || stripped === title.trim() ? undefined : stripped;
}
