import type { EvaluationBook } from './evaluation-books.js';
import { localWords, readersOf, turned, writersOf } from './spoken-names.js';
import type { NameLayout } from './name-layouts.js';

const ARTICLE = /^(The|An?|Der|Die|Das|Le|La|Les|El|Los|Il) (?=\S)/;

function initials(name: string): string | undefined {
  const words = name.replace(/\s(de|du|von|van|Le|La) /g, ' $1\u00a0').split(' ');
  if (words.length < 2 || !/^\p{Script=Latin}/u.test(name)) return undefined;
  return `${words
    .slice(0, -1)
    .map((word) => `${word.charAt(0)}.`)
    .join(' ')} ${words.at(-1) ?? ''}`;
}

/** Plain letters, as people type them: `Nesbø` → `Nesbo`. */
function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/ø/g, 'o')
    .replace(/Ø/g, 'O')
    .replace(/ß/g, 'ss')
    .replace(/æ/g, 'ae')
    .replace(/ł/g, 'l');
}

function germanDigraphs(text: string): string {
  const pairs: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', Ä: 'Ae', Ö: 'Oe', Ü: 'Ue', ß: 'ss' };
  return text.replace(/[äöüÄÖÜß]/g, (letter) => pairs[letter] ?? letter);
}

const RUSSIAN =
  'а a б b в v г g д d е e ё yo ж zh з z и i й y к k л l м m н n о o п p р r с s т t у u ф f х kh ц ts ч ch ш sh щ shch ъ _ ы y ь _ э e ю yu я ya'.split(
    ' ',
  );
const LATIN = new Map(RUSSIAN.flatMap((letter, at) => (at % 2 === 0 ? [[letter, (RUSSIAN[at + 1] ?? '').replace('_', '')] as const] : [])));

function transliterated(text: string): string {
  return text
    .toLowerCase()
    .replace(/\p{Script=Cyrillic}/gu, (letter) => LATIN.get(letter) ?? letter)
    .replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase());
}

function changed(of: (book: EvaluationBook, author: string) => string | undefined): NameLayout['of'] {
  return (book) => of(book, writersOf(book)[0] ?? '');
}

function unlike(text: string, before: string): string | undefined {
  return text === before ? undefined : text;
}

/** Names that people write differently from the catalogue; none of them has a typing error. */
export const PERTURBED_NAMES: readonly NameLayout[] = [
  {
    name: 'initials with blanks',
    of: changed((book, author) => {
      const short = initials(author);
      return short && `${short} - ${book.spoken} [M4B]`;
    }),
  },
  {
    name: 'initials joined',
    of: changed((book, author) => {
      const short = initials(author);
      return short && `${short.replace(/\. ?(?=\p{L}\.)/gu, '').replace(/\./g, '')} - ${book.spoken} [M4B]`;
    }),
  },
  {
    name: 'without an article',
    of: changed((book, author) => {
      const bare = unlike(book.spoken.replace(ARTICLE, ''), book.spoken);
      return bare && `${author} - ${bare} [MP3]`;
    }),
  },
  {
    name: 'article at the end',
    of: changed((book, author) => {
      const article = ARTICLE.exec(book.spoken)?.[1];
      return article && `${turned(author)} - ${book.spoken.replace(ARTICLE, '')}, ${article} (MP3)`;
    }),
  },
  {
    name: 'ampersand for and',
    of: changed((book, author) => {
      const text = unlike(book.spoken.replace(/ and /gi, ' & '), book.spoken);
      return text && `${text} - ${author} M4B`;
    }),
  },
  {
    name: 'and for ampersand',
    of: changed((book, author) => {
      const text = unlike(book.spoken.replace(/ & /g, ' and '), book.spoken);
      return text && `${text} - ${author} M4B`;
    }),
  },
  {
    name: 'plain letters',
    of: changed((book, author) => {
      const before = `${author} - ${book.spoken} [MP3]`;
      return unlike(plain(before), before);
    }),
  },
  {
    name: 'German digraphs',
    of: changed((book, author) => {
      const before = `${author} - ${book.spoken} [MP3]`;
      return unlike(germanDigraphs(before), before);
    }),
  },
  {
    name: 'transliterated',
    of: changed((book, author) => {
      const before = `${author} - ${book.spoken} [MP3]`;
      const after = transliterated(before);
      return after.toLowerCase() === before.toLowerCase() ? undefined : after;
    }),
  },
  {
    name: 'no apostrophes',
    of: changed((book, author) => {
      const text = unlike(book.spoken.replace(/['’]/g, ''), book.spoken);
      return text && `${author} - ${text} [MP3]`;
    }),
  },
  { name: 'upper case', of: changed((book, author) => `${author} - ${book.spoken} M4B`.toUpperCase()) },
  {
    name: 'lower case with underscores',
    of: changed((book, author) => `${author}_-_${book.spoken}_(m4b)`.toLowerCase().replace(/\s/g, '_')),
  },
  {
    name: 'many tags',
    of: changed((book, author) => `${author} - ${book.spoken} [Audiobook] [${book.year}] [MP3] [64kbps] [512 MB] [Retail] [Chapterized]`),
  },
  {
    name: 'tags without brackets',
    of: changed((book, author) => `${author} - ${book.spoken} ${book.year} ${localWords(book).audiobook} MP3 64 kbps`),
  },
  {
    name: 'genre and publisher in brackets',
    of: changed((book, author) => `${author} - ${book.spoken} (${book.year}) [Fiction] [Penguin Audio] [m4b]`),
  },
  { name: 'format in front', of: changed((book, author) => `[M4B] ${author} - ${book.spoken}`) },
  {
    name: 'surname only',
    of: changed((book, author) => {
      const last = author.split(' ').at(-1) ?? '';
      return last === author || !/^\p{Script=Latin}/u.test(author) ? undefined : `${last} - ${book.spoken} (${book.year}) MP3`;
    }),
  },
  {
    name: 'all authors with ampersand',
    of: (book) => (writersOf(book).length > 1 ? `${writersOf(book).join(' & ')} - ${book.spoken} [M4B]` : undefined),
  },
  {
    name: 'authors in the other order',
    of: (book) => (writersOf(book).length > 1 ? `${[...writersOf(book)].reverse().join(', ')} - ${book.spoken} [M4B]` : undefined),
  },
  {
    name: 'all readers',
    of: (book) =>
      readersOf(book).length > 1
        ? `${writersOf(book)[0] ?? ''} - ${book.spoken} (Narrated by ${readersOf(book).slice(0, 4).join(', ')})`
        : undefined,
  },
  {
    name: 'by in place of a dash, reader behind',
    of: (book) =>
      readersOf(book)[0] === undefined
        ? undefined
        : `${book.spoken} by ${writersOf(book)[0] ?? ''} narrated by ${readersOf(book)[0] ?? ''} MP3 64kbps`,
  },
  { name: 'pipes', of: changed((book, author) => `${author} | ${book.spoken} | ${book.year} | MP3`) },
  {
    name: 'series with a hash',
    of: changed((book, author) =>
      book.series === undefined || !/^\d+$/.test(book.part ?? '')
        ? undefined
        : `${book.spoken} (${book.series} #${book.part ?? ''}) by ${author}`,
    ),
  },
  {
    name: 'a series novel',
    of: changed((book, author) =>
      book.series === undefined || /thriller|novel|series|series/i.test(book.series)
        ? undefined
        : `${author} - ${book.spoken} - A ${book.series} Novel [M4B]`,
    ),
  },
];
