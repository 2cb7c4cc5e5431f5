import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { hasPostgres } from '../../platform/db/test-databases.js';
import { createAuditService } from '../audit/index.js';
import { createAvailabilitySettler } from './availability.js';
import { createLibraryService, type LibraryService } from './library-service.js';
import { book, createLibraryWorld, fakeServer, type FakeServer, type LibraryWorld } from './library-world.spec.support.js';
import { createRemovedItems, type RemovedItems } from './removed-items.js';
import { createLibraryScanner } from './scan.js';
import { countByFiles, leaveBooks } from './index.js';

const ONE = 'B000000001';
const TWO = 'B000000002';
const DAY_MS = 86_400_000;

for (const dialect of ['sqlite', 'postgres'] as const) {
  describe(`library items whose files Lectern removed on ${dialect}`, () => {
    let world: LibraryWorld;
    let library: LibraryService;
    let removed: RemovedItems;
    let shelf: FakeServer;

    before(async function () {
      if (dialect === 'postgres' && !(await hasPostgres())) this.skip();
    });
    beforeEach(async () => {
      world = await createLibraryWorld(dialect);
      await world.setLibraryRoot();
      library = createLibraryService({ ...world, audit: createAuditService(world) });
      removed = createRemovedItems(world);
      shelf = await connect('Shelf');
      await put('Ann/One/1.mp3');
      shelf.items = [book('a', { asin: ONE, path: '/data/Ann/One' })];
      await read();
    });
    afterEach(() => world.dispose());

    async function connect(name: string): Promise<FakeServer> {
      const server = fakeServer(await world.integration(name, [{ remote: '/data', local: world.folder }]), name);
      server.address = `https://${name.toLowerCase()}.example/{itemId}`;
      world.linked.push(server.provider);
      return server;
    }
    const at = (name: string) => join(world.folder, name);
    async function put(name: string): Promise<void> {
      await mkdir(join(at(name), '..'), { recursive: true });
      await writeFile(at(name), name);
    }
    const read = (server = shelf) => world.scanner.full(server.provider, { signal: world.signal });
    const isThere = async (asin: string, format: 'audiobook' | 'ebook' = 'audiobook') =>
      (await library.availabilityOf([asin], format)).has(asin);
    const links = async (asin: string) => ((await library.listenLinksOf([asin])).get(asin) ?? []).map(({ url }) => url);
    /** Removes files as a deletion does. */
    async function take(name: string): Promise<readonly string[]> {
      await rm(at(name), { recursive: true });
      return removed.forget(at(name));
    }

    it('leave the library and every list at once, and are left out while their media server still lists them', async () => {
      expect(await links(ONE)).to.deep.equal(['https://shelf.example/a']);

      expect(await take('Ann/One')).to.deep.equal([ONE]);

      for (const again of [async () => undefined, read, read]) {
        await again();
        expect(await isThere(ONE)).to.equal(false);
        expect(await links(ONE)).to.deep.equal([]);
        expect((await library.list({ page: 1, limit: 10 })).total).to.equal(0);
        expect(await library.itemsOfBook([ONE], 10)).to.deep.equal([]);
        expect(await library.addedSince('2000-01-01T00:00:00.000Z', 10)).to.deep.equal([]);
      }
      expect(world.live.filter(({ type }) => type === 'library.updated').map(({ data }) => data)).to.deep.include({ asins: [ONE] });
      expect(await removed.forget(at('Ann/One'))).to.deep.equal([]);
    });

    it('come back as what they were when they are listed and their files are there again', async () => {
      const [before] = await world.rows();
      await library.linkItem(before?.id ?? '', TWO, { id: 'ada', name: 'ada', address: '::1' });
      await take('Ann/One');
      shelf.items = [];
      await read();
      await read();
      await read();
      await put('Ann/One/1.mp3');
      await read();
      expect(await isThere(TWO)).to.equal(false);

      shelf.items = [book('a', { asin: ONE, path: '/data/Ann/One' })];
      await read();

      expect(await links(TWO)).to.deep.equal(['https://shelf.example/a']);
      expect((await world.rows()).map(({ id, matchedBy, matchedAsin }) => ({ id, matchedBy, matchedAsin }))).to.deep.equal([
        { id: before?.id, matchedBy: 'manual', matchedAsin: TWO },
      ]);
      await rm(at('Ann/One'), { recursive: true });
      await read();
      // somebody else removed them this time, which only complete walks that miss it tell
      expect(await isThere(TWO)).to.equal(true);
    });

    it('come back when their media server finds them at a place that this server cannot look at', async () => {
      await take('Ann/One');
      shelf.items = [book('a', { asin: ONE, path: '/other disk/One' })];

      await read();

      expect(await isThere(ONE)).to.equal(true);
    });

    it('stay out while the library folder is away', async () => {
      await take('Ann/One');
      await rename(world.folder, `${world.folder} away`);
      try {
        await read();
        expect(await isThere(ONE)).to.equal(false);
      } finally {
        await rename(`${world.folder} away`, world.folder);
      }
    });

    it('leave the copy in another library or on another server', async () => {
      const pages = await connect('Pages');
      await put('Copies/One/1.mp3');
      pages.items = [book('p', { asin: ONE, path: '/data/Copies/One' }), book('q', { asin: ONE, path: '/elsewhere/Ann/One' })];
      await read(pages);

      await take('Ann/One');

      expect(await isThere(ONE)).to.equal(true);
      expect(await links(ONE)).to.deep.equal(['https://pages.example/p']);
      expect((await world.rows()).map(({ itemId }) => itemId)).to.deep.equal(['p', 'q']);
    });

    it('go from every server that lists their folder, also one that names a file in it or the folder around it', async () => {
      const pages = await connect('Pages');
      pages.items = [book('file', { asin: ONE, path: '/data/Ann/One/1.mp3' }), book('around', { asin: ONE, path: '/data/Ann' })];
      await read(pages);

      await take('Ann/One');

      expect(await world.rows()).to.deep.equal([]);
    });

    it('keep what is left of them: the other medium, or a file that somebody else put there', async () => {
      await put('Ann/One/1.epub');
      await put('Ann/Two/1.mp3');
      await put('Ann/Two/2.mp3');
      shelf.items = [
        book('a', { asin: ONE, path: '/data/Ann/One', formats: ['audiobook', 'ebook'] }),
        book('b', { asin: TWO, path: '/data/Ann/Two' }),
      ];
      await read();

      await rm(at('Ann/One/1.mp3'));
      await rm(at('Ann/Two/1.mp3'));
      expect(await removed.forget(at('Ann/One'))).to.deep.equal([ONE]);
      expect(await removed.forget(at('Ann/Two'))).to.deep.equal([]);

      for (const again of [async () => undefined, read]) {
        await again();
        expect([await isThere(ONE), await isThere(ONE, 'ebook'), await isThere(TWO)]).to.deep.equal([false, true, true]);
      }
      await put('Ann/One/new.m4b');
      await read();
      expect([await isThere(ONE), await isThere(ONE, 'ebook')]).to.deep.equal([true, true]);
    });

    it('are found by the name of the settings where that is a link to the folder', async () => {
      await symlink(world.folder, `${world.folder} link`);
      try {
        await rm(at('Ann/One'), { recursive: true });
        expect(await removed.forget(join(`${world.folder} link`, 'Ann/One'))).to.deep.equal([ONE]);
      } finally {
        await rm(`${world.folder} link`);
      }
    });

    it('are not stored by a walk that read its page before they were removed', async () => {
      let isTaken = false;
      const database = Object.create(world.database, {
        transaction: {
          value: async (work: Parameters<typeof world.database.transaction>[0]) => {
            if (!isTaken) {
              isTaken = true;
              await take('Ann/One');
            }
            return world.database.transaction(work);
          },
        },
      }) as typeof world.database;

      await createLibraryScanner({ ...world, host: { hooks: world.hooks }, database }).full(shelf.provider, { signal: world.signal });

      expect(isTaken).to.equal(true);
      expect(await isThere(ONE)).to.equal(false);
    });

    it('are forgotten when they have not been listed for two months, and not before', async () => {
      const remembered = async () => (await world.database.read.all('SELECT id FROM removed_items')).length;
      await take('Ann/One');
      world.advance(61 * DAY_MS);
      await read();
      expect(await remembered()).to.equal(1);

      shelf.items = [];
      await read();

      expect(await remembered()).to.equal(0);
    });

    it('settle the requests of others for that book, and no other', async () => {
      const settler = createAvailabilitySettler(world);
      await world.sameWork(ONE, TWO);
      const placed = await world.request(ONE, 'available');
      await world.placed(placed, 'Ann/One', { '1.mp3': 'one' });
      const sibling = await world.request(TWO, 'searching');
      await settler.found();
      const other = await world.request('B000000009', 'available');

      await settler.gone(await take('Ann/One'));

      expect(await world.statusOf(placed)).to.equal('downloaded');
      expect(await world.statusOf(sibling)).to.equal('failed');
      expect(await world.statusOf(other)).to.equal('available');
      expect((await world.reasonOf(placed))?.code).to.equal('gone_from_library');
    });

    it('that no media server lists leave and come back by their files', async () => {
      await put('Left/Two/1.mp3');
      const left = { path: at('Left/Two'), asin: TWO, title: 'Two', authors: [], narrators: [], hasEbook: false };
      const [item] = await world.database.transaction((tx) => leaveBooks(tx, [left], world.now()));
      const count = (isThere: boolean) =>
        world.database.transaction((tx) => countByFiles(tx, item?.itemId ?? '', isThere, world.now().toISOString()));

      await count(false);
      expect(await isThere(TWO)).to.equal(false);
      await count(false);
      await count(true);
      expect(await isThere(TWO)).to.equal(true);
      await count(true);

      await rename(at('Left/Two'), at('Left/away'));
      await removed.forget(at('Left/Two'));
      await removed.bringBack(at('Left/Two'));
      expect(await isThere(TWO)).to.equal(false);
      await rename(at('Left/away'), at('Left/Two'));
      await removed.bringBack(at('Left/Two'));
      expect(await isThere(TWO)).to.equal(true);
    });
  });
}
