import { expect } from 'chai';
import { createTestDatabase, type TestDatabase } from '../../platform/db/test-databases.js';
import { startTestHttp, type TestClient, type TestHttp } from '../auth/test-http.js';
import { createAnnotate, type OwnedItem } from './annotate.js';
import { authorAndSeriesRoutes } from './author-and-series-routes.js';
import { createWorld, sampleBook } from './catalog-world.spec.support.js';
import type { BookFacets } from './list-filter.js';
import { catalogRoutes } from './routes.js';
import { searchRoutes } from './search-routes.js';

interface Page {
  readonly items: readonly { readonly asin: string; readonly title: string; readonly language?: string }[];
  readonly total: number;
  readonly hasMore: boolean;
  readonly stale?: boolean;
  readonly filtered?: { readonly among: number; readonly complete: boolean; readonly incomplete?: string };
  readonly facets?: BookFacets;
}

/** Every fourth is German, and each has a narrator and a length of its own. */
const many = (length: number) =>
  Array.from({ length }, (_, n) =>
    sampleBook(n, {
      title: `Tale ${n}`,
      language: n % 4 === 0 ? 'de' : 'en',
      narrators: [`Reader ${n}`],
      durationMinutes: n + 1,
      authors: [{ name: 'Ada Writer', id: 'A1' }],
    }),
  );

