import { expect } from 'chai';
import { createTestDatabase, type TestDatabase } from '../../platform/db/test-databases.js';
import { startTestHttp, type TestClient, type TestHttp } from '../auth/test-http.js';
import { createAnnotate } from './annotate.js';
import { createWorld, sampleBook } from './catalog-world.spec.support.js';
import type { RegionOutcome } from './search-regions.js';
import { searchRoutes } from './search-routes.js';

interface Page {
  readonly items: readonly { readonly asin: string; readonly region: string }[];
  readonly total: number;
  readonly hasMore: boolean;
  readonly stale?: boolean;
  readonly regions?: readonly RegionOutcome[];
}

describe('searching the catalogue', () => {
  let test: TestDatabase;
  let world: ReturnType<typeof createWorld>;
  let http: TestHttp;
  let paul: TestClient;

  beforeEach(async () => {
    test = await createTestDatabase('sqlite');
    world = createWorld(test.database);
    const availabilityOf = async () => new Map<string, never>();
    const annotate = createAnnotate({ database: test.database, ownedItemsOf: async () => new Map(), savableOf: async () => new Set() });
    http = await startTestHttp({ database: test.database, routes: searchRoutes({ catalog: world.catalog, annotate, availabilityOf }) });
    paul = await http.as('paul');
  });
  afterEach(async () => {
    await http.stop();
    await world.catalog.idle();
    await test.dispose();
  });

  const get = async <T = Page>(path: string) => paul.get<T>(path);
  const shown = ({ items }: Page) => items.map(({ asin, region }) => `${asin.slice(-2)} ${region}`);

  it('names the regions of the catalogues, and that of the server', async () => {
    const { body } = await get<{ items: { id: string }[]; server: string }>('/api/regions');

    expect([body.items.map(({ id }) => id), body.server]).to.deep.equal([['us', 'de', 'uk'], 'us']);
  });

  it('has the region of the server only where no catalogue names any', async () => {
    world.clock.region = 'br';
    world.fake.regions = [];

    expect((await get<object>('/api/regions')).body).to.deep.equal({ items: [{ id: 'br', name: 'BR' }], server: 'br' });
  });

  it('remembers the regions of a catalogue that does not answer', async () => {
    await get('/api/regions');
    world.fake.isDead = true;

    expect((await get<{ items: object[] }>('/api/regions')).body.items).to.have.length(3);
  });

  describe('in several regions', () => {
    beforeEach(() => {
      world.fake.books = [1, 2, 3].map((n) => sampleBook(n, { title: `Tale ${n}` }));
      world.fake.abroad = {
        de: [
          sampleBook(2, { title: 'Tale 2', region: 'de', language: 'de' }),
          sampleBook(11, { title: 'Tale auf Deutsch', region: 'de', language: 'de' }),
        ],
        uk: [],
      };
    });

    it('takes turns, counts an ASIN once, and marks each book with its region', async () => {
      const { body } = await get('/api/audiobooks/search?q=tale&regions=us,de');

      expect(shown(body)).to.deep.equal(['01 us', '02 de', '11 de', '03 us']);
      expect(body.regions).to.deep.equal([
        { id: 'us', outcome: 'answered' },
        { id: 'de', outcome: 'answered' },
      ]);
    });

    it('puts one recording of two regions together', async () => {
      world.fake.abroad['uk'] = [sampleBook(21, { title: 'Tale 1', region: 'uk' })];

      const { body } = await get('/api/audiobooks/search?q=tale&regions=us,uk');
      await world.catalog.idle();

      expect(shown(body)).to.deep.equal(['01 us', '02 us', '03 us']);
      expect((await world.catalog.siblings([sampleBook(1).asin])).get(sampleBook(1).asin)).to.deep.equal([sampleBook(21).asin]);
    });

    it('reports a region that fails beside the results of the others', async () => {
      world.fake.deadRegions = ['uk'];

      const { status, body } = await get('/api/audiobooks/search?q=tale&regions=de,uk');

      expect([status, shown(body), body.stale]).to.deep.equal([200, ['02 de', '11 de'], undefined]);
      expect(body.regions?.[1]).to.include({ id: 'uk', outcome: 'failed' });
      expect(body.regions?.[1]?.detail).to.contain('Fake');
    });

    it('fails when all of them fail', async () => {
      world.fake.isDead = true;

      expect((await get('/api/audiobooks/search?q=tale&regions=de,uk')).status).to.equal(503);
    });

    it('searches stored books of a region that fails', async () => {
      await get('/api/audiobooks/search?q=tale&regions=de,uk');
      world.clock.now = new Date(world.clock.now.getTime() + 3_600_000);
      world.fake.deadRegions = ['de'];

      const { body } = await get('/api/audiobooks/search?q=tale&regions=de,us');

      expect(body.regions?.[0]).to.deep.equal({ id: 'de', outcome: 'kept' });
      expect(shown(body)).to.include('11 de');
    });

    it('says which region no catalogue has, without asking for it', async () => {
      const { body } = await get('/api/audiobooks/search?q=tale&regions=xx,de');

      expect(body.regions?.[0]).to.deep.equal({ id: 'xx', outcome: 'unknown' });
      expect(world.fake.asked.filter((what) => what === 'search')).to.have.length(1);
    });

    it('gives each region an equal share of a page, and goes on while one of them has more', async () => {
      const first = (await get('/api/audiobooks/search?q=tale&regions=us,de&limit=2')).body;
      const third = (await get('/api/audiobooks/search?q=tale&regions=us,de&limit=2&page=3')).body;

      expect([shown(first), first.hasMore]).to.deep.equal([['01 us', '02 de'], true]);
      expect([shown(third), third.hasMore]).to.deep.equal([['03 us'], false]);
    });

    for (const regions of ['', 'us,', 'US', 'a,b', 'us,de,uk,fr,it,es', '..']) {
      it(`refuses ${JSON.stringify(regions)} as regions`, async () => {
        expect((await get(`/api/audiobooks/search?q=tale&regions=${encodeURIComponent(regions)}`)).status).to.equal(400);
      });
    }
  });

  it('asks the region of the server where none is named', async () => {
    world.fake.books = [sampleBook(1)];

    const { body } = await get('/api/audiobooks/search?q=volume');

    expect([shown(body), body.regions]).to.deep.equal([['01 us'], undefined]);
  });

  it('in several regions has room for each on a page', async () => {
    const { status, body } = await get<{ code: string }>('/api/audiobooks/search?q=tale&regions=us,de,uk&limit=2');

    expect([status, body.code]).to.deep.equal([400, 'invalid_request']);
  });

  it('in several regions is limited for each person, unlike other searches', async () => {
    const statusOf = async (query: string) => (await get(`/api/audiobooks/search?q=tale${query}`)).status;
    for (let n = 0; n < 60; n += 1) expect(await statusOf('&regions=us,de')).to.equal(200);

    expect(await statusOf('&regions=us,de')).to.equal(429);
    expect(await statusOf('&facets=true')).to.equal(429);
    expect(await statusOf('')).to.equal(200);
  });

  it('for a narrator fills its pages, though others have these words in their names', async () => {
    world.fake.books = Array.from({ length: 70 }, (_, n) =>
      sampleBook(n, { narrators: [n < 60 ? `Ned Reader-Smith ${n}` : 'Ned Reader'] }),
    );
    const [first, last] = [1, 2].map(async (page) => (await get(`/api/narrators/books?name=Ned%20Reader&limit=6&page=${page}`)).body);

    expect((await first)?.items).to.have.length(6);
    expect(await first).to.include({ hasMore: true });
    expect((await last)?.items).to.have.length(4);
    expect(await last).to.include({ hasMore: false, total: 10 });
  });

  describe('for a narrator', () => {
    beforeEach(() => {
      world.fake.books = [
        sampleBook(1, { narrators: ['Ned Reader'] }),
        sampleBook(2, { narrators: ['Ned Reader-Smith'] }),
        sampleBook(3, { narrators: ['Ann Other', 'Ned Reader'] }),
      ];
    });

    it('lists the books that name exactly this person', async () => {
      expect(shown((await get('/api/narrators/books?name=Ned%20Reader')).body)).to.deep.equal(['01 us', '03 us']);
    });

    it('lists the stored ones while the catalogue does not answer', async () => {
      await get('/api/narrators/books?name=Ned%20Reader');
      world.clock.now = new Date(world.clock.now.getTime() + 3_600_000);
      world.fake.isDead = true;

      const { body } = await get('/api/narrators/books?name=Ned%20Reader');

      expect([shown(body), body.stale]).to.deep.equal([['01 us', '03 us'], true]);
      expect((await get('/api/narrators/books?name=Nobody')).status).to.equal(503);
    });
  });
});
