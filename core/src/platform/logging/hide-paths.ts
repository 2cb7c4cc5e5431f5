const MARK = '…';

const PATTERNS: readonly [RegExp, string][] = [
  // between typographic quotes, as our own sentences have them
  [/“(?:\/|[A-Za-z]:[\\/]|\\\\)[^”]*”/g, `“${MARK}”`],
  // between plain ones, as errors of the system have them; a name may hold an apostrophe, so up to the last one
  [/(['"])(?:\/|[A-Za-z]:\\|\\\\)[^\s'"].*\1/g, `$1${MARK}$1`],
  // bare; later words belong to it while they hold a separator
  [/(?<![^\s(=:,;])\/[^\s/“”'"][^\s“”'"]*(?:[ \t]+[^\s/“”'"]*\/[^\s“”'"]+)*/g, MARK],
  [/(?<![^\s(=:,;])(?:[A-Za-z]:\\|\\\\[^\s\\])[^\s“”'"]*(?:[ \t]+[^\s\\“”'"]*\\[^\s“”'"]+)*/g, MARK],
];

/** Takes absolute paths out of a sentence that is shown to somebody who is not to know where the server keeps things. */
export function hidePaths(text: string): string {
  return PATTERNS.reduce((left, [pattern, replacement]) => left.replace(pattern, replacement), text);
}
