import { foldLetters } from '../../platform/text/fold-letters.js';

const CYRILLIC: Readonly<Record<string, string>> = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  ґ: 'g',
  д: 'd',
  е: 'e',
  ж: 'zh',
  з: 'z',
  и: 'i',
  і: 'i',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  х: 'kh',
  ц: 'ts',
  ч: 'ch',
  ш: 'sh',
  щ: 'shch',
  ъ: '',
  ы: 'y',
  ь: '',
  э: 'e',
  ю: 'yu',
  я: 'ya',
  є: 'ye',
};

const GREEK: Readonly<Record<string, string>> = {
  α: 'a',
  β: 'v',
  γ: 'g',
  δ: 'd',
  ε: 'e',
  ζ: 'z',
  η: 'i',
  θ: 'th',
  ι: 'i',
  κ: 'k',
  λ: 'l',
  μ: 'm',
  ν: 'n',
  ξ: 'x',
  ο: 'o',
  π: 'p',
  ρ: 'r',
  σ: 's',
  ς: 's',
  τ: 't',
  υ: 'y',
  φ: 'f',
  χ: 'ch',
  ψ: 'ps',
  ω: 'o',
};

/**
 * Folds text for comparison: lower case, no Latin diacritics, `&` as `and`, no apostrophes, other punctuation as
 * blanks. Letters of every script stay, so a Japanese or Russian title keeps a key. Text without letters or digits
 * gives the empty string, which callers must never treat as equal to anything.
 */
export function textKey(text: string): string {
  return foldLetters(text)
    .replace(/[\u2018\u2019\u02bc\u00b4'`]/g, '')
    .replace(/&/g, ' and ')
    .replace(/(\d)[,.](?=\d{3}(?!\d))/g, '$1')
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim();
}

/** {@link textKey} without a leading article. `The` alone stays. */
export function titleKey(title: string): string {
  const key = numbersAsDigits(textKey(title));
  return key.replace(/^(?:the|a|an) (?=.)/, '');
}

/** Whether two titles are the same text, even with digits for words, `ae` for `ä`, or joined and split words. */
export function sameTitle(left: string, right: string): boolean {
  const a = titleKey(left);
  const b = titleKey(right);
  if (a === '' || b === '') return false;
  return a === b || compactKey(a) === compactKey(b);
}

/** The key without blanks and with folded German digraphs; takes keys from {@link textKey}. */
export function compactKey(key: string): string {
  return foldDigraphs(key).replace(/ /g, '');
}

function foldDigraphs(key: string): string {
  return key.replace(/([aou])e(?=[^aeiou\s]|$)/g, '$1');
}

/** Replaces Russian, Ukrainian and Greek letters of a {@link textKey} with Latin ones. */
export function transliterate(key: string): string {
  return key.replace(/[\u0370-\u03ff\u0400-\u04ff]/g, (letter) => CYRILLIC[letter] ?? GREEK[letter] ?? letter);
}

const UNITS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen';
const SMALL = new Map(UNITS.split(' ').map((word, value) => [word, value]));
const TENS = new Map('twenty thirty forty fifty sixty seventy eighty ninety'.split(' ').map((word, index) => [word, (index + 2) * 10]));
const SCALES = new Map([
  ['hundred', 100],
  ['thousand', 1000],
  ['million', 1_000_000],
]);

/** Writes English number words of a key as digits: `twenty thousand leagues` → `20000 leagues`, `nineteen eighty four` → `1984`. */
export function numbersAsDigits(key: string): string {
  const out: string[] = [];
  let total = 0;
  let current = 0;
  let open = false;
  const flush = (): void => {
    if (open) out.push(String(total + current));
    total = 0;
    current = 0;
    open = false;
  };
  for (const word of key.split(' ')) {
    const small = SMALL.get(word);
    const tens = TENS.get(word);
    const scale = SCALES.get(word);
    if (small !== undefined) {
      const fits = current % 100 === 0 || (current % 10 === 0 && current % 100 >= 20 && small < 10);
      if (open && !fits) flush();
      current += small;
      open = true;
    } else if (tens !== undefined) {
      if (open && total === 0 && current >= 13 && current <= 20) current *= 100;
      else if (open && current % 100 !== 0) flush();
      current += tens;
      open = true;
    } else if (scale !== undefined && open) {
      if (scale === 100) current *= 100;
      else {
        total += current * scale;
        current = 0;
      }
    } else {
      flush();
      out.push(word);
    }
  }
  flush();
  return out.join(' ');
}

/**
 * Levenshtein distance, abandoned (as `limit + 1`) once it exceeds `limit`. Only cells near the diagonal can be within
 * the limit, so the work is linear, not quadratic.
 */
export function editDistance(left: string, right: string, limit = 3): number {
  const tooFar = limit + 1;
  if (Math.abs(left.length - right.length) > limit) return tooFar;
  let row = new Map(Array.from({ length: limit + 1 }, (_, index) => [index, index]));
  for (let i = 1; i <= left.length; i += 1) {
    const next = new Map<number, number>();
    for (let j = Math.max(0, i - limit); j <= Math.min(right.length, i + limit); j += 1) {
      const cost = left[i - 1] === right[j - 1] ? 0 : 1;
      const changed = (row.get(j - 1) ?? tooFar) + cost;
      next.set(j, Math.min((next.get(j - 1) ?? tooFar) + 1, (row.get(j) ?? tooFar) + 1, changed));
    }
    row = next;
  }
  return Math.min(row.get(right.length) ?? tooFar, tooFar);
}