describe('lists of books, filtered and sorted', () => {
  let test: TestDatabase;
  let world: ReturnType<typeof createWorld>;
  let http: TestHttp;
  let paul: TestClient;
  let owned: Map<string, OwnedItem>;

  beforeEach(async () => {
    test = await createTestDatabase('sqlite');
    world = createWorld(test.database);
    owned = new Map();
    const availabilityOf = async (asins: readonly string[]) => {
      await test.database.read.all('SELECT 1 AS one');
      return new Map([...owned].filter(([asin]) => asins.includes(asin)));
    };
    const annotate = createAnnotate({ database: test.database, ownedItemsOf: async () => new Map(), savableOf: async () => new Set() });
    const lists = { catalog: world.catalog, annotate, availabilityOf };
    http = await startTestHttp({
      database: test.database,
      routes: [
        ...searchRoutes(lists),
        ...catalogRoutes({ ...lists, libraryBookOf: async () => undefined }),
        ...authorAndSeriesRoutes(lists),
      ],
    });
    paul = await http.as('paul');
  });
  afterEach(async () => {
    await http.stop();
    await world.catalog.idle();
    await test.dispose();
  });

  const get = async (path: string) => (await paul.get<Page>(path)).body;
  const titles = ({ items }: Page) => items.map(({ title }) => title);
  const calls = (what: string) => world.fake.asked.filter((asked) => asked === what).length;

  it('of a stored list have full pages and an exact total', async () => {
    world.fake.popular = many(100);
    await world.catalog.refreshLists();

    const first = await get('/api/audiobooks/popular?language=de&limit=10');
    const last = await get('/api/audiobooks/popular?language=de&limit=10&page=3');

    expect(first.items).to.have.length(10);
    expect(first).to.deep.include({ total: 25, hasMore: true, filtered: { among: 100, complete: true } });
    expect(last.items).to.have.length(5);
    expect(last.hasMore).to.equal(false);
    expect(first.items.every(({ language }) => language === 'de')).to.equal(true);
  });

  it('are sorted as a whole, not page by page', async () => {
    world.fake.popular = many(60);
    await world.catalog.refreshLists();

    expect(titles(await get('/api/audiobooks/popular?sort=length&order=desc&limit=2'))).to.deep.equal(['Tale 59', 'Tale 58']);
    expect(titles(await get('/api/audiobooks/popular?sort=title&limit=2&page=2'))).to.deep.equal(['Tale 2', 'Tale 3']);
  });

  it('leave out what is in the library, in any edition', async () => {
    world.fake.newReleases = many(8);
    await world.catalog.refreshLists();
    owned.set(sampleBook(3).asin, { id: 'i', integrationId: 'abs', title: 'Tale 3' });

    const { items, total } = await get('/api/audiobooks/new-releases?notInLibrary=true');

    expect(total).to.equal(7);
    expect(items.map(({ asin }) => asin)).to.not.include(sampleBook(3).asin);
  });

  it('answer facets with counts when asked', async () => {
    world.fake.popular = many(40);
    await world.catalog.refreshLists();

    const { facets, items } = await get('/api/audiobooks/popular?facets=true&language=de&narratorSearch=reader%2012&limit=5');

    expect(items).to.have.length(5);
    expect(facets?.languages).to.deep.equal([
      { value: 'en', count: 30 },
      { value: 'de', count: 10 },
    ]);
    expect(facets?.narrators).to.deep.equal([{ value: 'Reader 12', count: 1 }]);
    expect(facets?.lengths).to.have.length(4);
    expect(facets?.notInLibrary).to.equal(10);
    expect((await get('/api/audiobooks/popular')).facets).to.equal(undefined);
  });

  it('look at the first 200 books of a search, and say that there are more', async () => {
    world.fake.books = many(230);

    const found = await get('/api/audiobooks/search?q=tale&language=de&limit=50');

    expect(found).to.deep.include({ total: 50, hasMore: false, filtered: { among: 200, complete: false, incomplete: 'long' } });
    expect(calls('search')).to.equal(4);
    await get('/api/audiobooks/search?q=tale&language=en&narrator=Reader%201');
    expect(calls('search'), 'pages are kept for a while').to.equal(4);
  });

  it('look at the first 500 books of an author', async () => {
    world.fake.books = many(120);

    const found = await get('/api/authors/A1/books?maxLength=60&minLength=11');

    expect(found).to.deep.include({ total: 50, filtered: { among: 120, complete: true } });
    expect(calls('authorBooks')).to.equal(3);
  });

  it('show a recording once, though its two ASINs came on different pages', async () => {
    const books = many(60);
    world.fake.books = books.map((book, n) => (n === 55 && books[0] ? { ...books[0], asin: book.asin } : book));
    await get('/api/authors/A1/books?limit=50');
    await test.database.transaction(async (tx) => {
      await tx.insert('works', { id: 'w', createdAt: '2026-01-01T00:00:00.000Z' });
      for (const n of [0, 55]) {
        await tx.insert('work_asins', { asin: sampleBook(n).asin, workId: 'w', evidence: '[]', createdAt: '2026-01-01T00:00:00.000Z' });
      }
    });

    expect(await get('/api/authors/A1/books?sort=length')).to.deep.include({ total: 59, filtered: { among: 59, complete: true } });
  });

  it('end where the catalogue stopped answering, and fail when it never answered', async () => {
    world.fake.books = many(120);
    await get('/api/authors/A1/books?limit=50');
    world.fake.isDead = true;

    expect(await get('/api/authors/A1/books?sort=title&limit=50')).to.deep.include({
      total: 50,
      filtered: { among: 50, complete: false, incomplete: 'catalogue' },
    });
    expect((await paul.get('/api/authors/A2/books?sort=title')).status).to.equal(503);
  });

  it('are not complete where the catalogue is silent and only a part was kept', async () => {
    world.fake.books = many(120);
    await get('/api/authors/A1/books?limit=50');
    await world.catalog.idle();
    world.clock.now = new Date(world.clock.now.getTime() + 3_600_000);
    world.fake.isDead = true;

    expect(await get('/api/authors/A1/books?sort=title')).to.deep.include({
      stale: true,
      filtered: { among: 50, complete: false, incomplete: 'catalogue' },
    });
  });

  it('are not complete where a region fell silent on the way', async () => {
    world.fake.books = many(40);
    world.fake.abroad = { de: Array.from({ length: 40 }, (_, n) => sampleBook(100 + n, { title: `Tale ${n}`, region: 'de' })) };
    await get('/api/audiobooks/search?q=tale&regions=us,de&limit=50');
    world.fake.deadRegions = ['de'];
    await test.database.transaction((tx) => tx.run('DELETE FROM audiobooks'));

    const { filtered } = await get('/api/audiobooks/search?q=tale&regions=us,de&sort=title');

    expect(filtered).to.include({ complete: false, incomplete: 'region' });
  });

  it('refuse what is no filter', async () => {
    for (const query of [
      'language=%3Cb%3E',
      'minLength=-1',
      'minLength=long',
      'sort=price',
      'order=up',
      'notInLibrary=maybe',
      'narrator=',
    ]) {
      expect((await paul.get(`/api/audiobooks/popular?${query}`)).status, query).to.equal(400);
    }
  });

  it('take as many statements for 200 books as for 20', async () => {
    const statementsOf = async (count: number): Promise<number> => {
      world.fake.popular = many(count);
      await world.catalog.refreshLists();
      let statements = 0;
      const stop = test.database.onStatement(() => (statements += 1));
      await get('/api/audiobooks/popular?notInLibrary=true&facets=true&sort=title&limit=100');
      stop();
      return statements;
    };

    expect(await statementsOf(200)).to.equal(await statementsOf(20));
  });
});
