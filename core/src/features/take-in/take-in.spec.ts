import { mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { hasPostgres } from '../../platform/db/test-databases.js';
import { book, fakeServer } from '../library/library-world.spec.support.js';
import { catalogBook, createTakeInWorld, type TakeInAnswer, type TakeInWorld } from './take-in-world.spec.support.js';

const DUNE = catalogBook('B000000001', 'Dune', 'Frank Herbert', 1260);
const MESSIAH = catalogBook('B000000002', 'Dune Messiah', 'Frank Herbert', 540);
const EMMA = catalogBook('B000000003', 'Emma', 'Jane Austen', 960);

for (const dialect of ['sqlite', 'postgres'] as const) {
  describe(`taking in a library on ${dialect}`, () => {
    let world: TakeInWorld;

    before(async function () {
      if (dialect === 'postgres' && !(await hasPostgres())) this.skip();
    });
    beforeEach(async () => {
      world = await createTakeInWorld(dialect);
      world.scene.books = [DUNE, MESSIAH, EMMA];
    });
    afterEach(() => world?.dispose());

    const shown = async (id: string, query = '') =>
      (await world.books(id, query)).map(({ name, state, confidence, book: guess }) => [name, state, confidence, guess?.title]);
    const accept = (id: string, body: object = {}) => world.admin.post<{ books: number }>(`/api/admin/take-ins/${id}/accept`, body);
    const undo = (id: string, body: object = {}) => world.admin.post<{ books: number }>(`/api/admin/take-ins/${id}/undo`, body);
    const items = async () => (await world.world.rows()).map(({ path, matchedAsin, matchedBy }) => [path, matchedAsin, matchedBy]);
    const audits = async () =>
      (await world.world.database.read.all<{ action: string }>('SELECT action FROM audit_log ORDER BY id')).map(({ action }) => action);

    it('lists each book with what it looks like, how sure that is and why', async () => {
      await world.audio('Frank Herbert/Dune/CD 1/01.mp3', { minutes: 600 });
      await world.audio('Frank Herbert/Dune/CD 2/01.mp3', { minutes: 660 });
      await world.audio('Frank Herbert/Dune Messiah/book.m4b', { minutes: 300 });
      await world.audio('Unheard Of/Words/book.mp3');
      await world.audio('x/y.mp3', { minutes: 958, tags: { album: 'Emma', artist: 'Jane Austen' } });
      await writeFile(join(world.root, 'Frank Herbert/Dune/cover.jpg'), '');

      const id = await world.takeIn();

      expect(await world.state(id)).to.deep.include({
        state: 'ready',
        done: 4,
        total: 4,
        open: { certain: 1, likely: 1, unsure: 1, unknown: 1 },
      });
      expect(await shown(id)).to.have.deep.members([
        ['Frank Herbert/Dune', 'read', 'certain', 'Dune'],
        ['Frank Herbert/Dune Messiah', 'read', 'unsure', 'Dune Messiah'],
        ['Unheard Of/Words', 'read', 'unknown', undefined],
        ['x', 'read', 'likely', 'Emma'],
      ]);
      const dune = (await world.books(id)).find(({ book: guess }) => guess?.title === 'Dune');
      expect(dune?.evidence).to.deep.include({ seconds: 75_600, fileCount: 2, hasCover: true, lengthFit: 'same', readTitle: 'Dune' });
      expect(dune?.evidence?.signs.map(({ name }) => name)).to.include.members(['title', 'author']);
      expect(await shown(id, '&confidence=unknown')).to.have.length(1);
      expect(world.scene.announced.at(-1)).to.deep.equal({ state: 'ready', done: 4, total: 4 });
      expect((await world.member.get(`/api/admin/take-ins/${id}`)).status).to.equal(403);
    });

    it('tells several books in one folder apart by their tags, and single files in a flat folder', async () => {
      await world.audio('flat/Frank Herbert - Dune.m4b', { minutes: 1260 });
      await world.audio('flat/Jane Austen - Emma.m4b', { minutes: 960 });
      for (const [at, album] of ['Dune Messiah', 'Dune Messiah', 'Emma', 'Emma'].entries())
        await world.audio(`mixed/${at}.mp3`, { minutes: 270, tags: { album, artist: album === 'Emma' ? 'Jane Austen' : 'Frank Herbert' } });

      const id = await world.takeIn();

      expect((await world.books(id)).map(({ book: guess, files }) => [guess?.title, files])).to.have.deep.members([
        ['Dune', []],
        ['Emma', []],
        ['Dune Messiah', ['0.mp3', '1.mp3']],
        ['Emma', ['2.mp3', '3.mp3']],
      ]);
    });

    it('passes over what is hidden, leads elsewhere or cannot be read, and says so', async () => {
      await world.audio('Jane Austen/Emma/book.m4b', { minutes: 960 });
      await world.audio('.trash/Dune/book.m4b');
      await mkdir(join(world.world.folder, 'elsewhere'));
      await writeFile(join(world.world.folder, 'elsewhere/secret.mp3'), '{"minutes":1}');
      await symlink(join(world.world.folder, 'elsewhere'), join(world.root, 'way out'));
      await symlink(join(world.world.folder, 'elsewhere/secret.mp3'), join(world.root, 'secret.mp3'));
      await symlink('.', join(world.root, 'loop'));
      await writeFile(Buffer.concat([Buffer.from(`${world.root}/`), Buffer.from([0xff, 0x2e, 0x6d, 0x70, 0x33])]), 'x');

      const id = await world.takeIn();

      expect(await shown(id)).to.deep.equal([['Jane Austen/Emma', 'read', 'certain', 'Emma']]);
      const { notes } = await world.state(id);
      expect(Object.fromEntries(notes.map(({ kind, examples }) => [kind, [...examples].sort()]))).to.deep.equal({
        hidden: ['.trash'],
        link: ['loop'],
        link_outside: ['secret.mp3', 'way out'],
        unreadable_name: ['\ufffd.mp3'],
      });
    });

    it('never walks into the data directory, and says that it was passed over', async () => {
      await world.audio('Jane Austen/Emma/book.m4b', { minutes: 960 });
      await world.audio('data/uploads/1/book/Frank Herbert - Dune.m4b', { minutes: 1260 });

      const id = await world.start();
      await world.workWith({ ...world.jobDeps, dataDir: join(world.root, 'data') });

      expect(await shown(id)).to.deep.equal([['Jane Austen/Emma', 'read', 'certain', 'Emma']]);
      expect((await world.state(id)).notes.map(({ kind, examples }) => [kind, examples])).to.deep.equal([['own_data', ['data']]]);
    });

    it('files nothing from the data directory', async () => {
      await world.audio('Jane Austen/Emma/book.m4b', { minutes: 960 });
      const id = await world.takeIn();
      await accept(id, { how: 'file' });

      await world.workWith({ ...world.jobDeps, dataDir: join(world.root, 'Jane Austen') });

      expect(await readdir(join(world.root, 'Jane Austen/Emma'))).to.deep.equal(['book.m4b']);
      expect(await readdir(world.library)).to.deep.equal([]);
    });

    it('takes what is certain into the library where it is, touches no file, and undoes that', async () => {
      await world.audio('Jane Austen/Emma/book.m4b', { minutes: 960 });
      await world.audio('Frank Herbert/Dune Messiah/book.m4b', { minutes: 300 });
      const id = await world.takeIn();

      expect((await accept(id)).body).to.deep.equal({ books: 1 });
      await world.work();

      const path = join(world.root, 'Jane Austen/Emma');
      expect(await items()).to.deep.equal([[path, EMMA.asin, 'manual']]);
      expect(world.scene.announcedBooks).to.deep.equal([EMMA.asin]);
      expect(await shown(id, '&state=left')).to.deep.equal([['Jane Austen/Emma', 'left', 'certain', 'Emma']]);

      expect((await undo(id)).body).to.deep.equal({ books: 1 });
      await world.work();

      expect(await items()).to.deep.equal([]);
      expect(await shown(id, '&state=read')).to.have.length(2);
      expect(await audits()).to.include.members(['library.take_in_started', 'library.taken_in', 'library.take_in_undone']);
    });

    it('does not list a book twice that a media server lists later, or listed before', async () => {
      await world.audio('Jane Austen/Emma/book.m4b', { minutes: 960 });
      await world.audio('Frank Herbert/Dune/book.m4b', { minutes: 1260 });
      const server = fakeServer(await world.world.integration());
      const [emma, dune] = [join(world.root, 'Jane Austen/Emma'), join(world.root, 'Frank Herbert/Dune')];
      server.items = [book('dune', { path: dune, title: 'dune mp3' })];
      await world.world.scanner.full(server.provider, { signal: world.world.signal });
      const id = await world.takeIn();
      await accept(id);
      await world.work();
      expect(await items()).to.have.deep.members([
        [dune, DUNE.asin, 'manual'],
        [emma, EMMA.asin, 'manual'],
      ]);

      server.items = [...server.items, book('emma', { path: emma, title: 'emma', asin: 'B0OTHER001' })];
      for (let scan = 0; scan < 3; scan += 1) await world.world.scanner.full(server.provider, { signal: world.world.signal });

      expect(await items()).to.have.deep.members([
        [dune, DUNE.asin, 'manual'],
        [emma, EMMA.asin, 'manual'],
      ]);

      await undo(id);
      await world.work();

      expect(await items()).to.have.deep.members([
        [dune, null, null],
        [emma, 'B0OTHER001', 'asin'],
      ]);
    });

    it('does not offer what is in the library from there already', async () => {
      await world.audio('Jane Austen/Emma/book.m4b', { minutes: 960 });
      await accept(await world.takeIn());
      await world.work();

      const again = await world.takeIn();

      expect(await shown(again)).to.deep.equal([['Jane Austen/Emma', 'known', null, undefined]]);
      expect((await accept(again, { confidences: ['certain', 'likely', 'unsure', 'unknown'] })).body).to.deep.equal({ books: 0 });
    });

    it('takes the book that an admin chose instead of the guess', async () => {
      await world.audio('Frank Herbert/Dune Messiah/book.m4b', { minutes: 300 });
      const id = await world.takeIn();
      const [row] = await world.books(id);
      const path = `/api/admin/take-ins/${id}/books/${row?.id}`;

      expect((await world.admin.put(path, { asin: 'B0NOWHERE0' })).status).to.equal(404);
      expect((await world.admin.put(path, { asin: EMMA.asin })).body).to.deep.include({ confidence: 'certain' });
      await accept(id, { ids: [row?.id ?? ''] });
      await world.work();

      expect((await items()).map(([, asin]) => asin)).to.deep.equal([EMMA.asin]);
      expect((await world.books(id))[0]?.guessed?.title).to.equal('Dune Messiah');
      expect((await world.admin.put(path, { asin: null })).status).to.equal(409);
      expect(await audits()).to.include('library.take_in_corrected');
    });

    it('waits while the catalogue is silent, and fails no book for that', async () => {
      await world.audio('Jane Austen/Emma/book.m4b', { minutes: 960 });
      world.scene.isCatalogueSilent = true;
      const id = await world.start();

      expect(await world.work()).to.have.property('againAt');
      expect(await world.state(id)).to.deep.include({ state: 'reading', reason: 'catalogue_silent', done: 0, total: 1 });

      world.scene.isCatalogueSilent = false;
      await world.work();

      expect(await world.state(id)).to.deep.include({ state: 'ready', reason: null, done: 1 });
    });

    it('goes on where a run was cut off, and reads no book twice', async () => {
      for (const name of ['a', 'b', 'c', 'd']) await world.audio(`${name}/Jane Austen - Emma/book.m4b`, { minutes: 960 });
      const id = await world.start();
      const cut = new AbortController();
      world.scene.onAsk = () => (world.scene.asked === 2 ? cut.abort() : undefined);
      await world.work(cut.signal).catch(() => undefined);
      world.scene.onAsk = () => undefined;
      const before = (await world.books(id)).filter(({ state }) => state === 'read');

      await world.work();

      expect(before.length).to.be.within(1, 3);
      expect(await world.state(id)).to.deep.include({ state: 'ready', done: 4, total: 4 });
      expect(world.scene.asked).to.be.at.most(5);
    });

    it('stops when it is cancelled, and one is under way at a time', async () => {
      for (const name of ['a', 'b', 'c']) await world.audio(`${name}/Jane Austen - Emma/book.m4b`, { minutes: 960 });
      const id = await world.start();
      expect((await world.admin.post<TakeInAnswer>('/api/admin/take-ins', { path: world.root })).status).to.equal(409);
      expect((await world.admin.post<TakeInAnswer>(`/api/admin/take-ins/${id}/cancel`, {})).body.stopping).to.equal(true);

      await world.work();

      expect((await world.state(id)).state).to.equal('cancelled');
      expect((await world.admin.post(`/api/admin/take-ins/${id}/cancel`, {})).status).to.equal(409);
      expect(await audits()).to.include('library.take_in_cancelled');
    });

    it('says what went away meanwhile', async () => {
      await world.audio('Jane Austen/Emma/book.m4b', { minutes: 960 });
      await world.audio('Frank Herbert/Dune/book.m4b', { minutes: 1260 });
      const id = await world.start();
      world.scene.onAsk = () => undefined;
      world.scene.isCatalogueSilent = true;
      await world.work();
      world.scene.isCatalogueSilent = false;
      await rm(join(world.root, 'Jane Austen'), { recursive: true });

      await world.work();

      expect((await shown(id)).map(([, state]) => state)).to.have.members(['gone', 'read']);
    });

    it('asks the database the same for a page of many books as for one of few', async () => {
      for (let at = 0; at < 30; at += 1) await world.audio(`Jane Austen/Emma ${at}/book.m4b`, { minutes: 960 });
      const id = await world.takeIn();
      const statements = async (limit: number): Promise<number> => {
        let count = 0;
        const stop = world.world.database.onStatement(() => (count += 1));
        await world.takeIns.books(id, { page: 1, limit });
        stop();
        return count;
      };

      expect(await statements(30))
        .to.equal(await statements(1))
        .and.to.be.at.most(3);
    });
  });
}
