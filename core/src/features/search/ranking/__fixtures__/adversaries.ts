import type { Release } from '@lectern/plugin-api';
import type { WantedBook } from '../wanted-book.js';

/** A release as an indexer would report it, with only a title. */
export function releaseTitled(title: string, more: Partial<Release> = {}): Release {
  return { guid: title, title, protocol: 'torrent', indexer: { id: 'one', name: 'One' }, flags: [], private: {}, ...more };
}

export function wantedBook(more: Partial<WantedBook> & Pick<WantedBook, 'title' | 'authors'>): WantedBook {
  return { narrators: [], format: 'audiobook', language: 'en', ...more };
}

type Wanted = Parameters<typeof wantedBook>[0];

/** Whether an automatic search may take a release if it is the only one found. */
export type Expected = 'yes' | 'no';

/** Near misses and odd spellings of well-known books that are not in the labeled corpus. */
export const ADVERSARIES: readonly (readonly [Wanted, readonly (readonly [string, Expected])[]])[] = [
  [
    { title: 'A Wizard of Earthsea', authors: ['Ursula K. Le Guin'], series: 'Earthsea Cycle', seriesPart: '1' },
    [
      ['Ursula K. Le Guin - Earthsea 1 - A Wizard of Earthsea [MP3]', 'yes'],
      ['UrsulaLeGuin-AWizardOfEarthsea', 'yes'],
      ['Le Guin, Ursula K. - A Wizard of Earthsea.m4b', 'yes'],
      ['Ursula K. Le Guin - Earthsea 2 - The Tombs of Atuan [MP3]', 'no'],
      ['Ursula K. Le Guin - Earthsea Cycle 1-6 [MP3]', 'no'],
      ['A Wizard of Earthsea (BBC Radio Drama) - Ursula K. Le Guin', 'no'],
      ['Ursula K. Le Guin - A Wizard of Earthsea (Abridged) [MP3]', 'no'],
      ['A Wizard of Earthsea [GER / MP3] - Ursula K. Le Guin', 'no'],
      ['Ursula.K.Le.Guin.-.A.Wizard.of.Earthsea.RETAIL.EPUB-GRP', 'no'],
    ],
  ],
  [
    { title: 'Leviathan Wakes', authors: ['James S. A. Corey'], series: 'The Expanse', seriesPart: '1' },
    [
      ['Leviathan Wakes (The Expanse #1) by James S.A. Corey [ENG / M4B]', 'yes'],
      ['James S A Corey - Expanse 01 - Leviathan Wakes', 'yes'],
      ['James S. A. Corey - Expanse 10 - Leviathan Wakes', 'no'],
      ['James S. A. Corey - Leviathan Falls [M4B]', 'no'],
      ['Leviathan - Paul Auster [M4B]', 'no'],
      ['The.Expanse.S01E01.Leviathan.Wakes.1080p.WEB-DL', 'no'],
      ['James S. A. Corey - Leviathan Wakes - Part 2 of 3 [MP3]', 'no'],
    ],
  ],
  [
    { title: 'The Stand', authors: ['Stephen King'] },
    [
      ['Stephen King - The Stand (Unabridged) [MP3 64kbps]', 'yes'],
      ['King, Stephen - The Stand.m4b', 'yes'],
      ['Stephen_King-The_Stand-AUDIOBOOK-WEB-EN-2012-GRP', 'yes'],
      ['Stephen Kingston - The Stand [M4B]', 'no'],
      ['Owen King - The Stand [M4B]', 'no'],
      ['The Last Stand - Stephen King [M4B]', 'no'],
      ['The Stand [M4B]', 'no'],
      ['Request: The Stand by Stephen King', 'no'],
      ['Summary of The Stand by Stephen King [M4B]', 'no'],
      ['The Stand - Soundtrack [FLAC]', 'no'],
    ],
  ],
  [
    { title: 'Children of Dune', authors: ['Frank Herbert'], series: 'Dune', seriesPart: '3', otherBooksOfSeries: ['Dune', 'Dune Messiah', 'God Emperor of Dune'] },
    [
      ['Frank Herbert - Dune 03 - Children of Dune', 'yes'],
      ['Children of Dune by Frank Herbert [ENG / MP3]', 'yes'],
      ['Frank Herbert - Dune 03 - Dune Messiah', 'no'],
      ['Dune by Frank Herbert [ENG / MP3]', 'no'],
      ['Frank Herbert - Dune & Children of Dune [MP3]', 'no'],
      ['Brian Herbert - Children of Dune [MP3]', 'no'],
    ],
  ],
  [
    { title: 'Crime and Punishment', authors: ['Fyodor Dostoevsky'] },
    [
      ['Crime and Punishment by Fyodor Dostoyevsky [ENG / M4B]', 'yes'],
      ['Dostoevskii, Fedor - Crime and Punishment (Unabridged)', 'yes'],
      ['Crime & Punishment - Dostoevsky [64 kbps]', 'yes'],
      ['Crime and Punishment in America by Elliott Currie [ENG / M4B]', 'no'],
      ['Crime and Punishment [FLAC]', 'no'],
      ['Crime and Punishment [M4B]', 'yes'],
      ['Law & Crime and Punishment - Fyodor Dostoevsky', 'no'],
      ['Crime and Punishment - Study Guide - Fyodor Dostoevsky [MP3]', 'no'],
    ],
  ],
  [
    { title: 'Анна Каренина', authors: ['Лев Толстой'], language: 'ru' },
    [
      ['Лев Толстой - Анна Каренина [Иван Литвинов, 2019, 96 kbps, MP3]', 'yes'],
      ['Анна Каренина by Leo Tolstoy [RUS / MP3]', 'yes'],
      ['Война и мир by Лев Толстой [RUS / MP3]', 'no'],
      ['??? - ?????? [MP3]', 'no'],
      ['戦争と平和 [MP3]', 'no'],
      ['[MP3]', 'no'],
    ],
  ],
  [
    { title: 'ノルウェイの森', authors: ['村上春樹'], language: 'ja' },
    [
      ['村上春樹 - ノルウェイの森 [JPN / M4B]', 'yes'],
      ['村上春樹 - 海辺のカフカ [JPN / M4B]', 'no'],
      ['夏目漱石 - ノルウェイの森 [JPN / M4B]', 'no'],
      ['!!! - ... [M4B]', 'no'],
    ],
  ],
  [
    { title: 'Nineteen Eighty-Four', authors: ['George Orwell'] },
    [
      ['1984 - George Orwell [64 kbps] [Unabridged]', 'yes'],
      ['George Orwell - 1984 (1949).m4b', 'yes'],
      ['George Orwell - Animal Farm (1984) [MP3]', 'no'],
      ['Haruki Murakami - 1Q84 [MP3]', 'no'],
    ],
  ],
  [
    { title: 'Gone Girl', authors: ['Gillian Flynn'], format: 'ebook' },
    [
      ['Gillian.Flynn-Gone.Girl.2012.RETAIL.EPUB.eBook-GRP', 'yes'],
      ['Gone Girl by Gillian Flynn [ENG / EPUB MOBI]', 'yes'],
      ['Gillian Flynn - Gone Girl [M4B]', 'no'],
      ['Gillian Flynn - Gone Girl', 'no'],
      ['Gone.Girl.2014.1080p.BluRay.x264-GRP', 'no'],
      ['The Gone Girl Collection - Gillian Flynn [EPUB]', 'no'],
    ],
  ],
  [
    { title: 'Sapiens', subtitle: 'A Brief History of Humankind', authors: ['Yuval Noah Harari'] },
    [
      ['Sapiens: A Brief History of Humankind by Yuval Noah Harari [ENG / M4B]', 'yes'],
      ['YuvalNoahHarari-Sapiens', 'yes'],
      ['Yuval Noah Harari - Sapiens A Brief History of Humankind [MP3]', 'yes'],
      ['Sapiens: A Graphic History by Yuval Noah Harari [ENG / MP3]', 'no'],
      ['Homo Deus by Yuval Noah Harari [ENG / M4B]', 'no'],
    ],
  ],
  [
    { title: 'Oliver Twist', authors: ['Charles Dickens'] },
    [
      ['Oliver Twist - Charles Dickens (Unabridged) [M4B]', 'yes'],
      ['Charles Dickens - Oliver Twist (read by Martin Jarvis)', 'yes'],
      ['Oliver Twist (Full Cast Dramatisation) - Charles Dickens', 'no'],
      ['Oliver Twisted - Charles Dickens [M4B]', 'no'],
      ['Lionel Bart - Oliver! - Musical - FLAC', 'no'],
    ],
  ],
  [
    { title: 'Mistborn: The Final Empire', authors: ['Brandon Sanderson'], series: 'Mistborn', seriesPart: '1' },
    [
      ['Brandon Sanderson - Mistborn 1 - The Final Empire', 'yes'],
      ['The Final Empire: Mistborn, Book 1 by Brandon Sanderson [ENG / M4B]', 'yes'],
      ['Brandon Sanderson - Mistborn Trilogy [M4B]', 'no'],
      ['Brandon Sanderson - Mistborn [M4B]', 'no'],
    ],
  ],
  [
    { title: 'Star Wars: A New Hope', authors: ['George Lucas'] },
    [
      ['Star Wars - George Lucas [M4B]', 'no'],
      ['Star Wars: Thrawn by Timothy Zahn [ENG / M4B]', 'no'],
    ],
  ],
  [
    { title: 'The Hunger Games', authors: ['Suzanne Collins'] },
    [
      ['Suzanne Collins - The Hunger Games 01 - The Hunger Games [M4B]', 'yes'],
      ['The Hunger Games by Suzanne Collins [ENG / M4B] [VIP]', 'yes'],
      ['The Hunger Games - Catching Fire - Suzanne Collins [M4B]', 'no'],
      ['Suzanne Collins - The Hunger Games - Mockingjay [M4B]', 'no'],
      ['Suzanne Collins - The Hunger Games Trilogy [M4B]', 'no'],
      ['The Hunger Games Companion by Lois H. Gresh [ENG / EPUB]', 'no'],
    ],
  ],
  [
    { title: 'Berserk of Gluttony', authors: ['Isshiki Ichika'] },
    [
      ['Berserk of Gluttony, Vol. 5 by Isshiki Ichika [ENG / M4B]', 'no'],
      ['Isshiki Ichika - Berserk of Gluttony - Book 2 [MP3]', 'no'],
      ['Berserk of Gluttony by Isshiki Ichika [ENG / M4B]', 'yes'],
    ],
  ],
  [
    { title: 'Berserk of Gluttony, Vol. 5', authors: ['Isshiki Ichika'], series: 'Berserk of Gluttony', seriesPart: '5' },
    [
      ['Berserk of Gluttony, Vol. 5 by Isshiki Ichika [ENG / M4B]', 'yes'],
      ['Berserk of Gluttony, Vol. 1 by Isshiki Ichika [ENG / M4B]', 'no'],
    ],
  ],
];
