import { plainKey } from './fold-text.js';

/** What a catalogue knows of a book beside its title. */
export interface TitleContext {
  /** Names of the series it is known to belong to. */
  readonly seriesNames?: readonly string[];
  readonly authors?: readonly string[];
}

/** A title as people say it, and what the catalogue had put around it. */
export interface BareTitle {
  readonly title: string;
  /** `A Harry Hole Thriller, Book 4`, `Booktrack Edition`, `Unabridged`. */
  readonly furniture: readonly string[];
}

/** No title is longer; the text after it does not make it another book. */
const LONGEST = 1_000;
const BRACKETS = /\([^()]*\)|\[[^[\]]*\]/g;
/** `(1 of 3)` tells the parts of a divided recording apart. */
const PORTION = /^[([]\s*(?:\p{L}+\s)?\d+\s*(?:of|von|de|di|\/)\s*\d+\s*[)\]]$/iu;

const NUMBER = '(?:\\d{1,3}(?:\\.\\d{1,2})?|[ivxl]{1,6}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)';
// Volumes and parts may be all that tells two books apart, so they stay.
const LABEL = '(?:book|bk\\.?|band|bd\\.?|buch|tome|livre|libro|deel|bok|no\\.?|#)';
const NUMBERED = new RegExp(`^${LABEL} ?#?${NUMBER}$`, 'iu');
const SERIES_NUMBERED = new RegExp(`^([^,:]+?)(?:,| -)? ${LABEL} ?#?${NUMBER}$`, 'iu');
const NUMBERED_OF = new RegExp(`^${LABEL} ?${NUMBER} (?:of|in|from|aus|der|von|de) ([^,:]+)$`, 'iu');
const SERIES_AND_NUMBER = new RegExp(`^([^,:]+?),? #?${NUMBER}$`, 'iu');

const KIND =
  /^an? (?:[^:]* )?(?:novel|novella|thriller|memoir|mystery|adventure|romance|fairy tale|audio drama|litrpg|story)(?: of [^:]+)?$/i;
