import { expect } from 'chai';
import { createTestDatabase, hasPostgres, type TestDatabase } from '../../platform/db/test-databases.js';
import { createAuditService } from '../audit/index.js';
import { createWorld, sampleBook } from './catalog-world.spec.support.js';
import { createWorkEditor, type WorkEditor } from './work-editor.js';

const ADMIN = { id: 'admin', name: 'admin', address: '::1' };
const BOOKS = [1, 2, 3].map((n) =>
  sampleBook(n, { title: ['', 'Dune', 'The Desert Planet', 'Emma'][n] ?? '', authors: [{ name: 'Ann Author', id: 'A' }] }),
);
const [ONE = '', TWO = '', THREE = ''] = BOOKS.map(({ asin }) => asin);

for (const dialect of ['sqlite', 'postgres'] as const) {
  describe(`books that an admin merged, on ${dialect}`, () => {
    let test: TestDatabase;
    let world: ReturnType<typeof createWorld>;
    let editor: WorkEditor;

    before(async function () {
      if (dialect === 'postgres' && !(await hasPostgres())) this.skip();
    });
    beforeEach(async () => {
      test = await createTestDatabase(dialect);
      world = createWorld(test.database);
      world.fake.books = BOOKS;
      world.fake.popular = BOOKS;
      world.fake.knowsPeople = true;
      const { database } = test;
      const now = () => world.clock.now;
      editor = createWorkEditor({
        database,
        cached: (asins) => world.catalog.cached(asins),
        audit: createAuditService({ database, now }),
        onChange: () => undefined,
        now,
      });
      await world.catalog.refreshLists();
    });
    afterEach(async () => {
      await world?.catalog.idle();
      await test?.dispose();
    });

    /** What every list shows, each by its ASINs. */
    async function lists(): Promise<Record<string, readonly string[]>> {
      const { catalog } = world;
      const pages = {
        search: await catalog.search({ text: 'e', regions: [], page: 1, limit: 10 }),
        author: await catalog.authorBooks('A', { page: 1, limit: 10 }),
        popular: await catalog.popular({ page: 1, limit: 10 }),
        second: await catalog.popular({ page: 2, limit: 1 }),
      };
      return Object.fromEntries(Object.entries(pages).map(([name, { items }]) => [name, items.map(({ asin }) => asin).sort()]));
    }

    it('are one book in searches, in the lists of authors and among the popular ones at once, and two again once that is undone', async () => {
      const all = [ONE, TWO, THREE];
      const { second, ...before } = await lists();
      expect(before).to.deep.equal({ search: all, author: all, popular: all });
      expect(second).to.deep.equal([TWO]);

      await editor.merge(ONE, TWO, ADMIN);

      const one = [ONE, THREE];
      expect(await lists()).to.deep.equal({ search: one, author: one, popular: one, second: [THREE] });
      expect((await world.catalog.popular({ page: 1, limit: 1 })).total).to.equal(2);
      expect((await world.catalog.listHeads(['popular'], 10)).get('popular')?.asins).to.deep.equal(one);

      const { changes } = await editor.see(ONE);
      await editor.undo(changes[0]?.id ?? '', ADMIN);
      expect(await lists()).to.deep.equal({ search: all, author: all, popular: all, second: [TWO] });
    });
  });
}
