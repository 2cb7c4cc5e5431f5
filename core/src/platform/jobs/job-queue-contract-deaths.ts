import { expect } from 'chai';
import { MOST_DEATHS } from './job-leases.js';
import type { JobContext, JobQueue } from './job-queue.js';
import { until, type World } from './job-queue-contract-world.js';

/** What becomes of a job whose worker dies while it runs. */
export function describeDeaths(world: World): void {
  describe('a job whose worker dies', () => {
    it('runs again on another worker', async () => {
      const doomed = world.setup.makeQueue();
      let began = false;
      doomed.define({ name: 'a', title: 'A', run: () => new Promise<void>(() => (began = true)) });
      await doomed.start();
      await doomed.add({ name: 'a', payload: { n: 7 } });
      await until(() => began, 'the doomed run began');
      await world.setup.crash(doomed);
      const seen: JobContext['payload'][] = [];
      world.queue.define({ name: 'a', title: 'A', run: async (job) => void seen.push(job.payload) });

      await world.queue.start();
      await until(() => seen.length === 1, 'the job ran again');

      expect(seen).to.deep.equal([{ n: 7 }]);
    });

    it('is given up when they all do', async () => {
      let begun = 0;
      const exhausted: string[] = [];
      const define = (queue: JobQueue) =>
        queue.define({
          name: 'a',
          title: 'A',
          maxAttempts: 1_000_000,
          run: () => new Promise<void>(() => (begun += 1)),
          onExhausted: async (_job, error) => void exhausted.push((error as Error).message),
        });
      const doomed = Array.from({ length: MOST_DEATHS }, () => world.setup.makeQueue());
      for (const queue of [...doomed, world.queue]) define(queue);
      await doomed[0]!.add({ name: 'a', singletonKey: 'k' });

      for (const [died, queue] of doomed.entries()) {
        await queue.start();
        await until(() => begun === died + 1, `run ${died + 1} began`);
        // another run of the same work, asked for meanwhile, takes over from the dead one
        if (died === 1) await queue.add({ name: 'a', singletonKey: 'k' });
        await world.setup.crash(queue);
      }
      await world.queue.start();
      await until(async () => (await world.queue.list()).some((job) => job.state === 'failed'), 'it was given up');

      expect(begun).to.equal(MOST_DEATHS);
      expect(exhausted).to.deep.equal(['The server ended 5 times while this was at work, so it is not tried again. Its log may say why.']);
    });

    it('has their deaths forgotten once a run went well', async () => {
      let begun = 0;
      let again = false;
      const define = (queue: JobQueue) =>
        queue.define({
          name: 'a',
          title: 'A',
          run: async (job) => {
            begun += 1;
            if (!again) return new Promise<void>((_, reject) => job.signal.addEventListener('abort', () => reject(new Error('stopped'))));
            again = false;
            return { againAt: new Date() };
          },
        });
      const doomed = Array.from({ length: MOST_DEATHS + 1 }, () => world.setup.makeQueue());
      for (const queue of [...doomed, world.queue]) define(queue);
      await doomed[0]!.add({ name: 'a' });

      for (const queue of doomed) {
        const before = begun;
        again = queue === doomed[3];
        const due = before + (again ? 2 : 1);
        await queue.start();
        await until(() => begun === due, `run ${due} began`);
        await world.setup.crash(queue);
      }
      await world.queue.start();
      await until(() => begun === doomed.length + 2, 'it ran once more');

      expect((await world.queue.list())[0]).to.include({ state: 'running' });
    });
  });
}
