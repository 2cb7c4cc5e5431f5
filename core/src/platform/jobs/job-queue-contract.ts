import { expect } from 'chai';
import Type from 'typebox';
import { inEnglish } from '../words/index.js';
import { defineJob } from './define-job.js';
import type { JobContext, JobQueue } from './job-queue.js';
import { describeDeaths } from './job-queue-contract-deaths.js';
import { describeUnsaved } from './job-queue-contract-unsaved.js';
import { until, type JobQueueSetup, type World } from './job-queue-contract-world.js';

/** Takes a running job from its worker, as if that had been silent for long, and waits until it runs again. */
async function takeOver({ setup }: World, runs: readonly unknown[]): Promise<void> {
  const before = runs.length;
  await setup.database.transaction((tx) =>
    tx.run("UPDATE jobs SET state = 'queued', lease_owner = NULL, lease_until = NULL WHERE state = 'running'"),
  );
  await until(() => runs.length > before, 'the job ran again');
}

function describeTakingOver(world: World): void {
  describe('a job that was taken over', () => {
    it('is held by the later run alone, though one worker has both', async () => {
      const runs: JobContext[] = [];
      let end = (): void => undefined;
      const ended = new Promise<void>((resolve) => (end = resolve));
      world.queue.define({
        name: 'a',
        title: 'A',
        concurrency: 2,
        async run(job) {
          runs.push(job);
          await ended;
        },
      });
      await world.queue.start();
      await world.queue.add({ name: 'a' });
      await until(() => runs.length === 1, 'the job ran');
      await runs[0]?.hold();

      await takeOver(world, runs);

      await runs[1]?.hold();
      const held = await Promise.allSettled([runs[0]?.hold(), world.setup.database.transaction(async (tx) => runs[0]?.hold(tx))]);
      expect(held.map((one) => (one.status === 'rejected' ? (one.reason as Error).name : one.status))).to.deep.equal([
        'RunTakenOver',
        'RunTakenOver',
      ]);
      await until(() => runs[0]?.signal.aborted === true, 'the first run was told');
      expect(runs[1]?.signal.aborted).to.equal(false);
      end();
      await world.queue.idle();
      expect((await world.queue.list()).map(({ state, attempt }) => [state, attempt])).to.deep.equal([['done', 2]]);
    });

    it('is not given up by the run that lost it, and its progress is not overwritten', async () => {
      const runs: JobContext[] = [];
      const ends: ((error?: Error) => void)[] = [];
      let exhausted = 0;
      world.queue.define({
        name: 'a',
        title: 'A',
        concurrency: 2,
        maxAttempts: 1,
        async run(job) {
          runs.push(job);
          await new Promise<void>((resolve, reject) => ends.push((error) => (error ? reject(error) : resolve())));
        },
        onExhausted: async () => void (exhausted += 1),
      });
      await world.queue.start();
      await world.queue.add({ name: 'a' });
      await until(() => ends.length === 1, 'the job ran');
      await takeOver(world, runs);
      await until(() => ends.length === 2, 'the job ran again');

      ends[0]?.(new Error('broken'));
      runs[1]?.progress({ done: 1, total: 2 });
      ends[1]?.();
      await world.queue.idle();

      expect(exhausted).to.equal(0);
      expect((await world.queue.list())[0]).to.deep.include({ state: 'done', progress: { done: 1, total: 2 } });
    });
  });
}

