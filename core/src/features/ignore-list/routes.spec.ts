import { expect } from 'chai';
import type { CatalogBook } from '@lectern/plugin-api';
import type { Database } from '../../platform/db/index.js';
import { createTestDatabase, hasPostgres, type TestDatabase } from '../../platform/db/test-databases.js';
import { startTestHttp, type TestClient, type TestHttp } from '../auth/test-http.js';
import { ignoreList as ignoreListFeature } from './feature.js';
import { createIgnoreService, type IgnoreService } from './ignore-service.js';
import { ignoreRoutes } from './routes.js';

const BASE = '/api/user/ignored-audiobooks';
const DUNE = 'B00DUNE001';
const DUNE_ABROAD = 'B00DUNE002';
const book: CatalogBook = {
  asin: DUNE,
  region: 'us',
  title: 'Dune',
  authors: [{ name: 'Frank Herbert' }],
  narrators: [],
  series: [],
  genres: [],
};

interface Item {
  readonly id: string;
  readonly asin: string;
  readonly book: { readonly title: string } | null;
}

for (const dialect of ['sqlite', 'postgres'] as const) {
  describe(`the ignore list on ${dialect}`, () => {
    let test: TestDatabase;
    let database: Database;
    let http: TestHttp;
    let ignoreList: IgnoreService;
    let paul: TestClient;
    let chani: TestClient;
    const changes: string[] = [];
    let clock = Date.parse('2026-01-01T00:00:00.000Z');

    before(async function () {
      if (dialect === 'postgres' && !(await hasPostgres())) return this.skip();
      test = await createTestDatabase(dialect);
      database = test.database;
      const siblings = new Map([
        [DUNE, [DUNE_ABROAD]],
        [DUNE_ABROAD, [DUNE]],
      ]);
      ignoreList = createIgnoreService({
        database,
        catalog: {
          cached: async (asins) => new Map(asins.includes(DUNE) ? [[DUNE, book]] : []),
          siblings: async (asins) => new Map(asins.map((asin) => [asin, siblings.get(asin) ?? []])),
        },
        now: () => new Date((clock += 1000)),
        onChange: (userId) => changes.push(userId),
      });
      http = await startTestHttp({ database, owning: [ignoreListFeature], routes: ignoreRoutes({ ignoreList }) });
      [paul, chani] = [await http.as('paul'), await http.as('chani')];
    });
    beforeEach(async () => {
      await database.transaction((tx) => tx.run('DELETE FROM ignored_audiobooks'));
      changes.length = 0;
    });
    after(async () => {
      await http?.stop();
      await test?.dispose();
    });

    const add = async (asin: string, client = paul) => client.post<{ item: Item }>(BASE, { asin });
    const list = async (client = paul, query = '') => (await client.get<{ items: Item[]; total: number }>(`${BASE}${query}`)).body;

    it('takes a book once, shows what is stored of it, and says so to its owner’s browsers', async () => {
      const first = await add(DUNE);
      const again = await add(DUNE);

      expect([first.status, again.status]).to.deep.equal([201, 200]);
      expect(again.body).to.deep.equal(first.body);
      expect(first.body.item.book?.title).to.equal('Dune');
      expect(changes).to.have.length(1);
    });

    it('keeps a book of which nothing is stored', async () => {
      expect((await add('B00UNKNOWN')).body.item).to.include({ asin: 'B00UNKNOWN', book: null });
    });

    it('makes one entry of a double click', async () => {
      const answers = await Promise.all([add(DUNE), add(DUNE), add(DUNE)]);

      expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 200, 201]);
      expect((await list()).total).to.equal(1);
    });

    it('is listed in pages, newest first, to its owner alone', async () => {
      for (const asin of ['B000000001', 'B000000002', 'B000000003']) await add(asin);

      expect((await list(paul, '?limit=2')).items.map(({ asin }) => asin)).to.deep.equal(['B000000003', 'B000000002']);
      expect(await list(paul, '?limit=2&page=2')).to.deep.include({ total: 3, page: 2 });
      expect(await list(chani)).to.deep.include({ items: [], total: 0 });
    });

    it('tells by which entry a book is ignored, and whether through another ASIN of the recording', async () => {
      await add(DUNE);
      const check = async (asin: string, client = paul) => (await client.get(`${BASE}/check/${asin}`)).body;

      expect(await check(DUNE)).to.deep.include({ ignored: true, through: 'itself' });
      expect(await check(DUNE_ABROAD)).to.deep.include({ ignored: true, through: 'sibling' });
      expect((await check(DUNE_ABROAD))['entry']).to.deep.include({ asin: DUNE });
      expect(await check('B00OTHER01')).to.deep.equal({ ignored: false, entry: null, through: null });
      expect(await check(DUNE, chani)).to.deep.include({ ignored: false });
    });

    it('names the entry of the very ASIN where a sibling is ignored as well', async () => {
      await add(DUNE_ABROAD);
      const { body } = await add(DUNE);

      expect((await paul.get<{ entry: Item }>(`${BASE}/check/${DUNE}`)).body.entry.id).to.equal(body.item.id);
    });

    it('marks those of many books that are ignored, in two statements whatever their number', async () => {
      const userId = (await http.people.users.findByUsername('paul'))?.id ?? '';
      await add(DUNE);

      expect([...(await ignoreList.which(userId, ['B00OTHER01', DUNE_ABROAD]))]).to.deep.equal([DUNE_ABROAD]);
      expect([...(await ignoreList.which(userId, []))]).to.deep.equal([]);
    });

    it('gives an entry up for its owner only, and once', async () => {
      const { id } = (await add(DUNE)).body.item;
      const admin = await http.as('admin');

      expect((await chani.delete(`${BASE}/${id}`)).status).to.equal(404);
      expect((await admin.delete(`${BASE}/${id}`)).status).to.equal(404);
      expect((await paul.delete(`${BASE}/${id}`)).status).to.equal(204);
      expect((await paul.delete(`${BASE}/${id}`)).status).to.equal(404);
      expect((await list()).total).to.equal(0);
      expect(changes).to.have.length(2);
    });

    it('holds a bounded number of books', async () => {
      const userId = (await http.people.users.findByUsername('paul'))?.id ?? '';
      const rows = Array.from(
        { length: 10_000 },
        (_, n) => `('${n}', '${userId}', 'B${String(n).padStart(9, '0')}', '2026-01-01T00:00:00.000Z')`,
      );
      await database.transaction(async (tx) => {
        for (let at = 0; at < rows.length; at += 500) {
          await tx.run(`INSERT INTO ignored_audiobooks (id, user_id, asin, created_at) VALUES ${rows.slice(at, at + 500).join(', ')}`);
        }
      });

      const { status, body } = await paul.post(BASE, { asin: DUNE });

      expect([status, body['code']]).to.deep.equal([409, 'too_many_ignored']);
      expect((await add('B000000001')).status).to.equal(200);
    });

    for (const asin of ['b00dune001', '', 'B00DUNE0011', '../../etc/p', "' OR 1=1 --"]) {
      it(`refuses ${JSON.stringify(asin)} as the name of a book`, async () => {
        expect((await paul.post(BASE, { asin })).status).to.equal(400);
        if (asin !== '') expect((await paul.get(`${BASE}/check/${encodeURIComponent(asin)}`)).status).to.be.oneOf([400, 404]);
      });
    }
  });
}
