import { expect } from 'chai';
import { createTestDatabase, hasPostgres, type TestDatabase } from '../../platform/db/test-databases.js';
import { startTestHttp, type TestClient, type TestHttp } from '../auth/test-http.js';
import { createAnnotate } from './annotate.js';
import { authorAndSeriesRoutes } from './author-and-series-routes.js';
import { createWorld, sampleBook } from './catalog-world.spec.support.js';
import { catalogRoutes } from './routes.js';

interface Page {
  readonly items: readonly { readonly asin: string }[];
  readonly total: number;
}

const BOOKS = Array.from({ length: 100 }, (_, n) => sampleBook(n + 1, { series: [{ name: 'Tales', id: 'S1', part: String(n + 1) }] }));

for (const dialect of ['sqlite', 'postgres'] as const) {
  describe(`a page of books on ${dialect}`, () => {
    let test: TestDatabase;
    let world: ReturnType<typeof createWorld>;
    let http: TestHttp;
    let paul: TestClient;

    before(async function () {
      if (dialect === 'postgres' && !(await hasPostgres())) this.skip();
    });
    beforeEach(async () => {
      test = await createTestDatabase(dialect);
      world = createWorld(test.database);
      const annotate = createAnnotate({
        database: test.database,
        ownedItemsOf: async () => {
          await test.database.read.all('SELECT 1 AS one');
          return new Map();
        },
        savableOf: async () => new Set(),
      });
      const lists = { catalog: world.catalog, annotate, availabilityOf: async () => new Map() };
      const routes = [...catalogRoutes({ ...lists, libraryBookOf: async () => undefined }), ...authorAndSeriesRoutes(lists)];
      http = await startTestHttp({ database: test.database, routes });
      paul = await http.as('paul');
      world.fake.books = [...BOOKS];
      world.fake.popular = [...BOOKS];
    });
    afterEach(async () => {
      await http.stop();
      await world.catalog.idle();
      await test.dispose();
    });

    /** The statements of a page, that which knows the caller included, without those that keep the page for an outage while nobody waits. */
    async function statementsOf(path: string, count: number): Promise<number> {
      const statements: string[] = [];
      const stop = test.database.onStatement((sql) => void statements.push(sql));
      const { items } = (await paul.get<Page>(path)).body;
      await world.catalog.idle();
      stop();
      expect(items).to.have.length(count);
      const keeping = statements.filter((sql) => /^\s*(DELETE FROM|INSERT INTO) catalog_cache_categories/.test(sql));
      expect(keeping).to.have.length.at.most(2);
      return statements.length - keeping.length;
    }

    it('of a stored list takes five statements, however long it is', async () => {
      await world.catalog.refreshLists();
      // reads the settings, which are kept
      await statementsOf('/api/audiobooks/popular?limit=1', 1);

      expect(await statementsOf('/api/audiobooks/popular?limit=5', 5)).to.equal(5);
      expect(await statementsOf('/api/audiobooks/popular?limit=100', 100)).to.equal(5);
      expect(await statementsOf('/api/audiobooks/new-releases?page=9&limit=20', 0)).to.be.below(5);
    });

    it('of a series takes six statements at most, when it is fetched and while it is kept', async () => {
      await statementsOf('/api/series/S1/books?limit=1', 1);
      for (const count of [5, 50]) {
        const path = `/api/series/S1/books?limit=${count}`;

        expect(await statementsOf(path, count)).to.be.at.most(6);
        expect(await statementsOf(path, count)).to.be.at.most(6);
      }
    });

    it('holds the books of a list in its order, of the region where they are known there', async () => {
      world.clock.region = 'de';
      world.fake.popular = BOOKS.map((book) => ({ ...book, region: 'de', title: `Band ${book.asin}` }));
      await world.catalog.refreshLists();
      world.clock.region = 'us';
      world.fake.popular = BOOKS.slice(0, 30).reverse();
      await world.catalog.refreshLists();

      const { items, total } = (
        await paul.get<{ items: readonly { asin: string; title: string }[]; total: number }>('/api/audiobooks/popular?limit=4&page=2')
      ).body;

      expect(total).to.equal(30);
      expect(items.map(({ asin, title }) => [asin, title])).to.deep.equal(
        BOOKS.slice(22, 26)
          .reverse()
          .map(({ asin, title }) => [asin, title]),
      );
    });
  });
}
