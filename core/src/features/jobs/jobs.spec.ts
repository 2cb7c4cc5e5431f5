import { expect } from 'chai';
import { setTimeout as sleep } from 'node:timers/promises';
import { v7 as uuid } from 'uuid';
import { rowOf } from '../../app/row-of.spec.support.js';
import { createTestDatabase, type TestDatabase } from '../../platform/db/test-databases.js';
import { createEventBus, type LiveEvent } from '../../platform/events/event-bus.js';
import { createEmbeddedJobQueue } from '../../platform/jobs/embedded-job-queue.js';
import type { JobInfo, JobQueue, WaitingJobs } from '../../platform/jobs/job-queue.js';
import { createLogger } from '../../platform/logging/logger.js';
import { createRedactor } from '../../platform/logging/redactor.js';
import { SaidError, sentence } from '../../platform/words/index.js';
import { auditRoutes } from '../audit/index.js';
import { startTestHttp, type TestClient, type TestHttp } from '../auth/test-http.js';
import { directItemId } from '../direct-downloads/direct-item.js';
import { FETCH_FILES } from '../direct-downloads/direct-job.js';
import { createDownloadStore } from '../lifecycle/download-store.js';
import { DELETE_REQUEST, REMOVE_DOWNLOAD, SEARCH } from '../lifecycle/request-jobs.js';
import { createRequestReader } from '../lifecycle/request-reader.js';
import { FINISH_UPLOAD } from '../uploads/finish-job.js';
import { requestsOfUploads } from '../uploads/upload-store.js';
import { announceJobs } from './job-announcer.js';
import type { sayJob } from './job-schemas.js';
import { jobRoutes } from './routes.js';

