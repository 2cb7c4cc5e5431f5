import { expect } from 'chai';
import { appendFile, mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hasPostgres } from '../../platform/db/test-databases.js';
import { sidecarFile } from '../../files/placing/metadata-sidecar.js';
import { moveImports } from '../lifecycle/placed-folders.js';
import { followRenamed } from './renamed-items.js';
import { book, createLibraryWorld, fakeServer, type FakeServer, type LibraryWorld } from './library-world.spec.support.js';

const DIALECTS = ['sqlite', ...((await hasPostgres()) ? (['postgres'] as const) : [])] as const;
const ONE = 'B000000001';
const TWO = 'B000000002';

for (const dialect of DIALECTS) {
  describe(`recognizing library items on ${dialect}`, () => {
    let world: LibraryWorld;
    let server: FakeServer;

    beforeEach(async () => {
      world = await createLibraryWorld(dialect);
      server = fakeServer(await world.integration('Shelf', [{ remote: '/data', local: world.folder }]));
    });

    afterEach(() => world.dispose());

    const scan = () => world.scanner.full(server.provider, { signal: world.signal });
    const matches = async () => (await world.rows()).map((row) => [row.itemId, row.matchedAsin, row.matchedBy]);
    const asinJobs = () => world.enqueued.filter(({ name }) => name === 'library.write-asin').map(({ payload }) => payload);

    it('recognizes its own files without an ASIN and tells the server the ASIN, once', async () => {
      const request = await world.request(ONE, 'downloaded');
      await world.placed(request, 'Ann/One', { '01.mp3': 'sound', '02.mp3': 'more sound' });
      server.items = [book('a', { path: '/data/Ann/One' })];
      await scan();
      await scan();
      expect(await matches()).to.deep.equal([['a', ONE, 'hash']]);
      expect(await world.statusOf(request)).to.equal('available');
      expect(asinJobs()).to.deep.equal([{ integrationId: server.provider.integrationId, itemId: 'a', asin: ONE }]);
      expect(world.told.filter(({ hook }) => hook === 'library.matched').map(({ payload }) => payload)).to.deep.equal([
        { itemId: (await world.rows())[0]?.id, asin: ONE, by: 'hash' },
      ]);
    });

    it('trusts its own files more than the server’s ASIN', async () => {
      const request = await world.request(ONE, 'downloaded');
      await world.placed(request, 'Ann/One', { 'one.m4b': 'sound' });
      server.items = [book('a', { path: '/data/Ann/One', asin: TWO })];
      await scan();
      expect(await matches()).to.deep.equal([['a', ONE, 'hash']]);
      expect(asinJobs()).to.have.length(1);
    });

    it('respects an ASIN that somebody put in place of our sidecar’s, and writes ours if there is none', async () => {
      const sidecar = (asin: string) =>
        sidecarFile({ title: 'T', authors: [], narrators: [], series: [], genres: [], asin }).bytes.toString();
      for (const [folder, ours] of [
        ['Ann/One', ONE],
        ['Ann/Two', TWO],
      ] as const) {
        await world.placed(await world.request(ours, 'downloaded'), folder, { 'one.m4b': `sound of ${folder}` });
        await writeFile(join(world.folder, folder, 'metadata.opf'), sidecar(ours));
      }
      server.items = [book('a', { path: '/data/Ann/One', asin: 'B0EDITED01' }), book('b', { path: '/data/Ann/Two' })];
      await scan();
      expect(await matches()).to.deep.equal([
        ['a', ONE, 'hash'],
        ['b', TWO, 'hash'],
      ]);
      expect(asinJobs()).to.deep.equal([{ integrationId: server.provider.integrationId, itemId: 'b', asin: TWO }]);
    });

    it('keeps a book that was renamed, until the server has looked', async () => {
      const request = await world.request(ONE, 'downloaded');
      await world.placed(request, 'Ann/One', { 'one.m4b': 'sound' });
      server.items = [book('a', { path: '/data/Ann/One', asin: TWO })];
      await scan();
      const [placed] = await world.database.read.all<{ contentHash: string }>('SELECT content_hash FROM imports');
      await mkdir(join(world.folder, 'New'));
      await rename(join(world.folder, 'Ann/One'), join(world.folder, 'New/Two'));
      await rename(join(world.folder, 'New/Two/one.m4b'), join(world.folder, 'New/Two/two.m4b'));
      await world.database.transaction(async (tx) => {
        const hashes = await moveImports(tx, {
          requestIds: [request],
          contentHashes: [placed?.contentHash ?? ''],
          from: join(world.folder, 'Ann/One'),
          to: join(world.folder, 'New/Two'),
          names: new Map([['one.m4b', 'two.m4b']]),
        });
        await followRenamed(tx, hashes);
      });

      await scan();
      expect(await matches()).to.deep.equal([['a', ONE, 'hash']]);
      await scan();
      expect(await matches()).to.deep.equal([['a', ONE, 'hash']]);
      server.items = [book('a', { path: '/data/New/Two', asin: TWO })];
      await scan();

      expect(await matches()).to.deep.equal([['a', ONE, 'hash']]);
      expect(await world.statusOf(request)).to.equal('available');
    });

    it('does not overwrite a sibling’s ASIN', async () => {
      await world.sameWork(ONE, TWO);
      await world.placed(await world.request(ONE, 'downloaded'), 'Ann/One', { 'one.m4b': 'sound' });
      server.items = [book('a', { path: '/data/Ann/One', asin: TWO })];
      await scan();
      expect(asinJobs()).to.deep.equal([]);
    });

    it('does not take an ebook for the audiobook, neither by its ASIN nor by its files', async () => {
      const audiobook = await world.request(ONE, 'downloaded');
      const other = await world.request(TWO, 'downloaded');
      await world.placed(await world.request(ONE, 'downloaded', 'ebook'), 'Ann/One [Ebook]', { 'one.epub': 'words' });
      server.items = [book('a', { path: '/data/Ann/One [Ebook]', formats: ['ebook'] }), book('b', { asin: TWO, formats: ['ebook'] })];
      await scan();
      expect(await matches()).to.deep.equal([
        ['a', ONE, 'hash'],
        ['b', TWO, 'asin'],
      ]);
      expect([await world.statusOf(audiobook), await world.statusOf(other)]).to.deep.equal(['downloaded', 'downloaded']);
      // nor for a moment, until the walk is over
      expect(world.notified).to.deep.equal([]);
    });

    it('does not take an ebook of the same work for the audiobook, whether it came or stayed', async () => {
      const waits = await world.request(ONE, 'downloaded');
      const had = await world.request('B000000003', 'downloaded');
      await world.sameWork(ONE, TWO);
      await world.sameWork('B000000003', 'B000000004');
      server.items = [book('audio', { asin: 'B000000003' }), book('text', { asin: 'B000000004', formats: ['ebook'] })];
      await scan();
      expect(await world.statusOf(had)).to.equal('available');
      world.notified.length = 0;

      server.items = [book('text', { asin: 'B000000004', formats: ['ebook'] }), book('b', { asin: TWO, formats: ['ebook'] })];
      await scan();
      await scan();

      expect([await world.statusOf(waits), await world.statusOf(had)]).to.deep.equal(['downloaded', 'downloaded']);
      expect(world.notified).to.deep.equal([]);
    });

    it('takes back a request whose book is now only an ebook', async () => {
      const request = await world.request(ONE, 'downloaded');
      server.items = [book('a', { asin: ONE, formats: ['audiobook', 'ebook'] })];
      await scan();
      expect(await world.statusOf(request)).to.equal('available');
      server.items = [book('a', { asin: ONE, formats: ['ebook'] })];
      await scan();
      expect(await world.statusOf(request)).to.equal('downloaded');
    });

    it('distinguishes two books of 01.mp3 by their content', async () => {
      const one = await world.request(ONE, 'downloaded');
      const two = await world.request(TWO, 'downloaded');
      await world.placed(one, 'Ann/One', { '01.mp3': 'sound of one' });
      await world.placed(two, 'Ann/Two', { '01.mp3': 'sound of two' });
      server.items = [book('a', { path: '/data/Ann/One' }), book('b', { path: '/data/Ann/Two' })];
      await scan();
      expect(await matches()).to.deep.equal([
        ['a', ONE, 'hash'],
        ['b', TWO, 'hash'],
      ]);
    });

    it('does not claim another book at the place of its own', async () => {
      const one = await world.request(ONE, 'downloaded');
      await world.placed(one, 'Ann/One', { '01.mp3': 'sound of one' });
      await writeFile(join(world.folder, 'Ann/One/01.mp3'), 'sound of two');
      server.items = [book('a', { path: '/data/Ann/One' })];
      await scan();
      expect(await matches()).to.deep.equal([['a', null, null]]);
      expect(await world.statusOf(one)).to.equal('downloaded');
    });

    it('does not apply the mapping of /data to /data2', async () => {
      const one = await world.request(ONE, 'downloaded');
      await world.placed(one, 'Ann/One', { '01.mp3': 'sound of one' });
      server.items = [book('a', { path: '/data2/Ann/One' }), book('b', { path: `${world.folder}2/Ann/One` })];
      await scan();
      expect(await matches()).to.deep.equal([
        ['a', null, null],
        ['b', null, null],
      ]);
    });

    it('recognizes a single file from its folder, and a folder that contains only its own', async () => {
      await world.placed(await world.request(ONE, 'downloaded'), 'Ann', { 'one.m4b': 'sound' });
      await world.placed(await world.request(TWO, 'downloaded'), 'Bob/Two/Unabridged', { 'two.m4b': 'other sound' });
      server.items = [book('a', { path: '/data/Ann/one.m4b' }), book('b', { path: '/data/Bob/Two' })];
      await scan();
      expect(await matches()).to.deep.equal([
        ['a', ONE, 'hash'],
        ['b', TWO, 'hash'],
      ]);
    });

    it('matches neither of two books in one item, nor a foreign file beside its own', async () => {
      await world.placed(await world.request(ONE, 'downloaded'), 'Ann', { 'one.m4b': 'sound' });
      await world.placed(await world.request(TWO, 'downloaded'), 'Ann', { 'two.m4b': 'other sound' });
      await mkdir(join(world.folder, 'Cat'));
      await writeFile(join(world.folder, 'Cat/foreign.mp3'), 'foreign');
      await world.placed(await world.request('B000000003', 'downloaded'), 'Bob', { 'three.m4b': 'third' });
      server.items = [
        book('a', { path: '/data/Ann' }),
        book('b', { path: '/data/Ann/two.m4b' }),
        book('c', { path: '/data/Cat' }),
        book('d', { path: '/data' }),
      ];
      await scan();
      expect(await matches()).to.deep.equal([
        ['a', null, null],
        ['b', TWO, 'hash'],
        ['c', null, null],
        ['d', null, null],
      ]);
    });

    it('ignores the files of ebook requests', async () => {
      const audio = await world.request(ONE, 'downloaded');
      await world.placed(await world.request(ONE, 'downloaded', 'ebook'), 'Ann/One', { 'one.epub': 'text' });
      server.items = [book('a', { path: '/data/Ann/One' })];
      await scan();
      expect(await world.statusOf(audio)).to.equal('downloaded');
    });

    it('keeps a proven match when tags are rewritten or the folder moves, until an ASIN contradicts it', async () => {
      await world.placed(await world.request(ONE, 'downloaded'), 'Ann/One', { '01.mp3': 'sound' });
      server.items = [book('a', { path: '/data/Ann/One' })];
      await scan();
      await appendFile(join(world.folder, 'Ann/One/01.mp3'), 'tags');
      await rename(join(world.folder, 'Ann/One'), join(world.folder, 'Ann/Uno'));
      server.items = [book('a', { path: '/data/Ann/Uno', updatedAt: '2026-05-01T00:00:00.000Z' })];
      await scan();
      expect(await matches()).to.deep.equal([['a', ONE, 'hash']]);
      server.items = [book('a', { path: '/data/Ann/Uno', asin: TWO })];
      await scan();
      expect(await matches()).to.deep.equal([['a', TWO, 'asin']]);
    });

    it('does not change an admin’s link', async () => {
      server.items = [book('a', { asin: ONE })];
      await scan();
      await world.database.transaction((tx) => tx.run(`UPDATE library_items SET matched_asin = ?, matched_by = 'manual'`, [TWO]));
      await scan();
      expect(await matches()).to.deep.equal([['a', TWO, 'manual']]);
    });
  });
}
