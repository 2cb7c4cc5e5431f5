/** Letters that do not come apart under NFKD. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = { ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i', ß: 'ss', æ: 'ae', œ: 'oe' };

/** Lower case without Latin marks. Marks of other scripts are part of the letter and stay. */
function fold(text: string): string {
  return text
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

const BOOK_STATEMENT = /^(.+?)(?:\s*[,:]\s*|\s+[-–—]\s+)(?:([^,:]+?),?\s+)?book\s+\d+(?:\.\d+)?$/;
const LAST_BOOK_STATEMENT = /^(.+?)(?:\s*[,:]\s*|\s+[-–—]\s+)book\s+\d+(?:\.\d+)?$/;
const KIND_STATEMENT = /(?:\s*:\s*|\s+[-–—]\s+)an?\s(?:[^:]*\s)?(?:novel|novella|thriller|memoir|mystery)$/;
const EDITION_STATEMENT =
  /(?:\s*:\s*|\s+[-–—]\s+)(?:an?\s|the\s)?(?:international|audible|booktrack|special|movie tie-in|media tie-in|tv tie-in)\s+edition$/;

/** Drops `, Book 1` or `: Series, Book 1` where the series is known and more than its name is left. */
function withoutBookStatement(title: string, seriesKeys: readonly string[]): string {
  const stated = BOOK_STATEMENT.exec(title);
  const statedSeries = stated?.[2] === undefined ? '' : plainKey(stated[2]);
  const isStatedSeries = statedSeries !== '' && (seriesKeys.length === 0 || seriesKeys.includes(statedSeries));
  const known = isStatedSeries ? [...seriesKeys, statedSeries] : seriesKeys;
  const rest = isStatedSeries ? stated?.[1] : LAST_BOOK_STATEMENT.exec(title)?.[1];
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
export function normaliseTitle(title: string, seriesNames: readonly string[] = []): string | undefined {
  const seriesKeys = seriesNames.map(plainKey).filter((key) => key !== '');
  const bare = fold(title)
    .replace(/\([^)]*\)|\[[^\]]*\]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const unstated = withoutBookStatement(bare, seriesKeys).replace(KIND_STATEMENT, '').replace(EDITION_STATEMENT, '');
  const key = withoutArticle(toWords(withoutSeriesPrefix(unstated, seriesKeys)));
  return key === '' ? undefined : key;
}

/** Folded words of any other text, `undefined` when none are left. */
export function normaliseText(text: string): string | undefined {
  const key = plainKey(text.replace(/\([^)]*\)|\[[^\]]*\]/g, ' '));
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
  const folded = fold(name).replace(/\([^)]*\)|\[[^\]]*\]/g, ' ');
  return inSpokenOrder(folded)
    .replace(/['’‘ʼ`´]/g, '')
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter(Boolean);
}

/**
 * The letters and digits of a person's name, so that initials agree however they are spaced. `undefined` when there
 * are none; that never agrees with anything.
 */
export function normaliseName(name: string): string | undefined {
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
