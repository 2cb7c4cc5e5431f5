import { expect } from 'chai';
import { createTestDatabase, type TestDatabase } from '../../platform/db/test-databases.js';
import { startTestHttp, type TestClient, type TestHttp } from '../auth/test-http.js';
import { createAnnotate } from './annotate.js';
import { authorAndSeriesRoutes } from './author-and-series-routes.js';
import { createWorld, sampleBook } from './catalog-world.spec.support.js';
import { catalogRoutes } from './routes.js';
import { searchRoutes } from './search-routes.js';

interface Page {
  readonly items: readonly { readonly id?: string; readonly asin?: string }[];
  readonly total: number;
  readonly hasMore: boolean;
}

const BOOKS = 130;
const LIMIT = 24;
/** Authors and series that are taken of an answer at most. */
const NAMED = 100;
/** More than any of them has. */
const MOST_PAGES = 20;

describe('the lists of a connected catalogue are walked to their end, each row once', () => {
  let test: TestDatabase;
  let world: ReturnType<typeof createWorld>;
  let http: TestHttp;
  let paul: TestClient;

  before(async () => {
    test = await createTestDatabase('sqlite');
    world = createWorld(test.database);
    const { catalog } = world;
    const availabilityOf = async () => new Map<string, never>();
    const annotate = createAnnotate({ database: test.database, ownedItemsOf: async () => new Map(), savableOf: async () => new Set() });
    const lists = { catalog, annotate, availabilityOf };
    http = await startTestHttp({
      database: test.database,
      routes: [
        ...searchRoutes(lists),
        ...catalogRoutes({ ...lists, libraryBookOf: async () => undefined }),
        ...authorAndSeriesRoutes(lists),
      ],
    });
    paul = await http.as('paul');
    // of one day, as a whole catalogue may be
    world.fake.books = Array.from({ length: BOOKS }, (_, n) =>
      sampleBook(n, {
        title: `Tale ${n}`,
        authors: [
          { name: 'Bea Writer', id: 'A' },
          { name: `Ada Other ${n}`, id: `A${n}` },
        ],
        narrators: ['Ned Reader'],
        series: [
          { name: 'Saga', id: 'S', part: String(n) },
          { name: `Tales ${n}`, id: `S${n}`, part: '1' },
        ],
        releaseDate: '2020-01-01',
      }),
    );
    world.fake.byCategory = { crime: world.fake.books };
    world.fake.categories = [{ id: 'crime', name: 'Crime' }];
  });
  after(async () => {
    await http.stop();
    await world.catalog.idle();
    await test.dispose();
  });

  async function walk(path: string): Promise<string[]> {
    const seen: string[] = [];
    for (let page = 1; page <= MOST_PAGES; page += 1) {
      const { status, body } = await paul.get<Page>(`${path}${path.includes('?') ? '&' : '?'}limit=${LIMIT}&page=${page}`);
      expect(status, JSON.stringify(body)).to.equal(200);
      seen.push(...body.items.map(({ id, asin }) => asin ?? id ?? ''));
      if (!body.hasMore) return seen;
    }
    throw new Error(`${path} has no end.`);
  }

  for (const [name, path, count] of [
    ['of a search', '/api/audiobooks/search?q=tale', BOOKS],
    ['of a narrator', '/api/narrators/books?name=Ned%20Reader', BOOKS],
    ['of a category', '/api/audiobooks/category/crime', BOOKS],
    ['of authors', '/api/authors?q=ada', NAMED],
    ['of an author', '/api/authors/A/books', BOOKS],
    ['of series', '/api/series?q=tales', NAMED],
    ['of a series', '/api/series/S/books', BOOKS],
  ] as const) {
    it(name, async () => {
      const seen = await walk(path);

      expect([seen.length, new Set(seen).size]).to.deep.equal([count, count]);
    });
  }
});
