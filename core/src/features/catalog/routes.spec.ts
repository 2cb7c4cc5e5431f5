import { expect } from 'chai';
import { pino } from 'pino';
import { createTestDatabase, type TestDatabase } from '../../platform/db/test-databases.js';
import { startHttpServer, type HttpServer } from '../../platform/http/http-server.js';
import { createRateLimiter } from '../../platform/http/rate-limiter.js';
import type { Caller } from '../../platform/http/route.js';
import { createMetrics } from '../../platform/metrics/metrics.js';
import { createAnnotate } from './annotate.js';
import { addRequest, addUser, createWorld, sampleBook } from './catalog-world.spec.support.js';
import type { LibraryBookFacts } from './library-book.js';
import { catalogRoutes } from './routes.js';
import { searchRoutes } from './search-routes.js';
import type { AnnotatedBook } from './schemas.js';

const HOSTILE = '<img src=x onerror=alert(1)><script>alert(2)</script>Dune';
const caller: Caller = {
  userId: 'me',
  username: 'me',
  displayName: 'me',
  role: 'user',
  permissions: { autoApprove: false, interactiveSearch: false, downloadAccess: false },
  via: 'bearer',
};

describe('catalogue routes', () => {
  let test: TestDatabase;
  let world: ReturnType<typeof createWorld>;
  let server: HttpServer;
  let signedIn: boolean;
  let ownBooks: Map<string, LibraryBookFacts>;

  beforeEach(async () => {
    signedIn = true;
    test = await createTestDatabase('sqlite');
    world = createWorld(test.database);
    await addUser(test.database, 'me');
    ownBooks = new Map();
    const libraryBookOf = async (asin: string) => ownBooks.get(asin);
    const availabilityOf = async () => new Map<string, never>();
    const annotate = createAnnotate({ database: test.database, ownedItemsOf: async () => new Map(), savableOf: async () => new Set() });
    server = await startHttpServer(
      {
        routes: [
          ...searchRoutes({ catalog: world.catalog, annotate, availabilityOf }),
          ...catalogRoutes({ catalog: world.catalog, annotate, availabilityOf, libraryBookOf }),
        ],
        log: pino({ level: 'silent' }),
        metrics: createMetrics(),
        rateLimiter: createRateLimiter(),
        trustedProxies: [],
        authenticate: async () => (signedIn ? caller : undefined),
        owns: async () => false,
        validateResponses: true,
      },
      { host: '127.0.0.1', port: 0 },
    );
  });
  afterEach(async () => {
    await server.close(100);
    await world.catalog.idle();
    await test.dispose();
  });

  async function get<T>(path: string): Promise<{ status: number; body: T }> {
    const answer = await fetch(`http://127.0.0.1:${server.port}${path}`);
    return { status: answer.status, body: (await answer.json()) as T };
  }

  it('sends hostile catalogue text as plain text', async () => {
    world.fake.books = [
      sampleBook(1, { title: HOSTILE, description: `<p>${HOSTILE}</p>`, authors: [{ name: HOSTILE }], coverUrl: 'file:///etc/passwd' }),
    ];
    const found = await get<{ items: AnnotatedBook[] }>('/api/audiobooks/search?q=dune');
    const detail = await get<{ book: AnnotatedBook }>('/api/audiobooks/B000000001');
    for (const book of [found.body.items[0], detail.body.book]) {
      expect(book).to.deep.include({ title: 'Dune', description: 'Dune', authors: [{ name: 'Dune' }], coverUrl: null });
    }
  });

  it('shows a book with its other editions and my request for one of them', async () => {
    world.fake.books = [sampleBook(1, { title: 'One Title' }), sampleBook(2, { title: 'One Title' })];
    await get('/api/audiobooks/search?q=one');
    await world.catalog.idle();
    await addRequest(test.database, { id: 'r', userId: 'me', asin: sampleBook(2).asin, status: 'searching' });
    const { body } = await get<{ book: AnnotatedBook; editions: AnnotatedBook[] }>('/api/audiobooks/B000000001');
    expect(body.book.request).to.deep.equal({ id: 'r', status: 'searching', mine: true });
    expect(body.editions.map(({ asin }) => asin)).to.deep.equal(['B000000002']);
  });

  it('answers pages of stored lists, and no categories where there are none', async () => {
    world.fake.popular = [sampleBook(1)];
    world.fake.newReleases = [sampleBook(2)];
    await world.catalog.refreshLists();
    const popular = await get<{ total: number; fetchedAt: string }>('/api/audiobooks/popular?limit=5');
    expect(popular.body).to.include({ total: 1, limit: 5, fetchedAt: '2026-03-01T10:00:00.000Z' });
    expect((await get<{ items: [] }>('/api/audiobooks/new-releases')).body.items).to.have.length(1);
    expect((await get('/api/categories')).body).to.deep.equal({ items: [] });
    expect((await get('/api/audiobooks/category/12')).status).to.equal(404);
  });

  it('refuses a region that no catalogue has, and asks nobody where none has said what it has', async () => {
    const refused = await get<{ code: string }>('/api/audiobooks/B000000009?region=zz');
    expect([refused.status, refused.body.code]).to.deep.equal([422, 'unknown_region']);
    expect(world.fake.asked).to.not.include('book');
    expect((await get('/api/audiobooks/B000000009?region=de')).status).to.equal(404);
    world.fake.regions = [];
    expect((await get('/api/audiobooks/B000000009?region=zz')).status).to.equal(404);
  });

  it('makes the page of a library book that the catalogue does not know of what its media server says', async () => {
    const asin = 'B0LIBRARY1';
    ownBooks.set(asin, {
      asin,
      title: 'A Privately Printed Book',
      authors: ['Ann Author', 'Bea Writer'],
      narrators: ['Ned Reader'],
      durationMinutes: 61,
      hasCover: true,
    });
    const page = async () => (await get<{ book: AnnotatedBook; inCatalogue: boolean }>(`/api/audiobooks/${asin}`)).body;
    const expected = {
      title: 'A Privately Printed Book',
      authors: [{ name: 'Ann Author' }, { name: 'Bea Writer' }],
      narrators: ['Ned Reader'],
      durationMinutes: 61,
      coverUrl: `/api/covers/${asin}`,
    };

    expect(await page()).to.deep.include({ inCatalogue: false, editions: [] });
    expect((await page()).book).to.deep.include(expected);
    world.fake.isDead = true;
    expect((await page()).book).to.deep.include(expected);
    world.fake.isDead = false;
    world.fake.books = [sampleBook(1, { asin, title: 'Its Name in the Catalogue' })];
    expect(await page()).to.include({ inCatalogue: true });
    expect((await page()).book.title).to.equal('Its Name in the Catalogue');
  });

  it('says what is wrong: unknown book, dead catalogue, nobody signed in', async () => {
    expect(await get('/api/audiobooks/B000000009')).to.have.nested.property('body.code', 'unknown_book');
    world.fake.isDead = true;
    const dead = await get<{ code: string }>('/api/audiobooks/B000000009');
    expect([dead.status, dead.body.code]).to.deep.equal([503, 'catalogue_unavailable']);
    signedIn = false;
    expect((await get('/api/audiobooks/search?q=x')).status).to.equal(401);
  });
});
