const ACCENTS: Record<string, string> = {
  a: 'å',
  c: 'ç',
  e: 'é',
  g: 'ĝ',
  i: 'î',
  k: 'ķ',
  l: 'ļ',
  n: 'ñ',
  o: 'ö',
  r: 'ŕ',
  s: 'š',
  t: 'ţ',
  u: 'ü',
  y: 'ý',
  z: 'ž',
  A: 'Å',
  C: 'Ç',
  D: 'Ð',
  E: 'É',
  I: 'Î',
  L: 'Ļ',
  N: 'Ñ',
  O: 'Ö',
  R: 'Ŕ',
  S: 'Š',
  T: 'Ţ',
  U: 'Û',
  W: 'Ŵ',
  Y: 'Ý',
};

/** Accents and lengthens a message, leaving placeholders alone: text that stays plain on screen is not from the catalogue. */
export function pseudoLocalize(message: string): string {
  let depth = 0;
  let out = '';
  for (const char of message) {
    if (char === '{') depth += 1;
    if (char === '}') depth -= 1;
    out += depth === 0 ? (ACCENTS[char] ?? char) : char;
  }
  const padding = '·'.repeat(Math.ceil(message.length * 0.3));
  return `[${out}${padding}]`;
}
