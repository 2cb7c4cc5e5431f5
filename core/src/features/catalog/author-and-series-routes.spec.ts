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
}

describe('authors and series of the catalogue', () => {
  let test: TestDatabase;
  let world: ReturnType<typeof createWorld>;
  let http: TestHttp;
  let paul: TestClient;

  beforeEach(async () => {
    test = await createTestDatabase('sqlite');
    world = createWorld(test.database);
    const annotate = createAnnotate({ database: test.database, availabilityOf: async () => new Map() });
    http = await startTestHttp({ database: test.database, routes: authorAndSeriesRoutes({ catalog: world.catalog, annotate }) });
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

    expect(authors).to.deep.include({ items: [{ id: 'A1', name: 'Ada Writer' }], total: 2, hasMore: true });
    expect(series).to.deep.include({ items: [{ id: 'S1', name: 'Tales' }], total: 1, hasMore: false });
  });

  it('are described in plain text', async () => {
    const author = await get<{ author: object }>('/api/authors/A1');
    const series = await get<{ series: object }>('/api/series/S1');

    expect(author.body.author).to.deep.equal({ id: 'A1', name: 'Ada Writer', description: 'About Ada Writer' });
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
