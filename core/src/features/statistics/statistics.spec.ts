import { expect } from 'chai';
import type { SqlValue } from '../../platform/db/index.js';
import { createTestDatabase, hasPostgres, type TestDatabase } from '../../platform/db/test-databases.js';
import { startTestHttp, type TestClient, type TestHttp } from '../auth/test-http.js';
import { DIRECT_CLIENT_ID } from '../direct-downloads/index.js';
import { statisticsRoutes } from './routes.js';
import type { Statistics } from './schemas.js';
import { createStatisticsService } from './statistics-service.js';

const NOW = new Date('2026-03-15T12:00:00.000Z');
const HOUR = 3_600_000;

interface Asked {
  readonly asin: string;
  readonly type?: 'audiobook' | 'ebook';
  readonly status?: string;
  readonly origin?: string;
  /** The code of why it is where it is. */
  readonly reason?: string;
  readonly at: string;
  /** Hours from asking to the book. */
  readonly waited?: number;
  readonly from?: { readonly indexer: string; readonly client: string };
}

for (const dialect of ['sqlite', 'postgres'] as const) {
  describe(`statistics on ${dialect}`, () => {
    let test: TestDatabase;
    let http: TestHttp;
    let admin: TestClient;
    let paul: TestClient;
    let ids: Record<'paul' | 'chani', string>;
    let added: number;

    async function addBook(asin: string, book: { minutes?: number; authors?: string[]; narrators?: string[]; series?: string }) {
      const authors = JSON.stringify((book.authors ?? []).map((name) => ({ name })));
      await test.database.transaction((tx) =>
        tx.insert('audiobooks', {
          asin,
          region: 'us',
          title: asin,
          authors,
          narrators: JSON.stringify(book.narrators ?? []),
          seriesList: '[]',
          series: book.series ?? null,
          durationMinutes: book.minutes ?? null,
          genres: '[]',
          fetchedAt: NOW.toISOString(),
        }),
      );
    }

    async function ask(userId: string, { asin, type = 'audiobook', at, waited, from, ...more }: Asked) {
      const id = `r${(added += 1)}`;
      const createdAt = `${at}T00:00:00.000Z`;
      const arrivedAt = waited === undefined ? null : new Date(Date.parse(createdAt) + waited * HOUR).toISOString();
      const { status = arrivedAt ? 'available' : 'searching', origin = 'manual', reason } = more;
      const times = { createdAt, updatedAt: createdAt, statusSince: arrivedAt ?? createdAt, arrivedAt };
      const book = { asin, region: 'us', title: asin, author: 'Somebody' };
      await test.database.transaction(async (tx) => {
        const currentDownloadId = from ? `d${id}` : null;
        await tx.insert('requests', {
          id,
          userId,
          ...book,
          type,
          status,
          statusGroup: 'active',
          version: 1,
          origin,
          reason: reason === undefined ? null : JSON.stringify({ code: reason, message: 'Why.', since: createdAt }),
          ...times,
          currentDownloadId,
        });
        if (!from) return;
        const release = JSON.stringify({ title: asin, indexer: from.indexer, protocol: 'torrent' });
        const row = {
          id: `d${id}`,
          requestId: id,
          integrationId: from.client,
          state: 'imported',
          release,
          releaseKey: asin,
          indexer: from.indexer,
          ours: true,
        };
        await tx.insert('download_history', { ...row, createdAt, updatedAt: createdAt });
      });
    }

    const own = async (client: TestClient, query = '') => (await client.get<Statistics>(`/api/statistics${query}`)).body;
    const household = async (query = '') => (await admin.get<Statistics>(`/api/admin/statistics${query}`)).body;

    before(async function () {
      if (dialect === 'postgres' && !(await hasPostgres())) this.skip();
    });
    beforeEach(async () => {
      added = 0;
      test = await createTestDatabase(dialect);
      const { database } = test;
      http = await startTestHttp({
        database,
        routes: ({ users }) => statisticsRoutes({ statistics: createStatisticsService({ database, users, now: () => NOW }) }),
      });
      [admin, paul] = [await http.as('admin'), await http.as('paul')];
      ids = { paul: (await http.people.users.findByUsername('paul'))?.id ?? '', chani: (await http.createUser('chani')).id };
    });
    afterEach(async () => {
      await http?.stop();
      await test?.dispose();
    });

    it('count a request that joined another for neither success nor failure', async () => {
      await ask(ids.chani, { asin: 'B1', at: '2026-03-01', waited: 2 });
      await ask(ids.paul, { asin: 'B1', at: '2026-03-01', status: 'cancelled', reason: 'joined_other' });
      await ask(ids.paul, { asin: 'B2', at: '2026-03-02', status: 'cancelled', reason: 'cancelled' });
      await ask(ids.paul, { asin: 'B3', at: '2026-03-02', status: 'cancelled' });

      expect((await own(paul)).ended).to.deep.equal({ arrived: 0, failed: 0, denied: 0, cancelled: 2 });
      expect((await household()).ended).to.deep.equal({ arrived: 1, failed: 0, denied: 0, cancelled: 2 });
    });

    async function addHistory() {
      await addBook('B1', { minutes: 600, authors: ['Frank Herbert', 'Brian Herbert'], narrators: ['Simon Vance'], series: 'Dune' });
      await addBook('B2', { minutes: 90, authors: ['Frank Herbert'], narrators: ['Simon Vance', 'Scott Brick'], series: 'Dune' });
      await addBook('B3', { minutes: 300, authors: ['Ursula K. Le Guin'] });
      await test.database.transaction((tx) =>
        tx.insert('integrations', {
          id: 'c1',
          pluginId: 'client-fake',
          name: 'Seedbox',
          enabled: true,
          priority: 1,
          settings: '{}',
          pluginVersion: '1.0.0',
          pathMappings: '[]',
          subscriptions: '[]',
          createdAt: NOW.toISOString(),
          updatedAt: NOW.toISOString(),
        }),
      );
      await ask(ids.paul, { asin: 'B1', at: '2026-01-10', waited: 2, from: { indexer: 'Shelf Tracker', client: 'c1' } });
      await ask(ids.paul, { asin: 'B2', at: '2026-01-11', waited: 24 * 30, origin: 'shelf', from: { indexer: 'Archive', client: 'gone' } });
      await ask(ids.paul, { asin: 'B1', type: 'ebook', status: 'downloaded', at: '2026-02-01', waited: 10 });
      await ask(ids.paul, { asin: 'B3', status: 'failed', at: '2026-02-02' });
      await ask(ids.paul, { asin: 'B2', status: 'available', origin: 'replace', at: '2026-02-03', waited: 1 });
      await ask(ids.chani, { asin: 'B3', at: '2024-05-05', waited: 1, from: { indexer: 'Archive', client: DIRECT_CLIENT_ID } });
      await ask(ids.chani, { asin: 'B2', at: '2026-03-01' });
      await ask(ids.chani, { asin: 'B3', status: 'denied', at: '2026-03-01' });
    }

    it('says what arrived for a person, how long that took and where it came from', async () => {
      await addHistory();

      const { months, ...statistics } = await own(paul);

      expect(statistics).to.deep.equal({
        period: 'last-12-months',
        from: '2025-04-01T00:00:00.000Z',
        requests: 4,
        audiobooks: 2,
        ebooks: 1,
        minutes: 690,
        wait: { median: 10 * 3600, ninetieth: 24 * 30 * 3600 },
        ended: { arrived: 3, failed: 1, denied: 0, cancelled: 0 },
        indexers: [
          { name: 'Archive', books: 1 },
          { name: 'Shelf Tracker', books: 1 },
          { name: null, books: 1 },
        ],
        clients: [
          { name: 'Seedbox', books: 1 },
          { name: null, books: 2 },
        ],
        origins: [
          { origin: 'manual', books: 2 },
          { origin: 'shelf', books: 1 },
        ],
        authors: [
          { name: 'Frank Herbert', requests: 3 },
          { name: 'Brian Herbert', requests: 2 },
          { name: 'Ursula K. Le Guin', requests: 1 },
        ],
        narrators: [
          { name: 'Simon Vance', requests: 3 },
          { name: 'Scott Brick', requests: 1 },
        ],
        series: [{ name: 'Dune', requests: 3 }],
      });
      expect(months).to.have.length(12);
      expect(months.slice(-3)).to.deep.equal([
        { month: '2026-01', audiobooks: 1, ebooks: 0, minutes: 600, waitMedianSeconds: 2 * 3600 },
        { month: '2026-02', audiobooks: 1, ebooks: 1, minutes: 90, waitMedianSeconds: 10 * 3600 },
        { month: '2026-03', audiobooks: 0, ebooks: 0, minutes: 0, waitMedianSeconds: null },
      ]);
    });

    it('adds up the household, and says who asks how much', async () => {
      await addHistory();

      const all = await household('?period=all');

      expect(all).to.include({ from: null, requests: 7, audiobooks: 3, ebooks: 1, minutes: 990 });
      expect(all.months[0]).to.deep.equal({ month: '2024-05', audiobooks: 1, ebooks: 0, minutes: 300, waitMedianSeconds: 3600 });
      expect(all.months.at(-1)?.month).to.equal('2026-03');
      expect(all.clients).to.deep.include({ name: 'Direct download', books: 1 });
      expect(all.ended).to.deep.equal({ arrived: 4, failed: 1, denied: 1, cancelled: 0 });
      expect(all.people).to.deep.equal([
        { userId: ids.paul, name: 'paul', requests: 4, arrived: 3 },
        { userId: ids.chani, name: 'chani', requests: 3, arrived: 1 },
      ]);
      expect((await household('?period=this-year')).requests).to.equal(6);
    });

    it('counts people who were deleted, and does not name them', async () => {
      await addHistory();
      await http.people.users.remove(ids.chani, { name: 'spec' });

      const all = await household('?period=all');

      expect(all.requests).to.equal(7);
      expect(all.people?.at(-1)).to.deep.equal({ userId: null, name: null, requests: 3, arrived: 1 });
      expect(JSON.stringify(all)).not.to.include('chani').and.not.to.include(ids.chani);
      expect((await admin.get(`/api/admin/statistics?userId=${ids.chani}`)).status).to.equal(404);
    });

    it('shows the figures of one person to admins, and nobody else’s to members', async () => {
      await addHistory();

      expect(await household(`?userId=${ids.paul}`)).to.deep.equal(await own(paul));
      for (const path of ['', '/export', `?userId=${ids.chani}`, `/export?userId=${ids.paul}`])
        expect((await paul.get(`/api/admin/statistics${path}`)).status, path).to.equal(403);
      expect((await own(paul, `?userId=${ids.chani}`)).requests).not.to.equal((await household(`?userId=${ids.chani}`)).requests);
      expect((await (await http.as('nobody')).get('/api/statistics')).status).to.equal(401);
    });

    it('says so where there is nothing', async () => {
      const nothing = await own(paul, '?period=all');

      expect(nothing).to.deep.include({ requests: 0, months: [], wait: null, authors: [], indexers: [] });
      expect((await paul.get('/api/statistics?period=yesterday')).status).to.equal(400);
    });

    it('can be downloaded as a table that holds no formulas', async () => {
      await addHistory();
      await addBook('B9', { minutes: 60, authors: ['=HYPERLINK("http://evil.example")'] });
      await ask(ids.paul, { asin: 'B9', at: '2026-03-02', waited: 1 });

      const { body, headers } = await paul.get<string>('/api/statistics/export');

      expect(headers.get('content-type')).to.equal('text/csv; charset=utf-8');
      expect(headers.get('content-disposition')).to.include('lectern-statistics.csv');
      expect(body.split('\r\n')).to.include.members([
        'table,name,figure,value',
        'total,,audiobooks,3',
        'month,2026-01,minutes,600',
        'indexer,Shelf Tracker,books,1',
        'author,Frank Herbert,requests,3',
        `author,"'=HYPERLINK(""http://evil.example"")",requests,1`,
      ]);
      expect(body).not.to.include('person,');
      expect((await admin.get<string>('/api/admin/statistics/export')).body).to.include('person,paul,requests,5');
    });

    if (dialect === 'sqlite') {
      it('read indexes of requests instead of all requests', async () => {
        const asked: { readonly sql: string; readonly params: readonly SqlValue[] }[] = [];
        const stop = test.database.onStatement((sql, params) => asked.push({ sql, params }));
        await createStatisticsService({ database: test.database, users: http.people.users, now: () => NOW }).household('all');
        stop();

        const steps: string[] = [];
        for (const { sql, params } of asked)
          steps.push(
            ...(await test.database.read.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, params)).map(({ detail }) => detail),
          );
        const indexes = steps.flatMap((step) => /^(?:SCAN|SEARCH) r(?: USING (.* INDEX \w+|INDEX \w+))?/.exec(step)?.slice(1) ?? []);
        expect(indexes.sort()).to.deep.equal([
          ...Array.from({ length: 4 }, () => 'COVERING INDEX requests_arrived'),
          ...Array.from({ length: 2 }, () => 'COVERING INDEX requests_counted'),
          'INDEX requests_status',
        ]);
      });
    }

    it('take seven statements, however many requests there are, also for many who ask at the same time', async () => {
      await addHistory();
      const service = createStatisticsService({ database: test.database, users: http.people.users, now: () => NOW });
      let statements = 0;
      const stop = test.database.onStatement(() => (statements += 1));

      await Promise.all([service.household('all'), service.household('all'), service.household('all')]);
      stop();

      expect(statements).to.equal(7);
    });
  });
}
