import { bareTitle } from '../../catalog/bare-title.js';
import { explainName } from '../../search/ranking/explanation/explain-name.js';
import { gradeText } from '../../search/ranking/match-release.js';
import { compareNameLists, compareNames } from '../../search/ranking/name-matching.js';
import { isWantedTitle } from '../../search/ranking/stated-facts.js';
import { editDistance, sameTitle, textKey, titleKey } from '../../search/text-key.js';
import type { WantedBook } from '../../search/ranking/wanted-book.js';

/**
 * `wanted`: the title of the wanted book. `none`: no title, but a series, a person or nothing. `doubtful`: perhaps another
 * wording of the title. `other`: the title of another book.
 */
export type TitleVerdict = 'wanted' | 'none' | 'doubtful' | 'other';

/** `Dune (Disc 3)`, `Dune CD01`, `Dune [Unabridged], Part 2 of 3` without the piece. */
const PIECE_BEHIND =
  /[\s\-–_,:([]{1,4}(?:cd|disc|disk|disque|part|pt|teil|side|seite|kassette|tape|volume|vol)\.?\s?#?\d{1,3}(?:\s?(?:of|von|de|\/)\s?\d{1,3})?[)\]]?$/i;

/** Words that name no book by themselves. */
const SMALL = new Set(
  (
    'the a an of and in on to for with at der die das und le la les de et el los y series saga trilogy cycle chronicles archive books novels ' +
    'novel book part volume vol complete unabridged audiobook one two three four five six seven eight nine ten i ii iii iv v'
  ).split(' '),
);
/** Share of the words, and of the letters, that two wordings of one title have in common. */
const SAME_WORDS = 0.6;
const SHORTEST_MISSPELT = 5;
/** Series of one book that are looked at. */
const MOST_SERIES = 3;

function wordsOf(text: string): Set<string> {
  return new Set(
    textKey(text)
      .split(' ')
      .filter((word) => word !== '' && !SMALL.has(word)),
  );
}

/** The title without what the catalogue adds to it: `Dune: Dune Chronicles, Book 1`. */
function plainTitle(wanted: WantedBook): string {
  return bareTitle(wanted.title, { seriesNames: seriesNames(wanted), authors: wanted.authors }).title;
}

function seriesNames(wanted: WantedBook): string[] {
  return [wanted.series, ...(wanted.alsoInSeries ?? []).map((entry) => entry.series)].filter((name) => name !== undefined);
}

/** Whether a text words the title otherwise: most words are the same, or a few letters differ. */
function isWordedLike(text: string, title: string): boolean {
  const [left, right] = [wordsOf(text), wordsOf(title)];
  const shared = [...left].filter((word) => right.has(word)).length;
  const all = new Set([...left, ...right]).size;
  if (shared > 0 && shared < all && shared / all >= SAME_WORDS) return true;
  const [a, b] = [titleKey(text), titleKey(title)];
  const digits = (key: string): string => key.replace(/\D+/g, ' ').trim();
  return Math.min(a.length, b.length) >= SHORTEST_MISSPELT && digits(a) === digits(b) && editDistance(a, b, 2) <= 2;
}

const seriesBooks = new WeakMap<WantedBook, readonly WantedBook[]>();

/** The series of a wanted book as if their names were its title. Kept for each, because what explains names is prepared once a book. */
function seriesAsBooks(wanted: WantedBook): readonly WantedBook[] {
  const known = seriesBooks.get(wanted);
  if (known) return known;
  const made = seriesNames(wanted)
    .slice(0, MOST_SERIES)
    .map((title) => ({ ...wanted, title, subtitle: undefined }));
  seriesBooks.set(wanted, made);
  return made;
}

/** Whether a text has no word of its own: it names a series of the wanted book, with the number of the book or with none. */
function isWithoutOwnWords(text: string, wanted: WantedBook): boolean {
  if (seriesAsBooks(wanted).some((series) => explainName(text, series).isWhole)) return true;
  const parts = [wanted.seriesPart, ...(wanted.alsoInSeries ?? []).map(({ part }) => part)].filter((part) => part !== undefined);
  const known = wordsOf([wanted.title, wanted.subtitle ?? '', ...seriesNames(wanted), ...wanted.authors, ...parts].join(' '));
  return [...wordsOf(text)].every((word) => known.has(word.replace(/^0+(?=\d)/, '')));
}

function isPerson(text: string, wanted: WantedBook): boolean {
  return [...wanted.authors, ...wanted.narrators].some((name) => compareNames(text, name) >= 0.8);
}

/** Whether a text and a title share no script, as a translated title does. */
function isOtherScript(text: string, title: string): boolean {
  const scriptOf = (key: string): string => (/[a-z]/.test(key) ? 'latin' : /\p{L}/u.test(key) ? 'other' : '');
  const [a, b] = [scriptOf(textKey(text)), scriptOf(textKey(title))];
  return a !== '' && b !== '' && a !== b;
}

/** Whether a text is the title of another book in the series, as the catalogue has it. */
function isOtherOfSeries(text: string, wanted: WantedBook): boolean {
  return (wanted.otherBooksOfSeries ?? []).some((name) => !sameTitle(name, wanted.title) && sameTitle(name, text));
}

/** Judges a title of the tags as the name of a release is judged: by what the wanted book explains of it. Pure. */
export function judgeTitle(text: string, wanted: WantedBook): TitleVerdict {
  const bare = text.replace(PIECE_BEHIND, '');
  const texts = bare === '' || bare === text ? [text] : [text, bare];
  if (texts.some((one) => isOtherOfSeries(one, wanted))) return 'other';
  if (texts.some((one) => isWantedTitle(one, wanted))) return 'wanted';
  if (texts.some((one) => isWithoutOwnWords(one, wanted) || isPerson(one, wanted))) return 'none';
  const isDoubtful = texts.some(
    (one) => gradeText(one, wanted) === 'doubtful' || isWordedLike(one, plainTitle(wanted)) || isOtherScript(one, wanted.title),
  );
  return isDoubtful ? 'doubtful' : 'other';
}

/** How well stated authors agree with the wanted ones; `undefined` when none is stated. Narrators may stand in their place. */
export function judgeAuthors(authors: readonly string[], wanted: WantedBook): 'same' | 'narrator' | 'other' | undefined {
  if (authors.length === 0) return undefined;
  if (compareNameLists(authors, [...wanted.authors, ...(wanted.contributors ?? [])]) > 0) return 'same';
  return compareNameLists(authors, wanted.narrators) > 0 ? 'narrator' : 'other';
}

/**
 * Whether a text that is not the wanted title may be what the book is called elsewhere: it is no other book of the series, and
 * names neither the whole title with more words nor another number. Author and length have to say that it is the book.
 */
export function isPerhapsTranslated(text: string, wanted: WantedBook): boolean {
  const [stated, title] = [wordsOf(text), wordsOf(plainTitle(wanted))];
  return ![...title].every((word) => stated.has(word)) && !/\d/.test(text) && !isOtherOfSeries(text, wanted);
}
