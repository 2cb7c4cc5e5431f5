import { cutExtension } from '../../release-title/formats.js';
import { unwrapSubject } from '../../release-title/prepare.js';
import { numbersAsDigits, textKey } from '../../text-key.js';

/** A word of a release's name. */
export interface NameToken {
  /** Folded by {@link textKey}; `and` for `&`. */
  readonly key: string;
  /** Its place in {@link TokenizedName.text}. */
  readonly start: number;
  readonly end: number;
  /** Words between the same brackets, dashes, bars and slashes have the same number. */
  readonly segment: number;
  /** The bracket around it, or the empty string. */
  readonly bracket: string;
  /** Directly behind a dash without a blank, as names of groups are. */
  readonly afterDash: boolean;
}

/** A release's name, taken apart. */
export interface TokenizedName {
  readonly text: string;
  readonly tokens: readonly NameToken[];
  /** File types cut off its end. */
  readonly formats: readonly string[];
  /** Dots, underscores or dashes stand for blanks. */
  readonly isScene: boolean;
}

// Scripts without blanks give a token a letter; figures with a fraction or grouped by thousands are one word.
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]|\d{1,3}(?:[.,]\d{3})+(?!\d)|\d{1,3}\.\d{1,2}(?![\d\p{L}]|\.\d)|[\p{L}\p{N}\p{M}]+(?:['’ʼ`´][\p{L}\p{N}\p{M}]+)*|&/gu;
function keyOf(word: string): string {
  if (word === '&') return 'and';
  return /^\d+\.\d{1,2}$/.test(word) ? word : textKey(word).replace(/ /g, '');
}

const UNBLANKED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Where a word in camel case falls into words: `JKRowling` → `JK`, `Rowling`. */
function camelParts(word: string): string[] {
  return UNBLANKED.test(word) || /\d/.test(word) ? [word] : word.split(/(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u);
}

/** Units without signs that separate words elsewhere: `64 kbit/s`, `09:34:12`. */
function withPlainUnits(text: string): string {
  return text.replace(/k(?:bit|b)\/s/gi, 'kbps').replace(/(?<!\d)(\d{1,3}):(\d{2}):\d{2}(?!\d)/g, '$1h $2m');
}

const OPEN = '([{【「『（［';
const CLOSE = ')]}】」』）］';

function separates(gap: string, isScene: boolean): boolean {
  return /[|~/;:•·]/.test(gap) || /[\s._][-–—]|[-–—][\s._]|[–—]/u.test(gap) || (isScene && gap.includes('-'));
}

/** Names have fewer words; the rest of a longer one is one word, which nothing explains. */
const MOST_TOKENS = 120;

/** Takes the name of a release apart into words, without the wrapping of usenet subjects and file types. */
export function tokenizeName(raw: string): TokenizedName {
  const { text, formats } = cutExtension(withPlainUnits(unwrapSubject(raw)));
  const isScene = !/\s/.test(text.trim()) && /[._-]/.test(text);
  const tokens: NameToken[] = [];
  let segment = 0;
  let last = 0;
  const brackets: string[] = [];
  for (const match of text.replace(/_/g, ' ').matchAll(WORD)) {
    if (tokens.length >= MOST_TOKENS) {
      tokens.push({ key: '…', start: match.index, end: text.length, segment: segment + 1, bracket: '', afterDash: false });
      break;
    }
    const gap = text.slice(last, match.index);
    for (const sign of gap) {
      if (OPEN.includes(sign)) brackets.push(sign);
      else if (CLOSE.includes(sign)) brackets.pop();
      else continue;
      segment += 1;
    }
    if (separates(gap, isScene)) segment += 1;
    last = match.index + match[0].length;
    let start = match.index;
    for (const part of camelParts(match[0])) {
      const key = keyOf(part);
      const afterDash = start === match.index && /[^\s._]-$|^-$/u.test(gap);
      if (key !== '') tokens.push({ key, start, end: start + part.length, segment, bracket: brackets.at(-1) ?? '', afterDash });
      start += part.length;
    }
  }
  return { text, tokens, formats, isScene };
}

/** The keys of a text's words. */
export function wordsOf(text: string): string[] {
  const words: string[] = [];
  for (const [word] of text.replace(/_/g, ' ').matchAll(WORD)) {
    const key = keyOf(word);
    if (key !== '') words.push(key);
  }
  return words;
}

/** Runs of number words as one number: the tokens' keys, and the first and last token each stands for. */
export function withDigits(keys: readonly string[]): readonly { readonly key: string; readonly from: number; readonly to: number }[] {
  const out: { key: string; from: number; to: number }[] = [];
  for (let at = 0; at < keys.length;) {
    let length = 1;
    for (let more = Math.min(7, keys.length - at); more >= 1; more -= 1) {
      if (/^\d+$/.test(numbersAsDigits(keys.slice(at, at + more).join(' ')))) {
        length = more;
        break;
      }
    }
    const joined = keys.slice(at, at + length).join(' ');
    out.push({ key: length > 1 || /[a-z]/.test(joined) ? numbersAsDigits(joined) : joined, from: at, to: at + length });
    at += length;
  }
  return out;
}
