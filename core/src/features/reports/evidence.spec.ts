import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { v7 as uuid } from 'uuid';
import { hasPostgres } from '../../platform/db/test-databases.js';
import { SERVICE_DIALECTS } from '../../platform/db/test-dialects.js';
import { createPlacementManifest } from '../../files/placing/placement-manifest.js';
import { createReportWorld, DUNE, DUNE_ABROAD, EMMA, type ReportWorld } from './report-world.spec.support.js';

interface Answer {
  readonly evidence: {
    readonly book: { readonly durationMinutes: number; readonly narrators: readonly string[] } | null;
    readonly items: readonly object[];
    readonly releases: readonly object[];
  };
}

interface Tags {
  readonly file: { readonly file: string; readonly tags: readonly object[]; readonly chapters: number } | null;
  readonly why: string | null;
}

const RELEASE = { title: 'Dune.2021.MP3-GRP', indexer: 'Pond', protocol: 'torrent', size: 5000 };
const INFO = { durationSeconds: 3600, codec: 'mp3', hasAudio: true, hasVideo: false, chapterCount: 2 };

for (const dialect of SERVICE_DIALECTS) {
  describe(`evidence for reports on ${dialect}`, () => {
    let world: ReportWorld;
    let dir: string;

    before(async function () {
      if (dialect === 'postgres' && !(await hasPostgres())) this.skip();
    });
    beforeEach(async () => {
      world = await createReportWorld(dialect);
      dir = await realpath(await mkdtemp(join(tmpdir(), 'lectern-reports-')));
      world.state.root = join(dir, 'library');
      await mkdir(join(dir, 'library/Dune'), { recursive: true });
    });
    afterEach(async () => {
      await world?.dispose();
      await rm(dir, { recursive: true, force: true });
    });

    /** A request whose import placed these files, of a download that brought a release. */
    async function place(asin: string, files: readonly string[], { createdAt = '2026-01-01T00:00:00.000Z', downloaded = true } = {}) {
      const userId = (await world.people.users.findByUsername('paul'))?.id ?? (await world.http.createUser('paul')).id;
      const [id, downloadId] = [uuid(), uuid()];
      const manifest = createPlacementManifest(files.map((path) => ({ path, size: 10, hash: 'x', method: 'copy' })));
      const request = {
        id,
        userId,
        asin,
        region: 'us',
        type: 'audiobook',
        title: 'Dune',
        author: 'Ada',
        status: 'available',
        statusGroup: 'done',
      };
      await world.database.transaction(async (tx) => {
        await tx.insert('requests', {
          ...request,
          version: 1,
          statusSince: createdAt,
          origin: 'manual',
          searchAttempts: 0,
          downloadAttempts: 0,
          importAttempts: 0,
          anyReading: false,
          createdAt,
          updatedAt: createdAt,
        });
        await tx.insert('download_history', {
          id: downloadId,
          requestId: id,
          state: 'imported',
          release: JSON.stringify(RELEASE),
          releaseKey: 'k',
          ours: true,
          missingCount: 0,
          createdAt,
          updatedAt: createdAt,
        });
        await tx.insert('imports', {
          id: uuid(),
          requestId: id,
          downloadId: downloaded ? downloadId : undefined,
          directory: join(dir, 'library/Dune'),
          contentHash: 'x',
          manifest: JSON.stringify(manifest),
          createdAt,
        });
      });
    }

    async function report(asin = DUNE): Promise<string> {
      return (await world.report('paul', asin)).body.report.id;
    }
    const evidence = async (id: string) => (await (await world.http.as('admin')).get<Answer>(`/api/admin/reports/${id}`)).body.evidence;
    const tags = async (id: string) => (await (await world.http.as('admin')).get<Tags>(`/api/admin/reports/${id}/tags`)).body;

    it('sets the catalogue beside what the media server holds, and names the release and who requested it', async () => {
      await place(DUNE_ABROAD, ['01.mp3', '02.mp3', 'cover.jpg']);

      const { book, items, releases } = await evidence(await report());

      expect(book).to.deep.include({ durationMinutes: 600, narrators: ['Ned Reader'] });
      expect(items).to.have.length(1);
      expect(items[0]).to.deep.include({ server: 'Shelf', durationMinutes: 300, narrators: ['Other Reader'], path: '/books/Dune' });
      expect(releases).to.have.length(1);
      expect(releases[0]).to.deep.include({ requester: 'paul', files: 3, audioFiles: 2, bytes: 30, release: RELEASE });
    });

    it('says of files that no download brought that there is no release, and shows the newest import first', async () => {
      await place(DUNE, ['old.mp3']);
      await place(DUNE, ['new.mp3', 'two.mp3'], { createdAt: '2026-02-01T00:00:00.000Z', downloaded: false });

      const { releases } = await evidence(await report());

      expect(releases.map((one) => [(one as { files: number }).files, (one as { release: object | null }).release])).to.deep.equal([
        [2, null],
        [1, RELEASE],
      ]);
    });

    it('says which items can be replaced: those in the library folder in which Lectern placed nothing', async () => {
      const of = async () => (await evidence(id)).items.map((item) => (item as { replaceable: boolean }).replaceable);
      const path = (at: string) => world.database.transaction(async (tx) => void (await tx.run('UPDATE library_items SET path = ?', [at])));
      const id = await report();
      expect(await of()).to.deep.equal([false]);

      await path(join(dir, 'library/Old/Dune'));
      expect(await of()).to.deep.equal([true]);
      await path(join(dir, 'library'));
      expect(await of()).to.deep.equal([false]);
      await path(join(dir, 'library/Dune/CD1'));
      expect(await of()).to.deep.equal([true]);
      await place(DUNE, ['01.mp3']);
      expect(await of()).to.deep.equal([false]);
    });

    it('is of the reported book alone', async () => {
      await place(DUNE, ['01.mp3']);

      expect((await evidence(await report(EMMA))).releases).to.deep.equal([]);
    });

    it('is read in a fixed number of statements', async () => {
      const count = async (id: string) => {
        const heard: string[] = [];
        const stop = world.database.onStatement((sql) => heard.push(sql));
        await evidence(id);
        stop();
        return heard.length;
      };
      const id = await report();
      // makes the account of the admin
      await evidence(id);
      const before = await count(id);
      for (let n = 0; n < 5; n += 1) await place(DUNE, [`${n}.mp3`]);
      for (let n = 0; n < 5; n += 1) await world.own(DUNE, `Dune ${n}`);

      expect(await count(id)).to.equal(before);
    });

    it('has the tags of the first audio file that was placed, as far as they say which book it is', async () => {
      await place(DUNE, ['02.mp3', '01.mp3', 'cover.jpg']);
      await writeFile(join(dir, 'library/Dune/01.mp3'), 'x');
      world.state.info = { ...INFO, tags: { album: 'Other Book', artist: 'A\0B', comment: 'advertisement', title: 'x'.repeat(1000) } };

      const { file, why } = await tags(await report());

      expect(why).to.equal(null);
      expect(file).to.deep.include({ file: '01.mp3', files: 2, durationMinutes: 60, chapters: 2, codec: 'mp3' });
      expect(file?.tags).to.deep.equal([
        { name: 'title', value: 'x'.repeat(300) },
        { name: 'album', value: 'Other Book' },
        { name: 'artist', value: 'A, B' },
      ]);
      expect(world.state.probed).to.deep.equal([join(dir, 'library/Dune/01.mp3')]);
    });

    it('has the tags of the audiobook however many ebooks were placed since', async () => {
      await place(DUNE, ['01.mp3']);
      await writeFile(join(dir, 'library/Dune/01.mp3'), 'x');
      for (const day of [2, 3, 4]) await place(DUNE, ['Dune.epub'], { createdAt: `2026-01-0${day}T00:00:00.000Z` });
      world.state.info = { ...INFO, tags: {} };

      expect((await tags(await report())).file).to.deep.include({ file: '01.mp3' });
    });

    it('says why there are no tags', async () => {
      const id = await report();
      expect(await tags(id)).to.deep.equal({ file: null, why: 'not_placed' });
      await place(DUNE, ['01.mp3']);
      expect(await tags(id)).to.deep.equal({ file: null, why: 'gone' });
      await writeFile(join(dir, 'library/Dune/01.mp3'), 'x');
      expect(await tags(id)).to.deep.equal({ file: null, why: 'unreadable' });
    });

    it('reads nothing outside the library folder', async () => {
      await place(DUNE, ['01.mp3']);
      await writeFile(join(dir, 'private.mp3'), 'x');
      await symlink(join(dir, 'private.mp3'), join(dir, 'library/Dune/01.mp3'));
      world.state.info = { ...INFO, tags: {} };

      expect(await tags(await report())).to.deep.equal({ file: null, why: 'gone' });
      expect(world.state.probed).to.deep.equal([]);
    });

    it('is for admins only', async () => {
      const id = await report();
      const member = await world.http.as('paul');

      for (const path of [`/api/admin/reports/${id}`, `/api/admin/reports/${id}/tags`, '/api/admin/reports']) {
        expect((await member.get(path)).status).to.equal(403);
      }
    });
  });

  describe(`lists of reports on ${dialect}`, () => {
    let world: ReportWorld;

    before(async function () {
      if (dialect === 'postgres' && !(await hasPostgres())) return this.skip();
      world = await createReportWorld(dialect);
    });
    after(() => world?.dispose());

    it('are pages by state with their numbers, in three statements however many there are', async () => {
      const ids: string[] = [];
      for (const name of ['paul', 'chani', 'duncan']) ids.push((await world.report(name)).body.report.id);
      ids.push((await world.report('paul', EMMA)).body.report.id);
      const admin = await world.http.as('admin');
      const list = async (query = '') =>
        (await admin.get<{ items: { id: string }[]; total: number; counts: object }>(`/api/admin/reports${query}`)).body;
      await admin.post(`/api/admin/reports/${ids[0]}/resolve`, {});
      await admin.post(`/api/admin/reports/${ids[1]}/answer`, { text: 'Which one?' });

      const open = await list('?state=open&limit=2');

      expect(open.items.map(({ id }) => id)).to.deep.equal([ids[1], ids[3]]);
      expect([open.total, open.counts]).to.deep.equal([3, { open: 3, resolved: 1, dismissed: 0, waiting: 2 }]);
      expect((await list('?state=open&limit=2&page=2')).items.map(({ id }) => id)).to.deep.equal([ids[2]]);
      expect((await list('?state=resolved')).items.map(({ id }) => id)).to.deep.equal([ids[0]]);
      expect((await list()).total).to.equal(4);
      const heard: string[] = [];
      const stop = world.database.onStatement((sql) => heard.push(sql));
      await list('?state=open');
      stop();
      expect(heard.filter((sql) => sql.includes('reported_issues'))).to.have.length(3);
    });

    it('show a person their own, newest first, and those about one recording', async () => {
      const paul = await world.http.as('paul');
      const list = async (query = '') => (await paul.get<{ items: { asin: string }[]; total: number }>(`/api/user/reports${query}`)).body;

      expect((await list()).items.map(({ asin }) => asin)).to.deep.equal([EMMA, DUNE]);
      expect((await list(`?asin=${DUNE_ABROAD}`)).items.map(({ asin }) => asin)).to.deep.equal([DUNE]);
      expect((await list(`?asin=${DUNE}&state=open`)).total).to.equal(0);
    });
  });
}
