import { expect } from 'chai';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { hasPostgres } from '../../platform/db/test-databases.js';
import { book, createLibraryWorld, fakeServer, type FakeServer, type LibraryWorld } from './library-world.spec.support.js';
import { inEnglish } from '../../platform/words/index.js';

const DIALECTS = ['sqlite', ...((await hasPostgres()) ? (['postgres'] as const) : [])] as const;

function asin(n: number): string {
  return `B${String(n).padStart(9, '0')}`;
}

for (const dialect of DIALECTS) {
  describe(`library scan on ${dialect}`, () => {
    let world: LibraryWorld;
    let server: FakeServer;

    beforeEach(async () => {
      world = await createLibraryWorld(dialect);
      server = fakeServer(await world.integration());
    });

    afterEach(() => world.dispose());

    const full = (more = {}) => world.scanner.full(server.provider, { signal: world.signal, ...more });
    const recent = () => world.scanner.recent(server.provider, { signal: world.signal });
    const idsNow = async () => (await world.rows()).map((row) => row.itemId);

    it('reads 2,000 items in a few statements per page', async () => {
      server.items = Array.from({ length: 2000 }, (_, n) => book(`item-${n}`, { asin: asin(n) }));
      let statements = 0;
      const off = world.database.onStatement(() => (statements += 1));
      const report = await full();
      off();
      expect(report).to.include({ outcome: 'complete', items: 2000, removed: 0 });
      expect(await world.rows()).to.have.length(2000);
      expect(statements).to.be.lessThan(80);
      statements = 0;
      const offAgain = world.database.onStatement(() => (statements += 1));
      await full();
      offAgain();
      expect(statements).to.be.lessThan(80);
      expect(world.told.filter(({ hook }) => hook === 'library.matched')).to.have.length(2000);
      expect(world.told.filter(({ hook }) => hook === 'library.scanned').map(({ payload }) => payload)).to.deep.equal([
        { integrationId: server.provider.integrationId, libraryId: 'lib', items: 2000, removed: 0 },
        { integrationId: server.provider.integrationId, libraryId: 'lib', items: 2000, removed: 0 },
      ]);
    });

    it('lets other work run between pages', async () => {
      server.items = Array.from({ length: 400 }, (_, n) => book(`item-${n}`));
      server.pageSize = 20;
      let turns = 0;
      const timer = setInterval(() => (turns += 1), 0);
      await full();
      clearInterval(timer);
      expect(turns).to.be.greaterThan(5);
    });

    it('counts an item once that is returned twice', async () => {
      server.items = [book('a', { title: 'old' }), book('a', { title: 'new' }), book('b')];
      expect((await full()).items).to.equal(2);
      server.pageSize = 1;
      expect((await full()).items).to.equal(2);
      expect((await world.rows()).map((row) => row.title)).to.deep.equal(['new', 'Book b']);
    });

    it('survives anything from a hostile server', async () => {
      server.items = [
        book('a', { title: 'nul\0', asin: 'not an asin', isbn: '9'.repeat(50), addedAt: 'yesterday', path: '/data/x\0' }),
        book('x'.repeat(300)),
        book(''),
      ];
      expect((await full()).items).to.equal(1);
      const [row] = await world.rows();
      expect(row).to.include({ title: 'nul', asin: null, isbn: null, path: null, matchedAsin: null });
    });

    it('makes a request available whose ASIN, or whose sibling, is in the library', async () => {
      await world.sameWork(asin(2), asin(3));
      const exact = await world.request(asin(1), 'downloaded');
      const sibling = await world.request(asin(2), 'downloaded');
      const other = await world.request(asin(4), 'downloaded');
      const ebook = await world.request(asin(1), 'downloaded', 'ebook');
      server.items = [book('a', { asin: asin(1).toLowerCase() }), book('b', { asin: asin(3) })];
      await full();
      expect(await world.statusOf(exact)).to.equal('available');
      expect(await world.statusOf(sibling)).to.equal('available');
      expect(await world.statusOf(other)).to.equal('downloaded');
      expect(await world.statusOf(ebook)).to.equal('downloaded');
      expect(world.notified.sort()).to.deep.equal([`request_available:${asin(1)}`, `request_available:${asin(2)}`]);
      const event = await world.database.read.get<{ message: string }>('SELECT message FROM request_events WHERE request_id = ?', [exact]);
      expect(event?.message).to.equal('In the library of Shelf.');
      expect(
        world.live.filter(({ type }) => type === 'library.updated').flatMap(({ data }) => (data as { asins: string[] }).asins),
      ).to.have.members([asin(1), asin(3)]);
    });

    it('never matches by title and author', async () => {
      const request = await world.request(asin(1), 'downloaded');
      server.items = [book('a', { title: `Title ${asin(1)}` })];
      await full();
      expect(await world.statusOf(request)).to.equal('downloaded');
    });

    it('drops an item after two complete scans in a row that miss it, and takes its request back', async () => {
      const request = await world.request(asin(1), 'downloaded');
      server.items = [book('a', { asin: asin(1) }), book('b'), book('c')];
      await full();
      server.items = server.items.slice(1);
      expect((await full()).removed).to.equal(0);
      expect(await world.statusOf(request)).to.equal('available');
      const report = await full();
      expect(report.removed).to.equal(1);
      expect(inEnglish(report.message)).to.equal('Shelf: 2 books, 1 removed.');
      expect(await idsNow()).to.deep.equal(['b', 'c']);
      expect(await world.statusOf(request)).to.equal('downloaded');
      expect((await world.reasonOf(request))?.code).to.equal('gone_from_library');
    });

    it('starts counting again when an item comes back in between', async () => {
      server.items = [book('a'), book('b'), book('c')];
      const all = server.items;
      await full();
      server.items = all.slice(1);
      await full();
      server.items = all;
      await full();
      server.items = all.slice(1);
      await full();
      expect(await idsNow()).to.deep.equal(['a', 'b', 'c']);
    });

    it('keeps a request available while another server, or a sibling, still has the book', async () => {
      await world.sameWork(asin(1), asin(2));
      const request = await world.request(asin(1), 'downloaded');
      const second = fakeServer(await world.integration('Attic'), 'Attic');
      second.items = [book('z', { asin: asin(2) })];
      server.items = [book('a', { asin: asin(1) }), book('b'), book('c')];
      await full();
      await world.scanner.full(second.provider, { signal: world.signal });
      server.items = server.items.slice(1);
      await full();
      await full();
      expect(await idsNow()).to.deep.equal(['b', 'c', 'z']);
      expect(await world.statusOf(request)).to.equal('available');
    });

    it('drops nothing if more than half is missing at once, and says so', async () => {
      server.items = Array.from({ length: 10 }, (_, n) => book(`item-${n}`, { asin: asin(n) }));
      const request = await world.request(asin(9), 'downloaded');
      await full();
      server.items = server.items.slice(0, 4);
      for (let n = 0; n < 3; n += 1) {
        const report = await full();
        expect(report.removed).to.equal(0);
        expect(inEnglish(report.message)).to.include('6 of 10 known books of the library “Books” were not listed');
      }
      expect(await world.rows()).to.have.length(10);
      expect(await world.statusOf(request)).to.equal('available');
      expect((await full({ acceptLoss: true })).removed).to.equal(6);
      expect(await world.statusOf(request)).to.equal('downloaded');
    });

    for (const [had, kept] of [
      [1, 0],
      [3, 1],
    ] as const) {
      it(`notices that ${had - kept} of ${had} books were deleted`, async () => {
        server.items = Array.from({ length: had }, (_, n) => book(`item-${n}`, { asin: asin(n) }));
        const request = await world.request(asin(had - 1), 'downloaded');
        await full();
        server.items = server.items.slice(0, kept);
        await full();
        expect(await world.statusOf(request)).to.equal('available');
        expect((await full()).removed).to.equal(had - kept);
        expect(await world.statusOf(request)).to.equal('downloaded');
      });
    }

    describe('if we placed the book', () => {
      let folder: string;
      let request: string;

      beforeEach(async () => {
        request = await world.request(asin(1), 'downloaded');
        folder = await world.placed(request, 'Ann/One', { 'one.mp3': 'sound' });
        await world.setLibraryRoot();
        server.items = [book('a', { asin: asin(1) })];
        await full();
        server.items = [];
      });

      it('keeps it while its files are still on disk', async () => {
        for (let n = 0; n < 3; n += 1)
          expect(inEnglish((await full()).message)).to.include('1 of 1 known books of the library “Books” were not listed');
        expect(await world.statusOf(request)).to.equal('available');
      });

      it('drops it when its files are gone from a mounted disk', async () => {
        await rm(folder, { recursive: true });
        await full();
        await full();
        expect(await world.statusOf(request)).to.equal('downloaded');
      });

      it('keeps it if the library folder is empty, as without its disk', async () => {
        await rm(join(world.folder, 'Ann'), { recursive: true });
        for (let n = 0; n < 3; n += 1) await full();
        expect(await world.statusOf(request)).to.equal('available');
      });
    });

    it('keeps a whole library that vanishes from a server with a bigger one', async () => {
      server.libraries = ['lib', 'small'].map((id) => ({ id, name: `Library ${id}`, type: 'audiobook', roots: ['/data'] }));
      const big = Array.from({ length: 60 }, (_, n) => book(`big-${n}`));
      const small = Array.from({ length: 15 }, (_, n) => book(`small-${n}`, { libraryId: 'small' }));
      server.items = [...big, ...small];
      await full();
      server.items = big;
      for (let n = 0; n < 3; n += 1)
        expect(inEnglish((await full()).message)).to.include('15 of 15 known books of the library “Library small”');
      expect(await world.rows()).to.have.length(75);
      server.items = [...big, ...small];
      expect(inEnglish((await full()).message)).to.not.include('not listed');
    });

    it('drops the content of a library that is no longer used, and takes back its requests', async () => {
      server.libraries = ['lib', 'big'].map((id) => ({ id, name: id, type: 'audiobook', roots: ['/data'] }));
      const requests = [];
      for (let n = 0; n < 8; n += 1) requests.push(await world.request(asin(n), 'downloaded'));
      server.items = [book('a'), ...requests.map((_, n) => book(`big-${n}`, { libraryId: 'big', asin: asin(n) }))];
      await full();
      server.libraries = server.libraries.slice(0, 1);
      await full();
      expect((await full()).removed).to.equal(8);
      for (const id of requests) expect(await world.statusOf(id)).to.equal('downloaded');
    });

    it('keeps everything from a server that returns no library, until an admin says that it is gone', async () => {
      server.items = [book('a')];
      await full();
      server.libraries = [];
      for (let n = 0; n < 3; n += 1) await full();
      expect(await idsNow()).to.deep.equal(['a']);
      await full({ acceptLoss: true });
      expect(await idsNow()).to.deep.equal([]);
    });

    it('takes back all requests that an admin declares lost', async () => {
      const requests = [];
      for (let n = 0; n < 12; n += 1) requests.push(await world.request(asin(n), 'downloaded'));
      server.items = requests.map((_, n) => book(`item-${n}`, { asin: asin(n) }));
      await full();
      server.items = [];
      await full({ acceptLoss: true });
      for (const id of requests) expect(await world.statusOf(id)).to.equal('downloaded');
    });

    it('drops nothing after an interrupted walk, and keeps what it read', async () => {
      server.items = Array.from({ length: 6 }, (_, n) => book(`item-${n}`));
      server.pageSize = 2;
      await full();
      const request = await world.request(asin(7), 'downloaded');
      server.items = [book('new', { asin: asin(7) }), ...server.items.slice(0, 4)];
      server.failAtPage = 2;
      for (let n = 0; n < 3; n += 1) expect(await full()).to.include({ outcome: 'failed', removed: 0 });
      expect(await world.rows()).to.have.length(7);
      expect((await world.rows()).every((row) => row.missingScans === 0)).to.equal(true);
      expect(await world.statusOf(request)).to.equal('available');
    });

    it('drops nothing when it is aborted', async () => {
      server.items = Array.from({ length: 6 }, (_, n) => book(`item-${n}`));
      server.pageSize = 2;
      await full();
      server.items = server.items.slice(0, 4);
      const abort = new AbortController();
      const stopped = world.scanner.full(server.provider, { signal: abort.signal, onProgress: () => abort.abort(new Error('cancelled')) });
      expect(await stopped.catch((error: Error) => error.message)).to.equal('cancelled');
      expect((await world.rows()).every((row) => row.missingScans === 0)).to.equal(true);
    });

    it('ends at once when it is aborted while it waits for another scan, and lets nobody in early', async () => {
      server.items = [book('a')];
      let goOn = (): void => undefined;
      const held = new Promise<void>((resolve) => (goOn = resolve));
      const slow = {
        ...server.provider,
        call: async (...asked: Parameters<typeof server.provider.call>) => {
          await held;
          return server.provider.call(...asked);
        },
      };
      const first = world.scanner.full(slow as never, { signal: world.signal });
      const abort = new AbortController();
      const second = world.scanner.full(server.provider, { signal: abort.signal }).catch((error: Error) => error.message);
      abort.abort(new Error('cancelled'));

      expect(await second).to.equal('cancelled');
      expect((await recent()).outcome).to.equal('busy');
      goOn();
      expect((await first).outcome).to.equal('complete');
      await new Promise((resolve) => setImmediate(resolve));
      expect((await recent()).outcome).to.equal('complete');
    });

    it('reports an unreachable server and a circular cursor', async () => {
      server.isDead = true;
      expect(inEnglish((await full()).message)).to.include('Shelf could not be read to the end');
      server.isDead = false;
      const circling = {
        ...server.provider,
        call: async (what: string) => (what === 'libraries' ? server.libraries : { items: [], next: 'again' }),
      };
      const report = await world.scanner.full(circling as never, { signal: world.signal });
      expect(report.outcome).to.equal('failed');
      expect(inEnglish(report.message)).to.include('does not come to an end');
    });

    it('reads everything at first and later only newer items', async () => {
      server.items = [book('a', { updatedAt: '2026-02-01T00:00:00.000Z' })];
      await recent();
      server.items.push(...Array.from({ length: 450 }, (_, n) => book(`n-${n}`, { updatedAt: '2026-03-01T00:00:00.000Z' })));
      const report = await recent();
      await recent();
      expect(server.sinces).to.deep.equal([undefined, '2026-02-01T00:00:00.000Z', '2026-03-01T00:00:00.000Z']);
      expect(report).to.include({ items: 450, removed: 0 });
      expect(await world.rows()).to.have.length(451);
    });

    it('is not confused by an item from the future, and does not advance after a broken walk', async () => {
      server.items = [book('a', { updatedAt: '2050-01-01T00:00:00.000Z' })];
      await recent();
      server.failAtPage = 0;
      world.advance(1000);
      await recent();
      server.failAtPage = undefined;
      await recent();
      expect(server.sinces).to.deep.equal([undefined, '2026-06-01T00:00:00.000Z', '2026-06-01T00:00:00.000Z']);
    });

    it('never removes items in a walk of new ones', async () => {
      server.items = [book('a'), book('b'), book('c')];
      await full();
      server.items = [book('d', { updatedAt: '2026-05-01T00:00:00.000Z' })];
      for (let n = 0; n < 3; n += 1) await recent();
      expect(await idsNow()).to.deep.equal(['a', 'b', 'c', 'd']);
      expect((await world.rows()).every((row) => row.missingScans === 0)).to.equal(true);
    });

    it('runs only once per server at a time', async () => {
      server.items = [book('a')];
      const [first, second] = await Promise.all([full(), recent()]);
      expect(first?.outcome).to.equal('complete');
      expect(second?.outcome).to.equal('busy');
    });
  });
}
