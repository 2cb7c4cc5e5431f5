import { expect } from 'chai';
import { hasPostgres } from '../../platform/db/test-databases.js';
import type { JobQueue, JobRequest } from '../../platform/jobs/job-queue.js';
import { createAuditService } from '../audit/index.js';
import { createLibraryService, type LibraryFilter, type LibraryService } from './library-service.js';
import { book, createLibraryWorld, fakeServer, type LibraryWorld, type FakeServer } from './library-world.spec.support.js';

const DIALECTS = ['sqlite', ...((await hasPostgres()) ? (['postgres'] as const) : [])] as const;
const ONE = 'B000000001';
const TWO = 'B000000002';
const THREE = 'B000000003';

for (const dialect of DIALECTS) {
  describe(`library service on ${dialect}`, () => {
    let world: LibraryWorld;
    let library: LibraryService;
    let asked: JobRequest[];

    beforeEach(async () => {
      world = await createLibraryWorld(dialect);
      asked = [];
      const jobs = {
        enqueue: async (_tx: unknown, request: JobRequest) => void asked.push(request),
        list: async () => [
          { id: 'running', state: 'running' },
          { id: 'queued', state: 'queued' },
        ],
      } as unknown as JobQueue;
      library = createLibraryService({ ...world, jobs, audit: createAuditService(world) });
      const server = fakeServer(await world.integration());
      server.items = [
        book('a', { title: 'The 100% Book', asin: ONE, addedAt: '2026-01-03T00:00:00.000Z' }),
        book('b', { title: 'Another', authors: ['Zoë Zeta'], addedAt: '2026-01-02T00:00:00.000Z', path: '/data/b' }),
        book('c', { title: 'The 1000 Books', asin: THREE, addedAt: '2026-01-01T00:00:00.000Z' }),
      ];
      await world.scanner.full(server.provider, { signal: world.signal });
    });

    afterEach(() => world.dispose());

    const idOf = async (itemId: string) => (await world.rows()).find((row) => row.itemId === itemId)?.id ?? '';

    it('reports in one statement which books are there, siblings included', async () => {
      await world.sameWork(ONE, TWO);
      let statements = 0;
      const off = world.database.onStatement(() => (statements += 1));
      const found = await library.availabilityOf([ONE, TWO, TWO, 'B000000009'], 'audiobook');
      off();
      expect(statements).to.equal(1);
      expect([...found.keys()].sort()).to.deep.equal([ONE, TWO]);
      expect(found.get(TWO)).to.include({ title: 'The 100% Book', id: await idOf('a') });
      expect((await library.availabilityOf([], 'audiobook')).size).to.equal(0);
    });

    it('names in one statement the items that hold these very ASINs, of each format one', async () => {
      await world.sameWork(ONE, TWO);
      const server = fakeServer(await world.integration('Pages'));
      server.items = [book('e', { title: 'Pages', asin: ONE, formats: ['ebook'] })];
      await world.scanner.full(server.provider, { signal: world.signal });
      let statements = 0;
      const off = world.database.onStatement(() => (statements += 1));
      const found = await library.ownedItemsOf([ONE, TWO, THREE]);
      off();
      expect(statements).to.equal(1);
      expect([...found.keys()].sort()).to.deep.equal([ONE, THREE]);
      expect(found.get(ONE)?.audiobook).to.include({ title: 'The 100% Book', id: await idOf('a') });
      expect(found.get(ONE)?.ebook).to.include({ title: 'Pages' });
      expect(found.get(THREE)).to.have.keys(['audiobook', 'listen', 'isSeen']);
      expect((await library.ownedItemsOf([])).size).to.equal(0);
    });

    describe('where people listen', () => {
      let pages: FakeServer;

      beforeEach(async () => {
        const shelf = fakeServer((await world.rows())[0]?.integrationId ?? '', 'Shelf');
        shelf.address = 'https://listen.example/item/{itemId}';
        pages = fakeServer(await world.integration('Pages'), 'Pages');
        pages.items = [book('e/1', { asin: ONE }), book('text', { asin: THREE, formats: ['ebook'] })];
        pages.address = 'http://pages.example/web#!/{itemId}?play=1';
        await world.scanner.full(pages.provider, { signal: world.signal });
        world.linked.push(shelf.provider, pages.provider);
      });

      const AT_SHELF = { server: 'Shelf', url: 'https://listen.example/item/a' };
      const AT_PAGES = { server: 'Pages', url: 'http://pages.example/web#!/e%2F1?play=1' };

      it('is each server that has the audiobook, in one statement', async () => {
        await world.sameWork(ONE, TWO);
        let statements = 0;
        const off = world.database.onStatement(() => (statements += 1));
        const links = await library.listenLinksOf([ONE, TWO, THREE, 'B000000009']);
        off();

        expect(statements).to.equal(1);
        expect([...links]).to.deep.equal([
          [ONE, [AT_SHELF, AT_PAGES]],
          [THREE, [{ server: 'Shelf', url: 'https://listen.example/item/c' }]],
          [TWO, [AT_SHELF, AT_PAGES]],
        ]);
      });

      it('is the new item of a book and not one that the last walk missed, on whichever server it is', async () => {
        await world.sameWork(ONE, TWO);
        const shelf = fakeServer((await world.rows())[0]?.integrationId ?? '', 'Shelf');
        shelf.items = [book('b', { path: '/data/b' }), book('c', { asin: THREE }), book('new', { asin: TWO })];
        await world.scanner.full(shelf.provider, { signal: world.signal });

        const there = { server: 'Shelf', url: 'https://listen.example/item/new' };
        expect((await library.listenLinksOf([ONE])).get(ONE)).to.deep.equal([there, AT_PAGES]);
        expect((await library.listenLinksOf([TWO])).get(TWO)).to.deep.equal([there, AT_PAGES]);
        expect((await library.ownedItemsOf([ONE])).get(ONE)?.listen).to.deep.equal([AT_PAGES]);
        expect((await library.ownedItemsOf([ONE])).get(ONE)?.audiobook?.id).to.equal(await idOf('e/1'));
        expect((await library.availabilityOf([ONE], 'audiobook')).get(ONE)?.id).to.equal(await idOf('e/1'));

        pages.items = [];
        await world.scanner.full(pages.provider, { signal: world.signal });
        expect((await library.listenLinksOf([ONE])).get(ONE)).to.deep.equal([there]);
        expect((await library.ownedItemsOf([ONE])).get(ONE)?.isSeen).to.equal(false);
      });

      it('stands with the items of books and in the list', async () => {
        expect((await library.ownedItemsOf([ONE])).get(ONE)?.listen).to.deep.equal([AT_SHELF, AT_PAGES]);
        const { items } = await library.list({ page: 1, limit: 20, search: ONE });
        expect(items.map(({ url }) => url).sort()).to.deep.equal([AT_PAGES.url, AT_SHELF.url]);
      });

      for (const address of [
        'javascript:alert("{itemId}")',
        'data:text/html,{itemId}',
        'ftp://pages.example/{itemId}',
        'nowhere/{itemId}',
      ]) {
        it(`is not at ${address}`, async () => {
          pages.address = address;

          expect((await library.listenLinksOf([ONE])).get(ONE)).to.deep.equal([AT_SHELF]);
        });
      }

      it('is asked of a server once, until its integration starts anew', async () => {
        await library.listenLinksOf([ONE]);
        pages.address = 'https://new.example/{itemId}';
        expect((await library.listenLinksOf([ONE])).get(ONE)).to.deep.equal([AT_SHELF, AT_PAGES]);
        world.restarted(pages.provider.integrationId);
        const links = (await library.listenLinksOf([ONE])).get(ONE);

        expect(links?.map(({ url }) => url)).to.deep.equal([AT_SHELF.url, 'https://new.example/e%2F1']);
      });

      it('leaves out a server that fails, and asks it again a minute later', async () => {
        pages.isDead = true;
        expect((await library.listenLinksOf([ONE])).get(ONE)).to.deep.equal([AT_SHELF]);
        pages.isDead = false;
        expect((await library.listenLinksOf([ONE])).get(ONE)).to.deep.equal([AT_SHELF]);
        world.advance(60_000);
        // nobody waits for it
        await library.listenLinksOf([ONE]);

        expect((await library.listenLinksOf([ONE])).get(ONE)).to.deep.equal([AT_SHELF, AT_PAGES]);
      });

      it('keeps no page waiting for a server that failed before', async () => {
        pages.isDead = true;
        await library.listenLinksOf([ONE]);
        world.advance(60_000);
        const silence = new Promise<never>(() => undefined);
        world.linked.splice(1, 1, { ...pages.provider, call: () => silence });
        await library.listenLinksOf([ONE]);

        expect((await library.listenLinksOf([ONE])).get(ONE)).to.deep.equal([AT_SHELF]);
      });
    });

    it('distinguishes an ebook from an audiobook', async () => {
      const server = fakeServer(await world.integration('Pages'));
      server.items = [book('e', { asin: TWO, formats: ['ebook'] }), book('both', { asin: 'B000000004', formats: ['audiobook', 'ebook'] })];
      await world.scanner.full(server.provider, { signal: world.signal });
      const all = [ONE, TWO, THREE, 'B000000004'];
      expect([...(await library.availabilityOf(all, 'audiobook')).keys()].sort()).to.deep.equal([ONE, THREE, 'B000000004']);
      expect([...(await library.availabilityOf(all, 'ebook')).keys()].sort()).to.deep.equal([TWO, 'B000000004']);
      const { items } = await library.list({ page: 1, limit: 20, search: TWO });
      expect(items.map(({ formats }) => formats)).to.deep.equal([['ebook']]);
    });

    it('reports books that the last scan missed and kept, until they are listed again', async () => {
      const server = fakeServer(await world.integration('Attic'), 'Attic');
      const all = Array.from({ length: 8 }, (_, n) => book(`x-${n}`));
      server.items = all;
      const scan = () => world.scanner.full(server.provider, { signal: world.signal });
      await scan();
      server.items = all.slice(7);
      await scan();
      expect(await library.losses()).to.deep.equal([
        {
          integrationId: server.provider.integrationId,
          server: 'Attic',
          libraryId: 'lib',
          library: 'Books',
          known: 8,
          missing: 7,
          examples: [0, 1, 2, 3, 4].map((n) => `Book x-${n}`),
        },
      ]);
      server.items = all;
      await scan();
      expect(await library.losses()).to.deep.equal([]);
    });

    it('prefers the book itself to a sibling', async () => {
      await world.sameWork(ONE, THREE);
      expect((await library.availabilityOf([THREE], 'audiobook')).get(THREE)?.title).to.equal('The 1000 Books');
    });

    it('lists newest first, in pages, and searches for words of titles, authors and ASINs', async () => {
      const page = await library.list({ page: 2, limit: 2 });
      expect(page.total).to.equal(3);
      expect(page.items.map(({ title }) => title)).to.deep.equal(['The 1000 Books']);
      const titles = async (search: string) => (await library.list({ search, page: 1, limit: 20 })).items.map(({ title }) => title);
      expect(await titles('100%')).to.deep.equal(['The 100% Book', 'The 1000 Books']);
      expect(await titles('1000 b')).to.deep.equal(['The 1000 Books']);
      expect(await titles('%')).to.deep.equal(['The 100% Book']);
      expect(await titles('zeta')).to.deep.equal(['Another']);
      expect(await titles(THREE.toLowerCase())).to.deep.equal(['The 1000 Books']);
      expect(await titles("' OR 1=1")).to.deep.equal([]);
    });

    it('lists by title or author, of one media server, and what counts for a book or does not', async () => {
      const server = fakeServer(await world.integration('Cellar'), 'Cellar');
      server.items = [book('c', { title: 'a lower case', authors: ['Ann'] }), book('d', { title: 'Zebra', authors: ['Ben'], asin: TWO })];
      await world.scanner.full(server.provider, { signal: world.signal });
      const titles = async (filter: Partial<LibraryFilter>) =>
        (await library.list({ page: 1, limit: 20, ...filter })).items.map(({ title }) => title);
      const { integrationId } = server.provider;

      expect(await titles({ sort: 'title' })).to.deep.equal(['a lower case', 'Another', 'The 100% Book', 'The 1000 Books', 'Zebra']);
      expect(await titles({ sort: 'title', order: 'desc', integrationId })).to.deep.equal(['Zebra', 'a lower case']);
      expect(await titles({ sort: 'author', integrationId })).to.deep.equal(['a lower case', 'Zebra']);
      expect(await titles({ matched: false, integrationId })).to.deep.equal(['a lower case']);
      expect(await titles({ search: 'zebra', matched: true, integrationId })).to.deep.equal(['Zebra']);
      expect(await titles({ search: 'zebra', matched: false })).to.deep.equal([]);
      expect((await library.list({ page: 1, limit: 1, integrationId })).total).to.equal(2);
      expect((await library.list({ page: 1, limit: 1, search: 'book', matched: true })).total).to.equal(2);
    });

    it('puts the items of a book together, whichever of them is found, in one statement more', async () => {
      const server = fakeServer(await world.integration('Cellar'), 'Cellar');
      server.items = [book('k', { title: 'Hundred', asin: ONE }), book('n', { title: 'Unknown' }), book('m', { title: 'Unknown' })];
      await world.scanner.full(server.provider, { signal: world.signal });
      const { integrationId } = server.provider;
      const statementsOf = async (filter: Partial<LibraryFilter>) => {
        let statements = 0;
        const off = world.database.onStatement(() => (statements += 1));
        const found = await library.list({ page: 1, limit: 20, sort: 'title', ...filter });
        off();
        return { ...found, statements };
      };
      const seen = async (filter: Partial<LibraryFilter>) => {
        const { items, total } = await statementsOf({ together: true, ...filter });
        return [total, ...items.map(({ title, alongside = [] }) => [title, ...alongside.map((other) => other.title)].join(' + '))];
      };
      const together = 'The 100% Book + Hundred';

      expect(await seen({})).to.deep.equal([5, 'Another', together, 'The 1000 Books', 'Unknown', 'Unknown']);
      expect(await seen({ search: 'hundred' })).to.deep.equal([1, together]);
      expect(await seen({ search: 'book' })).to.deep.equal([2, together, 'The 1000 Books']);
      expect(await seen({ integrationId })).to.deep.equal([3, together, 'Unknown', 'Unknown']);
      expect(await seen({ matched: true })).to.deep.equal([2, together, 'The 1000 Books']);
      expect(await seen({ limit: 2, page: 2 })).to.deep.equal([5, 'The 1000 Books', 'Unknown']);
      expect((await statementsOf({})).total).to.equal(6);
      expect((await statementsOf({ together: true })).statements).to.equal((await statementsOf({})).statements + 1);
    });

    it('finds a word that thousands of items have in the same order near the beginning and far from it', async () => {
      const integrationId = await world.integration('Large');
      const ids = Array.from({ length: 2_100 }, (_, n) => `many-${String(n).padStart(4, '0')}`);
      const addedAt = (n: number): string => new Date(Date.UTC(2020, 0, 1) + (n % 700) * 1000).toISOString();
      await world.database.transaction(async (tx) => {
        for (let start = 0; start < ids.length; start += 300) {
          const some = ids.slice(start, start + 300);
          await tx.run(
            `INSERT INTO library_items (id, integration_id, library_id, item_id, title, authors, narrators, has_cover, added_at, updated_at, seen_scan)
             VALUES ${some.map(() => "(?, ?, 'l', ?, 'Common', '[]', '[]', false, ?, ?, 's')").join(', ')}`,
            some.flatMap((id, place) => [id, integrationId, id, addedAt(start + place), addedAt(start + place)]),
          );
        }
      });
      const newest = ids
        .map((id, n) => ({ id, at: addedAt(n) }))
        .sort((a, b) => (a.at === b.at ? (a.id < b.id ? 1 : -1) : a.at < b.at ? 1 : -1));

      for (const page of [1, 4, 5, 42]) {
        const { items, total } = await library.list({ search: 'comm', page, limit: 50 });
        expect(total).to.equal(2_100);
        expect(items.map(({ id }) => id)).to.deep.equal(newest.slice(50 * (page - 1), 50 * page).map(({ id }) => id));
      }
    });

    it('links an item by hand, makes requests available and records it', async () => {
      const request = await world.request(TWO, 'downloaded');
      const item = await library.linkItem(await idOf('b'), TWO.toLowerCase(), { name: 'admin' });
      expect(item).to.include({ asin: TWO, matchedBy: 'manual', path: '/data/b' });
      expect(await world.statusOf(request)).to.equal('available');
      const entry = await world.database.read.get<{ action: string }>('SELECT action FROM audit_log');
      expect(entry?.action).to.equal('library.linked');
      expect(world.live.at(-1)).to.deep.include({ type: 'library.updated' });
    });

    it('returns to the server’s ASIN when a link is undone', async () => {
      await library.linkItem(await idOf('a'), TWO, { name: 'admin' });
      expect(await library.linkItem(await idOf('a'), null, { name: 'admin' })).to.include({ asin: ONE, matchedBy: 'asin' });
      expect(await library.linkItem(await idOf('b'), null, { name: 'admin' })).not.to.have.property('matchedBy');
    });

    it('refuses an invalid ASIN and an unknown item', async () => {
      const code = (promise: Promise<unknown>) => promise.then(String, (error: { code: string }) => error.code);
      expect(await code(library.linkItem(await idOf('a'), 'nonsense', { name: 'admin' }))).to.equal('asin_invalid');
      expect(await code(library.linkItem('nobody', ONE, { name: 'admin' }))).to.equal('library_item_unknown');
    });

    it('starts the scheduled scan', async () => {
      expect(await library.startScan({}, { name: 'spec' })).to.equal('queued');
      expect(asked).to.deep.include({ name: 'library.scan', payload: {}, singletonKey: 'schedule:library.scan', priority: -1 });
    });
  });
}
