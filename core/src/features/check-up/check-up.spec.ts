import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CatalogBook } from '@lectern/plugin-api';
import { writeAudioFile } from '@lectern/testbed';
import { expect } from 'chai';
import { v7 as uuid } from 'uuid';
import { hasPostgres } from '../../platform/db/test-databases.js';
import { createEmbeddedJobQueue } from '../../platform/jobs/embedded-job-queue.js';
import { detectAudioProbe } from '../../files/checking/detect-audio-probe.js';
import { createAuditService } from '../audit/index.js';
import { startTestHttp, type TestClient, type TestHttp } from '../auth/test-http.js';
import { createLibraryService } from '../library/library-service.js';
import { book, createLibraryWorld, fakeServer, type FakeServer, type LibraryWorld } from '../library/library-world.spec.support.js';
import { createLikelyMatchService } from '../library/likely-match-service.js';
import { libraryRoutes } from '../library/routes.js';
import { CHECK_UP, checkUpJob, type CheckUpJobDeps } from './check-up-job.js';
import type { presentCheckUp, presentFinding } from './check-up-schemas.js';
import { createCheckUpService, type CheckUpService } from './check-up-service.js';
import { checkUpRoutes } from './routes.js';

const BASE = '/api/admin/library';
const HOUR = 3600;

type State = ReturnType<typeof presentCheckUp>;
interface Page {
  readonly items: readonly ReturnType<typeof presentFinding>[];
  readonly total: number;
}

function catalogBook(asin: string, durationMinutes?: number): CatalogBook {
  const people = { authors: [{ name: 'Frank Herbert' }], narrators: [], series: [], genres: [] };
  return { asin, region: 'us', title: 'Dune', ...people, ...(durationMinutes === undefined ? {} : { durationMinutes }) };
}

