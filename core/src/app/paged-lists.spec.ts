import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { v7 as uuid } from 'uuid';
import { buildApp, type RunningApp } from '../app.js';
import { loadConfig } from '../platform/config/config.js';
import type { Tx } from '../platform/db/index.js';
import { createPostgresDatabase, hasPostgres } from '../platform/db/test-databases.js';
import { rowOf } from './row-of.spec.support.js';

const ROWS = 1_000;
/** No divisor of the number of rows, so that the last page is a part of one. */
const LIMIT = 48;

/** Rows that others need, and the caller. */
const ME = uuid();
const SERVER = uuid();
const SHELF = uuid();
const RENAME = uuid();
const [TAKE_IN, FILING] = [uuid(), uuid()];
const WEBHOOK = uuid();
const [MANY_REQUESTS, MANY_ITEMS] = [0, 1].map(() => Array.from({ length: ROWS }, () => uuid())) as [string[], string[]];

const asin = (n: number): string => `B${String(n).padStart(9, '0')}`;
const day = '2026-01-01T00:00:00.000Z';
const BOOKS = JSON.stringify([{ importId: 'i', requestId: 'r', asin: asin(0), title: 'x', author: 'x', type: 'audiobook' }]);

/** The rows of a table, all of the same time: where a list does not say which of them comes first, it shows one twice and another never. */
type Fixture = readonly [table: string, row: (n: number) => object, rows?: number];

const FIXTURES: readonly Fixture[] = [
  ['users', () => ({ id: ME, username: 'admin', role: 'admin', state: 'active' }), 1],
  ['users', (n) => ({ username: `user-${n}`, displayName: 'Same', role: 'user', state: 'active' }), ROWS - 1],
  ['api_tokens', (n) => ({ userId: ME, tokenHash: `h${n}`, scopes: '[]' })],
  ['audit_log', () => ({ actorName: 'x', action: 'library.linked' })],
  ['integrations', () => ({ id: SERVER, settings: '{}' }), 1],
  [
    'library_items',
    (n) => ({ integrationId: SERVER, id: MANY_ITEMS[n], itemId: `i${n}`, authors: '[]', narrators: '[]', likelyScore: 50, lookUpAt: '' }),
  ],
  [
    'library_items',
    (n) => ({
      integrationId: SERVER,
      itemId: `m${n}`,
      authors: '[]',
      narrators: '[]',
      matchedAsin: asin(n),
      matchedBy: 'asin',
      hasAudio: true,
    }),
  ],
  [
    'audiobooks',
    (n) => ({
      asin: asin(n),
      region: 'us',
      title: `Book ${n}`,
      authors: '[]',
      narrators: '[]',
      seriesList: '[]',
      series: null,
      genres: '[]',
    }),
  ],
  ...['popular', 'new-releases'].map((category): Fixture => [
    'catalog_cache_categories',
    (n) => ({ region: 'us', category, position: n, asin: asin(n) }),
  ]),
  ['check_up_findings', (n) => ({ itemId: MANY_ITEMS[n], kind: 'silent', asin: '', evidence: '{}' })],
  ...(['series', 'author'] as const).map((kind): Fixture => [
    `watched_${kind === 'author' ? 'authors' : 'series'}`,
    (n) => ({ userId: ME, [`${kind}Id`]: `c${n}`, region: 'us', mode: 'ask', startRule: 'now', memory: '{"known":[],"failed":[]}' }),
  ]),
  ['ignored_audiobooks', (n) => ({ userId: ME, asin: asin(n) })],
  ['binned_books', () => ({ state: 'binned' })],
  ['notifications', (n) => ({ userId: ME, event: 'request_available', lines: '[]', dedupeKey: `d${n}` })],
  ['renames', () => ({ id: RENAME, state: 'done' }), 1],
  ['renames', () => ({ state: 'done' }), ROWS - 1],
  ['rename_moves', (n) => ({ renameId: RENAME, position: n, state: 'moved', books: BOOKS, files: '[]' })],
  ['reported_issues', (n) => ({ userId: ME, asin: asin(n), region: 'us', kind: 'other', state: 'open', lastFrom: 'reporter' })],
  [
    'requests',
    (n) => ({
      id: MANY_REQUESTS[n],
      userId: ME,
      asin: asin(n),
      region: 'us',
      type: 'audiobook',
      status: 'failed',
      statusGroup: 'attention',
    }),
  ],
  ['blocklist', (n) => ({ asin: asin(n), releaseKey: `k${n}` })],
  ['library_series', (n) => ({ region: 'us', seriesId: `s${n}`, books: 1, owned: 1, missing: 1, missingParts: '[]' })],
  ['shelves', () => ({ id: SHELF, userId: ME, settings: '{}' }), 1],
  ['shelf_books', (n) => ({ shelfId: SHELF, bookId: `b${n}`, outcome: 'requested' })],
  ['take_ins', () => ({ id: TAKE_IN, state: 'ready', notes: '{}' }), 1],
  ['take_ins', () => ({ id: FILING, state: 'ready', notes: '{}' }), 1],
  ['take_ins', () => ({ state: 'ready', notes: '{}' }), ROWS - 2],
  [
    'taken_books',
    (n) => ({ takeInId: FILING, state: 'read', confidence: 'certain', asin: asin(n), path: `/q${n}`, pathKey: `q${n}`, names: '[]' }),
  ],
  [
    'taken_books',
    (n) => ({
      takeInId: TAKE_IN,
      state: 'left',
      confidence: 'sure',
      asin: asin(n),
      later: 'gone',
      path: `p${n}`,
      pathKey: `p${n}`,
      names: '[]',
    }),
  ],
  ['webhooks', () => ({ id: WEBHOOK, name: 'x', url: 'https://x.example/', secretSealed: '' }), 1],
  ['webhook_deliveries', (n) => ({ webhookId: WEBHOOK, eventId: uuid(), event: 'test', dedupeKey: `d${n}`, data: '{}', state: 'failed' })],
  ['uploads', (n) => ({ requestId: MANY_REQUESTS[n], userId: ME, state: 'failed' })],
];

