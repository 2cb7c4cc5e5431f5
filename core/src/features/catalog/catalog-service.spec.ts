import type { CatalogBook } from '@lectern/plugin-api';
import { EventEmitter, once } from 'node:events';
import { expect } from 'chai';
import type { Database, Sql, SqlValue } from '../../platform/db/index.js';
import { createTestDatabase, hasPostgres, type TestDatabase } from '../../platform/db/test-databases.js';
import { createWorld, sampleBook } from './catalog-world.spec.support.js';

const DAY_MS = 86_400_000;

async function failure(work: Promise<unknown>): Promise<{ status?: number; code?: string }> {
  return work.then(
    () => ({}),
    (error: unknown) => error as { status: number; code: string },
  );
}

for (const dialect of ['sqlite', 'postgres'] as const) {
  describe(`catalogue service on ${dialect}`, () => {
    let test: TestDatabase;
    let world: ReturnType<typeof createWorld>;

    before(async function () {
      if (dialect === 'postgres' && !(await hasPostgres())) this.skip();
    });
    beforeEach(async () => {
      test = await createTestDatabase(dialect);
      world = createWorld(test.database);
    });
    afterEach(async () => {
      await world.catalog.idle();
      await test.dispose();
    });

    it('hands out chapters, and none where no catalogue has them, offers them or answers', async () => {
      const { fake, catalog } = world;
      const chapters = [{ title: 'One', startMs: 0, lengthMs: 1000 }];
      const job = new AbortController();
      const of = (asin: string) => catalog.chapters(asin, { region: 'us', signal: job.signal });

      const withoutOffer = await of('B000000001');
      fake.chapters = { B000000001: chapters };

      expect([withoutOffer, await of('B000000001'), await of('B000000002')]).to.deep.equal([undefined, chapters, undefined]);
      fake.isDead = true;
      expect(await of('B000000001')).to.equal(undefined);
      job.abort(new Error('over'));
      expect(await of('B000000001').catch((error: unknown) => error)).to.equal(job.signal.reason);
    });

    it('knows the titles of the other parts of a series once its listing was read', async () => {
      const { fake, catalog } = world;
      const part = (text: string) => [{ name: 'Tales', id: 'S1', part: text }];
      fake.books = [
        sampleBook(1, { title: 'First', series: part('1') }),
        sampleBook(2, { title: 'Second', series: part('2') }),
        sampleBook(3, { title: 'The Second, Read Anew', series: part('Book 2'), narrators: ['Another'] }),
        sampleBook(4, { title: 'All of It', series: part('1-3') }),
        sampleBook(5, { title: 'Beside', series: [{ name: 'Tales', id: 'S1' }] }),
        sampleBook(6, { title: 'Elsewhere', series: [{ name: 'Sagas', id: 'S2', part: '1' }] }),
        sampleBook(7, { title: 'Half', series: part('2.5') }),
      ];
      const [first, second, , box, , , half] = fake.books;
      await catalog.seriesBooks('S1', { page: 1, limit: 50 });
      const of = (book: CatalogBook | undefined) => catalog.otherTitlesOfSeries(book ?? sampleBook(9));

      expect(await of(first)).to.have.members(['Second', 'The Second, Read Anew', 'Half']);
      // another reading of the very part is no other book
      expect(await of(second)).to.have.members(['First', 'Half']);
      expect(await of(half)).to.include.members(['First', 'Second']);
      expect([...(await of(box)), ...(await of(sampleBook(9)))]).to.deep.equal([]);
    });

    it('knows whether somebody else has read the same text', async () => {
      const { catalog } = world;
      const [tale] = [sampleBook(1, { title: 'A Tale', narrators: ['One Reader'] })];
      const has = () => catalog.hasOtherReadings(tale);
      await catalog.remember([
        tale,
        sampleBook(2, { title: 'A Tale', narrators: ['One Reader', 'A Guest'] }),
        sampleBook(3, { title: 'A Tale, Continued', narrators: ['Another Reader'] }),
        sampleBook(4, { title: 'A Tale', narrators: ['Another Reader'], authors: [{ name: 'Somebody Else' }] }),
        sampleBook(5, { title: 'A Tale', narrators: [] }),
      ]);
      expect(await has()).to.equal(false);

      await catalog.remember([sampleBook(6, { title: 'A Tale', narrators: ['Another Reader'] })]);

      expect(await has()).to.equal(true);
    });

    it('reads the headings of books alone, in one statement', async () => {
      const books = [1, 2, 3].map((n) =>
        sampleBook(n, { description: 'Long. '.repeat(300), series: [{ name: 'Tales', part: String(n) }] }),
      );
      await world.catalog.remember(books);
      const statements: string[] = [];
      const stop = test.database.onStatement((sql) => statements.push(sql));

      const headings = await world.catalog.headings([...books.map(({ asin }) => asin), 'B000000099']);

      stop();
      expect([...headings]).to.deep.equal(books.map(({ asin, title, authors, series }) => [asin, { title, authors, series }]));
      expect(statements).to.have.length(1);
      expect(statements.join()).to.not.match(/description|cover_url|genres/);
    });

    it('fetches a book once in seven days, and again when told to', async () => {
      const { fake, catalog, clock } = world;
      fake.books = [sampleBook(1)];
      expect((await catalog.book('B000000001'))?.title).to.equal('Volume 1');
      fake.books = [sampleBook(1, { title: 'Changed' })];
      expect((await catalog.book('B000000001'))?.title).to.equal('Volume 1');
      expect((await catalog.book('B000000001', { fresh: true }))?.title).to.equal('Changed');
      expect(fake.asked).to.deep.equal(['book', 'book']);
      clock.now = new Date(clock.now.getTime() + 8 * DAY_MS);
      await catalog.book('B000000001');
      expect(fake.asked).to.have.length(3);
    });

    it('serves a stale book while the catalogue is dead, and says so of an unknown one', async () => {
      const { fake, catalog, clock } = world;
      fake.books = [sampleBook(1)];
      await catalog.book('B000000001');
      clock.now = new Date(clock.now.getTime() + 8 * DAY_MS);
      fake.isDead = true;
      expect((await catalog.book('B000000001'))?.title).to.equal('Volume 1');
      expect(await failure(catalog.book('B000000002'))).to.include({ status: 503, code: 'catalogue_unavailable' });
    });

    it('knows no book when the catalogue has none, and never asks for what is no ASIN', async () => {
      expect(await world.catalog.book('B000000009')).to.equal(undefined);
      expect(await world.catalog.book('../../etc')).to.equal(undefined);
      expect(world.fake.asked).to.deep.equal(['book']);
    });

    it('asks once for a book that many want at the same time', async () => {
      world.fake.books = [sampleBook(1)];
      await Promise.all(Array.from({ length: 20 }, () => world.catalog.book('B000000001')));
      expect(world.fake.asked).to.have.length(1);
    });

    it('asks once when somebody looked before a fetch began and comes to know it only after the fetch ended', async () => {
      const first = new EventEmitter();
      const firstOver = once(first, 'over');
      let looks = 0;
      const read: Sql = Object.assign(Object.create(test.database.read) as Sql, {
        async all<T extends object>(sql: string, params?: readonly SqlValue[]): Promise<T[]> {
          looks += 1;
          const isLate = looks === 2 && world.fake.asked.length === 0;
          const rows = await test.database.read.all<T>(sql, params);
          if (isLate) await firstOver;
          return rows;
        },
      });
      world = createWorld(Object.assign(Object.create(test.database) as Database, { read }));
      const { catalog, fake } = world;
      fake.books = [sampleBook(1)];
      const books = [catalog.book('B000000001').finally(() => first.emit('over')), catalog.book('B000000001')];
      expect((await Promise.all(books)).map((book) => book?.title)).to.deep.equal(['Volume 1', 'Volume 1']);
      expect(fake.asked).to.have.length(1);
    });

    it('asks for somebody who wants a fresh book also while another looks at the stored one', async () => {
      const { fake, catalog } = world;
      fake.books = [sampleBook(1)];
      await catalog.book('B000000001');
      fake.books = [sampleBook(1, { title: 'Changed' })];
      const [, fresh] = await Promise.all([catalog.book('B000000001'), catalog.book('B000000001', { fresh: true })]);
      expect(fresh?.title).to.equal('Changed');
    });

    it('stores every member of a book, and keeps what a later listing leaves out', async () => {
      const { catalog } = world;
      const whole = sampleBook(1, {
        subtitle: 'A Tale',
        series: [{ name: 'Volumes', id: 'S1', part: '1' }],
        releaseDate: '2020-01-02',
        language: 'en',
        publisher: 'House',
        isbn: '9780000000002',
        description: 'Long.',
        rating: { average: 4.5, count: 10 },
        abridged: false,
        adult: false,
      });
      await catalog.remember([whole]);
      expect((await catalog.cached(['B000000001'])).get('B000000001')).to.deep.equal(whole);
      await catalog.remember([sampleBook(1, { title: 'New title', genres: [], narrators: [], coverUrl: undefined })]);
      expect((await catalog.cached(['B000000001'])).get('B000000001')).to.deep.equal({ ...whole, title: 'New title' });
    });

    it('reads no day of release that does not exist, as earlier versions stored them', async () => {
      await world.catalog.remember([sampleBook(1, { releaseDate: '2026-02-28' }), sampleBook(2, { releaseDate: '2026-02-28' })]);
      await test.database.transaction((tx) => tx.run("UPDATE audiobooks SET release_date = '9999-99-99' WHERE asin = 'B000000001'"));

      const books = await world.catalog.cached(['B000000001', 'B000000002']);

      expect(books.get('B000000001')).to.not.have.property('releaseDate');
      expect(books.get('B000000002')).to.include({ releaseDate: '2026-02-28' });
    });

    it('reads of the parts of a series only what tells them apart, and of one region', async () => {
      const { catalog } = world;
      const part = (n: number, more: Partial<CatalogBook> = {}) =>
        sampleBook(n, { series: [{ name: 'A', part: String(n) }], description: 'Long.', ...more });
      await catalog.remember([part(2, { rating: { average: 4, count: 9 } }), part(1, { releaseDate: '2026-02-28' }), sampleBook(3)]);
      await catalog.remember([part(4, { region: 'de' }), part(1, { region: 'de', series: [{ name: 'Eins' }] })]);

      expect(await catalog.storedOfSeries(['A', 'B'], 10)).to.deep.equal([
        { asin: 'B000000001', series: [{ name: 'A', part: '1' }], releaseDate: '2026-02-28' },
        { asin: 'B000000002', series: [{ name: 'A', part: '2' }], rating: { average: 4, count: 9 } },
      ]);
      expect(await catalog.storedOfSeries(['A'], 1)).to.have.length(1);
      expect(await catalog.seriesOf(['B000000004', 'B000000001', 'B000000003', 'B000000009'])).to.deep.equal(
        new Map([
          ['B000000001', [{ name: 'A', part: '1' }]],
          ['B000000003', []],
          ['B000000004', [{ name: 'A', part: '4' }]],
        ]),
      );
    });

    it('takes the same book twice in one batch', async () => {
      await world.catalog.remember([sampleBook(1), sampleBook(1), sampleBook(2)]);
      expect((await world.catalog.cached(['B000000001', 'B000000002'])).size).to.equal(2);
    });

    it('shows a recording once and keeps its ASINs as one work', async () => {
      const { fake, catalog } = world;
      fake.books = [
        sampleBook(1, { title: 'One Title' }),
        sampleBook(2, { title: 'One Title' }),
        sampleBook(3, { title: 'One Title Else' }),
      ];
      const found = await catalog.search({ text: 'one title', page: 1, limit: 20 });
      expect(found.items.map(({ asin }) => asin)).to.deep.equal(['B000000001', 'B000000003']);
      await catalog.idle();
      expect(Object.fromEntries(await catalog.siblings(['B000000001', 'B000000003']))).to.deep.equal({
        B000000001: ['B000000002'],
        B000000003: [],
      });
      const row = await test.database.read.get<{ evidence: string }>('SELECT evidence FROM work_asins WHERE asin = ?', ['B000000002']);
      expect(JSON.parse(row?.evidence ?? '[]')).to.have.nested.property('[0].kind', 'same-recording');
    });

    it('answers the same search from memory for a few minutes', async () => {
      const { fake, catalog, clock } = world;
      fake.books = [sampleBook(1)];
      await catalog.search({ text: 'Volume', page: 1, limit: 20 });
      await catalog.search({ text: '  volume ', page: 1, limit: 20 });
      expect(fake.asked).to.deep.equal(['search']);
      clock.now = new Date(clock.now.getTime() + 6 * 60_000);
      await catalog.search({ text: 'Volume', page: 1, limit: 20 });
      expect(fake.asked).to.have.length(2);
    });

    it('searches stored books while the catalogue is dead or missing, and fails only when none fits', async () => {
      const { fake, catalog } = world;
      await catalog.remember([
        sampleBook(1, { title: 'Élan 100%', authors: [{ name: 'Łukasz Żak' }] }),
        sampleBook(2, { title: 'name and id' }),
        sampleBook(3),
      ]);
      fake.isDead = true;
      const titles = async (text: string): Promise<string[]> =>
        (await catalog.search({ text, page: 1, limit: 20 })).items.map(({ title }) => title);
      expect(await titles('élan')).to.deep.equal(['Élan 100%']);
      expect(await titles('Żak 100%')).to.deep.equal(['Élan 100%']);
      expect(await titles('name')).to.deep.equal(['name and id']);
      expect((await catalog.search({ text: 'volume', page: 1, limit: 20 })).stale).to.equal(true);
      fake.isThere = false;
      expect(await titles('Volume 3')).to.deep.equal(['Volume 3']);
      expect(await failure(catalog.search({ text: 'nothing such', page: 1, limit: 20 }))).to.include({ code: 'catalogue_unavailable' });
    });

    it('tells a catalogue that is down, or given a rest, from none at all', async () => {
      const { fake, catalog } = world;
      const search = async () => (await failure(catalog.search({ text: 'nothing such', page: 1, limit: 20 }))) as Error;

      fake.isDead = true;
      const dead = await search();
      fake.isResting = true;
      const resting = await search();
      fake.isThere = false;
      const missing = await search();

      for (const error of [dead, resting]) expect(error.message).to.match(/^The catalogue \(Fake\) is not answering at the moment/);
      expect(missing).to.include({ status: 503, code: 'catalogue_unavailable' });
      expect(missing.message).to.match(/^No catalogue is connected\./);
    });

    it('keeps lists through an outage and marks them as stale', async () => {
      const { fake, catalog, clock } = world;
      fake.popular = Array.from({ length: 120 }, (_, n) => sampleBook(n + 1));
      fake.newReleases = [sampleBook(500)];
      expect(await catalog.refreshLists()).to.deep.equal({ refreshed: ['popular', 'new-releases'], kept: [] });
      const second = await catalog.popular({ page: 2, limit: 50 });
      expect(second).to.deep.include({ total: 120, page: 2, fetchedAt: '2026-03-01T10:00:00.000Z' });
      expect(second.items[0]?.title).to.equal('Volume 51');

      fake.isDead = true;
      expect(await failure(catalog.refreshLists())).to.include({ code: 'catalogue_unavailable' });
      fake.isDead = false;
      fake.popular = [];
      expect(await catalog.refreshLists()).to.deep.equal({ refreshed: ['new-releases'], kept: ['popular'] });
      clock.now = new Date(clock.now.getTime() + 3 * DAY_MS);
      const stale = await catalog.popular({ page: 1, limit: 50 });
      expect(stale.items).to.have.length(50);
      expect(stale.stale).to.equal(true);

      fake.popular = [sampleBook(7), sampleBook(8)];
      await catalog.refreshLists();
      expect((await catalog.popular({ page: 1, limit: 50 })).items.map(({ title }) => title)).to.deep.equal(['Volume 7', 'Volume 8']);
    });

    it('never asks the catalogue for a stored list', async () => {
      await world.catalog.popular({ page: 1, limit: 20 });
      await world.catalog.newReleases({ page: 1, limit: 20 });
      await world.catalog.listHeads(['popular', 'category:12'], 20);
      expect(world.fake.asked).to.deep.equal([]);
    });
  });
}
