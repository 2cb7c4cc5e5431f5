import { expect } from 'chai';
import { createTestDatabase, hasPostgres, type TestDatabase } from '../db/test-databases.js';
import { createJobLeases } from './job-leases.js';
import { createJobStore } from './job-store.js';

const NOON = Date.parse('2026-05-01T12:00:00.000Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const LEASE_MS = 30_000;

for (const dialect of ['sqlite', 'postgres'] as const) {
  describe(`due times on ${dialect} after the clock of one process was set back`, () => {
    let test: TestDatabase;

    before(async function () {
      if (dialect === 'postgres' && !(await hasPostgres())) this.skip();
    });
    beforeEach(async () => {
      test = await createTestDatabase(dialect);
    });
    afterEach(() => test?.dispose());

    /** The queue of a process whose clock says `clock`, and that of the server says noon. */
    function processAt(clock: number) {
      const leases = createJobLeases(test.database, 1, dialect === 'postgres' ? async () => new Date(NOON) : undefined);
      const store = createJobStore(test.database, new Map());
      return {
        plan: (name: string, waitMs: number) =>
          test.database.transaction((tx) => store.insert(tx, { name, runAt: new Date(clock + waitMs) }, 5, new Date(clock))),
        begin: async (name: string) => {
          const job = await leases.claim([name], new Date(clock), new Date(clock + LEASE_MS));
          if (!job) throw new Error(`${name} is not due`);
          return job;
        },
        leases,
      };
    }

    /** In how many minutes, from noon, each job that waits is due. */
    async function due(): Promise<Record<string, number>> {
      const rows = await test.database.read.all<{ name: string; runAt: string }>("SELECT name, run_at FROM jobs WHERE state = 'queued'");
      return Object.fromEntries(rows.map(({ name, runAt }) => [name, (Date.parse(runAt) - NOON) / MINUTE]));
    }

    it('move where that process had set them, and stay where one with a right clock had', async () => {
      await processAt(NOON).plan('of another', 90 * MINUTE);
      const ahead = processAt(NOON + HOUR);
      await ahead.plan('of its own', 90 * MINUTE);

      await ahead.leases.pullIn(new Date(NOON), HOUR, LEASE_MS);

      expect(await due()).to.deep.equal({ 'of another': 90, 'of its own': 90 });
    });

    it('move where a run of that process had put off a job that another had planned', async () => {
      await processAt(NOON - HOUR).plan('looks again', 0);
      const ahead = processAt(NOON + HOUR);
      const run = await ahead.begin('looks again');
      await ahead.leases.requeue(run, { runAt: new Date(NOON + HOUR + 5 * MINUTE), resetAttempts: true }, new Date(NOON + HOUR));

      await ahead.leases.pullIn(new Date(NOON), HOUR, LEASE_MS);

      expect(await due()).to.deep.equal({ 'looks again': 5 });
    });

    it('move once where the clocks of several processes were ahead and are set back one after the other', async () => {
      const ahead = processAt(NOON + HOUR);
      await ahead.plan('late', 90 * MINUTE);

      await ahead.leases.pullIn(new Date(NOON), HOUR, LEASE_MS);
      await ahead.leases.pullIn(new Date(NOON + 10 * MINUTE), HOUR, LEASE_MS);

      expect(await due()).to.deep.equal({ late: 90 });
    });

    // SQLite has no clock of its own
    if (dialect === 'sqlite') return;
    it('stay, with the leases of others, when the clock of the database shows that it was set back wrongly', async () => {
      const right = processAt(NOON);
      await right.plan('at work', 0);
      await right.begin('at work');
      await right.plan('waits', 90 * MINUTE);

      await right.leases.pullIn(new Date(NOON - HOUR), HOUR, LEASE_MS);
      await right.leases.reclaim(new Date(NOON), new Set());

      expect(await due()).to.deep.equal({ waits: 90 });
    });

    it('are compared with the clock of the server', async () => {
      const longAgo = new Date('2020-01-01T00:00:00.000Z');
      await processAt(longAgo.getTime() + HOUR).plan('waits', 90 * MINUTE);
      const planned = await due();

      await createJobLeases(test.database, 1).pullIn(longAgo, HOUR, LEASE_MS);

      expect(await due()).to.deep.equal(planned);
    });
  });
}
