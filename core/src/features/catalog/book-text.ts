import { bareTitle } from './bare-title.js';
import { fold, plainKey } from './fold-text.js';

/** No title or name of a book is longer; the text after it does not make it another one. */
const LONGEST = 1_000;
const BRACKETS = /\([^()]*\)|\[[^[\]]*\]/g;

/** `Part One` and `Part I` as `Part 1`: what tells volumes apart is written in every way. */
const NUMBERED = /\b(part|volume|vol|teil|book|buch|band|tome) (one|two|three|four|five|six|seven|eight|nine|ten|[ivx]{1,4})$/;
const NUMBERS = 'one two three four five six seven eight nine ten'.split(' ');
const ROMAN = 'i ii iii iv v vi vii viii ix x'.split(' ');

function withDigits(key: string): string {
  return key.replace(NUMBERED, (whole, label: string, number: string) => {
    const value = NUMBERS.indexOf(number) + 1 || ROMAN.indexOf(number) + 1;
    return value === 0 ? whole : `${label} ${value}`;
  });
}

/**
 * The text two titles of one work have in common: no brackets, marks, punctuation, leading article, series or edition
 * statement. Letters of every script stay. `undefined` when nothing is left; that never agrees with anything.
 *
 * @param seriesNames names of the series the book is known to belong to
 */
export function normalizeTitle(title: string, seriesNames: readonly string[] = []): string | undefined {
  const { title: bare } = bareTitle(title, { seriesNames });
  const key = withDigits(plainKey(bare.replace(BRACKETS, ' ')));
  return key === '' ? undefined : key;
}

/** Folded words of any other text, `undefined` when none are left. */
export function normalizeText(text: string): string | undefined {
  const key = plainKey(text.slice(0, LONGEST).replace(BRACKETS, ' '));
  return key === '' ? undefined : key;
}

const NAME_SUFFIX = /^(?:jr|sr|phd|md|ma|esq|ii|iii|iv)\b/;

/** `Last, First` as `First Last`; `King, Jr.` stays. */
function inSpokenOrder(folded: string): string {
  const parts = folded.split(',').map((part) => part.trim());
  const [last, first] = parts;
  return parts.length === 2 && last && first && !NAME_SUFFIX.test(first.replaceAll('.', '')) ? `${first} ${last}` : folded;
}

function nameWords(name: string): string[] {
  const folded = fold(name).replace(BRACKETS, ' ');
  return inSpokenOrder(folded)
    .replace(/['’‘ʼ`´]/g, '')
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter(Boolean);
}

/**
 * The letters and digits of a person's name, so that initials agree however they are spaced. `undefined` when there
 * are none; that never agrees with anything.
 */
export function normalizeName(name: string): string | undefined {
  const key = nameWords(name).join('');
  return key === '' ? undefined : key;
}

/** Whether two names are one person's: equal, or one leaves out middle initials. */
export function isSamePerson(left: string, right: string): boolean {
  const [a, b] = [nameWords(left), nameWords(right)];
  if (a.length === 0 || b.length === 0) return false;
  const brief = (words: readonly string[]): string =>
    words.filter((word, index) => index === 0 || index === words.length - 1 || word.length > 1).join('');
  const [keyA, keyB] = [a.join(''), b.join('')];
  return keyA === keyB || keyA === brief(b) || brief(a) === keyB;
}
