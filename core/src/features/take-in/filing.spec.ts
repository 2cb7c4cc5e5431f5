import { mkdir, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { v7 as uuid } from 'uuid';
import { hasPostgres } from '../../platform/db/test-databases.js';
import { SERVICE_DIALECTS } from '../../platform/db/test-dialects.js';
import { catalogBook, createTakeInWorld, type TakeInWorld } from './take-in-world.spec.support.js';
import { takeInJob } from './take-in-job.js';

const DUNE = catalogBook('B000000001', 'Dune', 'Frank Herbert', 1260, { releaseDate: '2006-12-31' });
const MESSIAH = catalogBook('B000000002', 'Dune Messiah', 'Frank Herbert', 540, { releaseDate: '2007-10-02' });
const EMMA = catalogBook('B000000003', 'Emma', 'Jane Austen', 960, { releaseDate: '2006-01-01' });

for (const dialect of SERVICE_DIALECTS) {
  describe(`filing a library that is taken in on ${dialect}`, () => {
    let world: TakeInWorld;

    before(async function () {
      if (dialect === 'postgres' && !(await hasPostgres())) this.skip();
    });
    beforeEach(async () => {
      world = await createTakeInWorld(dialect);
      world.scene.books = [DUNE, MESSIAH, EMMA];
    });
    afterEach(() => world?.dispose());

    const file = async (id: string, body: object = {}) => {
      const answer = await world.admin.post<{ books: number }>(`/api/admin/take-ins/${id}/accept`, { how: 'file', ...body });
      await world.work();
      return answer.body.books;
    };
    const undo = async (id: string) => {
      const answer = await world.admin.post<{ books: number }>(`/api/admin/take-ins/${id}/undo`, {});
      await world.work();
      return answer.body.books;
    };
    const filesBelow = async (root: string) =>
      (await readdir(root, { recursive: true, withFileTypes: true }))
        .filter((entry) => !entry.isDirectory() || entry.name.startsWith('.lectern'))
        .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
        .sort();
    const shown = async (id: string) => (await world.books(id)).map(({ name, state, fault }) => [name, state, fault]);
    const items = async () => (await world.world.rows()).map(({ path, matchedAsin }) => [path, matchedAsin]);
    const preview = async (id: string, query = '') =>
      (
        await world.admin.get<{
          total: number;
          items: { title: string; from: string; to: string | null; reason: string | null; files: object[] }[];
        }>(`/api/admin/take-ins/${id}/filing?limit=50${query}`)
      ).body;

    it('shows where books would go by the template, and changes nothing for that', async () => {
      await world.audio('Herbert/Dune/CD 1/01.mp3', { minutes: 600, tags: { album: 'Dune', artist: 'Frank Herbert' } });
      await world.audio('Herbert/Dune/CD 2/01.mp3', { minutes: 660, tags: { album: 'Dune', artist: 'Frank Herbert' } });
      await world.audio('emma/the book.m4b', { minutes: 960, tags: { album: 'Emma', artist: 'Jane Austen' } });
      await writeFile(join(world.root, 'emma/cover.jpg'), 'x');
      const id = await world.takeIn();
      const before = await filesBelow(world.root);

      const { items: shownItems, total } = await preview(id);

      expect(total).to.equal(2);
      expect(
        shownItems.map(({ title, from, to, files, reason }) => [title, from.slice(world.root.length + 1), to, files, reason]),
      ).to.have.deep.members([
        ['Dune', 'Herbert/Dune', 'Frank Herbert/Dune (2006)', [], null],
        ['Emma', 'emma', 'Jane Austen/Emma (2006)', [{ from: 'the book.m4b', to: 'Emma (2006).m4b' }], null],
      ]);
      const emma = (await world.books(id)).find(({ book }) => book?.title === 'Emma');
      expect((await preview(id, `&bookId=${emma?.id ?? ''}`)).items.map(({ title }) => title)).to.deep.equal(['Emma']);
      expect(await filesBelow(world.root)).to.deep.equal(before);
      expect((await world.member.get(`/api/admin/take-ins/${id}/filing`)).status).to.equal(403);
    });

    it('moves the files of accepted books, counts them as in the library there, and undoes that', async () => {
      await world.audio('Frank Herbert/Dune/CD 1/01.mp3', { minutes: 600 });
      await world.audio('Frank Herbert/Dune/CD 2/01.mp3', { minutes: 660 });
      await world.audio('Jane Austen/Emma/the book.m4b', { minutes: 960 });
      await writeFile(join(world.root, 'Jane Austen/Emma/cover.jpg'), 'x');
      const id = await world.takeIn();
      const before = await filesBelow(world.root);
      const { ino } = await stat(join(world.root, 'Jane Austen/Emma/the book.m4b'));

      expect(await file(id)).to.equal(2);

      expect(await filesBelow(world.root)).to.deep.equal([]);
      expect(await filesBelow(world.library)).to.deep.equal([
        'Frank Herbert/Dune (2006)/CD 1/01.mp3',
        'Frank Herbert/Dune (2006)/CD 2/01.mp3',
        'Jane Austen/Emma (2006)/Emma (2006).m4b',
        'Jane Austen/Emma (2006)/cover.jpg',
      ]);
      expect((await stat(join(world.library, 'Jane Austen/Emma (2006)/Emma (2006).m4b'))).ino).to.equal(ino);
      expect(await items()).to.have.deep.members([
        [join(world.library, 'Frank Herbert/Dune (2006)'), DUNE.asin],
        [join(world.library, 'Jane Austen/Emma (2006)'), EMMA.asin],
      ]);
      expect((await world.books(id)).map(({ state, filedIn }) => [state, filedIn])).to.have.deep.members([
        ['filed', 'Frank Herbert/Dune (2006)'],
        ['filed', 'Jane Austen/Emma (2006)'],
      ]);
      const queued = await world.world.database.read.all<{ name: string }>(`SELECT name FROM jobs WHERE name = 'library.look'`);
      expect(queued).to.have.length(1);
      const audited = await world.world.database.read.all<{ action: string }>('SELECT action FROM audit_log');
      expect(audited.map(({ action }) => action)).to.include('library.take_in_filed');

      expect(await undo(id)).to.equal(2);

      expect(await filesBelow(world.library)).to.deep.equal([]);
      expect(await filesBelow(world.root)).to.deep.equal(before);
      expect(await items()).to.deep.equal([]);
      expect((await shown(id)).map(([, state]) => state)).to.deep.equal(['read', 'read']);
    });

    it('takes one book out of a folder of several, and puts it back beside the others', async () => {
      await world.audio('flat/Frank Herbert - Dune.m4b', { minutes: 1260 });
      await world.audio('flat/Jane Austen - Emma.m4b', { minutes: 960 });
      await writeFile(join(world.root, 'flat/cover.jpg'), 'x');
      const id = await world.takeIn();
      const emma = (await world.books(id)).find(({ book }) => book?.title === 'Emma');

      await file(id, { ids: [emma?.id] });
      expect(await filesBelow(world.library)).to.deep.equal(['Jane Austen/Emma (2006)/Emma (2006).m4b']);
      expect(await filesBelow(world.root)).to.deep.equal(['flat/Frank Herbert - Dune.m4b', 'flat/cover.jpg']);
      // what a media server writes there goes to nobody else
      await writeFile(join(world.library, 'Jane Austen/Emma (2006)/metadata.json'), '{}');

      await undo(id);
      expect(await filesBelow(world.root)).to.deep.equal([
        'flat/Frank Herbert - Dune.m4b',
        'flat/Jane Austen - Emma.m4b',
        'flat/cover.jpg',
      ]);
      expect(await filesBelow(world.library)).to.deep.equal(['Jane Austen/Emma (2006)/metadata.json']);

      await rm(join(world.library, 'Jane Austen'), { recursive: true });
      expect(await file(id)).to.equal(2);
      await undo(id);
      expect((await filesBelow(world.root)).filter((name) => name.endsWith('.m4b'))).to.have.length(2);
      expect((await shown(id)).map(([, state]) => state)).to.deep.equal(['read', 'read']);
    });

    it('overwrites nothing: of two copies of a book the second stays, and so does one whose folder is taken, each with the reason', async () => {
      const tags = { album: 'Emma', artist: 'Jane Austen' };
      await world.audio('old/book.m4b', { minutes: 960, tags });
      await world.audio('shelf/book.m4b', { minutes: 960, tags });
      await world.audio('Frank Herbert/Dune/book.m4b', { minutes: 1260 });
      await mkdir(join(world.library, 'Frank Herbert/Dune (2006)'), { recursive: true });
      await writeFile(join(world.library, 'Frank Herbert/Dune (2006)/mine.txt'), 'x');
      const id = await world.takeIn();

      const reasons = (await preview(id)).items.map(({ reason }) => reason);
      expect(reasons.filter((reason) => reason === null)).to.have.length(1);
      expect(reasons).to.include('Another book of this plan goes to the same folder: Emma.');

      await file(id, { confidences: ['certain', 'likely'] });
      const taken = (folder: string) => `“${join(world.library, folder)}” already exists. Nothing is overwritten.`;
      expect(await shown(id)).to.have.deep.members([
        ['Frank Herbert/Dune', 'refused', taken('Frank Herbert/Dune (2006)')],
        ['old', 'filed', null],
        ['shelf', 'refused', taken('Jane Austen/Emma (2006)')],
      ]);
      expect(await filesBelow(world.root)).to.deep.equal(['Frank Herbert/Dune/book.m4b', 'shelf/book.m4b']);
      // whoever thinks better of it leaves it where it is
      await world.admin.post(`/api/admin/take-ins/${id}/accept`, { confidences: ['certain', 'likely'] });
      await world.work();
      expect((await shown(id)).map(([, state]) => state).sort()).to.deep.equal(['filed', 'left', 'left']);
    });

    it('leaves alone what a download client still uses, links, and everything without a library folder or catalogue', async () => {
      await world.audio('seeded/Dune/book.m4b', { minutes: 1260, tags: { album: 'Dune', artist: 'Frank Herbert' } });
      await world.audio('Jane Austen/Emma/book.m4b', { minutes: 960 });
      await symlink('/etc', join(world.root, 'Jane Austen/Emma/extras'));
      await download(join(world.root, 'seeded/Dune'));
      const id = await world.takeIn();
      const before = await filesBelow(world.root);
      const all = { confidences: ['certain', 'likely'] };

      await file(id, all);
      expect((await shown(id)).map(([name, state, fault]) => [name, state, String(fault).replace(/“[^”]+”/, '…')])).to.have.deep.members([
        ['seeded/Dune', 'refused', '… is still used by the download client Client.'],
        ['Jane Austen/Emma', 'refused', '… is a link. Books are not moved across links.'],
      ]);
      await rm(join(world.root, 'Jane Austen/Emma/extras'));

      world.scene.isForgetful = true;
      world.scene.isCatalogueSilent = true;
      await file(id, all);
      expect((await shown(id)).map(([, , fault]) => fault)).to.include('The catalogue did not describe “Emma”. Try again later.');
      world.place.path = null;
      await file(id, all);
      expect((await shown(id)).map(([, , fault]) => fault)).to.deep.equal(['No library folder is set.', 'No library folder is set.']);
      expect((await preview(id)).items.map(({ reason }) => reason)).to.deep.equal([
        'No library folder is set.',
        'No library folder is set.',
      ]);
      expect(await filesBelow(world.root)).to.deep.equal(before.filter((name) => !name.endsWith('extras')));
    });

    it('does nothing more to books whose filing was stopped, and finds nothing to stop afterwards', async () => {
      await world.audio('Jane Austen/Emma/book.m4b', { minutes: 960 });
      const id = await world.takeIn();
      await world.admin.post(`/api/admin/take-ins/${id}/accept`, { how: 'file' });

      expect((await world.admin.post(`/api/admin/take-ins/${id}/cancel`, {})).status).to.equal(202);
      await world.work();

      expect(await shown(id)).to.deep.equal([['Jane Austen/Emma', 'read', null]]);
      expect((await world.admin.post(`/api/admin/take-ins/${id}/cancel`, {})).status).to.equal(409);
      expect(await filesBelow(world.library)).to.deep.equal([]);
    });

    it('does not put back over what came meanwhile, and says so', async () => {
      await world.audio('Jane Austen/Emma/book.m4b', { minutes: 960 });
      const id = await world.takeIn();
      await file(id);
      await world.audio('Jane Austen/Emma/other.m4b', { minutes: 3 });

      await undo(id);

      expect(await shown(id)).to.deep.equal([
        ['Jane Austen/Emma', 'filed', `“${join(world.root, 'Jane Austen/Emma')}” already exists. Nothing is overwritten.`],
      ]);
      expect(await filesBelow(world.library)).to.deep.equal(['Jane Austen/Emma (2006)/Emma (2006).m4b']);
      await rm(join(world.root, 'Jane Austen'), { recursive: true });
      await undo(id);
      expect(await shown(id)).to.deep.equal([['Jane Austen/Emma', 'read', null]]);
    });

    it('files each book once when two workers run the job, as after a lost lease', async () => {
      for (const book of world.scene.books) {
        const author = book.authors[0]?.name ?? '';
        await world.audio(`${author}/${book.title}/book.m4b`, { minutes: book.durationMinutes ?? 0 });
      }
      const id = await world.takeIn();
      await world.admin.post(`/api/admin/take-ins/${id}/accept`, { how: 'file' });
      const other = dialect === 'sqlite' ? world.job : takeInJob(world.jobDeps);
      const context = { ...world.world.job({}), signal: world.world.signal };

      await Promise.all([world.work(), other.run(context)]);

      expect((await shown(id)).map(([, state]) => state)).to.deep.equal(['filed', 'filed', 'filed']);
      expect(await filesBelow(world.library)).to.have.length(3);
      expect(await items()).to.have.length(3);
    });

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
