import { mkdir, readdir, rm, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { v7 as uuid } from 'uuid';
import { hasPostgres } from '../../platform/db/test-databases.js';
import { ASIN, DIRECTORY, REMOTE_ROOT } from '../imports/import-world.spec.support.js';
import { lastImport, recordImport, seePlaced, type PlacedImport } from '../lifecycle/import-records.js';
import { createReplaceWorld, refusal, type ReplaceWorld } from './replace-world.spec.support.js';

const BESIDE = `${DIRECTORY} [${ASIN}]`;

for (const dialect of ['sqlite', 'postgres'] as const) {
  describe(`replacing a reported book on ${dialect}`, () => {
    let world: ReplaceWorld;

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

      expect(await world.list('SELECT id FROM library_items')).to.have.length(1);
      await world.work(id);

      expect(await world.list('SELECT id FROM library_items')).to.deep.equal([]);
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
