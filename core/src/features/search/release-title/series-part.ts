/** A series and a part, or only one of them. */
export interface SeriesMark {
  readonly series?: string;
  readonly part?: string;
}

const ROMAN = /^(?=[ivxl])(?:xl|l?x{0,3})(?:ix|iv|v?i{0,3})$/i;
const ROMAN_VALUES: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50 };
const WORDS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');

const NUMBER = '\\d{1,3}(?:\\.\\d{1,2})?(?!\\d)';
const RANGE = `${NUMBER}(?:\\s*(?:-|–|—|to|&|and|,|\\+|bis)\\s*#?${NUMBER}(?!-\\d))?(?:\\s*(?:,|&|and)\\s*#?${NUMBER})*(?!-\\d)`;
const WORDED = `(?:${RANGE}|[ivxl]{1,6}\\b|(?:one|two|three|four|five|six|seven|eight|nine|ten)\\b)`;
const LABEL =
  '(?:book|books|bk|bks|vol|vols|volume|volumes|part|parts|pt|no|number|episode|band|bd|teil|tome|livre|libro|deel|bok|том|книга|часть|кн)\\.?';

/** A part in Arabic digits: `04` → `4`, `II` → `2`, `1 & 2` → `1-2`; `undefined` if it is not a number. */
export function normalizePart(text: string): string | undefined {
  const trimmed = text.trim().toLowerCase();
  const numbers = trimmed.match(/\d+(?:\.\d+)?/g);
  if (numbers !== null) {
    const plain = numbers.map((number) => String(Number(number)));
    return plain.length === 1 ? plain[0] : `${plain[0]}-${plain.at(-1)}`;
  }
  const word = WORDS.indexOf(trimmed);
  if (word > 0) return String(word);
  if (trimmed !== '' && ROMAN.test(trimmed)) {
    let total = 0;
    for (const [index, letter] of [...trimmed].entries()) {
      const value = ROMAN_VALUES[letter] ?? 0;
      total += value < (ROMAN_VALUES[trimmed[index + 1] ?? ''] ?? 0) ? -value : value;
    }
    return String(total);
  }
  return undefined;
}

export function isRange(part: string | undefined): boolean {
  return part !== undefined && part.includes('-');
}

const MARK = new RegExp(`^(?:#|№)\\s*(${RANGE})$|^${LABEL}\\s*#?\\s*(${WORDED})$|^(${RANGE})$`, 'iu');
const LABELLED = new RegExp(`^(.+?)[\\s,;:–—-]*\\s(?:#|№|${LABEL}\\s*#?)\\s*(${WORDED})$|^(.+?)[\\s,]*[#№]\\s*(${RANGE})$`, 'iu');
const TRAILING = new RegExp(`^(.*\\p{L}[^\\s]*)\\s+(${RANGE})$`, 'iu');
const INITIALISM = /^([A-Za-z]{2,8})(\d{2}(?:\.\d)?)$/;

/** Reads a text that is only a part: `Book 2`, `#3`, `Vol. 1-4`, `07`. */
export function readPart(text: string): string | undefined {
  const match = MARK.exec(text.trim());
  if (match === null) return undefined;
  return normalizePart(match[1] ?? match[2] ?? match[3] ?? '');
}

/** Reads `Series, Book 2`, `Series #2`: a series with a labeled part. */
export function readLabeledSeries(text: string): SeriesMark | undefined {
  const match = LABELLED.exec(text.trim());
  if (match === null) return undefined;
  const series = (match[1] ?? match[3] ?? '').replace(/[\s,;:–—-]+$/u, '').trim();
  const part = normalizePart(match[2] ?? match[4] ?? '');
  if (part === undefined || !/\p{L}/u.test(series)) return undefined;
  return { series, part };
}

/** Reads `Series 02` and `SoM01`: a number at the end without a label. */
export function readTrailingSeries(text: string): SeriesMark | undefined {
  const short = INITIALISM.exec(text.trim());
  if (short !== null) return { series: short[1], part: normalizePart(short[2] ?? '') };
  const match = TRAILING.exec(text.trim());
  if (match === null) return undefined;
  const part = normalizePart(match[2] ?? '');
  return part === undefined ? undefined : { series: (match[1] ?? '').replace(/[,\s]+$/, ''), part };
}

/** `Vol 2 of 3`: one piece of a split book. */
export function readFragment(text: string): { readonly part: number; readonly of: number } | undefined {
  const match = /^(?:part|pt|vol(?:ume)?|cd|dis[ck]|teil|side)?\.?\s*(\d{1,2})\s*(?:of|von|\/|sur|de)\s*(\d{1,2})$/iu.exec(text.trim());
  return match === null ? undefined : { part: Number(match[1]), of: Number(match[2]) };
}

const SERIES_WORD =
  /\b(?:saga|chronicles?|cycle|trilogy|series|archive|files|universe|quartet|quintet|sequence|duology|mysteries|novels|papers|romances|tales|reihe|zyklus)\b/iu;

/** Whether a word in the text says that it is a series. */
export function namesSeries(text: string): boolean {
  return SERIES_WORD.test(text);
}

// “The Jungle Book” is a title; “A Jack Reacher Book” is not
const NOVEL_OF =
  /^(?:an?\s(.+)\s(?:novel|mystery|thriller|adventure|novella|story|book|romance)|the(?! complete)\s(.+)\s(?:novel|mystery|thriller))$/iu;

/** `A Dirk Pitt Novel` → `Dirk Pitt`. */
export function readNovelOf(text: string): string | undefined {
  const [, some, one] = NOVEL_OF.exec(text.trim()) ?? [];
  return (some ?? one)?.trim();
}