function describeRunning(world: World): void {
  describe('running a job', () => {
    it('runs a job with its payload once', async () => {
      const seen: unknown[] = [];
      world.queue.define({ name: 'a', title: 'A', run: async (job) => void seen.push(job.payload) });
      await world.queue.start();

      await world.queue.add({ name: 'a', payload: { n: 1 } });
      await until(() => seen.length > 0, 'the job ran');
      await world.queue.idle();

      expect(seen).to.deep.equal([{ n: 1 }]);
      expect((await world.queue.list())[0]).to.include({ state: 'done', attempt: 1 });
    });

    it('enqueues a typed job with the key and the subject of its type', async () => {
      const seen: unknown[] = [];
      const grab = defineJob('grab', Type.Object({ requestId: Type.String() }), {
        key: ({ requestId }) => `grab:${requestId}`,
        subject: ({ requestId }) => `request:${requestId}`,
      });
      world.queue.define(grab.handledBy({ title: 'Grab', run: async ({ payload }) => void seen.push(payload.requestId) }));
      const later = new Date(Date.now() + 60_000);

      await world.queue.add(grab({ requestId: 'r1' }, { runAt: later }));
      await world.queue.add(grab({ requestId: 'r1' }, { runAt: later }));
      await world.queue.add(grab({ requestId: 'r2' }, { runAt: later }));

      expect((await world.queue.list()).map(({ subject }) => subject).sort()).to.deep.equal(['request:r1', 'request:r2']);

      await world.queue.start();
      await world.queue.add(grab({ requestId: 'r2' }));
      await until(() => seen.length > 0, 'the one that was asked for again ran');

      expect(seen).to.deep.equal(['r2']);
    });

    it('has no job when the transaction that enqueued it is rolled back', async () => {
      let runs = 0;
      world.queue.define({ name: 'a', title: 'A', run: async () => void (runs += 1) });
      await world.queue.start();

      await world.setup.database
        .transaction(async (tx) => {
          await world.queue.enqueue(tx, { name: 'a' });
          throw new Error('rolled back');
        })
        .catch(() => undefined);
      await world.queue.idle();

      expect(runs).to.equal(0);
      expect(await world.queue.list()).to.deep.equal([]);
    });
  });
}

function describeUnfitPayloads(world: World): void {
  describe('an invalid payload', () => {
    it('fails its job at once, says why, and calls no handler', async () => {
      const called: string[] = [];
      const grab = defineJob('grab', Type.Object({ requestId: Type.String(), quick: Type.Optional(Type.Boolean()) }));
      world.queue.define(
        grab.handledBy({
          title: 'Grab',
          maxAttempts: 1_000_000,
          run: async ({ payload }) => void called.push(payload.requestId),
          onExhausted: async () => void called.push('exhausted'),
        }),
      );
      await world.queue.start();

      await world.queue.add({ name: 'grab', payload: { quick: 'yes' } });
      await until(async () => (await world.queue.list())[0]?.state === 'failed', 'it failed');

      expect(called).to.deep.equal([]);
      expect((await world.queue.list())[0]).to.include({
        attempt: 1,
        error: 'The payload of this job does not fit grab: /requestId is required; /quick must be boolean.',
      });
    });

    it('fails its job at once if it cannot be read, and continues with the others', async () => {
      const seen: unknown[] = [];
      world.queue.define({ name: 'a', title: 'A', maxAttempts: 1_000_000, run: async (job) => void seen.push(job.payload) });
      for (const text of ['{"cut off', '[]', 'null']) {
        await world.queue.add({ name: 'a', payload: { text } });
        await world.setup.database.transaction((tx) => tx.run("UPDATE jobs SET payload = ? WHERE payload LIKE '%text%'", [text]));
      }
      await world.queue.add({ name: 'a', payload: { n: 1 } });

      await world.queue.start();
      await until(async () => (await world.queue.list()).every(({ state }) => state === 'done' || state === 'failed'), 'all were over');

      expect(seen).to.deep.equal([{ n: 1 }]);
      const failed = (await world.queue.list()).filter(({ state }) => state === 'failed');
      expect(failed.map(({ error, attempt }) => ({ error, attempt }))).to.deep.equal(
        [1, 2, 3].map(() => ({ error: 'The payload of this job is no JSON object.', attempt: 1 })),
      );
    });
  });
}

