import { expect } from 'chai';
import type { Database } from '../../platform/db/index.js';
import { createTestDatabase, hasPostgres, type TestDatabase } from '../../platform/db/test-databases.js';
import { SERVICE_DIALECTS } from '../../platform/db/test-dialects.js';
import { startTestHttp, type TestClient, type TestHttp } from '../auth/test-http.js';
import { createAnnotate } from '../catalog/index.js';
import { createWorld, sampleBook } from '../catalog/catalog-world.spec.support.js';
import { homeJobs } from './fetch-categories-job.js';
import { createHomeSections, type HomeSections } from './home-sections.js';
import { createHomeService } from './home-service.js';
import { homeRoutes } from './routes.js';
import { sectionKinds } from './section-kinds.js';

const PATH = '/api/user/home-sections';

interface Answer {
  readonly sections: { readonly section: string; readonly title: string; readonly gone?: boolean }[];
  readonly isDefault: boolean;
  readonly choices: { readonly section: string }[];
  readonly code?: string;
  readonly errors?: { readonly path: string }[];
}

/** Makes these the items of a library; each was added an hour after the one before. */
async function addItems(database: Database, asins: readonly string[]): Promise<void> {
  const at = (n: number) => new Date(Date.UTC(2026, 0, 1, n)).toISOString();
  await database.transaction(async (tx) => {
    await tx.run('DELETE FROM library_items');
    await tx.run(
      `INSERT INTO integrations (id, plugin_id, name, enabled, priority, settings, plugin_version, path_mappings, subscriptions, created_at, updated_at)
       VALUES ('abs', 'abs', 'Shelf', ?, 1, '{}', '1.0.0', '[]', '[]', ?, ?) ON CONFLICT (id) DO NOTHING`,
      [true, at(0), at(0)],
    );
    for (const [n, asin] of asins.entries()) {
      await tx.insert('library_items', {
        id: `i${n}`,
        integrationId: 'abs',
        libraryId: 'l',
        itemId: `i${n}`,
        title: `Item ${n}`,
        authors: '[]',
        narrators: '[]',
        matchedAsin: asin,
        hasCover: false,
        addedAt: at(n),
        updatedAt: at(n),
        seenScan: 's',
      });
    }
  });
}

