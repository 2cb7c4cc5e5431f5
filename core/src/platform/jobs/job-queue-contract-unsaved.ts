import { expect } from 'chai';
import { DatabaseUnavailableError } from '../db/database-fault.js';
import type { JobContext, JobDefinition } from './job-queue.js';
import { until, type Refusal, type World } from './job-queue-contract-world.js';

/** What the contract says of jobs whose outcome a failing database refuses. */
export function describeUnsaved(world: World): void {
  describe('a job whose outcome cannot be saved', () => {
    const full = (when: Refusal['when']): Refusal => ({ when, error: () => new DatabaseUnavailableError('full', new Error('no room')) });

    /** Starts a job that ends while the database refuses to save. */
    async function runRefused(how: Refusal, run: (attempt: number) => ReturnType<JobDefinition['run']>): Promise<JobContext[]> {
      const runs: JobContext[] = [];
      world.queue.define({
        name: 'a',
        title: 'A',
        backoffMs: () => 5,
        async run(job) {
          runs.push(job);
          if (runs.length === 1) world.setup.refuseWrites(world.queue, how);
          return run(job.attempt);
        },
      });
      await world.queue.start();
      await world.queue.add({ name: 'a', singletonKey: 'k' });
      await until(() => runs.length === 1, 'the job ran');
      return runs;
    }

    const states = async (): Promise<string[]> => (await world.queue.list()).map(({ state }) => state);

    it('is over once it can be saved, and was run once', async () => {
      const runs = await runRefused(full('before'), async () => undefined);
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect(await states()).to.deep.equal(['running']);

      world.setup.refuseWrites(world.queue, undefined);
      await until(async () => (await states())[0] === 'done', 'its outcome was saved');

      expect(runs.map(({ attempt }) => attempt)).to.deep.equal([1]);
    });

    it('is tried again once its failure can be saved', async () => {
      const runs = await runRefused(full('before'), async (attempt) => {
        if (attempt === 1) throw new Error('no');
      });

      world.setup.refuseWrites(world.queue, undefined);
      await until(async () => (await states())[0] === 'done', 'it ran again');

      expect(runs.map(({ attempt }) => attempt)).to.deep.equal([1, 2]);
    });

    it('runs again after its lease, where the reason is not that the database is unavailable', async () => {
      const once = (): Error => {
        world.setup.refuseWrites(world.queue, undefined);
        return new Error('a fault of ours');
      };

      const runs = await runRefused({ when: 'before', error: once }, async () => undefined);
      await until(async () => (await states())[0] === 'done', 'it ran again');

      expect(runs.map(({ attempt }) => attempt)).to.deep.equal([1, 2]);
    });

    it('runs although its claim was saved and seemed to have failed', async () => {
      let runs = 0;
      world.queue.define({ name: 'a', title: 'A', run: async () => void (runs += 1) });
      await world.queue.start();
      world.setup.refuseWrites(world.queue, full('after'));
      await world.queue.add({ name: 'a', singletonKey: 'k' }).catch(() => undefined);
      await until(async () => (await states())[0] === 'running', 'it was claimed');

      world.setup.refuseWrites(world.queue, undefined);
      await until(async () => (await states())[0] === 'done', 'it ran');

      expect(runs).to.equal(1);
    });
  });
}