function describeRepeating(world: World): void {
  describe('retries', () => {
    it('tries again after a failure, and reports exhaustion once, at the end', async () => {
      const attempts: number[] = [];
      const exhausted: unknown[] = [];
      world.queue.define({
        name: 'a',
        title: 'A',
        maxAttempts: 3,
        backoffMs: () => 5,
        run: async (job) => {
          attempts.push(job.attempt);
          throw new Error(`boom ${job.attempt}`);
        },
        onExhausted: async (_job, error) => void exhausted.push((error as Error).message),
      });
      await world.queue.start();

      await world.queue.add({ name: 'a' });
      await until(() => exhausted.length > 0, 'it was given up');
      await world.queue.idle();

      expect(attempts).to.deep.equal([1, 2, 3]);
      expect(exhausted).to.deep.equal(['boom 3']);
      expect((await world.queue.list())[0]).to.include({ state: 'failed', error: 'boom 3' });
    });

    it('runs a job again when its handler asks for it, without counting a failure', async () => {
      const attempts: number[] = [];
      world.queue.define({
        name: 'a',
        title: 'A',
        run: async (job) => {
          attempts.push(job.attempt);
          return attempts.length < 3 ? { againAt: new Date(Date.now() + 10) } : undefined;
        },
      });
      await world.queue.start();

      await world.queue.add({ name: 'a', singletonKey: 'k' });
      await until(() => attempts.length === 3, 'it ran three times');

      expect(attempts).to.deep.equal([1, 1, 1]);
    });
  });
}

function describeLimits(world: World): void {
  describe('concurrency', () => {
    it('keeps at most one queued job per key, at the earlier time', async () => {
      world.queue.define({ name: 'a', title: 'A', run: async () => undefined });

      await world.queue.add({ name: 'a', singletonKey: 'k', runAt: new Date(Date.now() + 60_000) });
      await world.queue.add({ name: 'a', singletonKey: 'k', runAt: new Date(Date.now() + 5_000) });
      await world.queue.add({ name: 'a', singletonKey: 'k', runAt: new Date(Date.now() + 90_000) });

      const jobs = await world.queue.list();
      expect(jobs).to.have.length(1);
      expect(new Date(jobs[0]?.runAt ?? 0).getTime()).to.be.lessThan(Date.now() + 10_000);
    });

    it('never runs two jobs of a key at once, and runs the second after the first', async () => {
      let inside = 0;
      let most = 0;
      let runs = 0;
      world.queue.define({
        name: 'a',
        title: 'A',
        concurrency: 4,
        run: async () => {
          inside += 1;
          most = Math.max(most, inside);
          await new Promise((resolve) => setTimeout(resolve, 60));
          inside -= 1;
          runs += 1;
        },
      });
      await world.queue.start();

      await world.queue.add({ name: 'a', singletonKey: 'k' });
      await until(() => inside === 1, 'the first run began');
      await world.queue.add({ name: 'a', singletonKey: 'k' });
      await until(() => runs === 2, 'both ran');

      expect(most).to.equal(1);
    });

    it('limits the concurrency of each kind', async () => {
      let inside = 0;
      let most = 0;
      let runs = 0;
      world.queue.define({
        name: 'a',
        title: 'A',
        concurrency: 2,
        run: async () => {
          inside += 1;
          most = Math.max(most, inside);
          await new Promise((resolve) => setTimeout(resolve, 20));
          inside -= 1;
          runs += 1;
        },
      });
      await world.queue.start();

      for (let i = 0; i < 6; i += 1) await world.queue.add({ name: 'a', payload: { i } });
      await until(() => runs === 6, 'all ran');

      expect(most).to.equal(2);
    });
  });
}

