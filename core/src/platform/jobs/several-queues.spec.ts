import { expect } from 'chai';
import { pino } from 'pino';
import { createPostgresChangeFeed, type ChangeFeed } from '../change-feed/index.js';
import { createTestDatabase, hasPostgres, type TestDatabase } from '../db/test-databases.js';
import { createEmbeddedJobQueue } from './embedded-job-queue.js';
import type { JobDefinition, JobQueue } from './job-queue.js';
import { createSchedules, type JobSchedules } from './job-schedules.js';

const log = pino({ level: 'silent' });
/** Long enough that nothing happens by a look at the table or by a lease that is renewed. */
const NEVER_MS = 3_600_000;

describe('queues of several processes on one PostgreSQL', () => {
  let test: TestDatabase;
  let feeds: ChangeFeed[];
  let web: JobQueue;
  let worker: JobQueue;

  before(async function () {
    if (!(await hasPostgres())) return this.skip();
    test = await createTestDatabase('postgres');
  });
  after(() => test?.dispose());

  beforeEach(async () => {
    const { database, databaseUrl = '' } = test;
    feeds = [0, 1].map(() => createPostgresChangeFeed({ database, databaseUrl, log }));
    for (const feed of feeds) await feed.start();
    [web, worker] = feeds.map((feed) =>
      createEmbeddedJobQueue({ database, log, feed, exclusive: false, pollMs: NEVER_MS, leaseMs: NEVER_MS }),
    ) as [JobQueue, JobQueue];
  });
  afterEach(async () => {
    await worker.stop();
    for (const feed of feeds) await feed.stop();
  });

  it('begin a job that another enqueued, and end one that another cancelled, at once', async () => {
    let begun: (id: string) => void;
    let ended: (reason: unknown) => void;
    const beginning = new Promise<string>((resolve) => (begun = resolve));
    const ending = new Promise<unknown>((resolve) => (ended = resolve));
    const definition: JobDefinition = {
      name: 'a',
      title: 'A',
      async run({ id, signal }) {
        begun(id);
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
        ended(signal.reason);
      },
    };
    for (const queue of [web, worker]) queue.define(definition);
    await worker.start();

    await web.add({ name: 'a' });
    const id = await beginning;
    await web.cancel(id);

    expect(String(await ending)).to.equal('Error: cancelled');
  });

  it('end the runs of a subject that another cancelled, and none after a rollback', async () => {
    const ended: string[] = [];
    let runs = 0;
    let over: () => void;
    const isOver = new Promise<void>((resolve) => (over = resolve));
    let both: () => void;
    const bothRun = new Promise<void>((resolve) => (both = resolve));
    const definition: JobDefinition = {
      name: 'b',
      title: 'B',
      concurrency: 2,
      async run({ payload, signal }) {
        if ((runs += 1) === 2) both();
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
        ended.push(String(payload['n']));
        over();
      },
    };
    for (const queue of [web, worker]) queue.define(definition);
    await worker.start();
    await web.add({ name: 'b', subject: 'one', payload: { n: 1 } });
    await web.add({ name: 'b', subject: 'two', payload: { n: 2 } });
    await bothRun;

    await test.database
      .transaction(async (tx) => {
        await web.cancelSubject(tx, 'one');
        throw new Error('no');
      })
      .catch(() => undefined);
    await test.database.transaction((tx) => web.cancelSubject(tx, 'two'));
    await isOver;

    expect(ended).to.deep.equal(['2']);
  });
});

for (const dialect of ['sqlite', 'postgres'] as const) {
  describe(`schedules of several processes on ${dialect}`, () => {
    let test: TestDatabase;
    const running: JobSchedules[] = [];

    before(async function () {
      if (dialect === 'postgres' && !(await hasPostgres())) return this.skip();
      test = await createTestDatabase(dialect);
    });
    after(async () => {
      for (const one of running) one.stop();
      await test?.dispose();
    });

    const definitions = new Map<string, JobDefinition>([
      ['tick', { name: 'tick', title: 'Tick', cron: '* * * * * *', run: async () => undefined }],
    ]);

    it('enqueue each tick once, also after the clock was set back', async () => {
      const ticks: string[] = [];
      await test.database.transaction((tx) => tx.run("INSERT INTO job_ticks (name, tick) VALUES ('tick', '2999-01-01T00:00:00.000Z')"));
      await new Promise<void>((resolve) => {
        for (let process = 0; process < 3; process += 1) {
          const schedules = createSchedules({ definitions, log }, test.database, async (tx) => {
            ticks.push((await tx.get<{ tick: string }>("SELECT tick FROM job_ticks WHERE name = 'tick'"))?.tick ?? '');
            if (ticks.length === 4) resolve();
          });
          running.push(schedules);
          schedules.start();
        }
      });

      expect(new Set(ticks).size).to.equal(ticks.length);
      expect(ticks.every((tick) => tick.endsWith('.000Z'))).to.equal(true);
    });
  });

  describe(`jobs on ${dialect} while the clock is set`, () => {
    let test: TestDatabase;
    let queue: JobQueue;
    const hour = 3_600_000;

    before(async function () {
      if (dialect === 'postgres' && !(await hasPostgres())) return this.skip();
      test = await createTestDatabase(dialect);
    });
    after(async () => {
      await queue?.stop();
      await test?.dispose();
    });

    it('wait as long as they were to when it is set back, and no longer when it is set forward', async () => {
      let wall = Date.parse('2026-05-01T12:00:00.000Z');
      let steady = 0;
      queue = createEmbeddedJobQueue({
        database: test.database,
        log,
        exclusive: dialect === 'sqlite',
        pollMs: 20,
        now: () => new Date(wall),
        steady: () => steady,
        serverNow: async () => new Date(wall),
      });
      const seen: string[] = [];
      queue.define({ name: 'a', title: 'A', concurrency: 5, run: async ({ payload }) => void seen.push(String(payload['n'])) });
      await queue.add({ name: 'a', payload: { n: 'in a minute' }, runAt: new Date(wall + 60_000) });
      await queue.add({ name: 'a', payload: { n: 'in two hours' }, runAt: new Date(wall + 2 * hour) });
      await test.database.transaction((tx) =>
        tx.run(
          `INSERT INTO jobs (id, name, payload, state, priority, run_at, attempt, max_attempts, cancel_requested, created_at, lease_owner, lease_until)
           VALUES ('left over', 'a', '{"n":"left over"}', 'running', 0, ?, 1, 5, ?, ?, 'elsewhere', ?)`,
          [new Date(wall).toISOString(), false, new Date(wall).toISOString(), new Date(wall + 30_000).toISOString()],
        ),
      );
      await queue.start();
      const until = async (name: string): Promise<void> => {
        while (!seen.includes(name)) await new Promise((resolve) => setTimeout(resolve, 10));
      };

      wall -= hour;
      const farthest = (): string => new Date(wall + 2 * hour).toISOString();
      while ((await queue.list({ states: ['queued'] })).some(({ runAt }) => runAt > farthest()))
        await new Promise((resolve) => setTimeout(resolve, 10));
      wall += 61_000;
      steady += 61_000;
      await until('in a minute');
      await until('left over');
      expect(seen).not.to.include('in two hours');

      wall += 3 * hour;
      await until('in two hours');
    });
  });
}
