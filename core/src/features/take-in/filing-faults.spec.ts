import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { v7 as uuid } from 'uuid';
import { readJson } from '../../platform/db/index.js';
import { hasPostgres } from '../../platform/db/test-databases.js';
import { SERVICE_DIALECTS } from '../../platform/db/test-dialects.js';
import type { FiledMove } from './entities.js';
import { lookAgainJob } from './look-again-job.js';
import { catalogBook, createTakeInWorld, type TakeInWorld } from './take-in-world.spec.support.js';

const DUNE = catalogBook('B000000001', 'Dune', 'Frank Herbert', 1260, { releaseDate: '2006-12-31' });
const EMMA = catalogBook('B000000003', 'Emma', 'Jane Austen', 960, { releaseDate: '2006-01-01' });
const ALL = { confidences: ['certain', 'likely'] };

for (const dialect of SERVICE_DIALECTS) {
  describe(`filing while other things happen, on ${dialect}`, () => {
    let world: TakeInWorld;

    before(async function () {
      if (dialect === 'postgres' && !(await hasPostgres())) this.skip();
    });
    beforeEach(async () => {
      world = await createTakeInWorld(dialect);
      world.scene.books = [DUNE, EMMA];
    });
    afterEach(() => world?.dispose());

    const decide = (id: string) => world.admin.post(`/api/admin/take-ins/${id}/accept`, { how: 'file', ...ALL });
    const file = async (id: string) => {
      await decide(id);
      await world.work();
    };
    const undo = async (id: string) => {
      const answer = await world.admin.post<{ books: number }>(`/api/admin/take-ins/${id}/undo`, {});
      await world.work();
      return answer.body.books;
    };
    const look = () => lookAgainJob(world.jobDeps).run({ ...world.world.job({}), signal: world.world.signal });
    const filesBelow = async (root: string) =>
      (await readdir(root, { recursive: true, withFileTypes: true }))
        .filter((entry) => !entry.isDirectory() || entry.name.startsWith('.lectern'))
        .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
        .sort();
    const shown = async (id: string) => (await world.books(id)).map(({ name, state, fault }) => [name, state, fault]);
    const items = async () => (await world.world.rows()).map(({ matchedAsin }) => matchedAsin);
    const filedRows = () => world.world.database.read.all<{ id: string; move: string }>('SELECT id, move FROM taken_books');

    it('moves only its own files out of a folder of several books, also the last one, and all of them come back', async () => {
      await world.audio('flat/Frank Herbert - Dune.m4b', { minutes: 1260 });
      await world.audio('flat/Jane Austen - Emma.m4b', { minutes: 960 });
      for (const name of ['cover.jpg', 'notes.txt']) await writeFile(join(world.root, 'flat', name), name);
      const id = await world.takeIn();
      const before = await filesBelow(world.root);

      await file(id);
      expect(await filesBelow(world.library)).to.deep.equal([
        'Frank Herbert/Dune (2006)/Dune (2006).m4b',
        'Jane Austen/Emma (2006)/Emma (2006).m4b',
      ]);
      expect(await filesBelow(world.root)).to.deep.equal(['flat/cover.jpg', 'flat/notes.txt']);

      await undo(id);
      expect(await filesBelow(world.root)).to.deep.equal(before);
      expect(await readdir(world.library)).to.deep.equal([]);
    });

    it('takes along the picture and the ebook that have the name of the file of a book, and brings back what is still as it was', async () => {
      await world.audio('flat/Frank Herbert - Dune.m4b', { minutes: 1260 });
      await world.audio('flat/Jane Austen - Emma.m4b', { minutes: 960 });
      for (const title of ['Frank Herbert - Dune', 'Jane Austen - Emma'])
        for (const end of ['jpg', 'epub']) await writeFile(join(world.root, `flat/${title}.${end}`), title);
      const id = await world.takeIn();
      const before = await filesBelow(world.root);

      await file(id);
      expect(await filesBelow(world.library)).to.deep.equal([
        'Frank Herbert/Dune (2006)/Dune (2006).epub',
        'Frank Herbert/Dune (2006)/Dune (2006).m4b',
        'Frank Herbert/Dune (2006)/Frank Herbert - Dune.jpg',
        'Jane Austen/Emma (2006)/Emma (2006).epub',
        'Jane Austen/Emma (2006)/Emma (2006).m4b',
        'Jane Austen/Emma (2006)/Jane Austen - Emma.jpg',
      ]);
      // as media servers do
      await writeFile(join(world.library, 'Frank Herbert/Dune (2006)/Frank Herbert - Dune.jpg'), 'a finer one');
      await look();
      expect((await world.books(id)).map(({ later }) => later)).to.deep.equal([null, null]);

      await undo(id);
      expect(await filesBelow(world.root)).to.deep.equal(before.filter((name) => !name.endsWith('Dune.jpg')));
      expect(await filesBelow(world.library)).to.deep.equal(['Frank Herbert/Dune (2006)/Frank Herbert - Dune.jpg']);
    });

    it('removes the folder of several books once nothing is in it', async () => {
      await world.audio('shelf/flat/1.m4b', { minutes: 1260, tags: { album: 'Dune', artist: 'Frank Herbert' } });
      await world.audio('shelf/flat/2.m4b', { minutes: 960, tags: { album: 'Emma', artist: 'Jane Austen' } });
      const id = await world.takeIn();
      await file(id);
      expect((await shown(id)).map(([, state]) => state)).to.deep.equal(['filed', 'filed']);
      expect(await readdir(world.root)).to.deep.equal([]);
    });

    it('looks anew at what stands in the way of an undo that was cut off and refused once', async () => {
      await world.audio('Jane Austen/Emma/book.m4b', { minutes: 960 });
      const id = await world.takeIn();
      await file(id);
      const [row] = await filedRows();
      const move = { ...readJson<FiledMove>(row?.move ?? ''), topBack: '' };
      await world.world.database.transaction((tx) =>
        tx.run(`UPDATE taken_books SET state = 'undoing', move = ? WHERE id = ?`, [JSON.stringify(move), row?.id ?? '']),
      );
      await world.audio('Jane Austen/Emma/other.m4b', { minutes: 3 });
      await world.work();
      expect((await shown(id)).map(([, state]) => state)).to.deep.equal(['filed']);

      await rm(join(world.root, 'Jane Austen'), { recursive: true });
      const place = join(world.library, 'Jane Austen/Emma (2006)');
      await download(place);
      await undo(id);

      expect(await shown(id)).to.deep.equal([['Jane Austen/Emma', 'filed', `“${place}” is still used by the download client Client.`]]);
    });

    it('leaves a book where it is when somebody stops filing while it is planned', async () => {
      await world.audio('Jane Austen/Emma/book.m4b', { minutes: 960 });
      const id = await world.takeIn();
      world.scene.isForgetful = true;
      let stopped: Promise<unknown> | undefined;
      const { catalog } = world.jobDeps;
      const book: typeof catalog.book = async (...asked) => {
        stopped = world.takeIns.cancel(id, { name: 'admin' });
        await stopped;
        return catalog.book(...asked);
      };
      await decide(id);
      await world.workWith({ ...world.jobDeps, catalog: { ...catalog, book } });

      expect(stopped).to.be.a('promise');
      expect(await shown(id)).to.deep.equal([['Jane Austen/Emma', 'read', null]]);
      expect(await filesBelow(world.library)).to.deep.equal([]);
    });

    it('says of one book why it cannot be filed when a file has the name of its folder, and files the others', async () => {
      await world.audio('Frank Herbert/Dune/book.m4b', { minutes: 1260 });
      await world.audio('Jane Austen/Emma/book.m4b', { minutes: 960 });
      await writeFile(join(world.library, 'Jane Austen'), 'x');
      const id = await world.takeIn();
      expect((await world.admin.get(`/api/admin/take-ins/${id}/filing`)).status).to.equal(200);
      await file(id);
      expect((await shown(id)).map(([name, state]) => [name, state])).to.have.deep.members([
        ['Frank Herbert/Dune', 'filed'],
        ['Jane Austen/Emma', 'refused'],
      ]);
    });

    it('does not file files that nobody has read for this book', async () => {
      await world.audio('Jane Austen/Emma/book.m4b', { minutes: 960 });
      const id = await world.takeIn();
      await world.audio('Jane Austen/Emma/Persuasion.m4b', { minutes: 500 });
      const before = await filesBelow(world.root);

      await file(id);

      expect(await shown(id)).to.deep.equal([
        [
          'Jane Austen/Emma',
          'refused',
          `The audio files in “${join(world.root, 'Jane Austen/Emma')}” have changed since they were read. Take the folder in again.`,
        ],
      ]);
      expect(await filesBelow(world.root)).to.deep.equal(before);
    });

    it('leaves files alone that an import of Lectern has placed since they were read', async () => {
      await world.audio('Jane Austen/Emma/book.m4b', { minutes: 960 });
      const id = await world.takeIn();
      const directory = join(world.root, 'Jane Austen/Emma');
      await importedTo(directory, 'book.m4b');

      await file(id);

      expect(await shown(id)).to.deep.equal([
        ['Jane Austen/Emma', 'refused', `Lectern placed “${join(directory, 'book.m4b')}” itself. Rename it as a placed book instead.`],
      ]);
      expect(await filesBelow(world.library)).to.deep.equal([]);
    });

    it('moves nothing into a library folder that is empty although books were filed in it, as where its disk is not mounted', async () => {
      await world.audio('Frank Herbert/Dune/book.m4b', { minutes: 1260 });
      const id = await world.takeIn();
      await file(id);
      await world.audio('Jane Austen/Emma/book.m4b', { minutes: 960 });
      const later = await world.takeIn();
      await rename(world.library, `${world.library} elsewhere`);
      await mkdir(world.library);

      await file(later);

      const fault = `The library folder “${world.library}” cannot be seen, or is empty. Check that it is mounted.`;
      expect(await shown(later)).to.deep.equal([['Jane Austen/Emma', 'refused', fault]]);
      expect(await readdir(world.library)).to.deep.equal([]);
      const preview = await world.admin.get<{ items: { reason: string | null }[] }>(`/api/admin/take-ins/${later}/filing`);
      expect(preview.body.items.map(({ reason }) => reason)).to.deep.equal([fault]);
    });

    it('takes a filed book out of the library whose files somebody deleted', async () => {
      await world.audio('Frank Herbert/Dune/book.m4b', { minutes: 1260 });
      await world.audio('Jane Austen/Emma/book.m4b', { minutes: 960 });
      const id = await world.takeIn();
      await file(id);
      await rm(join(world.library, 'Jane Austen'), { recursive: true });
      await look();
      const emma = (await world.books(id)).find(({ book }) => book?.title === 'Emma');
      await world.world.database.transaction((tx) => tx.run('UPDATE taken_books SET decided_at = ?', ['2001-01-01T00:00:00.000Z']));

      const answer = await world.admin.post<{ books: number }>(`/api/admin/take-ins/${id}/undo`, {});
      await world.work();

      expect(answer.body.books).to.equal(1);
      expect((await world.books(id)).map(({ id: book, state }) => [book === emma?.id, state])).to.have.deep.members([
        [true, 'gone'],
        [false, 'filed'],
      ]);
      expect(await items()).to.deep.equal([DUNE.asin]);
    });

    it('puts nothing back that an import of Lectern has placed since it was filed', async () => {
      await world.audio('Jane Austen/Emma/book.m4b', { minutes: 960 });
      const id = await world.takeIn();
      await file(id);
      const place = join(world.library, 'Jane Austen/Emma (2006)');
      await importedTo(place, 'Emma (2006).m4b');

      await undo(id);

      expect(await shown(id)).to.deep.equal([
        ['Jane Austen/Emma', 'filed', `Lectern placed “${join(place, 'Emma (2006).m4b')}” itself. Rename it as a placed book instead.`],
      ]);
    });

    it('gives up a move that was cut off when somebody has deleted the book since, and only when both folders can be seen', async () => {
      await world.audio('Frank Herbert/Dune/book.m4b', { minutes: 1260 });
      await world.audio('Jane Austen/Emma/book.m4b', { minutes: 960 });
      const id = await world.takeIn();
      await file(id);
      const emma = (await world.books(id)).find(({ book }) => book?.title === 'Emma')?.id ?? '';
      await rm(join(world.library, 'Jane Austen'), { recursive: true });
      await world.world.database.transaction((tx) => tx.run(`UPDATE taken_books SET state = 'filing' WHERE id = ?`, [emma]));
      const stateOf = async () => (await world.books(id)).find((book) => book.id === emma)?.state;

      // the folder that was taken in is empty, as where its disk is not mounted
      await world.work();
      expect(await stateOf()).to.equal('filing');

      await writeFile(join(world.root, 'list.txt'), 'x');
      await world.work();
      expect(await stateOf()).to.equal('refused');
    });

    it('leaves a book alone of which two files differ by nothing but capitals, or how accents are written', async () => {
      const names = ['É 1.mp3'.normalize('NFC'), 'É 1.mp3'.normalize('NFD'), 'a 2.mp3', 'A 2.mp3'];
      for (const name of names)
        await world.audio(`Jane Austen/Emma/${name}`, { minutes: 240, tags: { album: 'Emma', artist: 'Jane Austen', comment: name } });
      const id = await world.takeIn();
      const before = await filesBelow(world.root);
      await file(id);
      expect((await shown(id)).map(([, state]) => state)).to.deep.equal(['refused']);
      expect(await filesBelow(world.root)).to.deep.equal(before);
      expect(await filesBelow(world.library)).to.deep.equal([]);
    });

    it('files a book of 1,200 files, and puts it back', async () => {
      for (let n = 0; n < 1200; n += 1)
        await world.audio(`Jane Austen/Emma/CD ${1 + Math.floor(n / 100)}/${String(n % 100).padStart(2, '0')}.mp3`, { minutes: 0.8 });
      const id = await world.takeIn();
      const before = await filesBelow(world.root);
      await file(id);
      expect((await shown(id)).map(([, state]) => state)).to.deep.equal(['filed']);
      expect(await filesBelow(world.library)).to.have.length(1200);
      await undo(id);
      expect(await filesBelow(world.root)).to.deep.equal(before);
      expect(await readdir(world.library)).to.deep.equal([]);
    });

    it('does not take a book for deleted while the library cannot be seen', async () => {
      await world.audio('Jane Austen/Emma/book.m4b', { minutes: 960 });
      const id = await world.takeIn();
      await file(id);
      await rename(world.library, `${world.library} elsewhere`);
      await undo(id);
      const place = join(world.library, 'Jane Austen/Emma (2006)');
      const fault = `Could not move the book in “${place}”: the file or folder is not there. Check that the folder is mounted and the path mapping is right.`;
      expect((await shown(id)).map(([, state, why]) => [state, why])).to.deep.equal([['filed', fault]]);
      await mkdir(world.library);
      await undo(id);
      expect((await shown(id)).map(([, state]) => state)).to.deep.equal(['filed']);
      expect(await items()).to.deep.equal([EMMA.asin]);
    });

    /** Notes that an import placed a file. */
    async function importedTo(directory: string, path: string): Promise<void> {
      const requestId = await world.world.request(EMMA.asin, 'available');
      const manifest = JSON.stringify({ version: 1, hash: 'x', files: [{ path, size: 1, hash: 'x', method: 'link' }] });
      const createdAt = world.world.now().toISOString();
      await world.world.database.transaction((tx) =>
        tx.insert('imports', { id: uuid(), requestId, directory, contentHash: 'x', manifest, createdAt }),
      );
    }

    /** Has a client work in a folder. */
    async function download(path: string): Promise<void> {
      const at = world.world.now().toISOString();
      const none = { release: '{}', releaseKey: 'x', ours: true, missingCount: 0, createdAt: at, updatedAt: at };
      const integrationId = await world.world.integration('Client');
      await world.world.database.transaction((tx) =>
        tx.insert('download_history', { id: uuid(), integrationId, state: 'seeding', downloadPath: path, ...none }),
      );
    }
  });
}