interface Overview {
  schedules: { name: string; cron: string; running: boolean; nextRun?: string; lastRun?: { status: string; message?: string } }[];
  waiting: WaitingJobs[];
  items: ReturnType<typeof sayJob>[];
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
    jobs.define({
      name: 'books.say',
      title: sentence('job.scan_library'),
      cron: '0 0 1 1 *',
      maxAttempts: 1,
      async run({ progress }) {
        progress({ done: 1, message: sentence('progress.reading_server', { server: 'planted-secret' }) });
        throw new SaidError(sentence('finding.client_away', { client: 'planted-secret' }));
      },
    });
    jobs.define({ name: 'books.inner', title: 'Inner', run: () => Promise.resolve() });
    redactor.addSecret('planted-secret');
    const deps = {
      database: test.database,
      jobs,
      redact,
      runnable: [],
      requestReader: createRequestReader(test.database),
      downloads: createDownloadStore(test.database, () => new Date()),
      uploads: { requestsOf: (ids: readonly string[]) => requestsOfUploads(test.database.read, ids) },
    };
    http = await startTestHttp({
      database: test.database,
      routes: ({ audit }) => [...jobRoutes({ ...deps, audit }), ...auditRoutes({ audit, jobs })],
    });
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
    const { body: history } = await admin.get<{ items: object[] }>('/api/admin/audit?targetId=books.scan');
    expect(history.items).to.have.length(2);
    const target = { targetId: 'books.scan', targetTitle: 'Scan' };
    expect(history.items[0]).to.deep.include({ ...target, action: 'job.cancelled', detail: { run: started.body.jobId } });
    expect(history.items[1]).to.deep.include({ ...target, action: 'job.run' });
  });

  it('have their titles in the history, in the language of the reader', async () => {
    const record = (targetType: string, targetId: string, detail?: object) => ({
      actorName: 'ada',
      action: 'a.b',
      targetType,
      targetId,
      ...detail,
    });
    await test.database.transaction(async (tx) => {
      for (const entry of [
        record('job', 'books.say'),
        record('job', 'a-run', { detail: { name: 'books.say' } }),
        record('job', 'books.gone'),
        record('thing', 'books.say'),
      ])
        await http.people.audit.record(tx, entry);
    });

    const answer = await admin.fetch('/api/admin/audit?action=a.b', { headers: { 'accept-language': 'en-XA' } });

    const { items } = (await answer.json()) as { items: { targetTitle?: string }[] };
    expect(items.map(({ targetTitle }) => targetTitle?.slice(0, 1))).to.deep.equal([undefined, undefined, '[', '[']);
  });

  it('counts those that wait by their kind, and lists those that ended beside any number of them', async () => {
    await admin.post('/api/admin/jobs/books.fail/run');
    await overviewWhen(({ items }) => items.some(({ state }) => state === 'failed'));
    const runAt = new Date(Date.now() + 3_600_000);
    await test.database.transaction(async (tx) => {
      for (let n = 0; n < 150; n += 1) await jobs.enqueue(tx, { name: 'books.inner', runAt: new Date(runAt.getTime() + n) });
    });

    await jobs.add({ name: 'books.scan', runAt });

    const { items, waiting } = (await admin.get<Overview>('/api/admin/jobs')).body;

    expect(waiting).to.deep.include({ name: 'books.inner', title: 'Inner', count: 150, nextAt: runAt.toISOString() });
    expect(items.filter(({ state }) => state === 'queued').length).to.be.at.most(100);
    expect(items.filter(({ name, state }) => name === 'books.scan' && state === 'queued').length).to.equal(1);
    expect(items.some(({ state }) => state === 'failed')).to.equal(true);
  });

  it('leaves out what tells people nothing once it is done, but not a failure of it', async () => {
    let fails = false;
    jobs.define({
      name: 'books.tell',
      title: 'Tell',
      quiet: true,
      maxAttempts: 1,
      run: () => (fails ? Promise.reject(new Error('no')) : Promise.resolve()),
    });
    await jobs.add({ name: 'books.tell' });
    while (!(await jobs.list()).some(({ name, state }) => name === 'books.tell' && state === 'done')) await new Promise(setImmediate);
    const quiet = (await admin.get<Overview>('/api/admin/jobs')).body.items;
    fails = true;
    await jobs.add({ name: 'books.tell' });
    const loud = await overviewWhen(({ items }) => items.some(({ state }) => state === 'failed'));

    expect(quiet.map(({ name }) => name)).not.to.include('books.tell');
    expect(loud.items.filter(({ name }) => name === 'books.tell').map(({ state }) => state)).to.deep.equal(['failed']);
  });

  /** A request of its own for each book, with a download and an upload. */
  async function ask(title: string): Promise<Record<'requestId' | 'downloadId' | 'uploadId', string>> {
    const [requestId, downloadId, uploadId] = [uuid(), uuid(), uuid()];
    const userId = (await http.people.users.findByUsername('admin'))?.id ?? '';
    await test.database.transaction(async (tx) => {
      const request = { id: requestId, userId, asin: `B${requestId.slice(-9)}`, region: 'us', type: 'audiobook', title };
      await tx.insert('requests', rowOf('requests', { ...request, status: 'pending', statusGroup: 'active' }));
      await tx.insert('download_history', rowOf('download_history', { id: downloadId, requestId, release: '{}', state: 'created' }));
      await tx.insert('uploads', rowOf('uploads', { id: uploadId, requestId, userId, state: 'unpacking' }));
    });
    return { requestId, downloadId, uploadId };
  }

  it('names the book of each that works on a request, on a download or on an upload, in three statements', async () => {
    const types = [SEARCH, DELETE_REQUEST, REMOVE_DOWNLOAD, FETCH_FILES, FINISH_UPLOAD] as const;
    for (const type of types) jobs.define(type.handledBy({ title: type.name, run: () => Promise.resolve() }));
    const runAt = new Date(Date.now() + 3_600_000);
    const wait = async (title: string) => {
      const { requestId, downloadId, uploadId } = await ask(title);
      await test.database.transaction(async (tx) => {
        await jobs.enqueue(tx, SEARCH({ requestId }, { runAt }));
        await jobs.enqueue(tx, DELETE_REQUEST({ requestId }, { runAt }));
        await jobs.enqueue(tx, REMOVE_DOWNLOAD({ downloadId }, { runAt }));
        await jobs.enqueue(tx, FETCH_FILES({ itemId: directItemId(downloadId) }, { runAt }));
        await jobs.enqueue(tx, FINISH_UPLOAD({ uploadId }, { runAt }));
      });
      return requestId;
    };
    const counted = async () => {
      const lookups: string[] = [];
      // the queue asks for what is due at the same time
      const stop = test.database.onStatement((sql) => /FROM (requests|download_history|uploads)/.test(sql) && void lookups.push(sql));
      const { items } = (await admin.get<Overview>('/api/admin/jobs')).body;
      stop();
      return { items, statements: lookups.length };
    };

    const first = await wait('Dune');
    await jobs.add({ ...SEARCH({ requestId: uuid() }), runAt });
    const few = await counted();
    for (let n = 0; n < 10; n += 1) await wait(`Dune ${n}`);
    const many = await counted();

    const named = few.items.filter(({ state, book }) => state === 'queued' && book !== undefined);
    expect(named.map(({ name }) => name).sort()).to.deep.equal(types.map(({ name }) => name).sort());
    for (const { book } of named) expect(book).to.deep.equal({ requestId: first, title: 'Dune' });
    expect(few.items.filter(({ state, book }) => state === 'queued' && book === undefined).length).to.equal(1);
    expect(many.items.filter(({ book }) => book !== undefined).length).to.equal(55);
    expect([few.statements, many.statements]).to.deep.equal([3, 3]);
  });

  it('shows the outcome of the last run without secrets', async () => {
    await admin.post('/api/admin/jobs/books.fail/run');

    const { schedules, items } = await overviewWhen((overview) => overview.items.some(({ state }) => state === 'failed'));

    expect(schedules.find(({ name }) => name === 'books.fail')?.lastRun?.status).to.equal('failed');
    expect(JSON.stringify([schedules, items]))
      .to.contain('apikey=[redacted]')
      .and.not.contain('abcdef1234');
  });

  it('say their name, their progress and their error in the language of whoever reads them, and keep secrets', async () => {
    const { body } = await admin.post<{ jobId: string }>('/api/admin/jobs/books.say/run');
    await overviewWhen(({ items }) => items.some(({ state }) => state === 'failed'));

    const answer = await admin.fetch('/api/admin/jobs', { headers: { 'accept-language': 'en-XA' } });

    const { items, schedules } = (await answer.json()) as Overview;
    const job = items.find(({ id }) => id === body.jobId) as { title: string; error: string; progress: { message: string } } | undefined;
    const lastRun = schedules.find(({ name }) => name === 'books.say')?.lastRun as { message: string } | undefined;
    const texts = [job?.title, job?.error, job?.progress.message, lastRun?.message];
    expect(texts.map((text) => text?.slice(0, 1))).to.deep.equal(['[', '[', '[', '[']);
    expect(texts.join()).to.not.include('planted-secret');
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
