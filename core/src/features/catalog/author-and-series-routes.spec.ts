import { IntegrationError } from '@lectern/plugin-api';
import { expect } from 'chai';
import { createTestDatabase, type TestDatabase } from '../../platform/db/test-databases.js';
import { startTestHttp, type TestClient, type TestHttp } from '../auth/test-http.js';
import { createAnnotate } from './annotate.js';
import { authorAndSeriesRoutes } from './author-and-series-routes.js';
import { createWorld, sampleBook } from './catalog-world.spec.support.js';

interface Page {
  readonly items: readonly { readonly id?: string; readonly asin?: string; readonly name?: string; readonly ignored?: boolean }[];
  readonly total: number;
  readonly hasMore: boolean;
  readonly stale?: boolean;
  readonly fetchedAt?: string;
}

describe('authors and series of the catalogue', () => {
  let test: TestDatabase;
  let world: ReturnType<typeof createWorld>;
  let http: TestHttp;
  let paul: TestClient;

  beforeEach(async () => {
    test = await createTestDatabase('sqlite');
    world = createWorld(test.database);
    const availabilityOf = async () => new Map<string, never>();
    const annotate = createAnnotate({ database: test.database, ownedItemsOf: async () => new Map(), savableOf: async () => new Set() });
    http = await startTestHttp({
      database: test.database,
      routes: authorAndSeriesRoutes({ catalog: world.catalog, annotate, availabilityOf }),
    });
    paul = await http.as('paul');
    world.fake.books = [1, 2, 3].map((n) =>
      sampleBook(n, {
        title: `Tale ${n}`,
        authors: [{ name: 'Ada Writer', id: 'A1' }],
        series: [{ name: 'Tales', id: 'S1', part: String(n) }],
        narrators: [`Reader ${n}`],
      }),
    );
  });
  afterEach(async () => {
    await http.stop();
    await world.catalog.idle();
    await test.dispose();
  });

  const get = async <T = Page>(path: string) => paul.get<T>(path);

  it('are found by name, each once, in pages', async () => {
    world.fake.books.push(sampleBook(4, { authors: [{ name: 'Adam Other', id: 'A2' }] }));

    const authors = (await get('/api/authors?q=ada&limit=1')).body;
    const series = (await get('/api/series?q=tales')).body;

    expect(authors).to.deep.include({
      items: [{ id: 'A1', name: 'Ada Writer' }],
      total: 2,
      hasMore: true,
    });
    expect(series).to.deep.include({ items: [{ id: 'S1', name: 'Tales' }], total: 1, hasMore: false });
  });

  it('are described in plain text', async () => {
    const author = await get<{ author: object }>('/api/authors/A1');
    const series = await get<{ series: object }>('/api/series/S1');

    expect(author.body.author).to.deep.equal({
      id: 'A1',
      name: 'Ada Writer',
      description: 'About Ada Writer',
    });
    expect(series.body.series).to.deep.equal({ id: 'S1', name: 'Tales', description: 'About Tales' });
  });

  it('list their books in the catalogue’s order, with what they are to the caller', async () => {
    const userId = (await http.people.users.findByUsername('paul'))?.id ?? '';
    await test.database.transaction((tx) =>
      tx.insert('ignored_audiobooks', { id: 'i1', userId, asin: sampleBook(2).asin, createdAt: '2026-01-01T00:00:00.000Z' }),
    );
    for (const path of ['/api/authors/A1/books', '/api/series/S1/books']) {
      const { items, total } = (await get(path)).body;

      expect(items.map(({ asin, ignored }) => [asin, ignored])).to.deep.equal([
        [sampleBook(1).asin, false],
        [sampleBook(2).asin, true],
        [sampleBook(3).asin, false],
      ]);
      expect(total).to.equal(3);
    }
  });

  it('list a recording with two numbers once, and keep that in works', async () => {
    world.fake.books.push(sampleBook(9, { ...world.fake.books[0], asin: sampleBook(9).asin }));

    const { items } = (await get('/api/series/S1/books')).body;
    await world.catalog.idle();

    expect(items).to.have.length(3);
    expect((await world.catalog.siblings([sampleBook(1).asin])).get(sampleBook(1).asin)).to.deep.equal([sampleBook(9).asin]);
  });

  it('list no more than was asked for, whatever a catalogue sends', async () => {
    world.fake.ignoresLimit = true;

    for (const path of ['/api/authors/A1/books', '/api/series/S1/books']) {
      expect((await get(`${path}?limit=2`)).body.items, path).to.have.length(2);
    }
  });

  it('say that they are unknown', async () => {
    for (const [path, code] of [
      ['/api/authors/A9', 'unknown_author'],
      ['/api/series/S9', 'unknown_series'],
    ]) {
      const { status, body } = await get<{ code: string }>(path ?? '');
      expect([status, body.code]).to.deep.equal([404, code]);
    }
  });

  it('are nobody and nothing where no catalogue offers them', async () => {
    world.fake.knowsPeople = false;

    expect((await get('/api/authors?q=ada')).body).to.deep.include({ items: [], total: 0 });
    expect((await get('/api/series?q=tales')).body).to.deep.include({ items: [], total: 0 });
    for (const path of ['/api/authors/A1', '/api/authors/A1/books', '/api/series/S1', '/api/series/S1/books']) {
      expect((await get(path)).status, path).to.equal(404);
    }
  });

  it('say so when the catalogue does not answer, and are asked for again afterwards', async () => {
    world.fake.isDead = true;
    for (const path of ['/api/authors?q=ada', '/api/authors/A1', '/api/authors/A1/books', '/api/series/S1', '/api/series/S1/books']) {
      expect((await get(path)).status, path).to.equal(503);
    }
    world.fake.isDead = false;
    expect((await get('/api/authors/A1')).status).to.equal(200);
  });

  describe('while the catalogue does not answer', () => {
    const PATHS = ['/api/authors?q=ada', '/api/authors/A1', '/api/authors/A1/books', '/api/authors/A1/series', '/api/series/S1/books'];
    const openedAt = '2026-03-01T10:00:00.000Z';

    beforeEach(async () => {
      for (const path of PATHS) await get(path);
      await world.catalog.idle();
      world.clock.now = new Date(world.clock.now.getTime() + 3 * 86_400_000);
      world.fake.isDead = true;
    });

    it('are shown as they were when somebody opened them, with the time', async () => {
      for (const path of PATHS) {
        const { status, body } = await get(path);
        expect([status, body.stale, body.fetchedAt], path).to.deep.equal([200, true, openedAt]);
      }
      const { author } = (await get<{ author: object }>('/api/authors/A1')).body;
      expect(author).to.include({ name: 'Ada Writer', description: 'About Ada Writer' });
      expect((await get('/api/series/S1/books')).body.items.map(({ asin }) => asin)).to.deep.equal(
        [1, 2, 3].map((n) => sampleBook(n).asin),
      );
    });

    it('are a fault that names the catalogue where nothing is kept', async () => {
      for (const path of [
        '/api/authors?q=nobody',
        '/api/authors/A7',
        '/api/authors/A7/books',
        '/api/authors/A7/series',
        '/api/series/S7',
      ]) {
        const { status, body } = await get<{ code: string; detail: string }>(path);
        expect([status, body.code], path).to.deep.equal([503, 'catalogue_unavailable']);
        expect(body.detail, path).to.contain('Fake');
      }
    });

    it('are no answer for who draws conclusions from them', async () => {
      const refused = await world.catalog.seriesBooks('S1', { page: 1, limit: 50 }, { live: true }).catch((error: unknown) => error);

      expect(refused).to.include({ code: 'catalogue_unavailable' });
    });

    it('are forgotten after ninety days', async () => {
      world.clock.now = new Date(world.clock.now.getTime() + 88 * 86_400_000);

      const forgotten = await world.catalog.forgetAnswers();

      expect(forgotten).to.equal(3);
      for (const path of PATHS) expect((await get(path)).status, path).to.equal(503);
    });
  });

  it('keep pages of any size together, and drop what the listing no longer has', async () => {
    const asins = async () => {
      world.fake.isDead = true;
      const { items } = (await get('/api/series/S1/books?limit=50')).body;
      world.fake.isDead = false;
      return items.map(({ asin }) => asin);
    };
    const [first, second, third] = world.fake.books;
    await get('/api/series/S1/books?limit=2&page=2');
    await get('/api/series/S1/books?limit=2');
    await world.catalog.idle();
    expect(await asins()).to.deep.equal([first, second, third].map((book) => book?.asin));

    world.clock.now = new Date(world.clock.now.getTime() + 3_600_000);
    world.fake.books = [third, first].flatMap((book) => book ?? []);
    await get('/api/series/S1/books?limit=2');
    await world.catalog.idle();

    world.clock.now = new Date(world.clock.now.getTime() + 3_600_000);
    expect(await asins()).to.deep.equal([third, first].map((book) => book?.asin));
  });

  it('keep pages of any size together where recordings were merged', async () => {
    world.fake.books = Array.from({ length: 60 }, (_, n) => sampleBook(n, { series: [{ name: 'Tales', id: 'S1', part: String(n) }] }));
    const twin = sampleBook(99, { ...world.fake.books[3], asin: sampleBook(99).asin });
    world.fake.books.splice(4, 0, twin);
    for (const query of ['limit=50', 'limit=50&page=2', 'limit=24', 'limit=24&page=2']) await get(`/api/series/S1/books?${query}`);
    await world.catalog.idle();
    world.clock.now = new Date(world.clock.now.getTime() + 3_600_000);
    world.fake.isDead = true;

    const kept = [1, 2].map(async (page) => (await get(`/api/series/S1/books?limit=50&page=${page}`)).body.items);

    expect((await Promise.all(kept)).flat().map(({ asin }) => asin)).to.deep.equal(
      world.fake.books.filter((book) => book !== twin).map(({ asin }) => asin),
    );
  });

  describe('of which the catalogue sent the beginning only', () => {
    const LISTS = ['/api/authors/A1/books', '/api/series/S1/books'];

    for (const [fault, words] of [
      [
        new IntegrationError('INTEGRATION_UNAVAILABLE', 'dead'),
        'The catalogue (Fake) is not answering at the moment. Try again in a few minutes.',
      ],
      [
        new IntegrationError('INTEGRATION_RATE_LIMITED', 'slow down', { retryAfterMs: 90_000 }),
        'The catalogue (Fake) has received too many questions from this server. Try again in 2 minutes.',
      ],
      [
        new IntegrationError('INTEGRATION_RATE_LIMITED', 'slow down'),
        'The catalogue (Fake) has received too many questions from this server. Try again in a few minutes.',
      ],
    ] as const) {
      it(`say why the rest is missing: ${words}`, async () => {
        for (const path of LISTS) {
          expect((await get(`${path}?limit=2`)).body).to.deep.include({ total: 3, hasMore: true });
          await world.catalog.idle();
        }
        world.fake.fault = fault;

        for (const path of LISTS) {
          const { status, body } = await get<{ code: string; detail: string }>(`${path}?limit=2&page=2`);
          expect([status, body.code, body.detail], path).to.deep.equal([503, 'catalogue_unavailable', words]);
        }
      });
    }

    it('name the series that are known of an author, as of then', async () => {
      world.fake.books = Array.from({ length: 60 }, (_, n) => sampleBook(n, { series: [{ name: 'Tales', id: 'S1', part: String(n) }] }));
      await get('/api/authors/A1/books?limit=50');
      await world.catalog.idle();
      world.fake.isDead = true;

      const { status, body } = await get('/api/authors/A1/series');

      expect([status, body.stale]).to.deep.equal([200, true]);
      expect(body.items).to.have.length(1);
    });
  });

  it('are not kept by jobs, and are kept when somebody opens them meanwhile', async () => {
    const keptOf = async () => {
      await world.catalog.idle();
      const row = await test.database.read.get<{ kept: number }>('SELECT COUNT(*) AS kept FROM catalog_cache_categories');
      return Number(row?.kept);
    };
    await world.catalog.seriesBooks('S1', { page: 1, limit: 50 }, { live: true });
    expect(await keptOf()).to.equal(0);

    await get('/api/series/S1/books?limit=50');
    await get('/api/series/S1/books?limit=50');

    expect(await keptOf()).to.equal(3);
    expect(world.fake.asked.filter((what) => what === 'seriesBooks')).to.have.length(1);
  });

  it('are unknown, and not silent, where the catalogue says that it has no such thing', async () => {
    await get('/api/series/S1/books');
    world.clock.now = new Date(world.clock.now.getTime() + 3 * 3_600_000);
    world.fake.knowsNothing = true;

    for (const path of ['/api/authors/A1', '/api/authors/A1/books', '/api/series/S1', '/api/series/S1/books']) {
      expect((await get(path)).status, path).to.equal(404);
    }
    expect((await get('/api/series?q=tales')).body).to.deep.include({ items: [], total: 0 });
  });

  describe('have a picture', () => {
    const picture = 'https://pictures.example/ada.jpg';
    const listed = async () =>
      (await get<{ items: { imageUrl?: string }[] }>('/api/authors?q=ada')).body.items.map(({ imageUrl }) => imageUrl);
    const later = () => {
      world.clock.now = new Date(world.clock.now.getTime() + 3 * 86_400_000);
    };

    it('in a list only where one is known, without a question to the catalogue for each', async () => {
      world.fake.pictures.A1 = picture;
      world.fake.books.push(sampleBook(4, { authors: [{ name: 'Adam Other', id: 'A2' }] }));

      expect(await listed()).to.deep.equal([undefined, undefined]);
      expect(await world.catalog.authorPicture('A1')).to.equal(undefined);
      const { author } = (await get<{ author: object }>('/api/authors/A1')).body;
      await world.catalog.idle();

      expect(author).to.include({ imageUrl: '/api/authors/A1/picture' });
      expect(await listed()).to.deep.equal(['/api/authors/A1/picture', undefined]);
      expect(world.fake.asked).to.deep.equal(['searchAuthors', 'author']);
    });

    it('as long as the description of the author is kept', async () => {
      world.fake.pictures.A1 = picture;
      await get('/api/authors/A1');
      await world.catalog.idle();
      later();

      expect(await world.catalog.authorPicture('A1')).to.equal(picture);
      expect(await listed()).to.deep.equal(['/api/authors/A1/picture']);
      world.fake.isDead = true;
      later();
      expect(await listed()).to.deep.equal(['/api/authors/A1/picture']);
      expect(world.fake.asked).to.deep.equal(['author', 'searchAuthors', 'searchAuthors']);
    });

    it('where the answer to the search names it, and then it can be fetched', async () => {
      world.fake.pictures.A1 = picture;
      world.fake.showsPictures = true;

      expect(await listed()).to.deep.equal(['/api/authors/A1/picture']);
      expect(await world.catalog.authorPicture('A1')).to.equal(picture);
      expect(world.fake.asked).to.deep.equal(['searchAuthors']);
    });

    it('in no answer where the catalogue has none', async () => {
      expect((await get<{ author: object }>('/api/authors/A1')).body.author).not.to.have.property('imageUrl');
    });
  });

  it('name the series of an author, those with the most books first', async () => {
    world.fake.books.push(
      sampleBook(5, { title: 'Read Anew', series: [{ name: 'Tales', id: 'S1', part: '1' }], narrators: ['Another'] }),
      sampleBook(6, { title: 'Saga', series: [{ name: 'Sagas', id: 'S2', part: '1' }] }),
      sampleBook(7, { title: 'Lore', series: [{ name: 'Lore' }] }),
    );

    expect((await get('/api/authors/A1/series')).body.items).to.deep.equal([
      { id: 'S1', name: 'Tales', books: 3 },
      { name: 'Lore', books: 1 },
      { id: 'S2', name: 'Sagas', books: 1 },
    ]);
  });

  it('are asked of the catalogue once an hour, however many people look', async () => {
    await Promise.all([1, 2, 3].map(() => get('/api/authors/A1')));
    await get('/api/authors/A1');

    expect(world.fake.asked.filter((what) => what === 'author')).to.have.length(1);
  });

  for (const id of ['..%2f..%2fetc', 'a%20b', 'x'.repeat(101)]) {
    it(`are not looked for as ${id.slice(0, 20)}`, async () => {
      expect((await get(`/api/authors/${id}`)).status).to.equal(404);
      expect((await get(`/api/series/${id}/books`)).status).to.equal(404);
      expect(world.fake.asked).to.deep.equal([]);
    });
  }
});
