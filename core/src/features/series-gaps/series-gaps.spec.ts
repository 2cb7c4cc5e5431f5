import type { CatalogBook } from '@lectern/plugin-api';
import { expect } from 'chai';
import { v7 as uuid } from 'uuid';
import { createTestDatabase, hasPostgres } from '../../platform/db/test-databases.js';
import { ApiError } from '../../platform/http/problem.js';
import type { JobContext, JobProgress } from '../../platform/jobs/job-queue.js';
import { foreignWords, inEnglish } from '../../platform/words/index.js';
import { createAuditService } from '../audit/index.js';
import { startTestHttp, type TestClient, type TestHttp } from '../auth/test-http.js';
import { gapJob, WALKS_A_RUN } from './gap-job.js';
import { gapRoutes } from './gap-routes.js';
import { createSeriesGapService } from './gap-service.js';

const BASE = '/api/admin/library/series-gaps';
const DAY_MS = 86_400_000;

function bookOf(seriesId: string, n: number, more: Partial<CatalogBook> = {}): CatalogBook {
  return {
    asin: `B0${seriesId.slice(0, 4)}${String(n).padStart(4, '0')}`,
    region: 'us',
    title: `${seriesId} ${n}`,
    authors: [{ name: 'Ada Writer' }],
    narrators: ['Ned Reader'],
    series: [{ id: seriesId, name: `Saga ${seriesId}`, part: String(n) }],
    genres: [],
    releaseDate: '2020-01-01',
    durationMinutes: 600,
    ...more,
  };
}

interface Gaps {
  readonly items: readonly {
    readonly seriesId: string;
    readonly owned: number;
    readonly missing: number;
    readonly upcoming: number;
    readonly requested: number;
    readonly parts: readonly { readonly asin: string; readonly requested: boolean }[];
    readonly walkedAt: string | null;
    readonly dismissedBy: string | null;
  }[];
  readonly total: number;
  readonly progress: { readonly series: number; readonly walked: number; readonly lastWalkedAt: string | null };
}

