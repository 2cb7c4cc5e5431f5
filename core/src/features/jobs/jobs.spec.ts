import { expect } from 'chai';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTestDatabase, type TestDatabase } from '../../platform/db/test-databases.js';
import { createEventBus, type LiveEvent } from '../../platform/events/event-bus.js';
import { createEmbeddedJobQueue } from '../../platform/jobs/embedded-job-queue.js';
import type { JobInfo, JobQueue, WaitingJobs } from '../../platform/jobs/job-queue.js';
import { createLogger } from '../../platform/logging/logger.js';
import { createRedactor } from '../../platform/logging/redactor.js';
import { startTestHttp, type TestClient, type TestHttp } from '../auth/test-http.js';
import { announceJobs } from './job-announcer.js';
import { jobRoutes } from './routes.js';

interface Overview {
  schedules: { name: string; cron: string; running: boolean; nextRun?: string; lastRun?: { status: string; message?: string } }[];
  waiting: WaitingJobs[];
  items: JobInfo[];
}

describe('jobs for admins', () => {
  const redactor = createRedactor();
  const redact = (text: string): string => redactor.redact(text);
  let test: TestDatabase;
  let jobs: JobQueue;
  let http: TestHttp;
  let admin: TestClient;
  let release: () => void;

  beforeEach(async () => {
    test = await createTestDatabase('sqlite');
    const log = createLogger({ level: 'silent', redactor });
    jobs = createEmbeddedJobQueue({ database: test.database, log, exclusive: true, pollMs: 20, timeScale: 0.001 });
    const held = new Promise<void>((resolve) => (release = resolve));
    jobs.define({
      name: 'books.scan',
      title: 'Scan',
      cron: '0 0 1 1 *',
      run: ({ signal }) =>
        Promise.race([
          held,
          new Promise<void>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))),
        ]),
    });
    jobs.define({
      name: 'books.fail',
      title: 'Fail',
      cron: '0 0 1 1 *',
      maxAttempts: 1,
      run: () => Promise.reject(new Error('GET http://x/?apikey=abcdef1234 failed')),
    });
    jobs.define({ name: 'books.inner', title: 'Inner', run: () => Promise.resolve() });
    redactor.addSecret('planted-secret');
    const deps = { database: test.database, jobs, redact, runnable: [] };
    http = await startTestHttp({ database: test.database, routes: ({ audit }) => jobRoutes({ ...deps, audit }) });
    admin = await http.as('admin');
    await jobs.start();
  });
  afterEach(async () => {
    release();
    await jobs.stop();
    await http.stop();
    await test.dispose();
  });

  async function overviewWhen(ready: (overview: Overview) => boolean): Promise<Overview> {
    for (;;) {
      const { body } = await admin.get<Overview>('/api/admin/jobs');
      if (ready(body)) return body;
      await sleep(10);
    }
  }

  it('run now on request, show that they run, and can be cancelled', async () => {
    const started = await admin.post<{ jobId: string }>('/api/admin/jobs/books.scan/run');
    const running = await overviewWhen(({ schedules }) => schedules.some((schedule) => schedule.running));
    const cancelled = await admin.post(`/api/admin/jobs/runs/${started.body.jobId}/cancel`);
    const over = await overviewWhen(({ items }) => items.every(({ state }) => state === 'cancelled'));
    const again = await admin.post<{ code: string }>(`/api/admin/jobs/runs/${started.body.jobId}/cancel`);

    expect(started.status).to.equal(202);
    expect(running.items[0]).to.deep.include({ id: started.body.jobId, state: 'running', title: 'Scan' });
    expect(cancelled.status).to.equal(204);
    expect(over.schedules.find(({ name }) => name === 'books.scan')).to.deep.include({ running: false, cron: '0 0 1 1 *' });
    expect(again.body.code).to.equal('job_over');
    const { items } = await http.people.audit.list({ page: 1, limit: 10 });
    expect(items.map(({ action }) => action)).to.include.members(['job.run', 'job.cancelled']);
  });

  it('counts those that wait by their kind, and lists those that ended beside any number of them', async () => {
    await admin.post('/api/admin/jobs/books.fail/run');
    await overviewWhen(({ items }) => items.some(({ state }) => state === 'failed'));
    const runAt = new Date(Date.now() + 3_600_000);
    await test.database.transaction(async (tx) => {
      for (let n = 0; n < 150; n += 1) await jobs.enqueue(tx, { name: 'books.inner', runAt: new Date(runAt.getTime() + n) });
    });

    const { items, waiting } = (await admin.get<Overview>('/api/admin/jobs')).body;

    expect(waiting).to.deep.include({ name: 'books.inner', title: 'Inner', count: 150, nextAt: runAt.toISOString() });
    expect(items.filter(({ state }) => state === 'queued').length).to.be.at.most(100);
    expect(items.some(({ state }) => state === 'failed')).to.equal(true);
  });

  it('shows the outcome of the last run without secrets', async () => {
    await admin.post('/api/admin/jobs/books.fail/run');

    const { schedules, items } = await overviewWhen((overview) => overview.items.some(({ state }) => state === 'failed'));

    expect(schedules.find(({ name }) => name === 'books.fail')?.lastRun?.status).to.equal('failed');
    expect(JSON.stringify([schedules, items]))
      .to.contain('apikey=[redacted]')
      .and.not.contain('abcdef1234');
  });

  it('are not started by hand unless that is intended', async () => {
    expect((await admin.post('/api/admin/jobs/books.inner/run')).status).to.equal(404);
    expect((await admin.post('/api/admin/jobs/nothing/run')).status).to.equal(404);
    expect((await admin.post('/api/admin/jobs/runs/nothing/cancel')).status).to.equal(404);
  });

  it('is for admins', async () => {
    const user = await http.as('user');

    expect((await user.get('/api/admin/jobs')).status).to.equal(403);
    expect((await user.post('/api/admin/jobs/books.scan/run')).status).to.equal(403);
  });
});

describe('job announcer', () => {
  it('makes one event of many changes to a job', async () => {
    let change: (job: JobInfo) => void = () => undefined;
    const published: LiveEvent[] = [];
    const events = createEventBus();
    events.subscribe((event) => void published.push(event));
    const jobs = { onChange: (listener: typeof change) => ((change = listener), () => undefined) };
    const end = announceJobs({ jobs, events, redact: (text) => text.replace('secret', '*'), everyMs: 5 });
    const job = { id: 'a', name: 'n', title: 't', state: 'running' } as JobInfo;

    for (let done = 0; done < 100; done += 1) change({ ...job, progress: { done, message: 'secret' } });
    change({ ...job, id: 'b' });
    await sleep(30);
    end();

    expect(published).to.deep.equal([
      { type: 'job.updated', data: { job: { ...job, progress: { done: 99, message: '*' } } }, audience: 'admins' },
      { type: 'job.updated', data: { job: { ...job, id: 'b' } }, audience: 'admins' },
    ]);
  });
});
