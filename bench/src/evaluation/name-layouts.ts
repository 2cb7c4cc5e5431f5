import type { EvaluationBook } from './evaluation-books.js';
import { dotted, joined, localWords, readersOf, turned, underscored, writersOf } from './spoken-names.js';

/** A way in which people name releases. */
export interface NameLayout {
  readonly name: string;
  /** The name of a release of a book, or `undefined` where the book lacks a fact that the layout tells. */
  readonly of: (book: EvaluationBook) => string | undefined;
}

const author = (book: EvaluationBook): string => writersOf(book)[0] ?? '';
const authors = (book: EvaluationBook): string => writersOf(book).slice(0, 5).join(', ');
const reader = (book: EvaluationBook): string | undefined => readersOf(book)[0];

/** Two digits, `12.5` and ranges as they are. */
function padded(part: string): string {
  return /^\d$/.test(part) ? `0${part}` : part;
}

/** A layout that tells series and part. */
function inSeries(of: (book: EvaluationBook, series: string, part: string) => string | undefined): NameLayout['of'] {
  return (book) =>
    book.series === undefined || book.part === undefined || !/^\d+(?:\.\d+)?$/.test(book.part)
      ? undefined
      : of(book, book.series, book.part);
}

/** A layout that tells the reader. */
function withReader(of: (book: EvaluationBook, reader: string) => string | undefined): NameLayout['of'] {
  return (book) => {
    const name = reader(book);
    return name === undefined ? undefined : of(book, name);
  };
}

/** The runtime as shops write it. */
function runtime({ minutes = 600 }: EvaluationBook): string {
  return `${Math.floor(minutes / 60)} hrs ${minutes % 60} mins`;
}

/** 24 common layouts of names. */
export const NAME_LAYOUTS: readonly NameLayout[] = [
  { name: 'author - title', of: (book) => `${author(book)} - ${book.spoken}` },
  { name: 'title by authors [ENG / M4B] [VIP]', of: (book) => `${book.spoken} by ${authors(book)} [${localWords(book).code} / M4B] [VIP]` },
  {
    name: 'title - author [64 kbps] [unabridged]',
    of: (book) => `${book.spoken} - ${author(book)} [64 kbps] [${localWords(book).unabridged}]`,
  },
  { name: 'author.title.year.m4b', of: (book) => `${dotted(author(book))}.-.${dotted(book.spoken)}.${book.year}.m4b` },
  {
    name: 'author_-_title-audiobook-web-year-group',
    of: (book) => `${underscored(author(book))}-${underscored(book.spoken)}-AUDIOBOOK-WEB-${localWords(book).code}-2019-GRP`,
  },
  {
    name: 'author - series 03 - title [reader]',
    of: withReader((book, name) =>
      inSeries((_, series, part) => `${author(book)} - ${series} ${padded(part)} - ${book.spoken} [${name}]`)(book),
    ),
  },
  {
    name: 'title (series, book 3) - author - reader - 64kbps',
    of: withReader((book, name) =>
      inSeries((_, series, part) => `${book.spoken} (${series}, Book ${part}) - ${author(book)} - ${name} - 64kbps`)(book),
    ),
  },
  { name: 'last, first - title', of: (book) => `${turned(author(book))} - ${book.spoken} MP3` },
  {
    name: 'author - title (unabridged) audiobook 128 kbps',
    of: (book) => `${author(book)} - ${book.spoken} (${localWords(book).unabridged}) ${localWords(book).audiobook} 128 kbps`,
  },
  {
    name: 'author - title (read by reader) [mp3]',
    of: withReader((book, name) => `${author(book)} - ${book.spoken} (${localWords(book).readBy} ${name}) [MP3]`),
  },
  {
    name: 'series 03 - title - author.m4b',
    of: inSeries((book, series, part) => `${series} ${padded(part)} - ${book.spoken} - ${author(book)}.m4b`),
  },
  {
    name: 'author/series/03 - title/title.m4b',
    of: inSeries((book, series, part) => {
      const name = book.spoken.replaceAll('/', '-');
      return `${author(book)}/${series}/${padded(part)} - ${name}/${name}.m4b`;
    }),
  },
  {
    name: '[author] title (year) {reader} mp3 128kbps',
    of: withReader((book, name) => `[${author(book)}] ${book.spoken} (${book.year}) {${name}} MP3 128kbps`),
  },
  {
    name: 'title: subtitle by authors [ENG / MP3]',
    of: (book) =>
      book.subtitle === undefined ? undefined : `${book.spoken}: ${book.subtitle} by ${authors(book)} [${localWords(book).code} / MP3]`,
  },
  { name: 'AuthorName-TitleOfBook', of: (book) => `${joined(author(book))}-${joined(book.spoken)}` },
  { name: 'author - year - title', of: (book) => `${author(book)} - ${book.year} - ${book.spoken}` },
  {
    name: 'author - [series 03] - title',
    of: inSeries((book, series, part) => `${author(book)} - [${series} ${padded(part)}] - ${book.spoken}`),
  },
  {
    name: 'title [asin] - author',
    of: (book) => (book.asin === undefined ? undefined : `${book.spoken} [${book.asin}] - ${author(book)} (${book.year}) M4B`),
  },
  {
    name: 'usenet subject',
    of: (book) => `[483920]-[FULL]-[ ${author(book)} - ${book.spoken} ]-[01/12] - "${dotted(book.spoken).slice(0, 40)}.nzb" yEnc (1/38)`,
  },
  {
    name: 'title, book 3 of series by author, narrated by reader (12 hrs)',
    of: withReader((book, name) =>
      inSeries((_, series, part) => `${book.spoken}, Book ${part} of ${series} by ${author(book)}, narrated by ${name} (${runtime(book)})`)(
        book,
      ),
    ),
  },
  { name: 'author - title - reader', of: withReader((book, name) => `${author(book)} - ${book.spoken} - ${name} m4b`) },
  {
    name: 'author - title - subtitle',
    of: (book) => (book.subtitle === undefined ? undefined : `${author(book)} - ${book.spoken} - ${book.subtitle} [M4B]`),
  },
  { name: 'title author words only', of: (book) => `${book.spoken} ${author(book)} audiobook`.toLowerCase() },
  {
    name: 'the catalogue title - author [reader, year, 96 kbps, mp3]',
    of: withReader((book, name) => `${author(book)} - ${book.title} [${name}, ${book.year}, 96 kbps, MP3]`),
  },
];
