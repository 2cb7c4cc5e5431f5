import { expect } from 'chai';
import { hasPostgres } from '../../platform/db/test-databases.js';
import { SERVICE_DIALECTS } from '../../platform/db/test-dialects.js';
import { SERIES } from './follow-books.spec.support.js';
import { CHECK_FOLLOWED } from './follow-check.js';
import { spreadChecks } from './follow-jobs.js';
import { createFollowWorld, type FollowWorld } from './follow-world.spec.support.js';

describe('checks of a day', () => {
  const at = new Date('2026-03-01T03:00:00.000Z');

  it('are spread evenly over it when there are many', () => {
    const times = spreadChecks(2_000, at, 1).map((time) => time.getTime() - at.getTime());

    expect(times[0]).to.equal(0);
    expect(times.at(-1)).to.be.within(19 * 3_600_000, 20 * 3_600_000);
    const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    expect(Math.max(...gaps) - Math.min(...gaps)).to.be.at.most(1);
  });

  it('are ten minutes apart when there are few', () => {
    expect(spreadChecks(3, at, 1).map((time) => (time.getTime() - at.getTime()) / 60_000)).to.deep.equal([0, 10, 20]);
    expect(spreadChecks(0, at, 1)).to.deep.equal([]);
  });
});

for (const dialect of SERVICE_DIALECTS) {
  describe(`the daily check on ${dialect}`, () => {
    let world: FollowWorld;

    beforeEach(async function () {
      if (dialect === 'postgres' && !(await hasPostgres())) return this.skip();
      world = await createFollowWorld(dialect);
    });
    afterEach(() => world?.remove());

    const daily = (signal?: AbortSignal) =>
      world.run('following.check-all', {}, { definitions: world.definitions, ...(signal ? { signal } : {}) });
    const queued = async () =>
      (await world.queued('following.check')).map(({ payload }) => `${payload['kind'] as string} ${payload['catalogId'] as string}`);
    const forgetJobs = () => world.database.transaction((tx) => tx.run('DELETE FROM jobs'));

    it('plans one check of each listing, however many follow it', async () => {
      for (const userId of ['paul', 'chani']) await world.follow(userId);
      await world.follow('paul', {}, 'author');
      await forgetJobs();

      await daily();

      expect(await queued()).to.have.members(['series B0SERIES01', 'author B0AUTHOR01']);
    });

    it('plans nothing twice when it runs twice, in two processes or after a kill', async () => {
      for (let n = 0; n < 450; n += 1) world.shop.names.set(`S${n}`, `Series ${n}`);
      await world.addUser('paul');
      for (let n = 0; n < 450; n += 1) {
        await world.service.add('series', 'paul', `S${n}`, { mode: 'tell', rule: { start: 'from_now' }, shown: [] });
      }
      await forgetJobs();
      const stop = new AbortController();
      const { enqueue } = world.jobs;
      let planned = 0;
      world.jobs.enqueue = (...args) => {
        planned += 1;
        if (planned === 250) stop.abort(new Error('killed'));
        return enqueue(...args);
      };
      await daily(stop.signal).catch(() => undefined);
      const before = (await queued()).length;

      await Promise.all([daily(), daily()]);

      expect(before).to.equal(400);
      expect(new Set(await queued()).size).to.equal(450);
      expect(await queued()).to.have.length(450);
    });

    it('leaves a check that waits for an earlier time where it is, and says so', async () => {
      const id = await world.follow('paul');
      await forgetJobs();
      const soon = new Date(Date.now() - 60_000);
      await world.jobs.add(CHECK_FOLLOWED({ kind: 'series', catalogId: SERIES, region: 'us' }, { runAt: soon }));

      await daily();

      expect((await world.queued('following.check')).map(({ runAt }) => runAt)).to.deep.equal([soon.toISOString()]);
      expect((await world.entry('paul', id)).nextCheckAt).to.equal(soon.toISOString());
    });

    it('says to each when its turn comes, and leaves out who may not sign in', async () => {
      const id = await world.follow('paul');
      await world.follow('chani', {}, 'author');
      await world.database.transaction((tx) => tx.run("UPDATE users SET state = 'disabled' WHERE id = 'chani'"));
      await forgetJobs();

      await daily();

      const [job] = await world.queued('following.check');
      expect(await queued()).to.deep.equal(['series B0SERIES01']);
      expect((await world.entry('paul', id)).nextCheckAt).to.equal(job?.runAt);
    });
  });
}