/** What a page is asked for besides its number, and by which member its rows differ. */
interface Walk {
  readonly query?: string;
  readonly idOf?: (item: never) => string;
  /** How many it has; default: as many as the others. */
  readonly rows?: number;
}

const byId = (item: { readonly id: string }): string => item.id;
const byAsin = (item: { readonly asin: string }): string => item.asin;

/** Each list of the API that has pages, and how it is walked. A new one fails below until it is here. */
const WALKS: Readonly<Record<string, Walk>> = {
  '/api/user/api-tokens': {},
  '/api/admin/api-tokens': {},
  '/api/admin/audit': { query: 'action=library.linked' },
  '/api/admin/library/findings': { query: 'kind=silent' },
  '/api/user/watched-series': {},
  '/api/user/watched-authors': {},
  '/api/user/ignored-audiobooks': {},
  '/api/admin/library/likely-matches': { idOf: ({ item }: { item: { id: string } }) => item.id },
  // those that count for a book and those that do not
  '/api/admin/library': { query: 'together=true', rows: 2 * ROWS },
  '/api/admin/library/bin': {},
  '/api/notifications': {},
  '/api/admin/renames': {},
  [`/api/admin/renames/{id}/moves ${RENAME}`]: {},
  '/api/user/reports': {},
  '/api/admin/reports': {},
  '/api/requests': { query: 'scope=all&together=true&sort=title' },
  '/api/admin/requests': { query: 'type=audiobook&sort=updatedAt' },
  '/api/admin/blocklist': {},
  '/api/admin/library/series-gaps': { idOf: ({ seriesId }: { seriesId: string }) => seriesId },
  [`/api/user/shelves/{id}/books ${SHELF}`]: { idOf: ({ bookId }: { bookId: string }) => bookId },
  '/api/admin/take-ins': {},
  '/api/admin/taken-books/changed': {},
  [`/api/admin/take-ins/{id}/books ${TAKE_IN}`]: {},
  [`/api/admin/take-ins/{id}/filing ${FILING}`]: {},
  '/api/audiobooks/popular': { idOf: byAsin },
  '/api/audiobooks/new-releases': { idOf: byAsin },
  '/api/home/recently-added': { idOf: byAsin, rows: 500 },
  '/api/admin/uploads': {},
  [`/api/admin/webhooks/{id}/deliveries ${WEBHOOK}`]: {},
  '/api/admin/users': {},
};

/** Lists whose rows come from a catalogue that is connected, and the spec that walks them to their end by the test of that name. */
const ELSEWHERE: Readonly<Record<string, readonly [file: string, test: string]>> = {
  '/api/audiobooks/search': ['catalog/paged-lists.spec.ts', 'of a search'],
  '/api/narrators/books': ['catalog/paged-lists.spec.ts', 'of a narrator'],
  '/api/audiobooks/category/{id}': ['catalog/paged-lists.spec.ts', 'of a category'],
  '/api/authors': ['catalog/paged-lists.spec.ts', 'of authors'],
  '/api/authors/{id}/books': ['catalog/paged-lists.spec.ts', 'of an author'],
  '/api/series': ['catalog/paged-lists.spec.ts', 'of series'],
  '/api/series/{id}/books': ['catalog/paged-lists.spec.ts', 'of a series'],
  '/api/home/continue-series': ['home/routes.spec.ts', 'has the next part of every series, each once, more than a row shows'],
  '/api/user/coming-up': ['following/coming-up.spec.ts', 'is walked to its end, each book once, though all come out on one day'],
};

