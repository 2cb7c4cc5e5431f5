import type { CatalogBook } from '@lectern/plugin-api';
import { expect } from 'chai';
import { pino } from 'pino';
import type { Database } from '../../platform/db/index.js';
import { createTestDatabase, hasPostgres, type TestDatabase } from '../../platform/db/test-databases.js';
import { createAuditService } from '../audit/index.js';
import { startTestHttp, type TestClient, type TestHttp } from '../auth/test-http.js';
import { loadBooks, saveBooks } from './book-store.js';
import { createWorkEditor } from './work-editor.js';
import { createWorkRecorder } from './work-recorder.js';
import { workRoutes } from './work-routes.js';
import { loadSiblings, recordWorks } from './works-store.js';

const [ONE, TWO, OTHER] = ['B000000001', 'B000000002', 'B000000009'];
const AT = '2026-01-01T00:00:00.000Z';
const BASE = '/api/admin/works';

function book(asin: string, title = 'Dune'): CatalogBook {
  const people = { authors: [{ name: 'Frank Herbert' }], narrators: ['Simon Vance'] };
  return { asin, region: 'us', title, ...people, series: [], genres: [], durationMinutes: 1260 };
}

interface Work {
  readonly editions: readonly { readonly asin: string; readonly evidence: readonly { readonly kind: string }[] }[];
  readonly changes: readonly { readonly id: string; readonly kind: string; readonly undoneAt?: string }[];
}