for (const dialect of SERVICE_DIALECTS) {
  describe(`arranging the home page on ${dialect}`, () => {
    let test: TestDatabase;
    let world: ReturnType<typeof createWorld>;
    let http: TestHttp;
    let homeSections: HomeSections;
    let paul: TestClient;
    let chani: TestClient;
    const changes: string[] = [];
    const enqueued: string[] = [];
    const owned = new Set<string>();

    before(async function () {
      if (dialect === 'postgres' && !(await hasPostgres())) return this.skip();
      test = await createTestDatabase(dialect);
      const { database } = test;
      world = createWorld(database);
      homeSections = createHomeSections({
        database,
        catalog: world.catalog,
        kinds: sectionKinds({
          database,
          catalog: world.catalog,
          followedBooks: { newest: async () => [], comingUp: async () => [] },
          listening: { nextParts: async () => [] },
          now: () => world.clock.now,
        }),
        jobs: { enqueue: async (_tx, { name }) => void enqueued.push(name) },
        onChange: (userId) => changes.push(userId),
      });
      const annotate = createAnnotate({ database, ownedItemsOf: async () => new Map(), savableOf: async () => new Set() });
      const home = createHomeService({ catalog: world.catalog, homeSections, annotate, now: () => world.clock.now });
      const { catalog } = world;
      const availabilityOf = async (asins: readonly string[]) => new Map(asins.flatMap((asin) => (owned.has(asin) ? [[asin, {}]] : [])));
      http = await startTestHttp({ database, routes: homeRoutes({ home, homeSections, catalog, annotate, availabilityOf }) });
      [paul, chani] = [await http.as('paul'), await http.as('chani')];
      world.fake.categories = [{ id: 'crime', name: 'Crime', children: [{ id: 'noir', name: 'Noir' }] }];
      await world.catalog.categories();
    });
    beforeEach(async () => {
      await test.database.transaction((tx) => tx.run('DELETE FROM user_home_sections'));
      world.fake.isDead = false;
      changes.length = 0;
      enqueued.length = 0;
    });
    after(async () => {
      await http?.stop();
      await world?.catalog.idle();
      await test?.dispose();
    });

    const put = (sections: unknown, client = paul) => client.put<Answer>(PATH, { sections });
    const orderOf = async (client = paul) => (await client.get<Answer>(PATH)).body.sections.map(({ section }) => section);

    it('begins with the order that everybody has', async () => {
      const { body } = await paul.get<Answer>(PATH);

      expect(body).to.deep.include({ isDefault: true });
      expect(body.sections.map(({ section }) => section)).to.deep.equal(['in-progress', 'recently-added', 'popular', 'new-releases']);
      expect(body.choices.map(({ section }) => section)).to.include.members(['in-progress', 'new-releases', 'followed', 'coming-up']);
    });

    it('keeps an order for its owner alone, and tells their browsers', async () => {
      const { status, body } = await put(['category:noir', 'popular']);

      expect(status).to.equal(200);
      expect(body).to.deep.include({
        isDefault: false,
        sections: [
          { section: 'category:noir', title: 'Noir' },
          { section: 'popular', title: 'Popular now' },
        ],
      });
      expect((await paul.get<Answer>(PATH)).body).to.deep.equal(body);
      expect(await orderOf(chani)).to.have.length(4);
      expect(changes).to.deep.equal([(await http.people.users.findByUsername('paul'))?.id]);
      expect((await paul.get<{ sections: { id: string }[] }>('/api/home')).body.sections.map(({ id }) => id)).to.deep.equal([
        'category:noir',
        'popular',
      ]);
    });

    it('brings the order of everybody back when it is emptied', async () => {
      await put(['popular']);
      expect((await put([])).body).to.deep.include({ isDefault: true });
      expect(await orderOf()).to.have.length(4);
    });

    it('refuses sections that do not exist, and names their places', async () => {
      const { status, body } = await put(['popular', 'category:nothing', 'elsewhere', `category:${'x'.repeat(91)}`]);

      expect([status, body.code]).to.deep.equal([422, 'unknown_section']);
      expect(body.errors?.map(({ path }) => path)).to.deep.equal(['/sections/1', '/sections/2', '/sections/3']);
      expect(await orderOf()).to.have.length(4);
    });

    it('refuses a section twice, more than twelve, and what is no list', async () => {
      const thirteen = Array.from({ length: 13 }, (_, n) => `category:c${n}`);

      for (const wrong of [['popular', 'popular'], thirteen, 'popular', [1], ['']]) expect((await put(wrong)).status).to.equal(400);
    });

    it('lets a category stay that is gone, says so, and takes it from nobody else', async () => {
      await put(['popular', 'category:noir']);
      world.fake.categories = [{ id: 'crime', name: 'Crime' }];
      await world.catalog.refreshLists().catch(() => undefined);

      expect((await paul.get<Answer>(PATH)).body.sections[1]).to.deep.equal({ section: 'category:noir', title: 'Noir', gone: true });
      expect((await put(['category:noir', 'popular'])).status).to.equal(200);
      expect((await put(['category:noir'], chani)).body.code).to.equal('unknown_section');

      world.fake.categories = [{ id: 'crime', name: 'Crime', children: [{ id: 'noir', name: 'Noir' }] }];
      await world.catalog.refreshLists().catch(() => undefined);
      expect((await paul.get<Answer>(PATH)).body.sections[0]).to.deep.equal({ section: 'category:noir', title: 'Noir' });
    });

    it('is arranged without the catalogue', async () => {
      world.fake.isDead = true;
      expect((await put(['new-releases', 'category:noir'])).status).to.equal(200);
    });

    it('has books of new categories fetched, and tells those who show them', async () => {
      world.fake.byCategory = { noir: [sampleBook(1)] };
      await put(['popular']);
      expect(enqueued).to.deep.equal([]);
      await put(['category:noir']);
      expect(enqueued).to.deep.equal(['home.fetch-categories']);
      await put(['popular'], chani);
      changes.length = 0;

      const [job] = homeJobs({
        database: test.database,
        catalog: world.catalog,
        shownCategories: () => homeSections.shownCategories(),
        onChange: (userId) => changes.push(userId),
      });
      const run = () => job?.run({ payload: {}, signal: new AbortController().signal, progress: () => undefined } as never);
      await run();
      await run();

      expect(changes).to.deep.equal([(await http.people.users.findByUsername('paul'))?.id]);
      const { body } = await paul.get<{ sections: { items: { title: string }[] }[] }>('/api/home');
      expect(body.sections[0]?.items[0]).to.include({ title: 'Volume 1' });
      expect(body.sections[0]?.items[0]).not.to.have.any.keys('description', 'genres');
    });

    describe('with the list behind a row', () => {
      interface List {
        readonly items: { readonly asin: string; readonly title: string; readonly coverUrl: string | null }[];
        readonly total: number;
        readonly hasMore: boolean;
        readonly filtered?: { readonly among: number };
      }
      const list = async (query: string, client = paul) => (await client.get<List>(`/api/home/${query}`)).body;
      const titles = async (query: string) => (await list(query)).items.map(({ title }) => title);
      const statementsOf = async (query: string): Promise<number> => {
        let statements = 0;
        const stop = test.database.onStatement(() => (statements += 1));
        await list(query);
        stop();
        return statements;
      };
      const parts = (count: number) =>
        Array.from({ length: count }, (_, n) =>
          [1, 2].map((part) =>
            sampleBook(100 + n * 2 + part, { title: `Series ${n}, ${part}`, series: [{ name: `Series ${n}`, part: String(part) }] }),
          ),
        );

      beforeEach(async () => {
        await addItems(test.database, []);
        owned.clear();
      });

      it('pages through what came into the library, the last one first, also what the catalogue does not know', async () => {
        await world.catalog.remember([sampleBook(1), sampleBook(3)]);
        await addItems(
          test.database,
          [1, 2, 3].map((n) => sampleBook(n).asin),
        );

        const first = await list('recently-added?limit=2');
        const second = await list('recently-added?limit=2&page=2', chani);

        expect(first.items.map(({ title }) => title)).to.deep.equal(['Volume 3', 'Item 1']);
        expect([first.total, first.hasMore]).to.deep.equal([3, true]);
        expect(second.items.map(({ title }) => title)).to.deep.equal(['Volume 1']);
        expect(second.hasMore).to.equal(false);
      });

      it('has the next part of every series, each once, more than a row shows', async () => {
        const all = parts(30);
        await world.catalog.remember(all.flat());
        await addItems(
          test.database,
          all.map(([one]) => one?.asin ?? ''),
        );

        const { total } = await list('continue-series?limit=13');
        const pages = [1, 2, 3].map((page) => titles(`continue-series?limit=13&page=${page}`));

        expect(total).to.equal(30);
        expect((await Promise.all(pages)).flat()).to.deep.equal(all.map((_, n) => `Series ${29 - n}, 2`));
      });

      it('is filtered and sorted as every list of books is', async () => {
        const books = [1, 2, 3].map((n) => sampleBook(n, { language: n === 2 ? 'de' : 'en' }));
        await world.catalog.remember(books);
        await addItems(
          test.database,
          books.map(({ asin }) => asin),
        );
        owned.add(sampleBook(3).asin);

        expect(await titles('recently-added?language=en&sort=title')).to.deep.equal(['Volume 1', 'Volume 3']);
        expect(await titles('recently-added?notInLibrary=true')).to.deep.equal(['Volume 2', 'Volume 1']);
        expect((await list('recently-added?sort=title')).filtered).to.deep.include({ among: 3 });
      });

      it('costs as many statements however long it is', async () => {
        const all = parts(30);
        await world.catalog.remember(all.flat());
        const costOf = async (asins: readonly string[]) => {
          await addItems(test.database, asins);
          return [await statementsOf('recently-added?limit=50'), await statementsOf('continue-series?limit=50')];
        };

        const few = await costOf(all.slice(0, 1).map(([one]) => one?.asin ?? ''));

        expect(await costOf(all.map(([one]) => one?.asin ?? ''))).to.deep.equal(few);
      });
    });

    it('is one of two orders when both are saved at the same moment', async () => {
      const orders = [
        ['popular', 'in-progress'],
        ['new-releases', 'recently-added', 'category:crime'],
      ];
      const answers = await Promise.all([...orders, ...orders].map((order) => put(order)));

      expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 200, 200]);
      expect(orders).to.deep.include(await orderOf());
    });
  });
}
