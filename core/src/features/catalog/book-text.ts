/** Letters that do not come apart under NFKD. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = { ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i', ß: 'ss', æ: 'ae', œ: 'oe' };

/** No title or name of a book is longer; the text after it does not make it another one. */
const LONGEST = 1_000;
const BRACKETS = /\([^()]*\)|\[[^[\]]*\]/g;

/** Lower case without Latin marks. Marks of other scripts are part of the letter and stay. */
function fold(text: string): string {
  return text
    .slice(0, LONGEST)
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[øłđðþıßæœ]/g, (letter) => PLAIN_LETTERS[letter] ?? letter);
}

/** Words of folded text: `&` as `and`, apostrophes and the dots of acronyms gone, other punctuation as blanks. */
function toWords(folded: string): string {
  return folded
    .replace(/&/g, ' and ')
    .replace(/['’‘ʼ`´]/g, '')
    .replace(/(?<!\p{L})(?:\p{L}\.){2,}/gu, (acronym) => acronym.replaceAll('.', ''))
    .replace(/(\d)[,.](?=\d{3}(?!\d))/g, '$1')
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim();
}

function withoutArticle(words: string): string {
  return words.replace(/^(?:the|a|an) (?=.)/, '');
}

function plainKey(text: string): string {
  return withoutArticle(toWords(fold(text)));
}

// The patterns below see one blank at a time.
const BOOK = /book \d+(?:\.\d+)?$/;
const SEPARATOR = / ?[,:] ?| [-–—] /g;
const SERIES_BEFORE_BOOK = /^([^,:]+?),? $/;
const LAST_SEPARATOR = /(?: ?[,:] ?| [-–—] )$/;
const KIND_STATEMENT = /(?: ?: ?| [-–—] )an? (?:[^:]* )?(?:novel|novella|thriller|memoir|mystery)$/;
const EDITION_STATEMENT =
  /(?: ?: ?| [-–—] )(?:an? |the )?(?:international|audible|booktrack|special|movie tie-in|media tie-in|tv tie-in) edition$/;

interface BookStatement {
  /** The title in front of it. */
  readonly rest: string;
  readonly series?: string;
}

/** `Title, Book 1` and `Title: Series, Book 1`: returns the part after the first separator that only names a series. */
function bookStatement(title: string): BookStatement | undefined {
  const head = title.slice(0, BOOK.exec(title)?.index ?? 0);
  for (const match of head.matchAll(SEPARATOR)) {
    const rest = head.slice(0, match.index);
    const behind = head.slice(match.index + match[0].length);
    const series = SERIES_BEFORE_BOOK.exec(behind)?.[1];
    if (rest !== '' && (behind === '' || series !== undefined)) return { rest, ...(series === undefined ? {} : { series }) };
  }
  return undefined;
}

/** `Title, Book 1`: returns the part before the last separator, where only the number follows it. */
function beforeBook(title: string): string | undefined {
  const head = title.slice(0, BOOK.exec(title)?.index ?? 0);
  const rest = head.replace(LAST_SEPARATOR, '');
  return rest === '' || rest === head ? undefined : rest;
}

/** Drops `, Book 1` or `: Series, Book 1` where the series is known and more than its name is left. */
function withoutBookStatement(title: string, seriesKeys: readonly string[]): string {
  const stated = bookStatement(title);
  const statedSeries = stated?.series === undefined ? '' : plainKey(stated.series);
  const isStatedSeries = statedSeries !== '' && (seriesKeys.length === 0 || seriesKeys.includes(statedSeries));
  const known = isStatedSeries ? [...seriesKeys, statedSeries] : seriesKeys;
  const rest = isStatedSeries ? stated?.rest : beforeBook(title);
  return rest === undefined || known.length === 0 || known.includes(plainKey(rest)) ? title : rest;
}

/** Drops `Series: ` in front of a title of that series; `Dune: Hunters of Dune` names its series twice. */
function withoutSeriesPrefix(title: string, seriesKeys: readonly string[]): string {
  const [, prefix, rest] = /^([^:]+):\s*(\S.*)$/.exec(title) ?? [];
  if (prefix === undefined || rest === undefined) return title;
  const key = plainKey(prefix);
  return key !== '' && (seriesKeys.includes(key) || ` ${plainKey(rest)} `.includes(` ${key} `)) ? rest : title;
}

/**
 * The text two titles of one work have in common: no brackets, marks, punctuation, leading article, series or edition
 * statement. Letters of every script stay. `undefined` when nothing is left; that never agrees with anything.
 *
 * @param seriesNames names of the series the book is known to belong to
 */
export function normalizeTitle(title: string, seriesNames: readonly string[] = []): string | undefined {
  const seriesKeys = seriesNames.map(plainKey).filter((key) => key !== '');
  const bare = fold(title).replace(BRACKETS, ' ').replace(/\s+/g, ' ').trim();
  const unstated = withoutBookStatement(bare, seriesKeys).replace(KIND_STATEMENT, '').replace(EDITION_STATEMENT, '');
  const key = withoutArticle(toWords(withoutSeriesPrefix(unstated, seriesKeys)));
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