for (const dialect of ['sqlite', 'postgres'] as const) {
  describe(`works that admins correct, on ${dialect}`, () => {
    let test: TestDatabase;
    let database: Database;
    let http: TestHttp;
    let admin: TestClient;
    let told: string[][];
    let clock = Date.parse(AT);

    before(async function () {
      if (dialect === 'postgres' && !(await hasPostgres())) this.skip();
    });
    beforeEach(async () => {
      test = await createTestDatabase(dialect);
      ({ database } = test);
      told = [];
      const now = () => new Date((clock += 1000));
      const workEditor = createWorkEditor({
        database,
        cached: async (asins) => new Map([...(await loadBooks(database.read, asins, 'us'))].map(([asin, stored]) => [asin, stored.book])),
        audit: createAuditService({ database, now }),
        onChange: (asins) => told.push([...asins].sort()),
        now,
      });
      http = await startTestHttp({ database, routes: workRoutes({ workEditor }) });
      admin = await http.as('admin');
      await database.transaction((tx) => saveBooks(tx, [book(ONE), book(TWO), book(OTHER, 'Emma')], AT));
    });
    afterEach(async () => {
      await http?.stop();
      await test?.dispose();
    });

    const work = async (asin: string) => (await admin.get<{ work: Work }>(`${BASE}/${asin}`)).body.work;
    const merge = (asin: string, other: string) => admin.post<{ work: Work }>(`${BASE}/merge`, { asin, other });
    const split = (asin: string) => admin.post<{ work: Work }>(`${BASE}/split`, { asin });
    const undo = async (id: string | undefined) => (await admin.post(`${BASE}/changes/${id}/undo`)).status;
    const siblings = async (asin: string) => (await loadSiblings(database.read, [asin])).get(asin);
    const found = () => recordWorks(database, [[ONE, TWO]], 'us', AT);
    const rows = () => database.read.all('SELECT asin, work_id, evidence FROM work_asins ORDER BY asin');

    it('show why editions are one recording', async () => {
      await found();

      const { editions } = await work(ONE);

      expect(editions.map(({ asin }) => asin)).to.deep.equal([ONE, TWO]);
      expect(editions[0]?.evidence[0]).to.deep.include({ kind: 'same-recording', titleKey: 'dune' });
      expect(await work(OTHER)).to.deep.include({ changes: [] });
    });

    it('are split; the same books are neither stored nor listed as one again', async () => {
      await found();

      const { body } = await split(TWO);
      await found();

      expect(body.work.editions.map(({ asin }) => asin)).to.deep.equal([TWO]);
      expect(body.work.editions[0]?.evidence.at(-1)).to.deep.include({ kind: 'split', by: 'admin' });
      expect(await siblings(ONE)).to.deep.equal([]);
      expect(told).to.deep.equal([[ONE, TWO]]);
      const works = createWorkRecorder({ database, log: pino({ level: 'silent' }), now: () => new Date(AT) });
      const united = await works.unite([book(ONE), book(TWO), book('B000000003')]);
      expect(united.items.map(({ asin }) => asin)).to.deep.equal([ONE, TWO]);
      expect(united.groups).to.deep.equal([[ONE, 'B000000003']]);
    });

    it('are merged although the books do not agree', async () => {
      await found();

      const { body } = await merge(ONE, OTHER);

      expect(body.work.editions.map(({ asin }) => asin).sort()).to.deep.equal([ONE, TWO, OTHER]);
      expect(await siblings(OTHER)).to.deep.equal([ONE, TWO]);
      expect((await merge(OTHER, TWO)).body.work.changes).to.have.length(1);
    });

    it('are as before, evidence included, once a change is undone', async () => {
      await found();
      const before = await rows();
      const { body: taken } = await split(TWO);
      expect(await undo(taken.work.changes[0]?.id)).to.equal(204);
      expect(await rows()).to.deep.equal(before);

      const { body: merged } = await merge(ONE, OTHER);
      expect(await undo(merged.work.changes[0]?.id)).to.equal(204);

      expect((await rows()).slice(0, 2)).to.deep.equal(before);
      expect(await siblings(OTHER)).to.deep.equal([]);
      expect((await work(ONE)).changes.map(({ undoneAt }) => undoneAt !== undefined)).to.deep.equal([true, true]);
      expect(await undo(merged.work.changes[0]?.id)).to.equal(404);
    });

    it('put together again what was split once that is undone', async () => {
      await found();
      const { body } = await split(TWO);
      await undo(body.work.changes[0]?.id);
      await split(ONE);
      await merge(ONE, TWO);

      expect(await siblings(ONE)).to.deep.equal([TWO]);
      expect(await database.read.all('SELECT asin FROM work_separations')).to.deep.equal([]);
    });

    it('are not undone over a later change', async () => {
      await found();
      const { body: first } = await merge(ONE, OTHER);
      const { body: second } = await split(OTHER);

      expect(await undo(first.work.changes[0]?.id)).to.equal(409);
      expect(await undo(second.work.changes[0]?.id)).to.equal(204);
      expect(await undo(first.work.changes[0]?.id)).to.equal(204);

      expect(await siblings(OTHER)).to.deep.equal([]);
    });

    it('stay as they are where there is nothing to do', async () => {
      await split(OTHER);
      await found();
      await merge(ONE, TWO);
      await merge(ONE, ONE);

      expect(told).to.deep.equal([]);
      expect((await work(ONE)).changes).to.deep.equal([]);
    });

    it('are for admins, and only by whole ASINs', async () => {
      const member = await http.as('user');

      expect((await member.get(`${BASE}/${ONE}`)).status).to.equal(403);
      expect((await member.post(`${BASE}/merge`, { asin: ONE, other: TWO })).status).to.equal(403);
      expect((await member.post(`${BASE}/split`, { asin: ONE })).status).to.equal(403);
      expect((await admin.post(`${BASE}/split`, { asin: "' OR 1=1" })).status).to.equal(400);
    });

    it('leave their changes in the history', async () => {
      await found();
      await undo((await split(TWO)).body.work.changes[0]?.id);
      await undo((await merge(ONE, OTHER)).body.work.changes[0]?.id);

      const entries = await database.read.all<{ action: string }>("SELECT action FROM audit_log WHERE target_type = 'work' ORDER BY id");
      expect(entries.map(({ action }) => action)).to.deep.equal(['work.split', 'work.split_undone', 'work.merged', 'work.merged_undone']);
    });

    it('are read in a fixed number of statements', async () => {
      await found();
      const count = async (asin: string) => {
        let statements = 0;
        const off = database.onStatement(() => (statements += 1));
        await work(asin);
        off();
        return statements;
      };
      const small = await count(ONE);
      for (let n = 10; n < 40; n += 1) await merge(ONE, `B0000000${n}`);

      expect(await count(ONE)).to.equal(small);
      expect((await work(ONE)).changes).to.have.length(20);
    });
  });
}