for (const dialect of ['sqlite', 'postgres'] as const) {
  describe(`check-ups of the library on ${dialect}`, () => {
    let world: LibraryWorld;
    let server: FakeServer;
    let http: TestHttp;
    let admin: TestClient;
    let member: TestClient;
    let books: CatalogBook[];
    let jobDeps: CheckUpJobDeps;
    let checkUps: CheckUpService;
    let announced: { state: string; done: number; total: number }[];
    let onAnnounce: () => void;

    before(async function () {
      if (dialect === 'postgres' && !(await hasPostgres())) this.skip();
    });
    beforeEach(async () => {
      world = await createLibraryWorld(dialect);
      const { database, log, now } = world;
      [books, announced, onAnnounce] = [[], [], () => undefined];
      const catalog = {
        cached: async (asins: readonly string[]) => new Map(books.filter(({ asin }) => asins.includes(asin)).map((one) => [one.asin, one])),
      };
      const jobs = createEmbeddedJobQueue({ database, log, exclusive: true, now });
      jobs.define({ name: CHECK_UP.name, title: 'Check', run: async () => undefined });
      const deps = { ...world, jobs, catalog, audit: createAuditService(world) };
      const likelyMatches = createLikelyMatchService(deps);
      checkUps = createCheckUpService({ ...deps, likelyMatches });
      http = await startTestHttp({
        database,
        routes: [...checkUpRoutes({ checkUps }), ...libraryRoutes({ library: createLibraryService(deps) })],
      });
      [admin, member] = [await http.as('admin'), await http.as('user')];
      server = fakeServer(await world.integration());
      jobDeps = {
        database,
        catalog,
        log,
        now,
        settings: { get: async () => ({ library: { path: world.folder, downloadPath: null } }) } as unknown as CheckUpJobDeps['settings'],
        probe: detectAudioProbe(),
        announce: (checkUp) => {
          announced.push({ state: checkUp.state, done: Number(checkUp.done), total: Number(checkUp.total) });
          onAnnounce();
        },
      };
    });
    afterEach(async () => {
      await http?.stop();
      await world?.dispose();
    });

    const scan = () => world.scanner.full(server.provider, { signal: world.signal });
    const work = (signal = world.signal) => checkUpJob(jobDeps).run({ ...world.job({}), signal });
    const state = async () => (await admin.get<State>(`${BASE}/check-up`)).body;
    const findings = async (kind: string, query = '') => (await admin.get<Page>(`${BASE}/findings?kind=${kind}${query}`)).body;
    const titles = async (kind: string, query = '') => (await findings(kind, query)).items.map(({ item }) => item.title);
    const idOf = async (itemId: string) => (await world.rows()).find((row) => row.itemId === itemId)?.id ?? '';
    async function check(readsFiles = false): Promise<State> {
      expect((await admin.post(`${BASE}/check-up`, { readsFiles })).status).to.equal(202);
      await work();
      return state();
    }
    async function addItems(count: number): Promise<void> {
      const integrationId = server.provider.integrationId;
      const [at, none] = [world.now().toISOString(), { hasCover: false, hasEbook: false, missingScans: 0 }];
      await world.database.transaction(async (tx) => {
        for (let n = 0; n < count; n += 1) {
          const id = uuid();
          const described = { title: `Book ${n}`, authors: '[]', narrators: '[]', durationSeconds: HOUR, matchedAsin: 'B000000001' };
          const row = { id, integrationId, libraryId: 'lib', itemId: id, ...described, hasAudio: true, ...none };
          await tx.insert('library_items', { ...row, addedAt: at, updatedAt: at, seenScan: id, lookUpAt: at });
        }
      });
    }

    it('finds lengths that differ by more than 5 %, and books without ASIN, with their evidence', async () => {
      books = [catalogBook('B000000001', 600), catalogBook('B000000002', 600), catalogBook('B000000003'), catalogBook('B000000005', 600)];
      server.items = [
        book('same', { asin: 'B000000001', durationSeconds: 9.6 * HOUR }),
        book('short', { asin: 'B000000002', durationSeconds: 5 * HOUR }),
        book('unknown', { asin: 'B000000003', durationSeconds: HOUR }),
        book('nameless', { title: 'Recorded by my aunt' }),
        book('ebook', { asin: 'B000000005', durationSeconds: HOUR, formats: ['ebook'] }),
      ];
      await scan();

      const { checkUp, findings: counts } = await check();

      expect(checkUp).to.include({ state: 'done', done: 5, total: 5, compared: 2, unread: 0 });
      expect(counts).to.deep.equal({ length: { open: 1, fine: 0 }, silent: { open: 0, fine: 0 }, no_asin: { open: 1, fine: 0 } });
      const [short] = (await findings('length')).items;
      expect(short?.item).to.include({ title: 'Book short', asin: 'B000000002' });
      expect(short?.evidence).to.deep.equal({ kind: 'length', minutes: 300, catalogueMinutes: 600 });
      expect(await titles('no_asin')).to.deep.equal(['Recorded by my aunt']);
      expect(announced.at(-1)).to.deep.equal({ state: 'done', done: 5, total: 5 });
    });

    it('keeps what is fine off the list until the book changes, and takes that back', async () => {
      books = [catalogBook('B000000001', 600)];
      server.items = [book('short', { asin: 'B000000001', durationSeconds: 5 * HOUR })];
      await scan();
      await check();
      const id = (await findings('length')).items[0]?.id ?? '';

      await admin.post(`${BASE}/findings/${id}/fine`, {});
      await check();

      expect(await titles('length')).to.deep.equal([]);
      expect((await findings('length', '&fine=true')).items[0]).to.include({ fineBy: 'admin' });
      expect((await state()).findings.length).to.deep.equal({ open: 0, fine: 1 });

      await admin.post(`${BASE}/findings/${id}/fine`, { fine: false });
      expect(await titles('length')).to.deep.equal(['Book short']);

      await admin.post(`${BASE}/findings/${id}/fine`, {});
      server.items = [book('short', { asin: 'B000000001', durationSeconds: 4 * HOUR })];
      await scan();
      await check();
      expect(await titles('length')).to.deep.equal(['Book short']);
      const audit = await world.database.read.all<{ action: string }>('SELECT action FROM audit_log ORDER BY id');
      expect(audit.map(({ action }) => action)).to.include.members([
        'library.check_up_started',
        'library.finding_accepted',
        'library.finding_reopened',
      ]);
    });

    it('has a finding no more once the book is right, linked to another, or gone', async () => {
      books = [catalogBook('B000000001', 600)];
      const right = book('right', { asin: 'B000000001', durationSeconds: 10 * HOUR });
      const others = [book('nameless'), book('gone')];
      server.items = [{ ...right, durationSeconds: HOUR }, ...others];
      await scan();
      await check();
      expect((await findings('no_asin')).total).to.equal(2);

      await admin.post(`${BASE}/${await idOf('nameless')}/link`, { asin: 'B000000009' });
      await world.database.transaction((tx) => tx.run("DELETE FROM library_items WHERE item_id = 'gone'"));
      expect(await titles('no_asin')).to.deep.equal([]);
      await admin.post(`${BASE}/${await idOf('nameless')}/link`, { asin: null });
      expect(await titles('no_asin')).to.deep.equal(['Book nameless']);

      server.items = [right, ...others];
      await scan();
      await check();
      expect(await titles('length')).to.deep.equal([]);
    });

    it('offers the likely matches of a book without ASIN', async () => {
      books = [catalogBook('B000000001', 600)];
      server.items = [book('nameless')];
      await scan();
      const fits = { score: 90, titleFit: 'same', authorFit: 'same', lengthFit: 'unknown' };
      const itemId = await idOf('nameless');
      await world.database.transaction((tx) => tx.insert('library_likely_matches', { itemId, asin: 'B000000001', ...fits }));

      await check();

      const [found] = (await findings('no_asin')).items;
      expect(found?.suggestions.map(({ book: { asin }, score }) => [asin, score])).to.deep.equal([['B000000001', 90]]);
    });

    it('finds files without sound that this server can read, and counts those it cannot', async () => {
      const good = await world.placed(await world.request('B000000001', 'available'), 'Good', { 'note.txt': 'x' });
      const bad = await world.placed(await world.request('B000000002', 'available'), 'Bad', { 'Part 2.mp3': 'no sound at all' });
      await writeAudioFile(join(good, 'Part 1.mp3'), { seconds: 2 });
      await writeAudioFile(join(bad, 'Part 1.mp3'), { seconds: 2 });
      await symlink(import.meta.dirname, join(world.folder, 'Linked'));
      server.items = [
        book('good', { path: good }),
        book('bad', { path: bad }),
        book('outside', { path: import.meta.filename }),
        book('linked', { path: join(world.folder, 'Linked') }),
        book('gone', { path: join(world.folder, 'Gone') }),
        book('nowhere'),
      ];
      await scan();

      const { checkUp } = await check(true);

      expect(checkUp).to.include({ state: 'done', unread: 4, readsFiles: true });
      const { items } = await findings('silent');
      expect(items.map(({ item }) => item.title)).to.deep.equal(['Book bad']);
      expect(items[0]?.evidence).to.deep.equal({
        kind: 'silent',
        files: [{ name: 'Part 2.mp3', size: 15, problem: 'unreadable' }],
        silent: 1,
        looked: 2,
      });

      await writeAudioFile(join(bad, 'Part 2.mp3'), { seconds: 2 });
      await check();
      expect(await titles('silent')).to.deep.equal(['Book bad']);
      await check(true);
      expect(await titles('silent')).to.deep.equal([]);
    });

    it('finds a file that ends before its header says', async () => {
      const bad = await world.placed(await world.request('B000000002', 'available'), 'Bad', {});
      await mkdir(bad, { recursive: true });
      const header = Buffer.alloc(44);
      header.write('RIFF$\x7d\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x40\x1f\0\0\x80\x3e\0\0\x02\0\x10\0data\0\x7d\0\0', 'latin1');
      await writeFile(join(bad, 'Part 1.wav'), Buffer.concat([header, Buffer.alloc(32_000, 1)]));
      await writeFile(join(bad, 'Part 2.wav'), Buffer.concat([header, Buffer.alloc(16_000, 1)]));
      server.items = [book('bad', { path: bad })];
      await scan();

      await check(true);

      const { items } = await findings('silent');
      expect(items.map(({ evidence }) => evidence)).to.deep.equal([
        { kind: 'silent', files: [{ name: 'Part 2.wav', size: 16_044, problem: 'cut_off' }], silent: 1, looked: 2 },
      ]);
    });

    it('goes on where a run was cut off, looks at each book once, and tells how far it is', async () => {
      books = [catalogBook('B000000001', 600)];
      await addItems(250);
      await admin.post(`${BASE}/check-up`, {});
      const died = new AbortController();
      onAnnounce = () => died.abort(new Error('killed'));

      const failure = await work(died.signal).then(
        () => undefined,
        (error: unknown) => error,
      );
      expect(failure).to.be.an('error').with.property('message', 'killed');
      expect((await state()).checkUp).to.include({ state: 'running', done: 100, total: 250 });
      onAnnounce = () => undefined;
      await work();

      expect(announced.map(({ done }) => done)).to.deep.equal([100, 200, 250, 250]);
      const { checkUp, findings: counts } = await state();
      expect(checkUp).to.include({ state: 'done', done: 250, total: 250, compared: 250 });
      expect(counts.length.open).to.equal(250);
    });

    it('stops when it is cancelled, and is one at a time', async () => {
      await addItems(250);
      expect((await admin.post(`${BASE}/check-up/cancel`, {})).status).to.equal(409);
      await admin.post(`${BASE}/check-up`, {});
      expect((await admin.post(`${BASE}/check-up`, {})).status).to.equal(409);
      const { catalog } = jobDeps;
      let batches = 0;
      const cached: typeof catalog.cached = async (...args) => {
        batches += 1;
        if (batches === 2) await checkUps.cancel({ name: 'ada' });
        return catalog.cached(...args);
      };
      jobDeps = { ...jobDeps, catalog: { cached } };

      await work();

      expect((await state()).checkUp).to.include({ state: 'cancelled', done: 200, total: 250, stopping: false });
      await work();
      expect((await state()).checkUp).to.include({ state: 'cancelled', done: 200 });
      expect((await check()).checkUp).to.include({ state: 'done', done: 250 });
      const audit = await world.database.read.all<{ actorName: string }>(
        "SELECT actor_name FROM audit_log WHERE action = 'library.check_up_cancelled'",
      );
      expect(audit.map(({ actorName }) => actorName)).to.deep.equal(['ada']);
    });

    it('ends as cancelled when its job is cancelled on the jobs page', async () => {
      await admin.post(`${BASE}/check-up`, {});
      const { database, log } = world;
      const jobs = createEmbeddedJobQueue({ database, log, exclusive: true });
      jobs.define(checkUpJob(jobDeps));
      const [queued] = await jobs.list({ name: CHECK_UP.name, limit: 1 });

      expect(await jobs.cancel(queued?.id ?? '')).to.equal(true);

      expect((await state()).checkUp).to.include({ state: 'cancelled' });
      expect(announced.map((one) => one.state)).to.deep.equal(['cancelled']);
    });

    it('says why it was given up', async () => {
      await admin.post(`${BASE}/check-up`, {});

      await checkUpJob(jobDeps).onExhausted?.(world.job({}), new Error('The disk is full.'));

      expect((await state()).checkUp).to.include({ state: 'failed', fault: 'The disk is full.' });
    });

    it('takes statements in proportion to the books, and a fixed number for a page', async () => {
      books = [catalogBook('B000000001', 600)];
      let statements = 0;
      const stop = world.database.onStatement(() => (statements += 1));
      const counted = async (run: () => Promise<unknown>): Promise<number> => {
        statements = 0;
        await run();
        return statements;
      };
      await addItems(1_000);
      await admin.post(`${BASE}/check-up`, {});
      const some = await counted(() => work());
      const page = () => checkUps.findings({ kind: 'length', fine: false, page: 2, limit: 20 });
      const pageOfSome = await counted(page);
      await addItems(1_000);
      await admin.post(`${BASE}/check-up`, {});
      const twice = await counted(() => work());

      expect(twice).to.be.at.most(2 * some + 10);
      expect(pageOfSome).to.equal(2);
      expect(await counted(page)).to.equal(2);
      stop();
    });

    it('is for admins alone', async () => {
      for (const path of ['check-up', 'findings?kind=length']) expect((await member.get(`${BASE}/${path}`)).status).to.equal(403);
      for (const path of ['check-up', 'check-up/cancel', `findings/${uuid()}/fine`])
        expect((await member.post(`${BASE}/${path}`, {})).status).to.equal(403);
      expect((await admin.post(`${BASE}/findings/${uuid()}/fine`, {})).status).to.equal(404);
    });
  });
}