function describeCancelling(world: World): void {
  describe('a job that a person cancels', () => {
    it('says what follows, in the same transaction', async () => {
      const seen: string[] = [];
      const told: unknown[] = [];
      const tidy = defineJob('tidy', Type.Object({ n: Type.Integer() }), { key: () => 'tidy' });
      world.queue.define(
        tidy.handledBy({
          title: 'Tidy',
          run: async ({ payload }) => void seen.push(`ran ${payload.n}`),
          async onCancelled(tx, { payload }) {
            told.push(payload);
            if (payload.n === 2) throw new Error('no');
            await world.queue.enqueue(tx, { name: 'b' });
            return tidy({ n: 7 });
          },
        }),
      );
      world.queue.define({ name: 'b', title: 'B', run: async () => void seen.push('b') });
      const live = async (): Promise<string[]> => (await world.queue.list()).filter(({ state }) => state === 'queued').map(({ id }) => id);
      await world.queue.add(tidy({ n: 2 }));
      const [first = ''] = await live();
      const refused: unknown = await world.queue.cancel(first).catch((error: unknown) => error);
      expect(refused).to.be.instanceOf(Error);
      expect(await live()).to.deep.equal([first]);

      await world.queue.add(tidy({ n: 1 }));
      expect(await world.queue.cancel(first)).to.equal(true);
      expect(await world.queue.cancel(first)).to.equal(false);
      await world.queue.start();
      await until(() => seen.includes('b') && seen.some((line) => line.startsWith('ran')), 'what follows ran');

      expect(told).to.deep.equal([{ n: 2 }, { n: 1 }]);
      expect(seen).to.have.members(['b', 'ran 7']);
    });

    it('says so, whether it waited or ran', async () => {
      let begun = 0;
      world.queue.define({
        name: 'a',
        title: 'A',
        concurrency: 2,
        run: async ({ signal }) => {
          begun += 1;
          await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
        },
      });
      world.queue.define({ name: 'b', title: 'B', run: async () => undefined });
      await world.queue.add({ name: 'b', runAt: new Date(Date.now() + 3_600_000) });
      await world.queue.add({ name: 'a' });
      await world.queue.start();
      await until(() => begun === 1, 'it runs');

      for (const { id } of await world.queue.list()) await world.queue.cancel(id);
      await until(async () => (await world.queue.list()).every(({ state }) => state === 'cancelled'), 'both were cancelled');

      expect((await world.queue.list()).map(({ error }) => inEnglish(error ?? ''))).to.deep.equal([
        'An admin cancelled it.',
        'An admin cancelled it.',
      ]);
    });

    it('ends although its payload does not fit', async () => {
      const told: unknown[] = [];
      const tidy = defineJob('tidy', Type.Object({ n: Type.Integer() }));
      world.queue.define(
        tidy.handledBy({ title: 'Tidy', run: async () => undefined, onCancelled: async (_tx, { payload }) => void told.push(payload) }),
      );
      await world.queue.add({ name: 'tidy', payload: { n: 'many' } });
      const [job] = await world.queue.list();

      expect(await world.queue.cancel(job?.id ?? '')).to.equal(true);

      expect(told).to.deep.equal([]);
      expect((await world.queue.list()).map(({ state }) => state)).to.deep.equal(['cancelled']);
    });
  });
}

function describeStopping(world: World): void {
  describe('stopping', () => {
    it('cancels queued and running jobs of a subject', async () => {
      let aborted = false;
      let started = false;
      world.queue.define({
        name: 'a',
        title: 'A',
        run: (job) =>
          new Promise<void>((_, reject) => {
            started = true;
            job.signal.addEventListener('abort', () => {
              aborted = true;
              reject(new Error('stopped'));
            });
          }),
      });
      await world.queue.start();
      await world.queue.add({ name: 'a', subject: 'request:1' });
      await world.queue.add({ name: 'a', subject: 'request:1' });
      await world.queue.add({ name: 'a', subject: 'request:2', runAt: new Date(Date.now() + 60_000) });
      await until(() => started, 'the first run began');

      await world.setup.database.transaction((tx) => world.queue.cancelSubject(tx, 'request:1'));
      await until(async () => (await world.queue.list()).filter((job) => job.state === 'cancelled').length === 2, 'both were cancelled');

      expect(aborted).to.equal(true);
      expect((await world.queue.list()).filter((job) => job.state === 'queued').map((job) => job.subject)).to.deep.equal(['request:2']);
    });

    it('returns work when it is stopped, and finishes it after the next start', async () => {
      let runs = 0;
      let finished = 0;
      const define = (q: JobQueue) =>
        q.define({
          name: 'a',
          title: 'A',
          run: async (job) => {
            runs += 1;
            if (runs === 1) await new Promise((_, reject) => job.signal.addEventListener('abort', () => reject(new Error('stopped'))));
            finished += 1;
          },
        });
      define(world.queue);
      await world.queue.start();
      await world.queue.add({ name: 'a' });
      await until(() => runs === 1, 'the first run began');

      await world.queue.stop();
      world.queue = world.setup.makeQueue();
      define(world.queue);
      await world.queue.start();
      await until(() => finished === 1, 'the second run ended');

      expect(runs).to.equal(2);
    });
  });
}

