import { answering, type BrowserState } from './browser-states.js';

const ID = '00000000-0000-4000-8000-000000000001';

const TAKE_IN = {
  id: ID,
  root: '/srv/old books',
  state: 'ready',
  stopping: false,
  found: 214,
  done: 212,
  total: 212,
  reason: null,
  fault: null,
  notes: [
    { kind: 'unfinished', count: 2, examples: ['H. G. Wells/The Time Machine.part', 'Emma.!qB'] },
    { kind: 'link_outside', count: 1, examples: ['Elsewhere'] },
  ],
  open: { certain: 148, likely: 22, unsure: 3, unknown: 1 },
  books: [
    { state: 'read', count: 174 },
    { state: 'left', count: 11 },
    { state: 'known', count: 27 },
  ],
  createdAt: new Date(Date.now() - 26 * 60_000).toISOString(),
  createdBy: 'admin',
  endedAt: null,
};

const book = (asin: string, title: string, author: string, minutes = 238) => ({
  asin,
  title,
  authors: [author],
  narrators: ['Scott Brick'],
  minutes,
});

/** A folder with audio, and which book it seems to be. */
function taken(index: number, name: string, confidence: string, rest: object): object {
  const evidence = {
    readAuthors: [],
    album: 'The Time Machine',
    tagAuthors: ['H. G. Wells'],
    tagNarrators: [],
    asins: ['B0DEMO0001'],
    seconds: 14_220,
    lengthFit: 'same',
    fileCount: 12,
    bytes: 312_000_000,
    hasCover: true,
    hasEbook: false,
    unreadable: 0,
    signs: [],
  };
  const none = { files: [], chosenBy: null, filedIn: null, later: null, lookedAt: null, undoableUntil: null, fault: null };
  return {
    id: ID.replace(/1$/, String(index)),
    takeInId: ID,
    path: `${TAKE_IN.root}/${name}`,
    name,
    state: 'read',
    confidence,
    evidence,
    ...none,
    ...rest,
  };
}

const BOOKS = [
  taken(1, 'H. G. Wells/The Time Machine (1895)', 'certain', { book: book('B0DEMO0001', 'The Time Machine', 'H. G. Wells') }),
  taken(2, 'Wells, H.G. - War', 'likely', {
    book: book('B0DEMO0002', 'The War of the Worlds', 'H. G. Wells', 402),
    runnerUp: book('B0DEMO0003', 'The War of the Worlds: A Radio Play', 'H. G. Wells', 60),
  }),
  taken(3, '01 - Track', 'unknown', {}),
  taken(4, 'Donaudampfschifffahrtsgesellschaftskapitänswitwe/'.repeat(4), 'certain', {
    state: 'refused',
    book: book('B0DEMO0004', 'Donaudampfschifffahrtsgesellschaftskapitänswitwe', 'N. N.'),
    fault: '“N. N./Donaudampfschifffahrtsgesellschaftskapitänswitwe” already exists.',
  }),
];

/** A take-in that waits for an admin to accept what it found. */
export const TAKE_IN_READY: readonly BrowserState[] = [
  answering('/api/admin/take-ins', { items: [TAKE_IN], page: 1, limit: 20, total: 1 }),
  answering(`/api/admin/take-ins/${ID}/books`, { items: BOOKS, page: 1, limit: 100, total: BOOKS.length }),
];