for (const dialect of ['sqlite', 'postgres'] as const) {
  describe(`series with gaps on ${dialect}`, () => {
    let test: Awaited<ReturnType<typeof createTestDatabase>>;
    let http: TestHttp;
    let admin: TestClient;
    let member: TestClient;
    let integrationId: string;
    let time: number;
    /** The books of the catalogue, the series it was asked about, and whether it answers. */
    let listed: CatalogBook[];
    let walked: string[];
    let lookedUp: string[];
    let fault: ApiError | undefined;
    let onWalk: () => void;

    const now = () => new Date(time);
    const at = () => now().toISOString();

    before(async function () {
      if (dialect === 'postgres' && !(await hasPostgres())) this.skip();
    });
    beforeEach(async () => {
      test = await createTestDatabase(dialect);
      [time, listed, walked, lookedUp, fault] = [Date.parse('2026-06-01T00:00:00.000Z'), [], [], [], undefined];
      onWalk = () => undefined;
      const { database } = test;
      const deps = { database, catalog: { region: async () => 'us' }, audit: createAuditService({ database, now }), now };
      http = await startTestHttp({ database, routes: gapRoutes({ seriesGaps: createSeriesGapService(deps) }) });
      [admin, member] = [await http.as('admin'), await http.as('user')];
      integrationId = uuid();
      const facts = { enabled: true, priority: 0, settings: '{}', pluginVersion: '1.0.0', pathMappings: '[]', subscriptions: '[]' };
      const named = { id: integrationId, pluginId: 'media-fake', name: 'Shelf', createdAt: at(), updatedAt: at() };
      await database.transaction((tx) => tx.insert('integrations', { ...facts, ...named }));
    });
    afterEach(async () => {
      await http?.stop();
      await test?.dispose();
    });

    /** Puts a book of the catalogue into the library. */
    async function own(book: CatalogBook, more: object = {}): Promise<void> {
      const lists = { authors: '[]', narrators: '[]', genres: '[]', seriesList: JSON.stringify(book.series) };
      const series = book.series[0]?.name ?? null;
      const stored = { asin: book.asin, region: 'us', title: book.title, ...lists, series, fetchedAt: at() };
      const item = { id: uuid(), integrationId, libraryId: 'lib', itemId: book.asin, title: book.title, authors: '[]', narrators: '[]' };
      const facts = {
        hasCover: false,
        hasAudio: true,
        hasEbook: false,
        addedAt: at(),
        updatedAt: at(),
        seenScan: item.id,
        missingScans: 0,
      };
      await test.database.transaction(async (tx) => {
        await tx.run('DELETE FROM audiobooks WHERE asin = ?', [book.asin]);
        await tx.insert('audiobooks', stored);
        await tx.insert('library_items', { ...item, ...facts, matchedAsin: book.asin, matchedBy: 'asin', ...more });
      });
    }

    function job(signal = new AbortController().signal) {
      const messages: string[] = [];
      const context = { signal, payload: {}, progress: ({ message = '' }: JobProgress) => void messages.push(inEnglish(message)) };
      const definition = gapJob({
        database: test.database,
        timeScale: 1,
        now,
        async availabilityOf(asins) {
          const rows = await test.database.read.all<{ asin: string }>('SELECT matched_asin AS asin FROM library_items');
          return new Map(rows.filter(({ asin }) => asins.includes(asin)).map(({ asin }) => [asin, {}]));
        },
        catalog: {
          region: async () => 'us',
          book: async (asin) => {
            lookedUp.push(asin);
            return listed.find((book) => book.asin === asin);
          },
          siblings: async () => new Map(),
          cached: async (asins) => new Map(listed.filter(({ asin }) => asins.includes(asin)).map((book) => [book.asin, book])),
          authorBooks: () => Promise.reject(new Error('no author')),
          async seriesBooks(id, { page, limit }) {
            walked.push(id);
            onWalk();
            if (fault) throw fault;
            const items = listed.filter(({ series }) => series.some((one) => one.id === id));
            return { items, page, limit, total: items.length };
          },
        },
      });
      return { messages, run: () => definition.run(context as unknown as JobContext) };
    }
    const refresh = () => job().run();
    const gaps = async (query = '') => (await admin.get<Gaps>(`${BASE}${query}`)).body;
    const names = async (query = '') => (await gaps(query)).items.map(({ seriesId }) => seriesId);

    it('count parts that are out and not in the library, the series that lacks most first', async () => {
      listed = [1, 2, 3, 4].map((n) => bookOf('DUNE', n)).concat([1, 2].map((n) => bookOf('EMMA', n)));
      listed.push(bookOf('DUNE', 5, { releaseDate: '2026-09-01' }), bookOf('DUNE', 90, { title: 'DUNE 2', series: [] }));
      listed.push(bookOf('DUNE', 91, { title: 'Box', series: [{ id: 'DUNE', name: 'Saga DUNE', part: '1-3' }] }));
      listed.push(bookOf('DONE', 1));
      for (const book of [listed[0], listed[4], listed.at(-1)]) await own(book as CatalogBook);
      expect((await gaps()).progress).to.deep.equal({ series: 0, walked: 0, lastWalkedAt: null });

      await refresh();

      const { items, total, progress } = await gaps();
      expect(items.map(({ seriesId, owned, missing, upcoming }) => [seriesId, owned, missing, upcoming])).to.deep.equal([
        ['DUNE', 1, 3, 1],
        ['EMMA', 1, 1, 0],
      ]);
      expect(items[0]?.parts.map(({ asin }) => asin)).to.deep.equal([2, 3, 4].map((n) => bookOf('DUNE', n).asin));
      expect({ total, progress }).to.deep.equal({ total: 2, progress: { series: 3, walked: 3, lastWalkedAt: at() } });
    });

    it('ask the catalogue about books of the library that nobody has looked at, once', async () => {
      listed = [bookOf('DUNE', 1), bookOf('DUNE', 2)];
      const nobodyKnows = bookOf('LOST', 1);
      for (const book of [listed[0] as CatalogBook, nobodyKnows]) await own(book);
      await test.database.transaction((tx) => tx.run('DELETE FROM audiobooks'));

      await refresh();
      expect(await names()).to.deep.equal(['DUNE']);
      await own(listed[0] as CatalogBook, { id: uuid(), itemId: 'again' });
      await refresh();

      expect(lookedUp).to.have.members([listed[0]?.asin, nobodyKnows.asin]);
    });

    it('are found by words whatever their accents, sorted and paged', async () => {
      for (const id of ['ALFA', 'BETA', 'GAMA']) {
        const count = { ALFA: 2, BETA: 4, GAMA: 3 }[id] ?? 0;
        for (let n = 1; n <= count; n += 1) {
          listed.push(bookOf(id, n, { series: [{ id, name: `Sâga ${id.toLowerCase()}`, part: String(n) }] }));
        }
      }
      for (const book of listed.filter(({ series }) => series[0]?.part === '1')) await own(book);
      await refresh();

      expect(await names()).to.deep.equal(['BETA', 'GAMA', 'ALFA']);
      expect(await names('?sort=name')).to.deep.equal(['ALFA', 'BETA', 'GAMA']);
      expect(await names('?search=SAGA%20gam')).to.deep.equal(['GAMA']);
      expect(await names('?search=%25')).to.have.length(0);
      expect(await names('?limit=2&page=2')).to.deep.equal(['ALFA']);
      expect((await gaps('?limit=2&page=2')).total).to.equal(3);
    });

    it('follow the library without asking the catalogue again', async () => {
      listed = [1, 2, 3].map((n) => bookOf('DUNE', n));
      await own(listed[0] as CatalogBook);
      await refresh();
      expect(walked).to.deep.equal(['DUNE']);

      await own(listed[1] as CatalogBook);
      await refresh();

      expect((await gaps()).items.map(({ owned, missing }) => [owned, missing])).to.deep.equal([[2, 1]]);
      await test.database.transaction((tx) => tx.run('DELETE FROM library_items'));
      await refresh();
      expect((await gaps()).progress.series).to.equal(0);
      expect(walked).to.deep.equal(['DUNE']);
    });

    it('are read some at a time, and a run that was stopped goes on where it was', async () => {
      for (let n = 0; n < WALKS_A_RUN + 5; n += 1) {
        const id = `S${String(n).padStart(3, '0')}`;
        listed.push(bookOf(id, 1), bookOf(id, 2));
        await own(bookOf(id, 1));
      }
      const stop = new AbortController();
      const stopped = job(stop.signal);
      onWalk = () => {
        if (walked.length === 4) stop.abort(new Error('killed'));
      };
      await stopped.run().catch(() => undefined);
      const before = (await gaps()).progress.walked;

      const again = await refresh();
      const last = await refresh();

      expect(before).to.be.within(3, 4);
      expect(again).to.have.property('againAt');
      expect(last).to.equal(undefined);
      expect((await gaps()).progress.walked).to.equal(WALKS_A_RUN + 5);
      time += 8 * DAY_MS;
      expect(await refresh()).to.have.property('againAt');
    });

    it('wait while the catalogue does not answer, and one that it does not list keeps no other waiting', async () => {
      listed = [bookOf('AAAA', 1), bookOf('BBBB', 1), bookOf('BBBB', 2)];
      for (const book of listed.slice(0, 2)) await own(book);
      await refresh();
      [walked, time] = [[], time + 8 * DAY_MS];
      fault = new ApiError('catalogue_unavailable', foreignWords('Dead.'));
      const run = job();
      await run.run();
      expect(walked).to.deep.equal(['AAAA']);
      expect(run.messages.at(-1)).to.match(/did not answer/);

      time += 1_000;
      fault = undefined;
      await refresh();

      expect(walked).to.deep.equal(['AAAA', 'BBBB', 'AAAA']);
      expect((await gaps()).items.map(({ seriesId, walkedAt }) => [seriesId, walkedAt])).to.deep.equal([['BBBB', at()]]);
    });

    it('stay as they were when the catalogue suddenly lists nothing of a series, and are read again on the next day', async () => {
      listed = [bookOf('DUNE', 1), bookOf('DUNE', 2)];
      await own(listed[0] as CatalogBook);
      await refresh();
      const before = (await gaps()).items;
      [walked, time, listed] = [[], time + 8 * DAY_MS, []];

      await refresh();
      time += 2 * DAY_MS;
      await refresh();

      expect(before.map(({ missing }) => missing)).to.deep.equal([1]);
      expect((await gaps()).items).to.deep.equal(before);
      expect(walked).to.deep.equal(['DUNE', 'DUNE']);
    });

    it('are forgotten with a region that the server left long ago, and so are marks of unknown books', async () => {
      listed = [bookOf('DUNE', 1), bookOf('DUNE', 2), bookOf('EMMA', 1)];
      const lost = bookOf('LOST', 1);
      for (const book of [listed[0] as CatalogBook, listed[2] as CatalogBook, lost]) await own(book);
      await test.database.transaction((tx) => tx.run('DELETE FROM audiobooks WHERE asin = ?', [lost.asin]));
      listed = listed.filter(({ asin }) => asin !== lost.asin);
      await refresh();
      await admin.post(`${BASE}/EMMA/dismiss`, {});
      const service = (region: string) =>
        createSeriesGapService({ ...test, catalog: { region: async () => region }, audit: createAuditService({ ...test, now }), now });
      const left = () => test.database.read.all<{ seriesId: string }>('SELECT series_id FROM library_series ORDER BY series_id');

      expect(await service('de').forget()).to.equal(0);
      time += 60 * DAY_MS;
      expect(await service('us').forget()).to.equal(1);
      expect(await left()).to.have.length(2);
      expect(await service('de').forget()).to.equal(1);
      expect(await left()).to.deep.equal([{ seriesId: 'EMMA' }]);
    });

    it('cost four statements a page, however many there are', async () => {
      const measured: number[] = [];
      for (const known of [1, 30]) {
        for (let n = measured.length; n < known; n += 1) {
          const id = `S${String(n).padStart(3, '0')}`;
          listed.push(bookOf(id, 1), bookOf(id, 2));
          await own(bookOf(id, 1));
        }
        await refresh();
        await refresh();
        const service = createSeriesGapService({
          ...test,
          catalog: { region: async () => 'us' },
          audit: createAuditService({ ...test, now }),
          now,
        });
        let statements = 0;
        const stop = test.database.onStatement(() => (statements += 1));
        const { items } = await service.page({ page: 1, limit: 50, sort: 'missing', search: 'saga', dismissed: false });
        stop();
        expect(items).to.have.length(known);
        measured.push(statements);
      }
      expect(measured).to.deep.equal([4, 4]);
    });

    it('say which parts somebody requested', async () => {
      listed = [1, 2, 3].map((n) => bookOf('DUNE', n));
      await own(listed[0] as CatalogBook);
      await refresh();
      const request = { id: uuid(), asin: listed[1]?.asin, region: 'us', type: 'audiobook', title: 'T', author: 'A', origin: 'manual' };
      const state = { status: 'pending', statusGroup: 'active', version: 1, statusSince: at(), createdAt: at(), updatedAt: at() };
      const [person] = await test.database.read.all<{ id: string }>('SELECT id FROM users');
      await test.database.transaction((tx) => tx.insert('requests', { ...request, ...state, userId: person?.id }));

      const [dune] = (await gaps()).items;
      expect(dune?.parts.map(({ requested }) => requested)).to.deep.equal([true, false]);
      expect(dune?.requested).to.equal(1);
    });

    it('are dismissed and come back, with both in the history; members see nothing of it', async () => {
      listed = [bookOf('DUNE', 1), bookOf('DUNE', 2)];
      await own(listed[0] as CatalogBook);
      await refresh();
      const dismiss = async (body: object, id = 'DUNE') => (await admin.post(`${BASE}/${id}/dismiss`, body)).status;

      expect(await dismiss({})).to.equal(204);
      expect(await dismiss({})).to.equal(204);
      expect(await names()).to.deep.equal([]);
      expect((await gaps('?dismissed=true')).items[0]).to.include({ seriesId: 'DUNE', missing: 1 });
      time += 30 * DAY_MS;
      await test.database.transaction((tx) => tx.run('DELETE FROM library_items'));
      await refresh();
      await own(listed[0] as CatalogBook);
      await refresh();
      expect(walked).to.deep.equal(['DUNE']);
      expect(await names()).to.deep.equal([]);
      expect(await dismiss({ dismissed: false })).to.equal(204);
      expect(await names()).to.deep.equal(['DUNE']);

      expect(await dismiss({}, 'NOBODYHAS')).to.equal(404);
      expect((await member.get(BASE)).status).to.equal(403);
      expect((await member.post(`${BASE}/DUNE/dismiss`, {})).status).to.equal(403);
      const entries = await test.database.read.all<{ action: string; targetId: string }>(
        "SELECT action, target_id FROM audit_log WHERE target_type = 'series' ORDER BY id",
      );
      expect(entries.map(({ action, targetId }) => `${action} ${targetId}`)).to.deep.equal([
        'library.series_dismissed DUNE',
        'library.series_restored DUNE',
      ]);
    });
  });
}
