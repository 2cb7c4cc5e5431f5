import { expect } from 'chai';
import { createTestDatabase, hasPostgres, type TestDatabase } from '../../platform/db/test-databases.js';
import { createWorld, sampleBook } from './catalog-world.spec.support.js';

const DAY_MS = 86_400_000;
const TREE = [
  { id: 'fiction', name: 'Fiction', children: [{ id: 'crime', name: 'Crime' }] },
  { id: 'history', name: 'History' },
];
const books = (from: number, count: number) => Array.from({ length: count }, (_, n) => sampleBook(from + n));

for (const dialect of ['sqlite', 'postgres'] as const) {
  describe(`categories on ${dialect}`, () => {
    let test: TestDatabase;
    let world: ReturnType<typeof createWorld>;

    before(async function () {
      if (dialect === 'postgres' && !(await hasPostgres())) this.skip();
    });
    beforeEach(async () => {
      test = await createTestDatabase(dialect);
      world = createWorld(test.database);
      world.fake.categories = TREE;
    });
    afterEach(async () => {
      await world.catalog.idle();
      await test.dispose();
    });

    /** Another process of the same database. */
    function restart(): void {
      const { fake, clock } = world;
      world = createWorld(test.database);
      Object.assign(world.fake, { categories: fake.categories, byCategory: fake.byCategory, shown: fake.shown, isDead: fake.isDead });
      world.clock.now = clock.now;
    }

    const titlesOf = async (id: string, page = 1) =>
      (await world.catalog.category(id, { page, limit: 20 })).items.map(({ title }) => title);
    const later = (ms: number) => (world.clock.now = new Date(world.clock.now.getTime() + ms));
    const failure = (work: Promise<unknown>) =>
      work.then(
        () => undefined,
        (error: { code: string }) => error.code,
      );

    it('are asked for once a day, also after a restart', async () => {
      await world.catalog.categories();
      await world.catalog.categories();
      restart();
      expect(await world.catalog.categories()).to.deep.include({ items: TREE });
      expect(world.fake.asked).to.deep.equal([]);

      later(DAY_MS);
      world.fake.categories = TREE.slice(1);
      restart();
      expect((await world.catalog.categories()).items).to.deep.equal(TREE.slice(1));
    });

    it('are served as they were while the catalogue is dead, with their age', async () => {
      await world.catalog.categories();
      later(2 * DAY_MS);
      world.fake.isDead = true;
      expect(await world.catalog.categories()).to.deep.equal({ items: TREE, fetchedAt: '2026-03-01T10:00:00.000Z', stale: true });

      world.clock.region = 'de';
      expect(await failure(world.catalog.categories())).to.equal('catalogue_unavailable');
    });

    it('lose hostile names and ids, and a third level', async () => {
      world.fake.categories = [
        { id: '../x', name: 'Path' },
        { id: 'a', name: '<b>Bold</b>', children: [{ id: 'b', name: 'B', children: [{ id: 'c', name: 'C' }] }] },
      ];
      expect((await world.catalog.categories()).items).to.deep.equal([{ id: 'a', name: 'Bold', children: [{ id: 'b', name: 'B' }] }]);
      restart();
      expect((await world.catalog.categories()).items).to.deep.equal([{ id: 'a', name: 'Bold', children: [{ id: 'b', name: 'B' }] }]);
    });

    it('know the names of those that are gone', async () => {
      await world.catalog.refreshLists();
      world.fake.categories = [{ id: 'history', name: 'Histories' }];
      await world.catalog.refreshLists();
      expect(Object.fromEntries(await world.catalog.knownCategories(['history', 'crime', 'nothing']))).to.deep.equal({
        history: { name: 'Histories', isGone: false },
        crime: { name: 'Crime', isGone: true },
        nothing: { isGone: true },
      });

      world.clock.region = 'de';
      expect((await world.catalog.knownCategories(['crime'])).get('crime')).to.deep.equal({ name: 'Crime', isGone: false });
    });

    it('keep the first page of what somebody opens, and serve it while the catalogue is dead', async () => {
      world.fake.byCategory = { crime: books(1, 30), history: books(101, 5) };
      await world.catalog.categories();
      expect(await titlesOf('crime')).to.have.length(20);
      world.fake.isDead = true;
      restart();

      const page = await world.catalog.category('crime', { page: 1, limit: 20 });
      expect(page).to.include({ stale: true, total: 20, fetchedAt: '2026-03-01T10:00:00.000Z' });
      expect(page.items[0]?.title).to.equal('Volume 1');
      expect(await titlesOf('crime', 2)).to.deep.equal([]);
      expect(await failure(titlesOf('history'))).to.equal('catalogue_unavailable');
    });

    it('are refreshed daily when somebody shows them or opened them lately, and forgotten after that', async () => {
      world.fake.byCategory = { crime: books(1, 150), history: books(201, 5), fiction: books(301, 5) };
      await world.catalog.categories();
      await titlesOf('crime');
      world.fake.shown = ['history'];
      expect((await world.catalog.refreshLists()).refreshed).to.deep.equal(['category:history', 'category:crime']);
      const heads = await world.catalog.listHeads(['category:crime', 'category:history', 'category:fiction'], 3);
      expect([...heads.values()].map(({ asins }) => asins.length)).to.deep.equal([3, 3, 0]);

      world.fake.isDead = true;
      restart();
      expect((await world.catalog.category('crime', { page: 1, limit: 50 })).total).to.equal(100);

      world.fake.isDead = false;
      world.fake.shown = [];
      later(31 * DAY_MS);
      expect((await world.catalog.refreshLists()).refreshed).to.deep.equal([]);
      expect((await world.catalog.listHeads(['category:crime'], 3)).get('category:crime')?.asins).to.deep.equal([]);
    });

    it('are written once a day however often they are opened', async () => {
      world.fake.byCategory = { crime: books(1, 3) };
      await world.catalog.categories();
      await titlesOf('crime');
      await world.catalog.idle();
      const written: string[] = [];
      const stop = test.database.onStatement((sql) => written.push(...(/^(UPDATE|INSERT|DELETE)/.test(sql) ? [sql] : [])));
      await titlesOf('crime');
      later(DAY_MS / 2);
      await titlesOf('crime');
      stop();
      expect(written.filter((sql) => sql.includes('catalog_categories'))).to.deep.equal([]);
    });

    it('keep the books of the others when one cannot be fetched', async () => {
      world.fake.byCategory = { crime: books(1, 3) };
      world.fake.shown = ['crime', 'history'];
      await world.catalog.categories();
      expect(await world.catalog.refreshLists()).to.deep.include({ refreshed: ['category:crime'] });
    });

    it('fetch what is missing, and nothing else', async () => {
      world.fake.byCategory = { crime: books(1, 3), history: books(11, 3) };
      await world.catalog.fetchMissing(['crime']);
      world.fake.asked.length = 0;
      const { refreshed } = await world.catalog.fetchMissing(['crime', 'history', 'x'.repeat(95)]);
      expect(refreshed).to.deep.equal(['category:history']);
      expect(world.fake.asked).to.deep.equal(['category']);
    });
  });
}
