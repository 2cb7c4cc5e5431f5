import { expect } from 'chai';
import { createTestDatabase, hasPostgres, type TestDatabase } from '../../platform/db/test-databases.js';
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

for (const dialect of ['sqlite', 'postgres'] as const) {
  describe(`arranging the home page on ${dialect}`, function () {
    this.timeout(20_000);
    let test: TestDatabase;
    let world: ReturnType<typeof createWorld>;
    let http: TestHttp;
    let homeSections: HomeSections;
    let paul: TestClient;
    let chani: TestClient;
    const changes: string[] = [];
    const enqueued: string[] = [];

    before(async function () {
      if (dialect === 'postgres' && !(await hasPostgres())) return this.skip();
      test = await createTestDatabase(dialect);
      const { database } = test;
      world = createWorld(database);
      homeSections = createHomeSections({
        database,
        catalog: world.catalog,
        kinds: sectionKinds({ database, catalog: world.catalog, now: () => world.clock.now }),
        jobs: { enqueue: async (_tx, { name }) => void enqueued.push(name) },
        onChange: (userId) => changes.push(userId),
      });
      const annotate = createAnnotate({ database, availabilityOf: async () => new Map() });
      const home = createHomeService({ catalog: world.catalog, homeSections, annotate, now: () => world.clock.now });
      http = await startTestHttp({ database, routes: homeRoutes({ home, homeSections }) });
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
      expect(body.choices.map(({ section }) => section)).to.include.members(['in-progress', 'new-releases']);
    });

    it('keeps an order for its owner alone, and tells their browsers', async () => {
      const { status, body } = await put(['category:noir', 'popular']);

      expect(status).to.equal(200);
      expect(body).to.deep.include({
        isDefault: false,
        sections: [
          { section: 'category:noir', title: 'Noir' },
          { section: 'popular', title: 'Popular' },
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
