import { expect } from 'chai';
import { hasPostgres } from '../../platform/db/test-databases.js';
import type { RequestFilter } from './request-conditions.js';
import { createRequestWorld, type RequestWorld } from './request-world.spec.support.js';

const ALL: RequestFilter = { scope: 'all', sort: 'createdAt', order: 'asc', page: 1, limit: 20 };

/** Who asked for what, when, and what became of it. */
const ASKED = [
  ['r1', 'paul', 'audiobook', 'pending', '2026-01-01T10:00:00.000Z', 'Dune'],
  ['r2', 'paul', 'ebook', 'failed', '2026-01-02T10:00:00.000Z', 'Dune'],
  ['r3', 'chani', 'audiobook', 'awaiting_approval', '2026-01-03T10:00:00.000Z', 'Dune Messiah'],
  ['r4', 'paul', 'audiobook', 'awaiting_approval', '2026-01-04T10:00:00.000Z', 'Dune Messiah'],
  ['r5', 'chani', 'ebook', 'failed', '2026-01-05T10:00:00.000Z', 'Emma'],
] as const;

const GROUPS = { pending: 'active', failed: 'attention', awaiting_approval: 'waiting' } as const;

for (const dialect of ['sqlite', 'postgres'] as const) {
  describe(`the filters of lists of requests on ${dialect}`, () => {
    let world: RequestWorld;

    before(async function () {
      if (dialect === 'postgres' && !(await hasPostgres())) return this.skip();
      world = await createRequestWorld(dialect);
      for (const id of ['paul', 'chani', 'admin']) await world.addUser(id);
      await world.database.transaction(async (tx) => {
        for (const [id, userId, type, status, at, title] of ASKED) {
          await tx.insert('requests', {
            id,
            userId,
            // the two who wait for one book would be put together
            asin: title === 'Dune Messiah' ? 'B000000001' : `B00000000${id}`.slice(0, 10),
            region: 'us',
            type,
            title,
            author: 'Somebody',
            status,
            statusGroup: GROUPS[status],
            version: 1,
            statusSince: at,
            origin: 'manual',
            createdAt: at,
            updatedAt: at,
          });
          await tx.run(
            `INSERT INTO request_counts (user_id, status, count) VALUES (?, ?, 1)
             ON CONFLICT (user_id, status) DO UPDATE SET count = request_counts.count + 1`,
            [userId, status],
          );
        }
        await tx.insert('request_subscribers', { requestId: 'r5', userId: 'paul', createdAt: ASKED[4][4] });
      });
    });
    after(() => world?.remove());

    const list = async (filter: Partial<RequestFilter>, viewer = 'admin') => {
      const { items, total, counts } = await world.list.page({ ...ALL, ...filter }, world.callerOf(viewer));
      return { ids: items.map(({ id }) => id).join(' '), total, counts: Object.values(counts).join(' ') };
    };
    // active, waiting, completed, attention, closed
    for (const [title, filter, expected] of [
      ['a person', { userId: 'paul' }, ['r1 r2 r4', 3, '1 1 0 1 0']],
      ['a kind', { type: 'ebook' }, ['r2 r5', 2, '0 0 0 2 0']],
      ['times', { from: ASKED[1][4], to: ASKED[3][4] }, ['r2 r3', 2, '0 1 0 1 0']],
      ['a person and a group', { userId: 'paul', group: 'attention' }, ['r2', 1, '1 1 0 1 0']],
      ['a kind and a status', { type: 'audiobook', status: 'pending' }, ['r1', 1, '1 2 0 0 0']],
      ['words and a kind', { search: 'dune', type: 'audiobook' }, ['r1 r3 r4', 3, '1 2 0 0 0']],
      ['words, a kind and a group', { search: 'dune', type: 'audiobook', group: 'waiting' }, ['r3 r4', 2, '1 2 0 0 0']],
      ['words that are mistyped, and a kind', { search: 'dnue', type: 'ebook' }, ['r2', 1, '0 0 0 2 0']],
      ['a person who has none', { userId: 'nobody' }, ['', 0, '0 0 0 0 0']],
    ] as const) {
      it(`list and count what ${title} leaves`, async () => {
        const { ids, total, counts } = await list(filter);

        expect([ids, total, counts]).to.deep.equal(expected);
      });
    }

    it('put those who wait for one book together only where nobody’s request is left out', async () => {
      expect(await list({ together: true, type: 'audiobook' })).to.deep.include({ ids: 'r1 r3', total: 2 });
      expect(await list({ together: true, userId: 'paul' })).to.deep.include({ ids: 'r1 r2 r4', total: 3 });
      expect(await list({ together: true, from: ASKED[3][4] })).to.deep.include({ ids: 'r4 r5', total: 2 });
    });

    it('leave of one’s own list, and of what one subscribes to, the same', async () => {
      expect(await list({ scope: 'mine', type: 'ebook' }, 'paul')).to.deep.equal({ ids: 'r2 r5', total: 2, counts: '0 0 0 2 0' });
      expect(await list({ scope: 'mine', type: 'ebook', search: 'dune' }, 'paul')).to.deep.include({ ids: 'r2', total: 1 });
      expect(await list({ scope: 'mine', to: ASKED[1][4] }, 'paul')).to.deep.include({ ids: 'r1', total: 1 });
      expect(await list({ scope: 'mine', type: 'ebook' }, 'chani')).to.deep.include({ ids: 'r5', total: 1 });
    });

    it('cost two statements, three with words', async () => {
      let statements = 0;
      const stop = world.database.onStatement(() => void (statements += 1));
      const cost = async (filter: Partial<RequestFilter>, viewer?: string): Promise<number> => {
        statements = 0;
        await list(filter, viewer);
        return statements;
      };

      expect(await cost({ userId: 'paul', type: 'ebook' })).to.equal(2);
      expect(await cost({ userId: 'paul', search: 'dune' })).to.equal(2);
      expect(await cost({ scope: 'mine', type: 'ebook', search: 'dune' }, 'paul')).to.equal(3);
      stop();
    });
  });
}
