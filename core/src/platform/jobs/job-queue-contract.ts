import { expect } from 'chai';
import Type from 'typebox';
import type { Database } from '../db/index.js';
import { defineJob } from './define-job.js';
import type { JobContext, JobQueue } from './job-queue.js';

/** How the contract gets its subject. Two queues made from one setup share their database. */
export interface JobQueueSetup {
  readonly database: Database;
  makeQueue(): JobQueue;
  /** A queue whose process has died: it holds its jobs and does nothing any more. */
  crash(queue: JobQueue): Promise<void>;
  dispose(): Promise<void>;
}

async function until(condition: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const end = Date.now() + 8000;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`waited too long until ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** What every adapter of {@link JobQueue} must do. Call inside a `describe`. */
export function jobQueueContract(setup: () => Promise<JobQueueSetup | undefined>): void {
  let s: JobQueueSetup;
  let queue: JobQueue;

  beforeEach(async function () {
    const made = await setup();
    if (!made) return this.skip();
    s = made;
    queue = s.makeQueue();
  });

  afterEach(async () => {
    await queue?.stop();
    await s?.dispose();
  });

  it('runs a job with its payload once', async () => {
    const seen: unknown[] = [];
    queue.define({ name: 'a', title: 'A', run: async (job) => void seen.push(job.payload) });
    await queue.start();

    await queue.add({ name: 'a', payload: { n: 1 } });
    await until(() => seen.length > 0, 'the job ran');
    await queue.idle();

    expect(seen).to.deep.equal([{ n: 1 }]);
    expect((await queue.list())[0]).to.include({ state: 'done', attempt: 1 });
  });

  it('fails a job whose payload does not fit its type at once, says why, and calls no handler', async () => {
    const called: string[] = [];
    const grab = defineJob('grab', Type.Object({ requestId: Type.String(), quick: Type.Optional(Type.Boolean()) }));
    queue.define(
      grab.handledBy({
        title: 'Grab',
        maxAttempts: 1_000_000,
        run: async ({ payload }) => void called.push(payload.requestId),
        onExhausted: async () => void called.push('exhausted'),
      }),
    );
    await queue.start();

    await queue.add({ name: 'grab', payload: { quick: 'yes' } });
    await until(async () => (await queue.list())[0]?.state === 'failed', 'it failed');

    expect(called).to.deep.equal([]);
    expect((await queue.list())[0]).to.include({
      attempt: 1,
      error: 'The payload of this job does not fit grab: /requestId is required; /quick must be boolean.',
    });
  });

  it('fails a job at once whose payload cannot be read, and goes on with the others', async () => {
    const seen: unknown[] = [];
    queue.define({ name: 'a', title: 'A', maxAttempts: 1_000_000, run: async (job) => void seen.push(job.payload) });
    for (const text of ['{"cut off', '[]', 'null']) {
      await queue.add({ name: 'a', payload: { text } });
      await s.database.transaction((tx) => tx.run("UPDATE jobs SET payload = ? WHERE payload LIKE '%text%'", [text]));
    }
    await queue.add({ name: 'a', payload: { n: 1 } });

    await queue.start();
    await until(async () => (await queue.list()).every(({ state }) => state === 'done' || state === 'failed'), 'all were over');

    expect(seen).to.deep.equal([{ n: 1 }]);
    const failed = (await queue.list()).filter(({ state }) => state === 'failed');
    expect(failed.map(({ error, attempt }) => ({ error, attempt }))).to.deep.equal(
      [1, 2, 3].map(() => ({ error: 'The payload of this job is no JSON object.', attempt: 1 })),
    );
  });

  it('asks for a typed job with the key and the subject of its type', async () => {
    const seen: unknown[] = [];
    const grab = defineJob('grab', Type.Object({ requestId: Type.String() }), {
      key: ({ requestId }) => `grab:${requestId}`,
      subject: ({ requestId }) => `request:${requestId}`,
    });
    queue.define(grab.handledBy({ title: 'Grab', run: async ({ payload }) => void seen.push(payload.requestId) }));
    const later = new Date(Date.now() + 60_000);

    await queue.add(grab({ requestId: 'r1' }, { runAt: later }));
    await queue.add(grab({ requestId: 'r1' }, { runAt: later }));
    await queue.add(grab({ requestId: 'r2' }, { runAt: later }));

    expect((await queue.list()).map(({ subject }) => subject).sort()).to.deep.equal(['request:r1', 'request:r2']);

    await queue.start();
    await queue.add(grab({ requestId: 'r2' }));
    await until(() => seen.length > 0, 'the one that was asked for again ran');

    expect(seen).to.deep.equal(['r2']);
  });

  it('has no job when the transaction that asked for it is rolled back', async () => {
    let runs = 0;
    queue.define({ name: 'a', title: 'A', run: async () => void (runs += 1) });
    await queue.start();

    await s.database
      .transaction(async (tx) => {
        await queue.enqueue(tx, { name: 'a' });
        throw new Error('rolled back');
      })
      .catch(() => undefined);
    await queue.idle();

    expect(runs).to.equal(0);
    expect(await queue.list()).to.deep.equal([]);
  });

  it('tries again after a failure, and reports exhaustion once, at the end', async () => {
    const attempts: number[] = [];
    const exhausted: unknown[] = [];
    queue.define({
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
    await queue.start();

    await queue.add({ name: 'a' });
    await until(() => exhausted.length > 0, 'it was given up');
    await queue.idle();

    expect(attempts).to.deep.equal([1, 2, 3]);
    expect(exhausted).to.deep.equal(['boom 3']);
    expect((await queue.list())[0]).to.include({ state: 'failed', error: 'boom 3' });
  });

  it('keeps at most one queued job of a key, at the earlier time', async () => {
    queue.define({ name: 'a', title: 'A', run: async () => undefined });

    await queue.add({ name: 'a', singletonKey: 'k', runAt: new Date(Date.now() + 60_000) });
    await queue.add({ name: 'a', singletonKey: 'k', runAt: new Date(Date.now() + 5_000) });
    await queue.add({ name: 'a', singletonKey: 'k', runAt: new Date(Date.now() + 90_000) });

    const jobs = await queue.list();
    expect(jobs).to.have.length(1);
    expect(new Date(jobs[0]?.runAt ?? 0).getTime()).to.be.lessThan(Date.now() + 10_000);
  });

  it('never runs two jobs of a key at once, and runs the second after the first', async () => {
    let inside = 0;
    let most = 0;
    let runs = 0;
    queue.define({
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
    await queue.start();

    await queue.add({ name: 'a', singletonKey: 'k' });
    await until(() => inside === 1, 'the first run began');
    await queue.add({ name: 'a', singletonKey: 'k' });
    await until(() => runs === 2, 'both ran');

    expect(most).to.equal(1);
  });

  it('holds each kind to its concurrency', async () => {
    let inside = 0;
    let most = 0;
    let runs = 0;
    queue.define({
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
    await queue.start();

    for (let i = 0; i < 6; i += 1) await queue.add({ name: 'a', payload: { i } });
    await until(() => runs === 6, 'all ran');

    expect(most).to.equal(2);
  });

  it('cancels queued and running jobs of a subject', async () => {
    let aborted = false;
    let started = false;
    queue.define({
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
    await queue.start();
    await queue.add({ name: 'a', subject: 'request:1' });
    await queue.add({ name: 'a', subject: 'request:1' });
    await queue.add({ name: 'a', subject: 'request:2', runAt: new Date(Date.now() + 60_000) });
    await until(() => started, 'the first run began');

    await s.database.transaction((tx) => queue.cancelSubject(tx, 'request:1'));
    await until(async () => (await queue.list()).filter((job) => job.state === 'cancelled').length === 2, 'both were cancelled');

    expect(aborted).to.equal(true);
    expect((await queue.list()).filter((job) => job.state === 'queued').map((job) => job.subject)).to.deep.equal(['request:2']);
  });

  it('runs a job again at the time its handler asks for, without counting it as a failure', async () => {
    const attempts: number[] = [];
    queue.define({
      name: 'a',
      title: 'A',
      run: async (job) => {
        attempts.push(job.attempt);
        return attempts.length < 3 ? { againAt: new Date(Date.now() + 10) } : undefined;
      },
    });
    await queue.start();

    await queue.add({ name: 'a', singletonKey: 'k' });
    await until(() => attempts.length === 3, 'it ran three times');

    expect(attempts).to.deep.equal([1, 1, 1]);
  });

  it('repeats the job of a worker that died, on another worker', async () => {
    const doomed = s.makeQueue();
    let began = false;
    doomed.define({ name: 'a', title: 'A', run: () => new Promise<void>(() => (began = true)) });
    await doomed.start();
    await doomed.add({ name: 'a', payload: { n: 7 } });
    await until(() => began, 'the doomed run began');
    await s.crash(doomed);
    const seen: JobContext['payload'][] = [];
    queue.define({ name: 'a', title: 'A', run: async (job) => void seen.push(job.payload) });

    await queue.start();
    await until(() => seen.length === 1, 'the job ran again');

    expect(seen).to.deep.equal([{ n: 7 }]);
  });

  it('hands work back when it is stopped, and finishes it after the next start', async () => {
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
    define(queue);
    await queue.start();
    await queue.add({ name: 'a' });
    await until(() => runs === 1, 'the first run began');

    await queue.stop();
    queue = s.makeQueue();
    define(queue);
    await queue.start();
    await until(() => finished === 1, 'the second run ended');

    expect(runs).to.equal(2);
  });

  it('keeps progress and finished jobs until they are pruned', async () => {
    queue.define({ name: 'a', title: 'A', run: async (job) => job.progress({ done: 3, total: 4, message: 'three' }) });
    await queue.start();
    await queue.add({ name: 'a' });
    await until(async () => (await queue.list())[0]?.state === 'done', 'it ran');

    expect((await queue.list())[0]?.progress).to.deep.equal({ done: 3, total: 4, message: 'three' });
    expect((await queue.lastRuns()).get('a')?.state).to.equal('done');
    expect(await queue.prune(new Date(Date.now() - 60_000))).to.equal(0);
    expect(await queue.prune(new Date(Date.now() + 1000))).to.equal(1);
    expect(await queue.list()).to.deep.equal([]);
  });

  it('fires schedules and shows when they fire next', async () => {
    let runs = 0;
    queue.define({ name: 'tick', title: 'Tick', cron: '* * * * * *', run: async () => void (runs += 1) });
    await queue.start();

    await until(() => runs >= 1, 'the schedule fired');

    expect(queue.schedules()[0]).to.include({ name: 'tick', title: 'Tick' });
    expect(new Date(queue.schedules()[0]?.nextRun ?? 0).getTime()).to.be.greaterThan(Date.now() - 1000);
  });
}
