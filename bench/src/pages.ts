import type { Person } from './people.js';
import { SERIES } from './sample-shelf.js';

/** A page to measure. */
export interface Page {
  readonly name: string;
  /** @param rows requests and library items there are */
  readonly path: string | ((rows: number) => string);
  readonly who: Person;
  /** The list in its answer, and how much it must hold to be worth measuring; 20 `items` unless given. */
  readonly holds?: { readonly list: 'items' | 'sections'; readonly atLeast: number };
}

const all = (query: string): string => `/api/requests?scope=all&limit=20&${query}`;
const mine = (query: string): string => `/api/requests?scope=mine&limit=20&${query}`;

const BOOKS: readonly Page[] = [
  { name: '20 annotated books', path: '/api/audiobooks/popular?limit=20', who: 'reader' },
  { name: 'home page of 12 sections', path: '/api/home', who: 'reader', holds: { list: 'sections', atLeast: 12 } },
  {
    name: `50 books of a series of ${SERIES.books}`,
    path: `/api/series/${SERIES.id}/books?limit=50`,
    who: 'reader',
    // a few of the invented books are the same recording, and are shown once
    holds: { list: 'items', atLeast: 40 },
  },
  { name: '20 books coming up', path: '/api/user/coming-up?limit=20', who: 'reader' },
];

const REQUESTS: readonly Page[] = [
  { name: '20 of my requests', path: mine(''), who: 'reader' },
  { name: '20 of my requests, following others', path: mine(''), who: 'subscriber' },
  { name: '20 of all requests', path: all(''), who: 'admin' },
  { name: '20 of all requests, by title', path: all('sort=title'), who: 'admin' },
  { name: '20 of all requests, after four fifths', path: (rows) => all(`page=${rows / 25}`), who: 'admin' },
  { name: 'requests with two words', path: all('search=r%C3%ADver+gla'), who: 'admin' },
  { name: 'requests with a frequent word', path: all('search=river'), who: 'admin' },
  { name: 'waiting requests with a frequent word', path: all('group=waiting&search=wint'), who: 'admin' },
  // one person has few requests where there are few rows
  { name: 'my requests with a frequent word', path: mine('search=river'), who: 'reader', holds: { list: 'items', atLeast: 10 } },
  { name: 'requests with a mistyped word', path: all('search=gadren'), who: 'admin' },
];

const LIBRARY: readonly Page[] = [
  { name: 'library items with two words', path: '/api/admin/library?limit=20&search=river+glass', who: 'admin' },
  { name: 'library items with a frequent word', path: '/api/admin/library?limit=20&search=wint', who: 'admin' },
  { name: '20 likely matches', path: '/api/admin/library/likely-matches?limit=20', who: 'admin' },
];

export const PAGES: readonly Page[] = [...BOOKS, ...REQUESTS, ...LIBRARY];
