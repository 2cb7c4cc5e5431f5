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

/** The language tag of the pseudo-locale: English that looks foreign, for those who look for words that are in no catalogue. */
export const PSEUDO_LOCALE = 'en-XA';

/** Words with accents on them. */
export function accented(words: string): string {
  let out = '';
  for (const char of words) out += ACCENTS[char] ?? char;
  return out;
}

/** Marks and lengthens a text that was filled in: what stays plain on screen is not from the catalogue. */
export function pseudoMarked(text: string): string {
  return `[${text}${'·'.repeat(Math.ceil(text.length * 0.3))}]`;
}