const EDITION =
  /^(?:an? |the )?(?:(?:international|audible|booktrack|special|deluxe|classic|new classic|amazonclassics|audiogo|unabridged|(?:\d+\p{L}+ )?anniversary|collector['’]?s|(?:[\p{L}]+ ){0,2}tie-in) edition|unabridged|(?:ungekürzte|vollständige) (?:lesung|ausgabe|fassung)|ungekürzt|texte intégral|version intégrale|movie tie-in)$/iu;
const READING = /^(?:gesprochen|gelesen|vorgelesen|narrated|read|performed|lu|letto|narrado) (?:von|by|par|da|por) .+$/i;

const SEPARATOR = /\s?[:,]\s|\s[-–—]\s|\.\s/g;
/** The separators looked at, from the end; furniture stands behind the last few. */
const MOST_SEPARATORS = 4;

function withoutSeriesWord(key: string): string {
  return key.replace(/ (?:series|saga|trilogy|cycle|chronicles?|archive|files|novels|books|mysteries|reihe|zyklus)$/, '');
}

/** Whether a statement names one of these series, perhaps with `Series`, or by some of its words. */
function namesOne(stated: string, seriesKeys: readonly string[], mayBePartly = true): boolean {
  const key = withoutSeriesWord(plainKey(stated));
  if (key === '') return false;
  return seriesKeys.some((known) => {
    const bare = withoutSeriesWord(known);
    return (mayBePartly && ` ${bare} `.includes(` ${key} `)) || ` ${key} `.includes(` ${bare} `);
  });
}

/** Whether a text behind a title only says where in a series it stands, which kind of book or which edition it is. */
function isFurniture(tail: string, rest: string, seriesKeys: readonly string[]): boolean {
  if (KIND.test(tail) || EDITION.test(tail) || READING.test(tail)) return true;
  const restKey = plainKey(rest);
  const tellsMore = restKey !== '' && !seriesKeys.includes(restKey);
  if (NUMBERED.test(tail)) return seriesKeys.length > 0 && tellsMore;
  const stated = (SERIES_NUMBERED.exec(tail) ?? NUMBERED_OF.exec(tail))?.[1];
  if (stated !== undefined) {
    const known = seriesKeys.length === 0 ? plainKey(stated) !== restKey : namesOne(stated, seriesKeys);
    return known && (tellsMore || seriesKeys.length === 0 || restKey !== '');
  }
  const [, numbered] = SERIES_AND_NUMBER.exec(tail) ?? [];
  return tellsMore && numbered !== undefined && namesOne(numbered, seriesKeys, false);
}

/** Cuts what {@link isFurniture} off the end, the longest such text first. */
function cutTail(title: string, seriesKeys: readonly string[]): { readonly rest: string; readonly tail: string } | undefined {
  const separators = [...title.matchAll(SEPARATOR)].slice(-MOST_SEPARATORS);
  for (const match of separators) {
    const rest = title.slice(0, match.index).trim();
    const tail = title.slice(match.index + match[0].length).trim();
    if (plainKey(rest) !== '' && isFurniture(tail, rest, seriesKeys)) return { rest, tail };
  }
  return undefined;
}

/** `Sherlock Holmes: A Study in Scarlet` of that series, `O. Henry: Stories` by that author, `Dune: Hunters of Dune`. */
function cutFront(title: string, seriesKeys: readonly string[], authors: readonly string[]): { rest: string; front: string } | undefined {
  for (const pattern of FRONTS) {
    const cut = cutFrontAt(pattern, title, seriesKeys, authors);
    if (cut !== undefined) return cut;
  }
  return undefined;
}

const FRONTS = [/^([^:]{1,200}?)(?:\s?:|\s[-–—])\s+(\S.*)$/u, /^([^:]{1,200}?)\.\s+(\S.*)$/u];

function cutFrontAt(
  pattern: RegExp,
  title: string,
  seriesKeys: readonly string[],
  authors: readonly string[],
): { rest: string; front: string } | undefined {
  const [, front, rest] = pattern.exec(title) ?? [];
  if (front === undefined || rest === undefined) return undefined;
  const key = plainKey(front);
  if (key === '' || plainKey(rest) === '') return undefined;
  const names = authors.map(plainKey).filter((name) => name !== '');
  const surname = key.split(' ').at(-1) ?? '';
  const isAuthor = key.split(' ').length <= 4 && names.some((name) => name.split(' ').at(-1) === surname);
  const bare = key.replace(/ \d{1,3}$/, '');
  const isSeries = seriesKeys.some((known) => known === key || known === bare || known.startsWith(`${key} `));
  return isAuthor || isSeries || ` ${plainKey(rest)} `.includes(` ${key} `) ? { rest, front } : undefined;
}

/** `The Critique of Pure Reason by Immanuel Kant`. */
function cutByline(title: string, authors: readonly string[]): { rest: string; tail: string } | undefined {
  const at = title.toLowerCase().lastIndexOf(' by ');
  if (at <= 0) return undefined;
  const tail = title.slice(at + 1);
  const key = plainKey(title.slice(at + 4));
  return key !== '' && authors.some((name) => plainKey(name) === key) ? { rest: title.slice(0, at), tail } : undefined;
}

function withoutBrackets(title: string, furniture: string[]): string {
  const taken: string[] = [];
  const rest = title.replace(BRACKETS, (bracket) => {
    if (PORTION.test(bracket)) return bracket;
    taken.push(bracket.slice(1, -1).trim());
    return ' ';
  });
  if (plainKey(rest) === '') return title;
  furniture.push(...taken.filter((text) => text !== ''));
  return rest.replace(/\s+/g, ' ').trim();
}

/**
 * Takes the catalogue's furniture off a title: brackets, `, Book 1` of a known series, `: A Novel`, editions, the name
 * of its series or author in front. Never leaves nothing.
 */
export function bareTitle(title: string, { seriesNames = [], authors = [] }: TitleContext = {}): BareTitle {
  const seriesKeys = seriesNames.map(plainKey).filter((key) => key !== '');
  const furniture: string[] = [];
  let rest = withoutBrackets(title.slice(0, LONGEST).replace(/\s+/g, ' ').trim(), furniture);
  for (let guard = 0; guard < MOST_SEPARATORS; guard += 1) {
    const cut = cutTail(rest, seriesKeys) ?? cutByline(rest, authors);
    if (cut === undefined) break;
    furniture.push(cut.tail);
    rest = cut.rest;
  }
  const cut = cutFront(rest, seriesKeys, authors);
  if (cut !== undefined) {
    furniture.push(cut.front);
    rest = cut.rest;
  }
  return { title: rest.replace(/[\s,:;–—-]+$/u, '') || title, furniture };
}
