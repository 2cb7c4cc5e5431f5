import { bareTitle } from '../../../catalog/bare-title.js';
import { transliterate } from '../../text-key.js';
import type { WantedBook } from '../wanted-book.js';
import { withDigits, wordsOf } from './name-tokens.js';

/** What explains a phrase of a name. */
export type PhraseKind = 'title' | 'subtitle' | 'series' | 'author' | 'narrator' | 'contributor' | 'furniture';

/** Words of the wanted book that may stand in a name. */
export interface Phrase {
  readonly kind: PhraseKind;
  /** The words in the form of {@link joinedForm}. */
  readonly form: string;
  /** The person whose name it is. */
  readonly person?: string;
  /** Articles count, because little or nothing is left without them. */
  readonly keepsArticles: boolean;
  /** From another script, whose Latin spellings differ: `Voyna`, `Vojna`, `Voina`. */
  readonly isLoose: boolean;
}

/** A wanted book, prepared for the names of many releases. */
export interface WantedPhrases {
  readonly phrases: readonly Phrase[];
  readonly articles: ReadonlySet<string>;
  readonly authors: readonly string[];
  readonly narrators: readonly string[];
  /** Translators and the like. */
  readonly contributors: readonly string[];
  /** The numbers it has in its series. */
  readonly parts: readonly string[];
  /** First letters of its series: `wot`. */
  readonly initials: readonly string[];
  readonly isNamedLikeSeries: boolean;
  /** Its ASINs and its ISBN. */
  readonly numbers: readonly string[];
}

const ARTICLES: Readonly<Record<string, string>> = {
  en: 'the a an',
  de: 'der die das den dem des ein eine einer',
  fr: 'le la les un une',
  es: 'el la los las un una',
  it: 'il lo la gli le un una',
  nl: 'de het een',
  pt: 'o a os as um uma',
  sv: 'en ett',
  da: 'en et',
  no: 'en et',
};

const SERIES_WORD = /\s(?:series|saga|trilogy|cycle|chronicles?|archive|files|novels|books|mysteries|romances|reihe|zyklus)$/i;

const ROMAN: ReadonlyMap<string, string> = new Map(
  'ii iii iv vi vii viii ix xi xii xiii xiv xv xvi xvii xviii xix xx'.split(' ').map((word) => [word, String(romanValue(word))]),
);

function romanValue(word: string): number {
  const values: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10 };
  return [...word].reduce((sum, letter, at) => {
    const value = values[letter] ?? 0;
    return sum + (value < (values[word[at + 1] ?? ''] ?? 0) ? -value : value);
  }, 0);
}

const AND = new Set(['and', 'und', 'och', 'og']);

/** One word as it is compared: Latin letters, Arabic digits, one word for “and”. */
export function comparedForm(key: string): string {
  if (AND.has(key)) return 'and';
  if (/^\d+$/.test(key)) return String(Number(key));
  return ROMAN.get(key) ?? transliterate(key);
}

/** One spelling for the Latin spellings of Russian and Greek. */
export function looseForm(form: string): string {
  return form
    .replace(/[yj]/g, 'i')
    .replace(/kh/g, 'h')
    .replace(/ts|cz|tz/g, 'c')
    .replace(/w/g, 'v')
    .replace(/i+/g, 'i');
}

/** Words as one text without blanks, because people join and split them. Digraphs of umlauts are folded: `Schaetzing`. */
export function joinedForm(forms: readonly string[]): string {
  return forms.join('').replace(/([aou])e/g, '$1');
}

function formsOf(text: string): string[] {
  return withDigits(wordsOf(text)).map(({ key }) => comparedForm(key));
}

