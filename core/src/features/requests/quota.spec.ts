import { expect } from 'chai';
import { hasPostgres } from '../../platform/db/test-databases.js';
import { ApiError } from '../../platform/http/problem.js';
import { quotaColumns, type Quota } from '../users/permissions.js';
import { readQuota, type QuotaState } from './quota.js';
import { DUNE } from './request-fakes.spec.support.js';
import { createRequestWorld, type RequestWorld } from './request-world.spec.support.js';

const DAY_MS = 86_400_000;

for (const dialect of ['sqlite', 'postgres'] as const) {
  describe(`quotas on ${dialect}`, () => {
    let world: RequestWorld;
    let serial = 0;
    const paul = () => world.callerOf('paul');

    before(async function () {
      if (dialect === 'postgres' && !(await hasPostgres())) this.skip();
    });
    beforeEach(async () => {
      world = await createRequestWorld(dialect);
      await world.addUser('paul');
      await world.addUser('admin');
    });
    afterEach(() => world?.remove());

    const state = (caller = paul()) =>
      readQuota({ settings: { get: async () => world.state.settings }, now: world.now }, world.database.read, caller);

    function general(quotaLimit: number | null, quotaDays = 7): void {
      world.state.settings = { ...world.state.settings, requests: { ...world.state.settings.requests, quotaLimit, quotaDays } };
    }

    async function own(quota: Quota | null): Promise<void> {
      const { quotaLimit, quotaDays } = quotaColumns(quota);
      await world.database.transaction((tx) =>
        tx.run('UPDATE users SET quota_limit = ?, quota_days = ? WHERE id = ?', [quotaLimit, quotaDays, 'paul']),
      );
    }

    function ask(caller = paul()): Promise<{ requestId: string }> {
      serial += 1;
      const asin = `Q${String(serial).padStart(9, '0')}`;
      world.state.books.set(asin, { ...DUNE, asin });
      return world.service.create(caller, { asin, type: 'audiobook', origin: 'manual' });
    }

    async function refusal(work: Promise<unknown>): Promise<{ code: string; message: string; quota: QuotaState | undefined }> {
      try {
        await work;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        return { code: error.code, message: error.message, quota: error.extra.members?.['quota'] as QuotaState | undefined };
      }
      return { code: 'none', message: '', quota: undefined };
    }

    it('are without limit until an admin sets one, and follow the general one then', async () => {
      await ask();
      expect(await state()).to.deep.equal({ limit: null, days: 7, used: 1, left: null, nextAt: null });
      general(2);
      expect(await state()).to.deep.equal({ limit: 2, days: 7, used: 1, left: 1, nextAt: null });
      await ask();
      expect((await refusal(ask())).code).to.equal('quota_exceeded');
    });

    it('let a user have another one, or none at all', async () => {
      general(1);
      await own({ limit: 2, days: 1 });
      await ask();
      await ask();
      expect((await refusal(ask())).code).to.equal('quota_exceeded');
      await own({ limit: null, days: 7 });
      await ask();
      expect((await state()).left).to.equal(null);
      await own(null);
      expect((await refusal(ask())).quota?.limit).to.equal(1);
    });

    it('say when the next one is free, and let it be had then and not before', async () => {
      general(2, 3);
      await ask();
      world.state.offset = DAY_MS;
      await ask();
      const first = await world.database.read.get<{ at: string }>('SELECT MIN(created_at) AS at FROM requests');
      const freeAt = new Date(Date.parse(first?.at ?? '') + 3 * DAY_MS);

      const refused = await refusal(ask());
      expect(refused.quota).to.deep.equal({ limit: 2, days: 3, used: 2, left: 0, nextAt: freeAt.toISOString() });
      expect(refused.message).to.contain(new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(freeAt));
      world.state.offset = freeAt.getTime() - Date.now() - 60_000;
      expect((await refusal(ask())).code).to.equal('quota_exceeded');
      world.state.offset = freeAt.getTime() - Date.now() + 1_000;
      expect((await refusal(ask())).code).to.equal('none');
    });

    it('name the right moment when the limit was lowered below what is used', async () => {
      general(5, 7);
      for (let day = 0; day < 3; day += 1) {
        world.state.offset = day * DAY_MS;
        await ask();
      }
      general(1, 7);
      const last = await world.database.read.get<{ at: string }>('SELECT MAX(created_at) AS at FROM requests');
      expect((await state()).nextAt).to.equal(new Date(Date.parse(last?.at ?? '') + 7 * DAY_MS).toISOString());
    });

    it('do not count what was denied, what failed, and what was cancelled before a download client had it', async () => {
      general(4);
      const cancelled = await ask();
      await world.service.cancel(paul(), cancelled.requestId);
      const denied = await ask();
      await world.service.deny(world.callerOf('admin'), denied.requestId, 'no');
      const failed = await ask();
      await world.database.transaction((tx) =>
        tx.run("UPDATE requests SET status = 'failed', status_group = 'attention' WHERE id = ?", [failed.requestId]),
      );
      expect((await state()).used).to.equal(0);
    });

    for (const [what, itemId, used] of [
      ['was handed to a download client', 'item-1', 1],
      ['was only about to be handed over', null, 0],
    ] as const) {
      it(`count ${used} of what ${what} before it was cancelled`, async () => {
        const { requestId } = await ask();
        await world.database.transaction(async (tx) => {
          const release = { title: 'Dune', protocol: 'torrent', indexer: 'Tracker' } as const;
          const download = await world.downloads.create(tx, { requestId, candidateId: 'c', integrationId: 'c1', releaseKey: 'k', release });
          await world.downloads.set(tx, download, { itemId, state: itemId === null ? 'created' : 'removed' });
        });
        await world.service.cancel(paul(), requestId);
        expect((await state()).used).to.equal(used);
      });
    }

    it('do not count what an admin asks for or brings on somebody’s behalf', async () => {
      general(1);
      for (const origin of ['manual', 'import'] as const) {
        serial += 1;
        const asin = `Q${String(serial).padStart(9, '0')}`;
        world.state.books.set(asin, { ...DUNE, asin });
        await world.service.createFor(world.callerOf('admin'), 'paul', { asin, type: 'audiobook', origin });
      }

      expect((await state()).used).to.equal(0);
      await ask();
      expect((await refusal(ask())).code).to.equal('quota_exceeded');
    });

    it('of nothing shut asking off, with no moment at which it ends', async () => {
      general(0);
      const { code, message, quota } = await refusal(ask());
      expect([code, quota?.nextAt]).to.deep.equal(['quota_exceeded', null]);
      expect(message).to.contain('An admin can change that');
    });

    it('do not hold admins', async () => {
      general(0);
      expect((await refusal(ask(world.callerOf('admin')))).code).to.equal('none');
    });

    it('hold against requests made at the same moment', async () => {
      general(1);
      const codes = await Promise.all([refusal(ask()), refusal(ask()), refusal(ask())]);
      expect(codes.map(({ code }) => code).sort()).to.deep.equal(['none', 'quota_exceeded', 'quota_exceeded']);
    });
  });
}
