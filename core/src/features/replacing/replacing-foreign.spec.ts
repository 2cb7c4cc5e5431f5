import { mkdir, readdir, readFile, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { hasPostgres } from '../../platform/db/test-databases.js';
import { SERVICE_DIALECTS } from '../../platform/db/test-dialects.js';
import { createPathMapping } from '../../files/path-mapping.js';
import { listSourceFiles } from '../../files/reading/source-files.js';
import { ASIN, DIRECTORY } from '../imports/import-world.spec.support.js';
import { createReplaceWorld, isThere, refusal, type ReplaceWorld } from './replace-world.spec.support.js';

const FOREIGN = 'Old Books/Dune';
const AUDIO = ['CD1/01.mp3', 'CD1/02.mp3', 'CD2/01.mp3'];
const DAY_MS = 86_400_000;

for (const dialect of SERVICE_DIALECTS) {
  describe(`replacing a book that Lectern did not place on ${dialect}`, () => {
    let world: ReplaceWorld;
    let itemId: string;
    const admin = { name: 'ada' };

    before(async function () {
      if (dialect === 'postgres' && !(await hasPostgres())) this.skip();
    });
    beforeEach(async () => {
      world = await createReplaceWorld(dialect);
      await world.forgetPlaced();
      for (const name of [...AUDIO, 'cover.jpg']) await put(name, `foreign ${name}`);
      itemId = await world.listed(at());
    });
    afterEach(() => world?.remove());

    const at = (name = '') => join(world.library, FOREIGN, name);
    const put = async (name: string, text: string) => {
      await mkdir(dirname(at(name)), { recursive: true });
      await writeFile(at(name), text);
    };
    const ask = async (files: readonly string[] = AUDIO, item = itemId) =>
      (await world.replacing.replaceItem(world.reportId, { itemId: item, files, text: '' }, world.by('ada'))).row.requestId;
    /** Asks for another copy, and places it. */
    async function placed(files: readonly string[] = AUDIO): Promise<string> {
      const id = await ask(files);
      await world.bring(id, 'Other', 1205);
      return id;
    }
    const inBin = (id: string, name: string) => join(world.library, '.lectern-bin', id, FOREIGN, name);
    const bin = async () => (await world.libraryBin.page({ page: 1, limit: 20 })).items;

    it('lists its files, without links and hidden ones', async () => {
      await writeFile(join(world.dir, 'private.mp3'), 'private');
      await symlink(join(world.dir, 'private.mp3'), at('03.mp3'));
      await symlink(at('CD1/01.mp3'), at('04.mp3'));
      await symlink(at('CD1'), at('CD3'));
      await put('.hidden.mp3', 'hidden');

      const { type, directory, files } = await world.replacing.filesOf(world.reportId, itemId);

      expect({ type, directory }).to.deep.equal({ type: 'audiobook', directory: at().replace(/\/$/, '') });
      expect(files.map(({ path, size, isMain }) => [path, size, isMain])).to.deep.equal([
        ...AUDIO.map((name) => [name, `foreign ${name}`.length, true]),
        ['cover.jpg', 'foreign cover.jpg'.length, false],
      ]);
    });

    it('refuses unknown names, places of others, and files that Lectern placed', async () => {
      expect(await refusal(ask(['CD1/01.mp3', '../Dune/CD1/02.mp3']))).to.equal('changed_files');
      expect(await refusal(ask(AUDIO, await world.listed('/etc')))).to.equal('nothing_to_replace');
      const outside = await world.listed(join(world.library, '.lectern-bin/x'));
      expect(await refusal(ask(AUDIO, outside))).to.equal('nothing_to_replace');
      const id = await placed();
      await world.work(id);
      const ours = (await world.imports()).at(-1)?.directory ?? '';
      expect(await refusal(world.replacing.filesOf(world.reportId, await world.listed(ours)))).to.equal('nothing_to_replace');
    });

    it('is out of the library as soon as its files are in the bin, and back when they are listed after they were restored', async () => {
      const items = async () => (await world.list('SELECT id FROM library_items')).map(({ id }) => id);
      const id = await placed();
      expect(await items()).to.deep.equal([itemId]);

      await world.work(id);
      expect(await items()).to.deep.equal([]);

      await world.libraryBin.restore(id, admin);
      expect(world.queued).to.include.members(['library.look', 'library.scan']);
      const listed = { itemId, libraryId: 'l', title: 'Dune', authors: [], narrators: [], hasCover: false };
      const day = '2026-01-01T00:00:00.000Z';
      const { items: admitted } = await world.removedItems.admit(
        'client-1',
        [{ ...listed, path: at().replace(/\/$/, ''), addedAt: day, updatedAt: day }],
        createPathMapping([]),
      );
      expect(admitted.map((item) => item.itemId)).to.deep.equal([itemId]);
      expect(await items()).to.deep.equal([itemId]);
    });

    it('moves the ticked files to the bin once the other copy is in place, and not before', async () => {
      const id = await placed(AUDIO.slice(0, 2));
      await world.settler.found();
      expect(await world.statusOf(id)).to.equal('downloaded');
      expect(await isThere(at('CD1/01.mp3'))).to.equal(true);
      expect(await bin()).to.deep.equal([]);
      expect(world.told).to.include('report.replacing');

      await world.work(id);

      expect(await isThere(at('CD1'))).to.equal(false);
      expect(await readFile(inBin(id, 'CD1/01.mp3'), 'utf8')).to.equal('foreign CD1/01.mp3');
      expect((await readdir(at())).sort()).to.deep.equal(['CD2', 'cover.jpg']);
      expect((await bin()).map(({ title, files, isThere: there, actorName }) => [title, files, there, actorName])).to.deep.equal([
        ['Dune', 2, true, 'ada'],
      ]);
      const view = await world.replacing.of(world.reportId);
      expect([view?.row.state, view?.row.removed, view?.row.kept]).to.deep.equal(['done', 2, 0]);
      expect((await world.reports.thread(world.reportId)).report.state).to.equal('resolved');
    });

    it('is not the book that the request brings, however long a media server remembers it', async () => {
      const id = await placed();
      await world.database.transaction((tx) => world.settler.endIfFound(tx, id));
      await world.settler.found();
      expect(await world.statusOf(id)).to.equal('downloaded');
      await world.work(id);
      await world.settler.found();
      expect(await world.statusOf(id)).to.equal('downloaded');

      await world.listed((await world.imports()).at(-1)?.directory ?? '');
      await world.settler.found();

      expect(await world.statusOf(id)).to.equal('available');
    });

    it('leaves files that were changed, or exchanged for links, since they were ticked', async () => {
      const id = await placed();
      await put('CD1/01.mp3', 'longer than it was before');
      const later = new Date(Date.now() + 60_000);
      await utimes(at('CD1/02.mp3'), later, later);
      await writeFile(join(world.dir, 'private.mp3'), 'foreign CD2/01.mp3');
      await rm(at('CD2/01.mp3'));
      await symlink(join(world.dir, 'private.mp3'), at('CD2/01.mp3'));

      await world.work(id);

      for (const name of AUDIO) expect(await isThere(at(name)), name).to.equal(true);
      expect(await isThere(join(world.dir, 'private.mp3'))).to.equal(true);
      const view = await world.replacing.of(world.reportId);
      expect([view?.row.state, view?.row.removed, view?.row.kept]).to.deep.equal(['done', 0, 3]);
      expect(await bin()).to.deep.equal([]);
    });

    it('follows no link that takes the place of a folder, on the way from or to the bin', async () => {
      const id = await placed();
      const elsewhere = join(world.dir, 'elsewhere');
      await rename(at('CD1'), elsewhere);
      await symlink(elsewhere, at('CD1'));
      await mkdir(join(world.dir, 'bin'));
      await symlink(join(world.dir, 'bin'), join(world.library, '.lectern-bin'));

      expect(await world.work(id)).to.have.property('againAt');

      expect((await readdir(elsewhere)).sort()).to.deep.equal(['01.mp3', '02.mp3']);
      expect(await isThere(at('CD2/01.mp3'))).to.equal(true);
      await rm(join(world.library, '.lectern-bin'));
      await world.work(id);
      expect((await readdir(elsewhere)).sort()).to.deep.equal(['01.mp3', '02.mp3']);
      expect(await isThere(inBin(id, 'CD2/01.mp3'))).to.equal(true);
    });

    it('stays as it is when the request is cancelled, and can be replaced again', async () => {
      const id = await placed();
      expect(await refusal(ask())).to.equal('being_replaced');
      await world.database.transaction((tx) => world.transitions.apply(tx, id, 'cancel', { message: 'no', reason: null }));
      await world.work(id);

      for (const name of AUDIO) expect(await isThere(at(name)), name).to.equal(true);
      expect(await isThere(join(world.library, DIRECTORY))).to.equal(false);
      expect(await ask()).not.to.equal(id);
    });

    it('goes on after a crash in the middle, wherever each file is by then', async () => {
      const id = await placed();
      const file = AUDIO[0] ?? '';
      await mkdir(dirname(inBin(id, file)), { recursive: true });
      await rename(at(file), inBin(id, file));
      await world.database.transaction((tx) => tx.run("UPDATE replacements SET state = 'removing'"));

      await world.work(id);
      await world.work(id);

      for (const name of AUDIO) expect([await isThere(at(name)), await isThere(inBin(id, name))], name).to.deep.equal([false, true]);
      expect((await bin()).map(({ files }) => files)).to.deep.equal([3]);
    });

    it('comes back from the bin as it was, unless something is in the way', async () => {
      const id = await placed();
      await world.work(id);
      await put('CD2/01.mp3', 'somebody else');

      expect(await refusal(world.libraryBin.restore(id, admin))).to.equal('bin_place_taken');
      expect(await isThere(at('CD1/01.mp3'))).to.equal(false);
      expect(await readFile(at('CD2/01.mp3'), 'utf8')).to.equal('somebody else');
      await rm(at('CD2/01.mp3'));
      expect(await world.libraryBin.restore(id, admin)).to.equal(3);

      for (const name of AUDIO) expect(await readFile(at(name), 'utf8')).to.equal(`foreign ${name}`);
      expect(await isThere(join(world.library, '.lectern-bin'))).to.equal(false);
      expect(await bin()).to.deep.equal([]);
      expect(world.told).to.include('library.bin_restored');
      expect(await refusal(world.libraryBin.restore(id, admin))).to.equal('not_found');
    });

    it('is deleted from the bin when an admin says so, and nothing else that lies there', async () => {
      const id = await placed();
      await world.work(id);
      await writeFile(inBin(id, 'mine.txt'), 'somebody put it there');

      expect(await world.libraryBin.empty(id, admin)).to.equal(3);

      expect(await readdir(inBin(id, ''))).to.deep.equal(['mine.txt']);
      expect(await bin()).to.deep.equal([]);
      expect(world.told).to.include('library.bin_emptied');
    });

    it('is deleted from the bin after 30 days, and not while it cannot be seen', async () => {
      const id = await placed();
      await world.work(id);
      const days = (count: number) => (world.state.now = new Date(world.state.now.getTime() + count * DAY_MS));
      days(29);
      expect(await world.libraryBin.forget()).to.equal(0);
      expect(await isThere(inBin(id, 'CD1/01.mp3'))).to.equal(true);
      days(2);
      await rename(world.library, `${world.library} away`);
      expect(await world.libraryBin.forget()).to.equal(0);
      expect((await bin()).map(({ isThere: there }) => there)).to.deep.equal([false]);
      expect(await refusal(world.libraryBin.empty(id, admin))).to.equal('bin_away');
      await rename(`${world.library} away`, world.library);
      expect((await bin()).map(({ isThere: there }) => there)).to.deep.equal([true]);

      expect(await world.libraryBin.forget()).to.equal(1);

      expect(await isThere(join(world.library, '.lectern-bin'))).to.equal(false);
      expect(await isThere(at('cover.jpg'))).to.equal(true);
      days(31);
      await world.libraryBin.forget();
      expect(await world.list('SELECT bin_id FROM binned_files')).to.deep.equal([]);
    });

    it('has its restoring and deleting ended after a crash', async () => {
      const id = await placed();
      await world.work(id);
      const file = AUDIO[0] ?? '';
      await mkdir(dirname(at(file)), { recursive: true });
      await rename(inBin(id, file), at(file));
      await world.database.transaction((tx) => tx.run("UPDATE binned_books SET state = 'restoring'"));

      await world.libraryBin.resume();

      for (const name of AUDIO) expect([await isThere(at(name)), await isThere(inBin(id, name))], name).to.deep.equal([true, false]);
      expect(await bin()).to.deep.equal([]);
    });

    it('is passed over in the bin by whatever reads the library folder', async () => {
      const id = await placed();
      await world.work(id);

      const { audio, skipped } = await listSourceFiles(world.library);

      expect(audio.map(({ name }) => name).filter((name) => name.includes('lectern-bin'))).to.deep.equal([]);
      expect(skipped).to.deep.include({ name: '.lectern-bin', reason: 'hidden' });
      const item = await world.listed(inBin(id, ''));
      expect(await refusal(world.replacing.filesOf(world.reportId, item))).to.equal('nothing_to_replace');
    });

    it('is asked for by the ASIN of the report', async () => {
      expect(await world.request(await ask())).to.deep.include({ asin: ASIN, origin: 'replace', userId: 'ada', status: 'pending' });
    });
  });
}