interface Answer {
  readonly items: readonly never[];
  readonly total?: number;
  readonly nextCursor?: string;
}

for (const dialect of ['sqlite', 'postgres'] as const) {
  describe(`the lists of the API that have pages on ${dialect}`, () => {
    let dataDir: string;
    let postgres: Awaited<ReturnType<typeof createPostgresDatabase>> | undefined;
    let app: RunningApp;
    let authorization: string;

    before(async function () {
      if (dialect === 'postgres') {
        if (!(await hasPostgres())) return this.skip();
        postgres = await createPostgresDatabase();
      }
      dataDir = await mkdtemp(join(tmpdir(), 'lectern-lists-'));
      const place = {
        LECTERN_DATA: dataDir,
        LECTERN_HOST: '127.0.0.1',
        LECTERN_PORT: '0',
        LECTERN_LOG_LEVEL: 'silent',
        LECTERN_ROLE: 'web',
      };
      const built = await buildApp(loadConfig({ ...place, ...(postgres ? { DATABASE_URL: postgres.url } : {}) }), { passwordCost: 4 });
      app = await built.start();
      await app.services.database.transaction(fill);
      await app.services.settings.update({ setup: { completedAt: day } }, { name: 'spec' });
      const session = await app.services.auth.openSession(ME, { address: '127.0.0.1', userAgent: 'spec' });
      authorization = `Bearer ${session.accessToken}`;
    });
    after(async () => {
      await app?.stop();
      await postgres?.drop();
      if (dataDir) await rm(dataDir, { recursive: true, force: true });
    });

    async function fill(tx: Tx): Promise<void> {
      for (const [table, row, rows = ROWS] of FIXTURES) {
        for (let n = 0; n < rows; n += 1) await tx.insert(table, rowOf(table, row(n)));
      }
      await tx.run("INSERT INTO request_counts (user_id, status, count) VALUES (?, 'failed', ?)", [ME, ROWS]);
    }

    async function ask(path: string, query: string): Promise<Answer> {
      const response = await fetch(`${app.url}${path}?${query}`, { headers: { authorization } });
      const text = await response.text();
      expect(response.status, `${path}?${query}: ${text}`).to.equal(200);
      return JSON.parse(text) as Answer;
    }

    it('are all known here', () => {
      const paged = app.routes
        .filter(
          ({ method, query }) =>
            method === 'GET' && ['page', 'cursor'].some((name) => name in ((query as { properties?: object })?.properties ?? {})),
        )
        .map(({ path }) => path);

      expect(paged.sort()).to.deep.equal([...Object.keys(WALKS).map((name) => name.split(' ')[0]), ...Object.keys(ELSEWHERE)].sort());
    });

    for (const [name, { query = '', idOf = byId, rows = ROWS }] of Object.entries(WALKS)) {
      const [route = '', id = ''] = name.split(' ');
      it(`are walked to the end, each row once: ${route}`, async () => {
        const path = route.replace('{id}', id);
        const seen: string[] = [];
        const totals = new Set<number | undefined>();
        for (let page = 1, cursor: string | undefined, isOver = false; !isOver; page += 1) {
          const place = route === '/api/notifications' ? (cursor ? `cursor=${cursor}` : '') : `page=${page}`;
          const answer = await ask(path, [query, `limit=${LIMIT}`, place].filter(Boolean).join('&'));
          seen.push(...answer.items.map((item) => idOf(item)));
          totals.add(answer.total);
          cursor = answer.nextCursor;
          isOver = answer.total === undefined ? cursor === undefined : page * LIMIT >= answer.total;
        }

        expect([seen.length, new Set(seen).size]).to.deep.equal([rows, rows]);
        expect([...totals]).to.deep.equal([route === '/api/notifications' ? undefined : rows]);
      });
    }

    for (const [route, [file, test]] of Object.entries(ELSEWHERE)) {
      it(`are walked by another spec where a catalogue is connected: ${route}`, async () => {
        const spec = await readFile(join(import.meta.dirname, '../features', file), 'utf8');

        expect(spec).to.include(`'${test}'`);
      });
    }

    it('show a row that was there once, also while others are added, where a cursor says how far one is', async () => {
      const first = await ask('/api/notifications', 'limit=100');
      await app.services.database.transaction((tx) =>
        tx.insert('notifications', rowOf('notifications', { userId: ME, event: 'request_available', lines: '[]', dedupeKey: 'later' })),
      );
      const second = await ask('/api/notifications', `limit=100&cursor=${first.nextCursor}`);

      const ids = [...first.items, ...second.items].map(byId);
      expect(new Set(ids).size).to.equal(200);
    });
  });
}
