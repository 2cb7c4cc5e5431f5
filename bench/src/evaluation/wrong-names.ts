import type { EvaluationBook } from './evaluation-books.js';
import { localWords, readersOf, writersOf } from './spoken-names.js';
import type { NameLayout } from './name-layouts.js';

function named(of: (author: string, title: string, book: EvaluationBook) => string | undefined): NameLayout['of'] {
  return (book) => of(writersOf(book)[0] ?? '', book.spoken, book);
}

/** Whether the catalogue itself says that a book is a play, a collection or a shortened reading. */
function isPlain(book: EvaluationBook): boolean {
  const words = `${book.title} ${book.subtitle ?? ''} ${book.narrators.join(' ')}`;
  return !/dramati[sz]|drama|cast|hörspiel|inszenierung|collection|box set|complete|komplett/i.test(words);
}

const plain =
  (of: NameLayout['of']): NameLayout['of'] =>
  (book) =>
    isPlain(book) ? of(book) : undefined;

/** Names that tell of the wanted book and are not it: no automatic search may take one. */
export const WRONG_NAMES: readonly NameLayout[] = [
  { name: 'abridged', of: named((author, title) => `${author} - ${title} (Abridged) [MP3]`) },
  { name: 'dramatised', of: plain(named((author, title) => `${author} - ${title} (BBC Radio 4 Full-Cast Dramatisation) [MP3]`)) },
  { name: 'Hörspiel', of: plain(named((author, title) => `${author} - ${title} - Hörspiel [MP3]`)) },
  { name: 'graphic audio', of: plain(named((author, title) => `${title} by ${author} [GraphicAudio] M4B`)) },
  { name: 'summary', of: named((author, title) => `Summary of ${title} by ${author} [M4B]`) },
  { name: 'study guide behind', of: named((author, title) => `${author} - ${title} - Study Guide [MP3]`) },
  { name: 'conversation starters', of: named((author, title) => `${title} by ${author} - Conversation Starters [M4B]`) },
  { name: 'sample', of: named((author, title) => `${author} - ${title} (Sample) [MP3]`) },
  { name: 'Hörprobe', of: named((author, title) => `${author} - ${title} [Hörprobe] MP3`) },
  { name: 'excerpt', of: named((author, title) => `${author} - ${title} - Excerpt [MP3]`) },
  { name: 'interview', of: named((author, title) => `${author} - ${title} (Interview with the Author) MP3`) },
  { name: 'read by a machine', of: named((author, title) => `${author} - ${title} (AI narrated) [M4B]`) },
  { name: 'TTS', of: named((author, title) => `${author} - ${title} [TTS] [MP3]`) },
  { name: 'graphic novel', of: named((author, title) => `${author} - ${title} The Graphic Novel [CBZ]`) },
  { name: 'ebook', of: named((author, title) => `${author} - ${title} (retail) [EPUB]`) },
  { name: 'piece of a split book', of: named((author, title) => `${author} - ${title} - Part 2 of 3 [MP3]`) },
  { name: 'discs of more', of: named((author, title) => `${author} - ${title} CD 01-12 of 51 [MP3]`) },
  {
    name: 'another language',
    of: named((author, title, book) => `${author} - ${title} [${book.language === 'hu' ? 'ENG' : 'HUN'} / MP3]`),
  },
  { name: 'another author', of: named((_, title) => `Wolfram Obergott - ${title} [M4B]`) },
  {
    name: 'words in brackets',
    of: named((author, title) => (/messiah/i.test(title) ? undefined : `${author} - ${title} (Messiah) [M4B]`)),
  },
  { name: 'a longer title', of: named((author, title) => `${author} - ${title} Reborn [M4B]`) },
  { name: 'a longer title in front', of: named((author, title) => `${author} - Beyond ${title} [M4B]`) },
  { name: 'with another book', of: named((author, title) => `${author} - ${title} & The Glass Orchard [M4B]`) },
  { name: 'another series', of: named((author, title) => `${author} - ${title} 02 - The Glass Orchard [M4B]`) },
  {
    name: 'the series as a box',
    of: named((author, title, book) =>
      book.part === undefined || book.part.includes('-') ? undefined : `${author} - ${book.series ?? title} 1-7 [MP3]`,
    ),
  },
  { name: 'box set', of: plain(named((author, title) => `${author} - ${title} Box Set [MP3]`)) },
  { name: 'trilogy', of: plain(named((author, title) => `${author} - ${title} Trilogy [MP3]`)) },
  {
    name: 'part times ten',
    of: (book) =>
      book.series === undefined || !/^[1-9]$/.test(book.part ?? '')
        ? undefined
        : `${writersOf(book)[0] ?? ''} - ${book.series} ${book.part ?? ''}0 - ${book.spoken} [M4B]`,
  },
  {
    name: 'another reader',
    of: (book) =>
      readersOf(book).length === 0
        ? undefined
        : `${writersOf(book)[0] ?? ''} - ${book.spoken} (${localWords(book).readBy} Wolfram Obergott) [MP3]`,
  },
  { name: 'a request', of: named((author, title) => `REQ: ${title} - ${author}`) },
  { name: 'film', of: named((author, title, book) => `${title.replace(/\s/g, '.')}.${book.year}.1080p.BluRay.x264-GRP`) },
  { name: 'soundtrack', of: named((author, title) => `${title} - Soundtrack [FLAC]`) },
];
