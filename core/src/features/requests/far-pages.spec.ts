import { expect } from 'chai';
import { hasPostgres } from '../../platform/db/test-databases.js';
import { addThousands, THOUSANDS } from './many-requests.spec.support.js';
import { createRequestWorld, type RequestWorld } from './request-world.spec.support.js';

const LIMIT = 45;

for (const dialect of ['sqlite', 'postgres'] as const) {
  describe(`pages far down a list of requests on ${dialect}`, () => {
    let world: RequestWorld;

    before(async function () {
      if (dialect === 'postgres' && !(await hasPostgres())) return this.skip();
      world = await createRequestWorld(dialect);
      for (const id of ['paul', 'chani', 'admin']) await world.addUser(id);
      await addThousands(world.database, ['paul', 'chani']);
    });
    after(() => world?.remove());

    for (const [scope, viewer, more, length] of [
      ['all', 'admin', {}, THOUSANDS],
      ['all', 'admin', { together: true }, THOUSANDS],
      ['all', 'admin', { group: 'attention' }, THOUSANDS / 2],
      ['all', 'admin', { sort: 'title', order: 'asc' }, THOUSANDS],
      ['mine', 'chani', { order: 'asc' }, (THOUSANDS * 2) / 3],
    ] as const) {
      it(`follow one another, ${scope} ${JSON.stringify(more)}`, async () => {
        const list = (page: number) =>
          world.list.page({ scope, sort: 'createdAt', order: 'desc', page, limit: LIMIT, ...more }, world.callerOf(viewer));
        const [sort, order] = ['sort' in more ? 'title' : 'created_at', 'order' in more ? 'ASC' : 'DESC'];
        const where = [
          ...(scope === 'mine' ? [`user_id = '${viewer}'`] : []),
          ...('group' in more ? [`status_group = '${more.group}'`] : []),
        ];
        const inOrder = await world.database.read.all<{ id: string }>(
          `SELECT id FROM requests ${where.length > 0 ? `WHERE ${where.join(' AND ')}` : ''} ORDER BY ${sort} ${order}, id ${order}`,
        );
        const pages = Math.ceil(length / LIMIT);

        const listed: string[] = [];
        for (let page = 1; page <= pages; page += 1) listed.push(...(await list(page)).items.map(({ id }) => id));

        expect(listed).to.deep.equal(inOrder.map(({ id }) => id));
        expect((await list(pages + 1)).items).to.deep.equal([]);
        expect((await list(pages * 3)).items).to.deep.equal([]);
      });
    }

    it('are counted from the nearer end', async () => {
      const walked: number[] = [];
      const stop = world.database.onStatement((_sql, params) => {
        for (const value of params) if (typeof value === 'number') walked.push(value);
      });

      await world.list.page({ scope: 'all', sort: 'createdAt', order: 'desc', page: 101, limit: 20 }, world.callerOf('admin'));
      stop();

      expect(Math.max(...walked)).to.equal(THOUSANDS - 2_000 - 20);
    });
  });
}