function describeRecords(world: World): void {
  describe('the admin view', () => {
    it('keeps progress and finished jobs until they are pruned', async () => {
      world.queue.define({ name: 'a', title: 'A', run: async (job) => job.progress({ done: 3, total: 4, message: 'three' }) });
      await world.queue.start();
      await world.queue.add({ name: 'a' });
      await until(async () => (await world.queue.list())[0]?.state === 'done', 'it ran');

      expect((await world.queue.list())[0]?.progress).to.deep.equal({ done: 3, total: 4, message: 'three' });
      expect((await world.queue.lastRuns()).get('a')?.state).to.equal('done');
      expect(await world.queue.prune(new Date(Date.now() - 60_000))).to.equal(0);
      expect(await world.queue.prune(new Date(Date.now() + 1000))).to.equal(1);
      expect(await world.queue.list()).to.deep.equal([]);
    });

    it('prunes a run that was cancelled elsewhere and then failed', async () => {
      const elsewhere = world.setup.makeQueue();
      world.queue.define({
        name: 'a',
        title: 'A',
        async run() {
          const [run] = await world.queue.list();
          await elsewhere.cancel(run?.id ?? '');
          throw new Error('it failed');
        },
      });
      await world.queue.start();
      await world.queue.add({ name: 'a' });
      await until(async () => (await world.queue.list())[0]?.state === 'cancelled', 'it was cancelled');

      expect(await world.queue.prune(new Date(Date.now() + 1000))).to.equal(1);
    });

    it('fires schedules and shows when they fire next', async () => {
      let runs = 0;
      world.queue.define({ name: 'tick', title: 'Tick', cron: '* * * * * *', run: async () => void (runs += 1) });
      await world.queue.start();

      await until(() => runs >= 1, 'the schedule fired');

      expect(world.queue.schedules()[0]).to.include({ name: 'tick', title: 'Tick' });
      expect(['tick', 'tock'].map((name) => world.queue.titleOf(name))).to.deep.equal(['Tick', undefined]);
      expect(new Date(world.queue.schedules()[0]?.nextRun ?? 0).getTime()).to.be.greaterThan(Date.now() - 1000);
    });
  });
}

/** The tests that every adapter of {@link JobQueue} must pass. Call it inside a `describe`. */
export function jobQueueContract(makeSetup: () => Promise<JobQueueSetup | undefined>): void {
  // filled before each test
  const world = {} as World;

  beforeEach(async function () {
    const setup = await makeSetup();
    if (!setup) return this.skip();
    world.setup = setup;
    world.queue = setup.makeQueue();
  });

  afterEach(async () => {
    await world.queue?.stop();
    await world.setup?.dispose();
  });

  describeRunning(world);
  describeTakingOver(world);
  describeUnfitPayloads(world);
  describeRepeating(world);
  describeLimits(world);
  describeCancelling(world);
  describeStopping(world);
  describeDeaths(world);
  describeUnsaved(world);
  describeRecords(world);
}
