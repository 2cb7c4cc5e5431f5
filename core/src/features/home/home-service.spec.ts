import { expect } from 'chai';
import { createTestDatabase, hasPostgres, type TestDatabase } from '../../platform/db/test-databases.js';
import { createAnnotate, presentBook } from '../catalog/index.js';
import { addRequest, addUser, createWorld, sampleBook } from '../catalog/catalog-world.spec.support.js';
import { toHomeBook } from './home-book.js';
import { inEnglish } from '../../platform/words/index.js';
import { createHomeSections, type HomeSections } from './home-sections.js';
import { createHomeService, type HomeService } from './home-service.js';
import { sectionKinds } from './section-kinds.js';

const asinOf = (n: number): string => sampleBook(n).asin;
const permissions = { autoApprove: false, interactiveSearch: false, downloadAccess: true };
const me = { userId: 'me', role: 'user', permissions } as const;

for (const dialect of ['sqlite', 'postgres'] as const) {
  describe(`home on ${dialect}`, () => {
    let test: TestDatabase;
    let world: ReturnType<typeof createWorld>;
    let home: HomeService;
    let homeSections: HomeSections;
    const followed = { newest: [] as string[], comingUp: [] as string[] };

    before(async function () {
      if (dialect === 'postgres' && !(await hasPostgres())) this.skip();
    });
    beforeEach(async () => {
      test = await createTestDatabase(dialect);
      world = createWorld(test.database);
      const annotate = createAnnotate({ database: test.database, ownedItemsOf: async () => new Map(), savableOf: async () => new Set() });
      const { database } = test;
      homeSections = createHomeSections({
        database,
        catalog: world.catalog,
        kinds: sectionKinds({
          database,
          catalog: world.catalog,
          followedBooks: {
            newest: async (_userId, count) => followed.newest.slice(0, count),
            comingUp: async (_userId, count) => followed.comingUp.slice(0, count),
          },
          listening: { nextParts: async () => [] },
          now: () => world.clock.now,
        }),
        jobs: { enqueue: async () => undefined },
        onChange: () => undefined,
      });
      home = createHomeService({ catalog: world.catalog, homeSections, annotate, now: () => world.clock.now });
      await addUser(test.database, 'me');
      await addUser(test.database, 'you');
    });
    afterEach(async () => {
      await world.catalog.idle();
      await test.dispose();
    });

    async function addItem(id: string, asin: string | null, addedAt: string): Promise<void> {
      await test.database.transaction(async (tx) => {
        await tx.run(
          `INSERT INTO integrations (id, plugin_id, name, enabled, priority, settings, plugin_version, path_mappings, subscriptions, created_at, updated_at)
           VALUES ('abs', 'abs', 'Shelf', ?, 1, '{}', '1.0.0', '[]', '[]', ?, ?) ON CONFLICT (id) DO NOTHING`,
          [true, addedAt, addedAt],
        );
        await tx.insert('library_items', {
          id,
          integrationId: 'abs',
          libraryId: 'l',
          itemId: id,
          title: `Item ${id}`,
          authors: '[]',
          narrators: '[]',
          matchedAsin: asin,
          hasCover: false,
          addedAt,
          updatedAt: addedAt,
          seenScan: 's',
        });
      });
    }

    async function titles(): Promise<Record<string, string[]>> {
      const sections = await home.sections(me, inEnglish);
      return Object.fromEntries(sections.map(({ id, items }) => [id, items.map(({ title }) => title)]));
    }

    it('has every section, empty at first', async () => {
      expect(await titles()).to.deep.equal({ popular: [], 'new-releases': [], 'in-progress': [], 'recently-added': [] });
    });

    it('shows what moves before what waits for somebody', async () => {
      await world.catalog.remember([sampleBook(1), sampleBook(2)]);
      await addRequest(test.database, { id: 'a', userId: 'me', asin: asinOf(1), status: 'downloading' });
      await addRequest(test.database, {
        id: 'b',
        userId: 'me',
        asin: asinOf(2),
        status: 'awaiting_approval',
        createdAt: '2026-02-01T00:00:00.000Z',
      });
      expect((await titles())['in-progress']).to.deep.equal(['Volume 1', 'Volume 2']);
    });

    it('shows only my live requests, even of books that the catalogue has forgotten', async () => {
      await world.catalog.remember([sampleBook(1), sampleBook(2), sampleBook(3)]);
      await addRequest(test.database, { id: 'a', userId: 'me', asin: asinOf(1), status: 'downloading' });
      await addRequest(test.database, { id: 'b', userId: 'me', asin: asinOf(2), status: 'denied' });
      await addRequest(test.database, { id: 'c', userId: 'you', asin: asinOf(3), status: 'searching' });
      await addRequest(test.database, {
        id: 'd',
        userId: 'me',
        asin: asinOf(4),
        status: 'searching',
        title: 'Forgotten',
        createdAt: '2026-02-01T00:00:00.000Z',
      });
      expect((await titles())['in-progress']).to.deep.equal(['Forgotten', 'Volume 1']);
    });

    it('shows new books from libraries and requests, newest first and without duplicates', async () => {
      await world.catalog.remember([sampleBook(1), sampleBook(2), sampleBook(3)]);
      await addItem('1', asinOf(1), '2026-01-01T00:00:00.000Z');
      await addItem('2', asinOf(2), '2026-01-03T00:00:00.000Z');
      await addItem('3', null, '2026-01-09T00:00:00.000Z');
      await addRequest(test.database, {
        id: 'a',
        userId: 'you',
        asin: asinOf(3),
        status: 'available',
        createdAt: '2026-01-02T00:00:00.000Z',
      });
      await addRequest(test.database, {
        id: 'b',
        userId: 'me',
        asin: asinOf(2),
        status: 'available',
        createdAt: '2026-01-02T12:00:00.000Z',
      });
      expect((await titles())['recently-added']).to.deep.equal(['Volume 2', 'Volume 3', 'Volume 1']);
    });

    it('shows a library book that the catalogue does not know with the author and the cover of its media server', async () => {
      await addItem('1', asinOf(7), '2026-01-01T00:00:00.000Z');
      await test.database.transaction((tx) => tx.run('UPDATE library_items SET authors = ?, has_cover = ?', ['["Ann", "Bob"]', true]));

      const [book] = (await home.sections(me, inEnglish)).find(({ id }) => id === 'recently-added')?.items ?? [];

      expect(book).to.deep.include({ title: 'Item 1', authors: [{ name: 'Ann' }, { name: 'Bob' }], coverUrl: `/api/covers/${asinOf(7)}` });
    });

    it('says that lists are stale if they could not be refreshed', async () => {
      world.fake.popular = [sampleBook(1)];
      world.fake.newReleases = [sampleBook(2)];
      await world.catalog.refreshLists();
      world.fake.isDead = true;
      world.clock.now = new Date('2026-03-09T10:00:00.000Z');
      const popular = (await home.sections(me, inEnglish)).find(({ id }) => id === 'popular');
      expect(popular?.items).to.have.length(1);
      expect(popular).to.include({ stale: true, fetchedAt: '2026-03-01T10:00:00.000Z' });
      expect(world.fake.asked).to.deep.equal(['popular', 'new-releases', 'categories']);
    });

    it('takes as many statements for a full page as for a nearly empty one', async () => {
      const count = async (): Promise<number> => {
        let statements = 0;
        const stop = test.database.onStatement(() => (statements += 1));
        await home.sections(me, inEnglish);
        stop();
        return statements;
      };
      world.fake.popular = [sampleBook(1)];
      await world.catalog.refreshLists();
      const few = await count();
      world.fake.popular = Array.from({ length: 60 }, (_, n) => sampleBook(n + 1));
      world.fake.newReleases = Array.from({ length: 60 }, (_, n) => sampleBook(n + 101));
      await world.catalog.refreshLists();
      for (let n = 1; n <= 15; n += 1) {
        await addRequest(test.database, { id: `mine-${n}`, userId: 'me', asin: asinOf(n), status: 'downloading' });
        await addItem(`item-${n}`, asinOf(n + 30), '2026-01-01T00:00:00.000Z');
      }
      expect(await count()).to.equal(few);
      expect(few).to.equal(8);
    });

    it('continues series that the library has books of, in a fixed number of statements and without a call', async () => {
      const part = (n: number, series: string, number: number) => sampleBook(n, { series: [{ name: series, part: String(number) }] });
      const count = async (): Promise<number> => {
        let statements = 0;
        const stop = test.database.onStatement(() => (statements += 1));
        await home.sections(me, inEnglish);
        stop();
        return statements;
      };
      const all = Array.from({ length: 8 }, (_, n) => [1, 2, 3].map((number) => part(n * 10 + number, `Series ${n}`, number))).flat();
      await world.catalog.remember(all);
      await homeSections.arrange('me', ['continue-series']);
      await addItem('1', asinOf(1), '2026-01-01T00:00:00.000Z');
      const few = await count();
      expect(await titles()).to.deep.equal({ 'continue-series': ['Volume 2'] });

      for (let n = 1; n < 8; n += 1) await addItem(`${n}1`, asinOf(n * 10 + 1), `2026-01-0${n + 1}T00:00:00.000Z`);
      await addItem('12', asinOf(12), '2026-01-01T00:00:00.000Z');

      expect((await titles())['continue-series']).to.deep.equal([72, 62, 52, 42, 32, 22, 13, 2].map((n) => `Volume ${n}`));
      expect(await count()).to.equal(few);
      expect(world.fake.asked).to.deep.equal([]);
    });

    it('shows new and coming books of what people follow, in the order in which they are given', async () => {
      await world.catalog.remember([sampleBook(1), sampleBook(2), sampleBook(3, { releaseDate: '2030-01-01' })]);
      Object.assign(followed, { newest: [asinOf(2), asinOf(9), asinOf(1)], comingUp: [asinOf(3)] });
      await homeSections.arrange('me', ['coming-up', 'followed']);

      const sections = await home.sections(me, inEnglish);

      expect(sections.map(({ id, items }) => [id, items.map(({ title }) => title)])).to.deep.equal([
        ['coming-up', ['Volume 3']],
        ['followed', ['Volume 2', 'Volume 1']],
      ]);
      expect(sections[0]?.items[0]).to.include({ releaseDate: '2030-01-01' });
    });

    it('shows the sections of their owner in their order, with books of categories', async () => {
      world.fake.categories = [{ id: 'crime', name: 'Crime', children: [{ id: 'noir', name: 'Noir' }] }];
      world.fake.byCategory = { noir: [sampleBook(1)] };
      await homeSections.arrange('me', ['category:noir', 'popular', 'category:crime']);
      world.fake.shown = ['noir', 'crime'];
      world.fake.popular = [sampleBook(2)];
      await world.catalog.refreshLists();

      const sections = (await home.sections(me, inEnglish)).map(({ id, title, items, fetchedAt }) => [
        id,
        title,
        items.length,
        fetchedAt !== undefined,
      ]);
      expect(sections).to.deep.equal([
        ['category:noir', 'Noir', 1, true],
        ['popular', 'Popular now', 1, true],
        ['category:crime', 'Crime', 0, false],
      ]);
      expect((await home.sections({ ...me, userId: 'you' }, inEnglish)).map(({ id }) => id)).to.include('in-progress');
    });

    it('keeps a category that is gone with its name, and says so', async () => {
      world.fake.categories = [{ id: 'crime', name: 'Crime' }];
      await homeSections.arrange('me', ['category:crime']);
      world.fake.categories = [{ id: 'history', name: 'History' }];
      await world.catalog.refreshLists();
      expect(await home.sections(me, inEnglish)).to.deep.equal([{ id: 'category:crime', title: 'Crime', items: [], gone: true }]);
    });

    it('has of a book what its card says: links to three authors, and a length or a request only where they show', async () => {
      const people = ['A', 'B', 'C', 'D'].map((name) => ({ name, ...(name === 'B' ? {} : { id: `ID${name}` }) }));
      world.fake.popular = [1, 2].map((n) => sampleBook(n, { authors: people }));
      await world.catalog.refreshLists();
      await homeSections.arrange('me', ['popular']);
      await addRequest(test.database, { id: 'a', userId: 'you', asin: asinOf(2), status: 'searching' });

      const [{ items = [] } = {}] = await home.sections(me, inEnglish);

      expect(items[0]?.authors).to.deep.equal([{ name: 'A', id: 'IDA' }, { name: 'B' }, { name: 'C', id: 'IDC' }]);
      expect(items.map(({ availability, durationMinutes, request }) => [availability, durationMinutes, request?.id])).to.deep.equal([
        ['none', 600, undefined],
        ['requested', undefined, 'a'],
      ]);
      const state = { request: { id: 'b', status: 'available', mine: true }, ignored: false, reportedIssue: false } as const;
      const there = {
        ...presentBook(sampleBook(3)),
        ...state,
        availability: 'available' as const,
        libraryItem: null,
        listen: [],
        ebookItem: null,
      };
      const kept = { ...there, savable: true };
      expect(toHomeBook(kept, '2026-01-01'))
        .to.include({ availability: 'available', savable: true })
        .and.not.have.any.keys('request', 'durationMinutes');
    });

    it('answers twelve full sections in less than 28 kB, in as many statements as two', async () => {
      const ids = Array.from({ length: 9 }, (_, n) => `c${n}`);
      const titleOf = (n: number): string => `River Glass and Winter ${n}`;
      world.fake.categories = ids.map((id) => ({ id, name: `Category ${id}` }));
      world.fake.byCategory = Object.fromEntries(
        ids.map((id, n) => [
          id,
          Array.from({ length: 40 }, (_, book) =>
            sampleBook(n * 100 + book, {
              title: titleOf(n * 100 + book),
              subtitle: 'A Novel',
              authors: [{ name: 'Marguerite Writer', id: 'B000AP9A6K' }],
              description: 'Long. '.repeat(300),
              releaseDate: '2020-01-02',
            }),
          ),
        ]),
      );
      world.fake.shown = ids;
      await world.catalog.categories();
      await world.catalog.refreshLists();
      for (let n = 1; n <= 15; n += 1) {
        await addRequest(test.database, { id: `mine-${n}`, userId: 'me', asin: asinOf(n), status: 'downloading' });
      }
      const count = async (): Promise<number> => {
        let statements = 0;
        const stop = test.database.onStatement(() => (statements += 1));
        await home.sections(me, inEnglish);
        stop();
        return statements;
      };

      await homeSections.arrange('me', ['in-progress', 'category:c1']);
      const few = await count();
      const announced = Array.from({ length: 20 }, (_, n) => sampleBook(5_000 + n, { title: titleOf(n), releaseDate: '2030-01-01' }));
      await world.catalog.remember(announced);
      followed.newest = Array.from({ length: 20 }, (_, n) => asinOf(800 + n));
      followed.comingUp = announced.map(({ asin }) => asin);
      await homeSections.arrange('me', ['in-progress', 'followed', 'coming-up', ...ids.map((id) => `category:${id}`)]);

      expect(await count()).to.equal(few);
      const sections = await home.sections(me, inEnglish);
      expect(sections.map(({ items }) => items.length)).to.deep.equal(Array.from({ length: 12 }, () => 10));
      expect(JSON.stringify({ sections }).length).to.be.below(28_000);
    });
  });
}