function phrasesOf(kind: PhraseKind, text: string, articles: ReadonlySet<string>, person?: string): Phrase[] {
  const forms = formsOf(text);
  if (forms.length === 0) return [];
  const bare = forms.filter((form) => !articles.has(form));
  const keepsArticles = person !== undefined || joinedForm(bare).length < 2 || articles.has(forms.at(-1) ?? '');
  const used = keepsArticles ? forms : bare;
  const last = used.at(-1);
  const turned = last === 'i' ? '1' : last === '1' ? 'i' : undefined;
  const all = turned === undefined || used.length < 2 ? [used] : [used, [...used.slice(0, -1), turned]];
  const named = person === undefined ? {} : { person };
  const plain = all.map((words) => ({ kind, form: joinedForm(words), keepsArticles, isLoose: false, ...named }));
  if (!/[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(text)) return plain;
  return [...plain, ...all.map((words) => ({ kind, form: looseForm(joinedForm(words)), keepsArticles, isLoose: true, ...named }))];
}

/** The first words of a subtitle, three or more, and each of its sentences: people cut subtitles short. */
function subtitlePieces(subtitle: string): string[] {
  const words = subtitle.split(/\s+/);
  const beginnings = words.map((_, at) => words.slice(0, at + 1).join(' ')).slice(2);
  const sentences = subtitle.split(/[:;.–—]\s+|\s-\s/).filter((sentence) => sentence.trim().split(/\s+/).length >= 2);
  return [subtitle, ...beginnings.slice(0, 20), ...sentences.slice(0, 8)];
}

function seriesPieces(name: string): string[] {
  const [head = '', ...tail] = name.split(/:\s/);
  const names = [name, ...(tail.length > 0 ? [head, tail.join(': ')] : [])];
  return names.flatMap((text) => [
    text,
    text.replace(SERIES_WORD, ''),
    text.replace(/^an?\s+/i, '').replace(/\s(?:novel|thriller|mystery)$/i, ''),
  ]);
}

/** Whether a text is an author's name or a part of it: “Goethe” before a title is an author wherever it stands. */
function namesPartOf(authors: readonly string[]): (text: string) => boolean {
  const names = authors.map((name) => new Set(wordsOf(name)));
  return (text) => {
    const words = wordsOf(text);
    return names.some((name) => words.every((word) => name.has(word)));
  };
}

function furniturePieces(text: string): string[] {
  const pieces = text.split(/[,:;]\s|\s[-–—]\s|[()[\]]/).map((piece) => piece.trim());
  return [text, ...pieces].filter((piece) => piece.trim() !== '');
}

const NUMBERED = /(?:book|band|buch|tome|livre|libro|teil|part|vol(?:ume)?\.?|no\.?|#)\s?#?(\d{1,3}(?:\.\d{1,2})?)$/i;

const cache = new WeakMap<WantedBook, WantedPhrases>();

/** The phrases of a wanted book. Kept for each, because a search compares it with thousands of names. */
export function phrasesOfWanted(wanted: WantedBook): WantedPhrases {
  const known = cache.get(wanted);
  if (known) return known;
  const made = makePhrases(wanted);
  cache.set(wanted, made);
  return made;
}

function initialsOf(series: string): string[] {
  const words = wordsOf(series).filter((word) => /^[a-z]/.test(word));
  const all = words.map((word) => word.charAt(0)).join('');
  const bare = words.filter((word) => word !== 'the' && word !== 'a').map((word) => word.charAt(0));
  return [all, bare.join('')].filter((text) => text.length >= 2);
}

/** `Monsters, Book 2` for the title `Monsters 2`, where the number is that of the book in its series. */
function numberedTitles(title: string, part: string | undefined): string[] {
  const [, name, number] = /^(\S.*?),?\s(\d{1,3})$/.exec(title) ?? [];
  if (name === undefined || number === undefined || Number(number) !== Number(part)) return [];
  return ['Book', 'Vol', 'Volume'].map((word) => `${name} ${word} ${number}`);
}

function makePhrases(wanted: WantedBook): WantedPhrases {
  const articles = new Set((ARTICLES[wanted.language ?? 'en'] ?? ARTICLES['en'] ?? '').split(' '));
  const { authors, narrators, contributors = [] } = wanted;
  const series = [wanted.series, ...(wanted.alsoInSeries ?? []).map(({ series: name }) => name)].filter(
    (name): name is string => name !== undefined,
  );
  const { title, furniture } = bareTitle(wanted.title, { seriesNames: series, authors });
  const isNameOfAuthor = namesPartOf(authors);
  const bracketless = wanted.title.replace(/[([][^()[\]]*[)\]]/g, ' ').trim();
  const phrases = [
    ...[title, wanted.title, bracketless, ...numberedTitles(title, wanted.seriesPart)].flatMap((text) =>
      phrasesOf('title', text, articles),
    ),
    ...(wanted.subtitle === undefined ? [] : subtitlePieces(wanted.subtitle).flatMap((text) => phrasesOf('subtitle', text, articles))),
    ...series.flatMap(seriesPieces).flatMap((text) => phrasesOf('series', text, articles)),
    ...authors.flatMap((name) => phrasesOf('author', name, articles, name)),
    ...narrators.flatMap((name) => phrasesOf('narrator', name, articles, name)),
    ...contributors.flatMap((name) => phrasesOf('contributor', name, articles, name)),
    ...furniture
      .flatMap(furniturePieces)
      .filter((text) => !isNameOfAuthor(text))
      .flatMap((text) => phrasesOf('furniture', text, articles)),
  ];
  const titleForms = new Set(phrases.filter(({ kind }) => kind === 'title').map(({ form }) => form));
  const seen = new Set<string>();
  return {
    phrases: phrases.filter(({ kind, form, person, isLoose }) => {
      if (form === '' || (kind !== 'title' && titleForms.has(form))) return false;
      const key = `${kind} ${form} ${person ?? ''} ${String(isLoose)}`;
      return !seen.has(key) && seen.add(key).size > 0;
    }),
    articles,
    authors,
    narrators,
    contributors,
    parts: [
      wanted.seriesPart,
      ...(wanted.alsoInSeries ?? []).map(({ part }) => part),
      ...furniture.map((text) => NUMBERED.exec(text)?.[1]),
    ].filter((part): part is string => part !== undefined && part !== ''),
    initials: series.flatMap(initialsOf),
    numbers: [wanted.asin, wanted.isbn, ...(wanted.siblings ?? [])].filter(
      (number): number is string => number !== undefined && number !== '',
    ),
    isNamedLikeSeries: series.some((name) =>
      seriesPieces(name).some((text) => titleForms.has(joinedForm(formsOf(text).filter((form) => !articles.has(form))))),
    ),
  };
}
