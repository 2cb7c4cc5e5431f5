import type { CatalogBook } from '@lectern/plugin-api';
import { expect } from 'chai';
import type { Database } from '../../platform/db/index.js';
import { createTestDatabase, hasPostgres, type TestDatabase } from '../../platform/db/test-databases.js';
import { createAuditService } from '../audit/index.js';
import { startTestHttp, type TestClient, type TestHttp } from '../auth/test-http.js';
import { loadBooks, saveBooks } from './book-store.js';
import { createWorkEditor } from './work-editor.js';
import { workRoutes } from './work-routes.js';

const ASINS = ['B000000001', 'B000000002', 'B000000003', 'B000000004'] as const;
const [ONE, TWO, THREE] = ASINS;
const AT = '2026-01-01T00:00:00.000Z';
const BASE = '/api/admin/works';

interface Work {
  readonly changes: readonly { readonly id: string; readonly kind: string }[];
}

function book(asin: string): CatalogBook {
  return { asin, region: 'us', title: `Book ${asin}`, authors: [{ name: 'Ann' }], narrators: ['Ned'], series: [], genres: [] };
}

for (const dialect of ['sqlite', 'postgres'] as const) {
  describe(`works that admins correct at the same moment, on ${dialect}`, () => {
    let test: TestDatabase;
    let database: Database;
    let http: TestHttp;
    let admin: TestClient;

    before(async function () {
      if (dialect === 'postgres' && !(await hasPostgres())) this.skip();
    });
    beforeEach(async () => {
      test = await createTestDatabase(dialect);
      ({ database } = test);
      let clock = Date.parse(AT);
      const now = () => new Date((clock += 1000));
      const workEditor = createWorkEditor({
        database,
        cached: async (asins) => new Map([...(await loadBooks(database.read, asins, 'us'))].map(([asin, stored]) => [asin, stored.book])),
        audit: createAuditService({ database, now }),
        onChange: () => undefined,
        now,
      });
      http = await startTestHttp({ database, routes: workRoutes({ workEditor }) });
      admin = await http.as('admin');
      await database.transaction((tx) => saveBooks(tx, ASINS.map(book), AT));
    });
    afterEach(async () => {
      await http?.stop();
      await test?.dispose();
    });

    const merge = async (asin: string, other: string) => (await admin.post(`${BASE}/merge`, { asin, other })).status;
    const split = async (asin: string) => (await admin.post(`${BASE}/split`, { asin })).status;
    const changes = async (asin: string) => (await admin.get<{ work: Work }>(`${BASE}/${asin}`)).body.work.changes;
    const emptyWorks = () => database.read.all('SELECT id FROM works WHERE id NOT IN (SELECT work_id FROM work_asins)');

    it('are merged crosswise', async () => {
      const pairs = Array.from({ length: 8 }, (_, n) => [ASINS[n % 4], ASINS[(n + 1) % 4]] as const);

      const statuses = await Promise.all(
        pairs.map(([asin, other], n) => (n % 2 === 0 ? merge(asin ?? '', other ?? '') : merge(other ?? '', asin ?? ''))),
      );

      expect(new Set(statuses)).to.deep.equal(new Set([200]));
      expect(await emptyWorks()).to.deep.equal([]);
    });

    it('are split once', async () => {
      await merge(ONE, TWO);
      await merge(ONE, THREE);

      await Promise.all(Array.from({ length: 6 }, () => split(TWO)));

      expect((await changes(TWO)).filter(({ kind }) => kind === 'split')).to.have.length(1);
      expect(await emptyWorks()).to.deep.equal([]);
    });

    it('are put back once', async () => {
      await merge(ONE, TWO);
      const [change] = await changes(ONE);

      const statuses = await Promise.all([1, 2, 3].map(async () => (await admin.post(`${BASE}/changes/${change?.id}/undo`)).status));

      expect(statuses.sort()).to.deep.equal([204, 404, 404]);
    });
  });
}
