import { mkdir, readdir, rm, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { pino } from 'pino';
import { v7 as uuid } from 'uuid';
import { hasPostgres } from '../../platform/db/test-databases.js';
import { createEventBus } from '../../platform/events/event-bus.js';
import type { Caller } from '../../platform/http/route.js';
import type { RunAgain } from '../../platform/jobs/job-queue.js';
import { tree } from '../../files/placing/placement-world.spec.support.js';
import { ASIN, createImportWorld, DIRECTORY, REMOTE_ROOT } from '../imports/import-world.spec.support.js';
import { createAvailabilitySettler } from '../library/availability.js';
import { lastImport, recordImport, seePlaced, type PlacedImport } from '../lifecycle/import-records.js';
import { createNotificationService } from '../notifications/create-notification-service.js';
import { createReportService } from '../reports/report-service.js';
import { replaceJob } from './replace-job.js';
import { createReplaceService } from './replace-service.js';

const BESIDE = `${DIRECTORY} [${ASIN}]`;

async function createReplaceWorld(dialect: 'sqlite' | 'postgres') {
  const world = await createImportWorld(dialect);
  const { database, transitions, deps, state } = world;
  const queued: string[] = [];
  const now = (): Date => state.now;
  const told: string[] = [];
  const reports = createReportService({
    database,
    catalog: { region: async () => 'us', cached: async () => new Map(), siblings: async () => new Map() },
    availabilityOf: async (asins) => new Map(asins.map((asin) => [asin, { title: 'Dune' }])),
    notifications: createNotificationService({ jobs: { enqueue: async () => undefined }, events: createEventBus(), now }),
    audit: { record: async (_tx, { action }) => void told.push(action) },
    onChange: () => undefined,
    now,
  });
  const replacing = createReplaceService({
    database,
    jobs: { add: async ({ name }) => void queued.push(name) },
    reports,
    transitions,
    candidates: deps.candidates,
    now,
  });
  const job = replaceJob({
    database,
    jobs: { enqueue: async (_tx, { name }) => void queued.push(name) },
    transitions,
    reports,
    settings: deps.settings,
    now,
    timeScale: 1,
  });
  const settler = createAvailabilitySettler({ database, transitions, log: pino({ level: 'silent' }) });

  const by = (userId: string) => ({
    caller: { userId, username: userId, displayName: userId, role: userId === 'ada' ? 'admin' : 'user' } as Caller,
    address: '127.0.0.1',
  });

  /** A download of another release, whose files have these seconds. */
  async function bring(requestId: string, folder: string, secondsPerFile: number): Promise<void> {
    await world.makeDownload(folder, { secondsPerFile });
    const downloadId = uuid();
    const at = now().toISOString();
    await database.transaction(async (tx) => {
      await tx.insert('download_history', {
        id: downloadId,
        requestId,
        integrationId: 'client-1',
        itemId: folder,
        state: 'completed',
        release: JSON.stringify({ title: folder, indexer: 'Indexer', protocol: 'torrent' }),
        releaseKey: `hash:${folder}`,
        ours: true,
        downloadPath: `${REMOTE_ROOT}/${folder}`,
        createdAt: at,
        updatedAt: at,
      });
      await tx.run("UPDATE requests SET status = 'processing', status_group = 'active', current_download_id = ? WHERE id = ?", [
        downloadId,
        requestId,
      ]);
    });
    await world.run(requestId);
  }

  const list = (sql: string, ...params: string[]) => database.read.all<Record<string, unknown>>(sql, params);

  /** A media server lists a folder, and says which book it is. */
  async function listed(directory: string): Promise<void> {
    const hash = (await world.imports()).findLast((row) => row.directory === directory)?.contentHash ?? null;
    const at = now().toISOString();
    const id = uuid();
    await database.transaction((tx) =>
      tx.insert('library_items', {
        id,
        integrationId: 'client-1',
        libraryId: 'l',
        itemId: id,
        title: 'Dune',
        authors: '[]',
        narrators: '[]',
        hasCover: false,
        hasAudio: true,
        hasEbook: false,
        addedAt: at,
        updatedAt: at,
        seenScan: id,
        missingScans: 0,
        matchedAsin: ASIN,
        matchedBy: 'hash',
        fileHash: hash,
        path: directory,
      }),
    );
  }

  // the reader's book: placed, listed, available
  const old = await world.addRequest({ user: 'paul' });
  await world.addRequest({ user: 'ada', asin: 'B000OTHER1', downloaded: false });
  await world.makeDownload('Dune');
  await world.run(old);
  await listed(join(world.library, DIRECTORY));
  await settler.found();
  const { report } = await reports.report(ASIN, { kind: 'sound', text: 'It crackles.' }, by('paul'));

  return {
    ...world,
    reports,
    replacing,
    settler,
    queued,
    told,
    old,
    reportId: report.id,
    by,
    bring,
    list,
    listed,
    replace: async (text = '') => (await replacing.replace(report.id, old, text, by('ada'))).row.requestId,
    async work(requestId: string): Promise<RunAgain | void> {
      const signal = new AbortController().signal;
      const context = {
        id: 'job',
        payload: { requestId },
        attempt: 1,
        maxAttempts: 3,
        hold: async () => undefined,
        signal,
        log: pino({ level: 'silent' }),
        progress: () => undefined,
      };
      return job.run(context);
    },
    folders: async () => (await readdir(join(world.library, 'Frank Herbert', 'Dune'))).sort(),
    at: (directory: string) => tree(join(world.library, directory)),
    statusOf: async (id: string) => (await world.request(id)).status,
  };
}

for (const dialect of ['sqlite', 'postgres'] as const) {
  describe(`replacing a reported book on ${dialect}`, function () {
    this.timeout(60_000);
    let world: Awaited<ReturnType<typeof createReplaceWorld>>;

    before(async function () {
      if (dialect === 'postgres' && !(await hasPostgres())) this.skip();
    });
    beforeEach(async () => {
      world = await createReplaceWorld(dialect);
    });
    afterEach(() => world?.remove());

    const lastOf = async (requestId: string, directory = '') =>
      (
        await world.database.read.all<Record<string, unknown>>('SELECT * FROM imports WHERE request_id = ? ORDER BY created_at, id', [
          requestId,
        ])
      ).findLast((row) => String(row['directory']).endsWith(directory)) as Record<string, string | null> | undefined;

    const refusal = (promise: Promise<unknown>): Promise<string> =>
      promise.then(
        () => 'done',
        (error: { code?: string }) => error.code ?? 'no code',
      );

    it('makes a request, blocks the release for the book, and changes nothing else', async () => {
      const id = await world.replace('I look for a better one.');

      expect(await world.request(id)).to.deep.include({ origin: 'replace', status: 'pending', userId: 'ada', asin: ASIN });
      expect(await world.list('SELECT asin, release_key, title FROM blocklist')).to.deep.equal([
        { asin: ASIN, releaseKey: 'hash:1', title: 'Frank Herbert - Dune [MP3]' },
      ]);
      expect(await world.statusOf(world.old)).to.equal('available');
      const { report, entries } = await world.reports.thread(world.reportId);
      expect([report.state, report.lastFrom]).to.deep.equal(['open', 'admin']);
      expect(entries.map(({ did, text }) => [did, text])).to.deep.equal([['replacing', 'I look for a better one.']]);
      expect(world.told).to.deep.equal(['report.made', 'report.replacing']);
      expect(world.queued).to.deep.equal([]);
    });

    it('does not end because the copy that it replaces is in the library', async () => {
      const id = await world.replace();

      await world.settler.found();
      expect(await world.database.transaction((tx) => world.settler.endIfFound(tx, id))).to.equal(false);

      expect(await world.statusOf(id)).to.equal('pending');
    });

    it('places the new copy beside the old one, which then gives way for everybody', async () => {
      const id = await world.replace();
      await world.bring(id, 'Other', 1205);
      expect(await world.folders()).to.deep.equal(['1 - Dune', `1 - Dune [${ASIN}]`]);
      const before = (await world.at(BESIDE)).length;
      await world.settler.found();
      expect([await world.statusOf(id), await world.statusOf(world.old)]).to.deep.equal(['downloaded', 'available']);

      await world.work(id);

      expect(await world.folders()).to.deep.equal([`1 - Dune [${ASIN}]`]);
      expect((await world.at(BESIDE)).length).to.equal(before);
      const last = (await world.imports()).filter(({ requestId }) => requestId === world.old).at(-1);
      expect(last?.directory).to.equal(join(world.library, BESIDE));
      expect(await readdir(join(world.downloads, 'Dune'))).to.have.length(3);
      expect(world.queued).to.deep.equal(['library.refresh', 'library.look']);
      const { report, entries } = await world.reports.thread(world.reportId);
      expect([report.state, entries.at(-1)?.did]).to.deep.equal(['resolved', 'replaced']);
      expect(await world.list("SELECT event FROM notifications WHERE user_id = 'paul' ORDER BY id")).to.deep.equal([
        { event: 'issue_resolved' },
      ]);
      const view = await world.replacing.of(world.reportId);
      expect([view?.row.state, view?.row.kept, (view?.row.removed ?? 0) >= 3]).to.deep.equal(['done', 0, true]);
    });

    it('is available when the media server lists the new copy, not while it remembers the old one', async () => {
      const id = await world.replace();
      await world.bring(id, 'Other', 1205);
      await world.work(id);

      await world.settler.found();
      expect(await world.statusOf(id)).to.equal('downloaded');
      await world.listed(join(world.library, BESIDE));
      await world.settler.found();

      expect(await world.statusOf(id)).to.equal('available');
    });

    it('goes on where a run ended that had begun to remove the old copy', async () => {
      const id = await world.replace();
      await world.bring(id, 'Other', 1205);
      const path = world.state.libraryPath;
      world.state.libraryPath = join(world.dir, 'not there');
      expect(await world.work(id)).to.have.property('againAt');
      expect((await world.replacing.of(world.reportId))?.row.state).to.equal('removing');
      expect(await world.folders()).to.have.length(2);

      world.state.libraryPath = path;
      await world.work(id);
      await world.work(id);

      expect(await world.folders()).to.deep.equal([`1 - Dune [${ASIN}]`]);
      expect(world.queued).to.deep.equal(['library.refresh', 'library.look']);
    });

    it('ends where somebody deleted the old copy by hand and the new one went to its folder', async () => {
      const id = await world.replace();
      await rm(join(world.library, DIRECTORY), { recursive: true });
      await world.bring(id, 'Other', 1205);
      expect(await world.folders()).to.deep.equal(['1 - Dune']);
      const before = await world.at(DIRECTORY);

      await world.work(id);

      expect(await world.at(DIRECTORY)).to.deep.equal(before);
      expect((await world.replacing.of(world.reportId))?.row).to.deep.include({ state: 'done', removed: 3 });
      expect((await world.reports.thread(world.reportId)).report.state).to.equal('resolved');
      const [first, second] = [world.old, id].map(async (request) => (await lastOf(request))?.contentHash);
      expect(await first).to.equal(await second);
      await world.settler.found();
      expect(await world.statusOf(id)).to.equal('downloaded');
    });

    it('ends where the very files came again that somebody had deleted by hand', async () => {
      const id = await world.replace();
      await rm(join(world.library, DIRECTORY), { recursive: true });
      await world.bring(id, 'Again', 1200);
      const before = await world.at(DIRECTORY);

      await world.work(id);
      await world.work(id);

      expect(await world.at(DIRECTORY)).to.deep.equal(before);
      expect((await world.replacing.of(world.reportId))?.row).to.deep.include({ state: 'done' });
      expect((await lastOf(id))?.removedAt).to.equal(null);
    });

    it('removes nothing that somebody else’s import found in the old folder meanwhile', async () => {
      const id = await world.replace();
      await world.bring(id, 'Other', 1205);
      const path = world.state.libraryPath;
      world.state.libraryPath = join(world.dir, 'not there');
      await world.work(id);
      world.state.libraryPath = path;
      const before = await world.at(DIRECTORY);
      const placed = await lastOf(world.old, DIRECTORY);
      const leto = await world.addRequest({ user: 'leto', downloaded: false });
      await world.database.transaction((tx) =>
        tx.insert('imports', { ...placed, id: uuid(), requestId: leto, removedAt: null, createdAt: new Date().toISOString() }),
      );

      await world.work(id);

      expect(await world.at(DIRECTORY)).to.deep.equal(before);
      expect((await world.replacing.of(world.reportId))?.row).to.deep.include({ state: 'done', removed: 0 });
    });

    it('lets an import that found the old copy in place look again when that has given way meanwhile', async () => {
      const { read } = world.database;
      const id = await world.replace();
      await world.bring(id, 'Other', 1205);
      const old = (await lastImport(read, world.old)) as PlacedImport;
      const seen = await seePlaced(read, old.directory, old.manifest);
      const leto = await world.addRequest({ user: 'leto', downloaded: false });
      world.state.libraryPath = join(world.dir, 'not there');
      await world.work(id);

      const found = { requestId: leto, downloadId: null, directory: old.directory, manifest: old.manifest, seen, createdAt: old.createdAt };
      const recorded = world.database.transaction((tx) => recordImport(tx, found));

      expect(await refusal(recorded)).to.equal('source_changed');
    });

    it('removes no file that somebody changed, and none that is not ours', async () => {
      const id = await world.replace();
      await world.bring(id, 'Other', 1205);
      const [first = ''] = (await readdir(join(world.library, DIRECTORY))).filter((name) => name.endsWith('.mp3'));
      const folder = join(world.library, DIRECTORY);
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, 'notes.txt'), 'mine');
      await unlink(join(folder, first));
      await writeFile(join(folder, first), 'edited');

      await world.work(id);

      expect((await readdir(folder)).sort()).to.deep.equal([first, 'notes.txt'].sort());
      expect((await world.replacing.of(world.reportId))?.row).to.deep.include({ state: 'done', kept: 1 });
    });

    it('removes nothing that a client seeds from where it is', async () => {
      const id = await world.replace();
      await world.bring(id, 'Other', 1205);
      const mappings = JSON.stringify([
        { remote: REMOTE_ROOT, local: world.downloads },
        { remote: '/seeds', local: world.library },
      ]);
      await world.database.transaction(async (tx) => {
        await tx.run('UPDATE integrations SET path_mappings = ?', [mappings]);
        await tx.run('UPDATE download_history SET download_path = ? WHERE request_id = ?', [`/seeds/${DIRECTORY}`, world.old]);
      });
      const before = await world.at(DIRECTORY);

      await world.work(id);

      expect(await world.at(DIRECTORY)).to.deep.equal(before);
      expect((await world.replacing.of(world.reportId))?.row).to.deep.include({ state: 'done', removed: 0 });
    });

    it('lets nothing give way to files that are not all there', async () => {
      const id = await world.replace();
      await world.bring(id, 'Other', 1205);
      const [first = ''] = (await readdir(join(world.library, BESIDE))).filter((name) => name.endsWith('.mp3'));
      await unlink(join(world.library, BESIDE, first));

      expect(await world.work(id)).to.have.property('againAt');

      expect(await world.folders()).to.have.length(2);
      expect((await world.reason(id)).code).to.equal('not_replaced');
      expect((await world.reports.thread(world.reportId)).report.state).to.equal('open');
    });

    it('leaves the old copy when it is cancelled, and another one can be looked for', async () => {
      const id = await world.replace();
      expect(await refusal(world.replace())).to.equal('being_replaced');
      await world.database.transaction((tx) => world.transitions.apply(tx, id, 'cancel', { message: 'no', reason: null }));
      await world.work(id);

      expect(await world.folders()).to.deep.equal(['1 - Dune']);
      expect([await world.statusOf(world.old), (await world.reports.thread(world.reportId)).report.state]).to.deep.equal([
        'available',
        'open',
      ]);
      expect(await world.replace()).not.to.equal(id);
    });

    it('takes back what was placed beside the old copy when it is cancelled before that gives way', async () => {
      const id = await world.replace();
      await world.bring(id, 'Other', 1205);
      const before = await world.at(DIRECTORY);
      await world.database.transaction((tx) => world.transitions.apply(tx, id, 'cancel', { message: 'no', reason: null }));

      await world.work(id);
      await world.work(id);

      expect(await world.folders()).to.deep.equal(['1 - Dune']);
      expect(await world.at(DIRECTORY)).to.deep.equal(before);
      expect(await world.statusOf(world.old)).to.equal('available');
      expect(await readdir(join(world.downloads, 'Other'))).to.have.length(3);
      expect((await world.events(id)).filter((event) => event === 'replacement_withdrawn')).to.have.length(1);
      expect(world.queued).to.deep.equal(['library.look']);
      expect((await world.reports.thread(world.reportId)).report.state).to.equal('open');
      expect(await world.replace()).not.to.equal(id);
    });

    it('resolves what others reported about the same copy, and tells each of them', async () => {
      const other = await world.reports.report(ASIN, { kind: 'chapters', text: 'The end lacks.' }, world.by('ada'));
      const id = await world.replace();
      await world.bring(id, 'Other', 1205);

      await world.work(id);

      for (const reportId of [world.reportId, other.report.id])
        expect((await world.reports.thread(reportId)).report.state).to.equal('resolved');
      expect(await world.list("SELECT event FROM notifications WHERE user_id = 'paul' ORDER BY id")).to.deep.equal([
        { event: 'issue_resolved' },
      ]);
    });

    it('leaves open what others reported where the library has yet another copy', async () => {
      const other = await world.reports.report(ASIN, { kind: 'chapters', text: 'The end lacks.' }, world.by('ada'));
      const placed = await lastOf(world.old, DIRECTORY);
      const leto = await world.addRequest({ user: 'leto', downloaded: false });
      const elsewhere = join(world.library, 'Elsewhere');
      await world.database.transaction((tx) =>
        tx.insert('imports', { ...placed, id: uuid(), requestId: leto, directory: elsewhere, contentHash: 'other', removedAt: null }),
      );
      const id = await world.replace();
      await world.bring(id, 'Other', 1205);

      await world.work(id);

      expect((await world.reports.thread(world.reportId)).report.state).to.equal('resolved');
      expect((await world.reports.thread(other.report.id)).report.state).to.equal('open');
    });

    it('tries the next release when the files are the very ones that are to be replaced', async () => {
      const id = await world.replace();
      await world.bring(id, 'Again', 1200);

      expect(await world.statusOf(id)).to.equal('downloading');
      expect((await world.list('SELECT title FROM blocklist ORDER BY id')).map(({ title }) => title)).to.include('Again');
      expect(await world.folders()).to.deep.equal(['1 - Dune']);
    });

    it('is refused where there is nothing to replace, and for a closed report', async () => {
      const { replacing, reportId, by } = world;
      const other = await world.list("SELECT id FROM requests WHERE asin = 'B000OTHER1'");

      expect(await refusal(replacing.replace(reportId, String(other[0]?.['id']), '', by('ada')))).to.equal('nothing_to_replace');
      expect(await refusal(replacing.replace(reportId, uuid(), '', by('ada')))).to.equal('nothing_to_replace');
      await world.reports.decide(reportId, 'dismissed', '', by('ada'));
      expect(await refusal(world.replace())).to.equal('report_closed');
      expect(await world.list('SELECT id FROM blocklist')).to.deep.equal([]);
      expect(await replacing.of(reportId)).to.equal(undefined);
    });
  });
}
