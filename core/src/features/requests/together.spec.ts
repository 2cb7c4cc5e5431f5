import { expect } from 'chai';
import { v7 as uuid } from 'uuid';
import { hasPostgres } from '../../platform/db/test-databases.js';
import { SERVICE_DIALECTS } from '../../platform/db/test-dialects.js';
import { DUNE, goodRelease } from './request-fakes.spec.support.js';
import { createRequestWorld, type RequestWorld } from './request-world.spec.support.js';

const SIBLING = 'B0SIBLING1';
const OTHER = 'B0000OTHER';
const ALL = { scope: 'all', sort: 'createdAt', order: 'asc', page: 1, limit: 25, together: true } as const;
const WAITING = { ...ALL, status: 'awaiting_approval' } as const;

for (const dialect of SERVICE_DIALECTS) {
  describe(`several people who ask for one book on ${dialect}`, () => {
    let world: RequestWorld;
    const admin = () => world.callerOf('admin');

    before(async function () {
      if (dialect === 'postgres' && !(await hasPostgres())) this.skip();
    });
    beforeEach(async () => {
      world = await createRequestWorld(dialect);
      for (const id of ['paul', 'chani', 'leto', 'admin']) await world.addUser(id);
      for (const asin of [SIBLING, OTHER]) world.state.books.set(asin, { ...DUNE, asin, title: asin === OTHER ? 'Emma' : DUNE.title });
      world.state.siblings.set(DUNE.asin, [SIBLING]);
      world.state.siblings.set(SIBLING, [DUNE.asin]);
      const [workId, createdAt] = [uuid(), world.now().toISOString()];
      await world.database.transaction(async (tx) => {
        await tx.insert('works', { id: workId, createdAt });
        for (const asin of [DUNE.asin, SIBLING]) await tx.insert('work_asins', { asin, workId, evidence: '{}', createdAt });
      });
    });
    afterEach(async () => {
      await world?.remove();
    });

    async function ask(user: string, more: { asin?: string; autoApprove?: boolean; note?: string; type?: 'audiobook' | 'ebook' } = {}) {
      const { asin = DUNE.asin, autoApprove = false, note, type = 'audiobook' } = more;
      const caller = world.callerOf(user, { permissions: { autoApprove, interactiveSearch: false, downloadAccess: false } });
      world.state.offset += 1000;
      const made = await world.service.create(caller, { asin, type, origin: 'manual', ...(note === undefined ? {} : { note }) });
      return made.requestId;
    }

    async function threeWait(): Promise<[string, string, string]> {
      return [await ask('paul'), await ask('chani', { asin: SIBLING, note: 'For the journey.' }), await ask('leto')];
    }

    const statuses = (ids: readonly string[]) => Promise.all(ids.map((id) => world.status(id)));
    const subscribers = async (requestId: string) =>
      (
        await world.database.read.all<{ userId: string }>(
          'SELECT user_id FROM request_subscribers WHERE request_id = ? ORDER BY created_at, user_id',
          [requestId],
        )
      ).map(({ userId }) => userId);

    it('keep their own requests while all of them wait', async () => {
      const all = await threeWait();

      expect(await statuses(all)).to.deep.equal(['awaiting_approval', 'awaiting_approval', 'awaiting_approval']);
      expect(await subscribers(all[0])).to.deep.equal([]);
    });

    describe('in the list of an admin', () => {
      it('are one row, which names the others', async () => {
        const [first, second, third] = await threeWait();
        const emma = await ask('paul', { asin: OTHER });
        const ebook = await ask('paul', { type: 'ebook' });

        const { items, total, counts } = await world.list.page(WAITING, admin());

        expect(items.map(({ id }) => id)).to.deep.equal([first, emma, ebook]);
        expect(items[0]?.alongside?.map(({ id, user, note }) => [id, user.displayName, note])).to.deep.equal([
          [second, 'chani', 'For the journey.'],
          [third, 'leto', undefined],
        ]);
        expect(items[1]).to.not.have.property('alongside');
        expect([total, counts.waiting]).to.deep.equal([3, 5]);
      });

      it('are counted by the row in every list, and found by a search', async () => {
        await threeWait();
        await ask('paul', { asin: OTHER });
        await world.addRequest({ user: 'leto', asin: OTHER, title: 'Emma', status: 'downloading' });
        const count = async (filter: Partial<Parameters<typeof world.list.page>[0]>) => {
          const { items, total } = await world.list.page({ ...ALL, ...filter }, admin());
          expect(items.length).to.equal(Math.min(total, 25));
          return total;
        };

        expect(await count({})).to.equal(3);
        expect(await count({ group: 'waiting' })).to.equal(2);
        expect(await count({ group: 'active' })).to.equal(1);
        expect(await count({ search: 'dune' })).to.equal(1);
        expect(await count({ together: false })).to.equal(5);
        expect((await world.list.page({ ...WAITING, limit: 1, page: 2 }, admin())).items).to.have.length(1);
      });

      it('cost three statements, however many they are', async () => {
        const measured: number[] = [];
        for (const [user, n] of ['paul', 'chani', 'leto'].map((one, index) => [one, index] as const)) {
          for (let book = 0; book < 5; book += 1) {
            const asin = `B00000${n}${book}00`;
            world.state.books.set(asin, { ...DUNE, asin });
            await ask(user, { asin });
          }
          await ask(user);
          for (const filter of [WAITING, { ...WAITING, search: 'dune' }]) {
            let statements = 0;
            const stop = world.database.onStatement(() => (statements += 1));
            await world.list.page(filter, admin());
            stop();
            measured.push(statements);
          }
        }
        expect(new Set(measured)).to.deep.equal(new Set([3]));
      });
    });

    it('are approved together: the oldest goes on, and the others join it', async () => {
      const all = await threeWait();
      const [first, second, third] = all;

      const decided = await world.service.approve(admin(), first, { together: true });

      expect(decided.map(({ requestId, code }) => [requestId, code])).to.deep.equal([
        [first, 'approved'],
        [second, 'joined'],
        [third, 'joined'],
      ]);
      expect(await statuses(all)).to.deep.equal(['pending', 'cancelled', 'cancelled']);
      expect(await world.queued('request.search')).to.have.length(1);
      expect(await subscribers(first)).to.have.members(['chani', 'leto']);
      expect(await world.reason(second)).to.include({
        code: 'joined_other',
        message: 'paul requested the same book, and that request goes on for both.',
      });
      expect(await world.events(first)).to.deep.equal(['created', 'approve', 'joined', 'joined']);
      expect(await world.events(third)).to.deep.equal(['created', 'joined_other']);
      const approved = world.notified.filter(({ event }) => event === 'request_approved').map(({ requestId }) => requestId);
      expect(approved).to.have.members(all);
    });

    it('are approved each for themselves: who is approved later joins who was approved first', async () => {
      const all = await threeWait();
      const [first, second, third] = all;

      await world.service.approve(admin(), second);
      expect(await statuses(all)).to.deep.equal(['awaiting_approval', 'pending', 'awaiting_approval']);

      await world.service.approve(admin(), first);
      await world.service.deny(admin(), third, 'No.');
      expect(await statuses(all)).to.deep.equal(['cancelled', 'pending', 'denied']);
      expect(await subscribers(second)).to.deep.equal(['paul']);
      expect(await world.queued('request.search')).to.have.length(1);
    });

    it('join who was approved before, when the rest is approved together', async () => {
      const all = await threeWait();
      await world.service.approve(admin(), all[2]);

      await world.service.approve(admin(), all[0], { together: true });

      expect(await statuses(all)).to.deep.equal(['cancelled', 'cancelled', 'pending']);
      expect(await subscribers(all[2])).to.have.members(['paul', 'chani']);
    });

    it('are denied together, with one reason', async () => {
      const all = await threeWait();

      await world.service.deny(admin(), all[0], 'Too long.', { together: true });

      expect(await statuses(all)).to.deep.equal(['denied', 'denied', 'denied']);
      expect(new Set(await Promise.all(all.map(async (id) => (await world.reason(id))?.message)))).to.deep.equal(new Set(['Too long.']));
    });

    it('are approved together with a chosen release', async () => {
      const all = await threeWait();
      const [candidateId = ''] = await world.addCandidates(all[0], [goodRelease()]);

      await world.service.approve(admin(), all[0], { candidateId, together: true });

      expect(await statuses(all)).to.deep.equal(['downloading', 'cancelled', 'cancelled']);
    });

    it('join the request of who needs no approval, which is approved for that person alone', async () => {
      const [first, second] = [await ask('paul'), await ask('chani', { asin: SIBLING })];
      const emma = await ask('paul', { asin: OTHER });

      const own = await ask('leto', { autoApprove: true });

      expect(await statuses([first, second, own, emma])).to.deep.equal(['cancelled', 'cancelled', 'pending', 'awaiting_approval']);
      expect(await subscribers(own)).to.have.members(['paul', 'chani']);
      expect(await world.queued('request.search')).to.have.length(1);
    });

    it('take those along who subscribed to them', async () => {
      const [first, second] = await threeWait();
      await world.service.subscribe(admin(), second);

      await world.service.approve(admin(), first, { together: true });

      expect(await subscribers(first)).to.have.members(['chani', 'leto', 'admin']);
    });

    it('get one download where two admins approve two of them at the same moment', async () => {
      const all = await threeWait();

      await Promise.all([world.service.approve(admin(), all[0]), world.service.approve(admin(), all[1])]);

      expect((await statuses(all)).sort()).to.deep.equal(['awaiting_approval', 'cancelled', 'pending']);
      expect(await world.queued('request.search')).to.have.length(1);
    });

    it('are not approved who cancelled at the same moment, although somebody else’s goes on', async () => {
      const [first, second] = await threeWait();
      await world.service.approve(admin(), first);
      const { cached } = world.catalog;
      world.catalog.cached = async (asins) => {
        world.catalog.cached = cached;
        await world.service.cancel(world.callerOf('chani'), second);
        return cached(asins);
      };

      const refused: unknown = await world.service.approve(admin(), second).catch((error: unknown) => error);

      expect(refused).to.include({ code: 'request_state' });
      expect(await subscribers(first)).to.deep.equal([]);
    });

    it('who joined is not let through by trying again', async () => {
      const all = await threeWait();
      await world.service.approve(admin(), all[0], { together: true });
      await world.service.cancel(admin(), all[0]);

      const refused: unknown = await world.service.retry(world.callerOf('chani'), all[1]).catch((error: unknown) => error);

      expect(refused).to.include({ code: 'request_state' });
    });
  });
}
