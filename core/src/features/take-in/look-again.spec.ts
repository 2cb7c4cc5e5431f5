import { rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { readJson } from '../../platform/db/index.js';
import { hasPostgres } from '../../platform/db/test-databases.js';
import { SERVICE_DIALECTS } from '../../platform/db/test-dialects.js';
import { compareLeft } from './compare-taken.js';
import type { FiledMove, TakenRow } from './entities.js';
import { lookAgainJob } from './look-again-job.js';
import { catalogBook, createTakeInWorld, type TakenAnswer, type TakeInWorld } from './take-in-world.spec.support.js';

const DUNE = catalogBook('B000000001', 'Dune', 'Frank Herbert', 1260);
const EMMA = catalogBook('B000000003', 'Emma', 'Jane Austen', 960);

for (const dialect of SERVICE_DIALECTS) {
  describe(`looking again at books that were taken in on ${dialect}`, () => {
    let world: TakeInWorld;

    before(async function () {
      if (dialect === 'postgres' && !(await hasPostgres())) this.skip();
    });
    beforeEach(async () => {
      world = await createTakeInWorld(dialect);
      world.scene.books = [DUNE, EMMA];
      await world.audio('Frank Herbert/Dune/book.m4b', { minutes: 1260 });
      await world.audio('Jane Austen/Emma/book.m4b', { minutes: 960 });
    });
    afterEach(() => world?.dispose());

    const take = async (how: 'leave' | 'file'): Promise<string> => {
      const id = await world.takeIn();
      await world.admin.post(`/api/admin/take-ins/${id}/accept`, { how });
      await world.work();
      return id;
    };
    const look = () => lookAgainJob(world.jobDeps).run({ ...world.world.job({}), signal: world.world.signal });
    const laters = async (id: string) => (await world.books(id)).map(({ book, later }) => [book?.title, later]);
    const counting = async () => (await world.world.rows()).filter(({ missingScans }) => Number(missingScans) === 0).length;

    it('says which are gone or changed, does not count what is gone, and counts what came back', async () => {
      const id = await take('leave');
      await look();
      expect(await laters(id)).to.have.deep.members([
        ['Dune', null],
        ['Emma', null],
      ]);

      const [there, away] = [join(world.root, 'Jane Austen/Emma'), join(world.root, 'Emma moved')];
      await rename(there, away);
      await writeFile(join(world.root, 'Frank Herbert/Dune/book.m4b'), '{"minutes":3}');
      await look();
      expect(await laters(id)).to.have.deep.members([
        ['Dune', 'changed'],
        ['Emma', 'gone'],
      ]);
      expect(await counting()).to.equal(1);
      const { items } = (await world.admin.get<{ items: TakenAnswer[] }>('/api/admin/taken-books/changed')).body;
      expect(items.map(({ book, takeInId }) => [book?.title, takeInId])).to.have.deep.members([
        ['Dune', id],
        ['Emma', id],
      ]);
      expect((await world.member.get('/api/admin/taken-books/changed')).status).to.equal(403);

      await rename(away, there);
      await look();
      expect(await laters(id)).to.have.deep.members([
        ['Dune', 'changed'],
        ['Emma', null],
      ]);
      expect(await counting()).to.equal(2);
    });

    it('takes an empty folder for one that is not mounted', async () => {
      const id = await take('leave');
      await rename(world.root, `${world.root} elsewhere`);
      await look();
      expect(await laters(id)).to.have.deep.members([
        ['Dune', 'unseen'],
        ['Emma', 'unseen'],
      ]);
      expect(await counting()).to.equal(2);
    });

    it('does not take books for gone that were on another disk below the folder, while that is not mounted', async () => {
      const id = await take('leave');
      const notes = JSON.stringify({ mount: { count: 1, examples: ['Jane Austen'] } });
      await world.world.database.transaction((tx) => tx.run('UPDATE take_ins SET notes = ?', [notes]));
      await rm(join(world.root, 'Jane Austen/Emma'), { recursive: true });
      await rm(join(world.root, 'Frank Herbert'), { recursive: true });
      await look();
      expect(await laters(id)).to.have.deep.members([
        ['Dune', 'gone'],
        ['Emma', 'unseen'],
      ]);
      expect(await counting()).to.equal(1);
    });

    it('does not take filed books for gone that were on another disk below the library, while that is not mounted', async () => {
      const id = await take('file');
      const rows = await world.world.database.read.all<{ id: string; move: string; asin: string }>(
        'SELECT id, move, asin FROM taken_books',
      );
      const row = rows.find(({ asin }) => asin === EMMA.asin);
      const move = { ...readJson<FiledMove>(row?.move ?? ''), toTop: 'Jane Austen' };
      await world.world.database.transaction((tx) =>
        tx.run('UPDATE taken_books SET move = ? WHERE id = ?', [JSON.stringify(move), row?.id ?? '']),
      );
      await rm(join(world.library, 'Jane Austen/Emma'), { recursive: true, force: true });
      await rm(join(world.library, 'Jane Austen'), { recursive: true });
      await look();
      expect(await laters(id)).to.have.deep.members([
        ['Dune', null],
        ['Emma', 'unseen'],
      ]);
    });

    it('takes no book for gone that it cannot look for, nor when the disk goes away meanwhile', async () => {
      const id = await take('leave');
      await rename(join(world.root, 'Jane Austen'), join(world.root, 'Jane'));
      // every look into it fails, and not because nothing is there
      await symlink('Jane Austen', join(world.root, 'Jane Austen'));
      await look();
      expect(await laters(id)).to.have.deep.members([
        ['Dune', null],
        ['Emma', 'unseen'],
      ]);

      const [row] = await world.world.database.read.all<TakenRow>('SELECT * FROM taken_books');
      await rename(world.root, `${world.root} away`);
      expect(await compareLeft(row as TakenRow, { root: world.root, mounts: [] }, async () => true)).to.equal('unseen');
    });

    it('queues what was left on its way, as where a disk was not mounted', async () => {
      const id = await take('leave');
      await world.world.database.transaction((tx) => tx.run(`UPDATE taken_books SET state = 'undoing' WHERE take_in_id = ?`, [id]));
      const queued = async () =>
        (await world.world.database.read.all(`SELECT id FROM jobs WHERE name = 'library.take-in' AND state <> 'done'`)).length;
      await world.world.database.transaction((tx) => tx.run('DELETE FROM jobs', []));
      await look();
      expect(await queued()).to.equal(1);
    });

    it('looks where filed books are', async () => {
      const id = await take('file');
      await look();
      expect(await laters(id)).to.have.deep.members([
        ['Dune', null],
        ['Emma', null],
      ]);
      await rm(join(world.library, 'Jane Austen'), { recursive: true });
      await look();
      expect(await laters(id)).to.have.deep.members([
        ['Dune', null],
        ['Emma', 'gone'],
      ]);
    });
  });
}
