import { answering, failing, loading, type BrowserState } from './browser-states.js';
import { click, type LookedAt } from './looked-at.js';

const PATH = '/releases?words=time%20machine';
const SEARCH = '/api/releases/search';

function book(asin: string, title: string, author: string, narrator: string, rest: object = {}): object {
  const lists = { authors: [{ name: author }], narrators: [narrator], series: [], genres: [] };
  const state = {
    availability: 'none',
    request: null,
    ignored: false,
    reportedIssue: false,
    libraryItem: null,
    ebookItem: null,
    savable: false,
  };
  return { asin, region: 'us', title, ...lists, durationMinutes: 246, language: 'en', coverUrl: `/api/covers/${asin}`, ...state, ...rest };
}

function release(index: number, title: string, rest: object): object {
  const facts = { indexer: 'Story Harbour', protocol: 'torrent', size: 312_000_000, seeders: 24 - index, flags: [] };
  const publishedAt = new Date(Date.now() - (index + 1) * 3 * 86_400_000).toISOString();
  return { id: `00000000-0000-4000-8000-00000000000${index}`, title, ...facts, publishedAt, reading: { authors: [] }, ...rest };
}

const passed = (name: string, reason: string, evidence?: string) => ({ name, passed: true, reason, ...(evidence ? { evidence } : {}) });
const inDoubt = (name: string, reason: string) => ({ ...passed(name, reason), doubtful: true });

/** One release of each kind, which a search of the demo never finds together. */
function found(): object {
  const told = passed(
    'title',
    'title “The Time Machine”',
    'The name states title “The Time Machine”; author “H. G. Wells”; details “M4B”.',
  );
  const author = passed('author', 'author stated');
  const guess = (asin: string, sureness: string, rivals: number, evidence: readonly object[]) => ({
    lookup: 'found',
    guess: { asin, sureness, rivals, evidence },
  });
  const danube = 'Donaudampfschifffahrtsgesellschaftskapitänswitwe'.repeat(4);
  const source = { id: '1', name: 'Story Harbour', integrationName: 'Prowlarr', integrationId: 'a', status: 'ok', found: 6 };
  const releases = [
    release(0, 'H. G. Wells - The Time Machine (Unabridged) [M4B]', guess('B0DEMO0001', 'sure', 0, [told, author])),
    release(1, 'The Time Machine by H G Wells [ENG / MP3]', guess('B0DEMO0002', 'likely', 2, [told, author])),
    release(2, 'The Time Machine [German] [FLAC]', {
      flags: ['freeleech'],
      ...guess('B0DEMO0003', 'unsure', 0, [
        told,
        inDoubt('author', 'author not stated and “The Time Machine [German] [FLAC]” could be another book'),
        { name: 'language', passed: false, reason: 'in German, wanted English' },
      ]),
    }),
    release(3, `${danube}.M4B`, { lookup: 'nothing', reading: { title: danube, authors: ['N. N.'] } }),
    release(4, 'a3f9c07be2', { lookup: 'unreadable' }),
    release(5, 'Wells, H.G. - The Sleeper Awakes', {
      lookup: 'unasked',
      reading: { title: 'The Sleeper Awakes', authors: ['H. G. Wells'] },
    }),
  ];
  const request = { id: '00000000-0000-4000-8000-000000000001', status: 'downloading', mine: true };
  const sources = [source, { ...source, id: '2', name: 'Far Shore', status: 'failed', error: 'it did not answer in time', found: 0 }];
  const books = [
    book('B0DEMO0001', 'The Time Machine', 'H. G. Wells', 'Scott Brick'),
    book('B0DEMO0002', 'The Time Machine', 'H. G. Wells', 'Ralph Cosham', { availability: 'requested', request }),
    book('B0DEMO0003', 'The Time Machine: A Radio Play', 'H. G. Wells', 'A Full Cast', { availability: 'available' }),
  ];
  return { sources, total: 140, releases, books, expiresAt: new Date(Date.now() + 3_540_000).toISOString() };
}

const posted = (state: BrowserState): BrowserState => ({ ...state, method: 'POST' });
const answered = posted(answering(SEARCH, found()));
const nothing = { sources: [], total: 0, releases: [], books: [] };

/** The search of the indexers in words of one's own. */
export const RELEASE_PAGES: readonly LookedAt[] = [
  { name: 'releases-start', path: '/releases' },
  { name: 'releases', path: PATH, full: true, state: answered },
  {
    name: 'releases-why',
    path: PATH,
    full: true,
    state: answered,
    async act(page) {
      for (const why of await page.getByRole('button', { name: /^Why/ }).all()) await why.click();
    },
  },
  { name: 'releases-request', path: PATH, state: answered, act: click('button', /^Request: /) },
  { name: 'releases-choose', path: PATH, state: answered, act: click('button', /^Choose book: /) },
  { name: 'releases-running', path: PATH, state: posted(loading(SEARCH)) },
  { name: 'releases-empty', path: PATH, state: posted(answering(SEARCH, nothing)) },
  {
    name: 'releases-missing',
    path: PATH,
    state: posted(answering(SEARCH, { ...nothing, missing: { code: 'no_indexer', message: 'No indexer is connected.' } })),
  },
  { name: 'releases-error', path: PATH, state: posted(failing(SEARCH)) },
  { name: 'releases-forbidden', path: '/releases', as: 'bernd' },
];
