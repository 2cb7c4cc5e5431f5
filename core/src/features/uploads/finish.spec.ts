import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { hasPostgres } from '../../platform/db/test-databases.js';
import { SERVICE_DIALECTS } from '../../platform/db/test-dialects.js';
import { activeCaller } from '../users/index.js';
import { uploads as feature } from './feature.js';
import { finishUploadJob, FINISH_UPLOAD } from './finish-job.js';
import { forgeZip } from './forged-zip.spec.support.js';
import { createUploadWorld, type UploadWorld } from './upload-world.spec.support.js';

for (const dialect of SERVICE_DIALECTS) {
  describe(`finishing an upload, on ${dialect}`, () => {
    let world: UploadWorld;

    before(async function () {
      if (dialect === 'postgres' && !(await hasPostgres())) this.skip();
    });
    beforeEach(async () => {
      world = await createUploadWorld(dialect);
    });
    afterEach(async () => {
      await world?.dispose();
    });

    const AUDIO = { name: 'CD 1/01.mp3', bytes: Buffer.from('one') };
    const ZIP = { name: 'Rest.zip', bytes: forgeZip([{ name: '02.mp3', bytes: Buffer.from('two!') }, { name: 'readme.txt' }]) };

    async function send(files: readonly { name: string; bytes: Buffer }[]): Promise<string> {
      const { id } = (await world.begin(files.map(({ name, bytes }) => ({ name, size: bytes.length })))).body.upload;
      for (const [position, { bytes }] of files.entries()) await world.put(id, position, 0, bytes);
      return id;
    }
    const finish = (id: string, client = world.paul) => client.post<{ code?: string }>(`/api/uploads/${id}/finish`);
    const definitions = (requests: Pick<typeof world.service, 'importUpload'> = world.service) => [
      finishUploadJob({
        database: world.database,
        folders: world.folders,
        settings: world.uploadSettings,
        requests,
        callerNow: (userId) => activeCaller({ users: world.http.people.users, settings: world.settings }, userId),
        now: world.now,
      }),
    ];
    const work = (id: string) => world.run(FINISH_UPLOAD.name, { uploadId: id }, { definitions: definitions() });
    const state = async (id: string) => (await world.view(id)).body.upload;
    const bookFiles = async (id: string) => (await readdir(world.folders.bookOf(id), { recursive: true })).sort();

    it('unpacks archives and gives the files to the request, which tells who uploaded them', async () => {
      const id = await send([AUDIO, ZIP]);

      expect((await finish(id)).status).to.equal(202);
      expect((await world.queued(FINISH_UPLOAD.name)).map(({ payload }) => payload)).to.deep.equal([{ uploadId: id }]);
      await work(id);

      expect(await bookFiles(id)).to.deep.equal(['CD 1', 'CD 1/01.mp3', 'Rest', 'Rest/02.mp3']);
      expect((await state(id)).state).to.equal('handed');
      const request = await world.request(world.requestId);
      expect([request.status, request.sourcePath]).to.deep.equal(['processing', world.folders.bookOf(id)]);
      expect(Boolean(request.cleanSource)).to.equal(true);
      const { items } = await world.audit.list({ page: 1, limit: 10, targetId: world.requestId });
      const entry = items.find(({ action }) => action === 'request.files_uploaded');
      expect(entry?.actorName).to.equal('paul');
      expect(entry?.detail).to.include({ files: 2, bytes: 7 });
      expect(existsSync(join(world.dataDir, 'uploads', id, 'received'))).to.equal(false);
    });

    it('is refused while bytes are missing, and changes nothing when it is asked twice', async () => {
      const id = (await world.begin([{ name: 'a.mp3', size: 3 }])).body.upload.id;

      expect((await finish(id)).body.code).to.equal('upload_state');
      await world.put(id, 0, 0, 'one');
      await Promise.all([finish(id), finish(id)]);
      expect(await world.queued(FINISH_UPLOAD.name)).to.have.length(1);
      expect((await world.put(id, 0, 3, 'x')).body.code).to.equal('upload_state');
      expect((await world.paul.delete(`/api/uploads/${id}`)).status).to.equal(409);
    });

    it('goes on where a run was killed', async () => {
      const id = await send([AUDIO, ZIP]);
      await finish(id);
      await mkdir(join(world.folders.bookOf(id), 'CD 1'), { recursive: true });
      await rename(world.folders.receivedPath({ uploadId: id, position: 0 }), join(world.folders.bookOf(id), 'CD 1/01.mp3'));

      await work(id);
      await work(id);

      expect(await bookFiles(id)).to.deep.equal(['CD 1', 'CD 1/01.mp3', 'Rest', 'Rest/02.mp3']);
      expect((await state(id)).state).to.equal('handed');
    });

    it('keeps a file that was moved before a run was killed, whatever came under its number since', async () => {
      const id = await send([AUDIO, ZIP]);
      await finish(id);
      await mkdir(join(world.folders.bookOf(id), 'CD 1'), { recursive: true });
      const moved = join(world.folders.bookOf(id), 'CD 1/01.mp3');
      await rename(world.folders.receivedPath({ uploadId: id, position: 0 }), moved);
      await writeFile(world.folders.receivedPath({ uploadId: id, position: 0 }), '');

      await work(id);

      expect(await readFile(moved, 'utf8')).to.equal('one');
    });

    it('deletes what was received where a run was killed before that', async () => {
      const id = await send([AUDIO]);
      await finish(id);
      await work(id);
      await world.folders.make(id);

      await work(id);

      expect(existsSync(join(world.dataDir, 'uploads', id, 'received'))).to.equal(false);
    });

    it('says that the files are gone where a restored database knows them, and the data folder does not', async () => {
      for (const file of [AUDIO, ZIP]) {
        const id = await send([file]);
        await finish(id);
        await world.folders.remove(id);

        await work(id);

        expect((await state(id)).fault).to.equal(`“${file.name}” is not on the server any more. Upload the files again.`);
      }
    });

    it('can be asked for again in a restored database, whose jobs are cancelled', async () => {
      const id = await send([AUDIO]);
      await finish(id);

      await world.database.transaction(async (tx) =>
        feature.whenRestored?.(async (sql, values) => void (await tx.run(sql, values)), {
          restoredAt: world.now().toISOString(),
          revokeTokens: false,
        }),
      );

      expect((await state(id)).state).to.equal('receiving');
      expect((await finish(id)).status).to.equal(202);
    });

    it('is forgotten after a day where its job is lost', async () => {
      const id = await send([AUDIO]);
      await finish(id);
      world.clock.ahead = 2 * 86_400_000;

      expect(await world.forget()).to.equal(1);
    });

    it('keeps the room of what an archive becomes from others, before it unpacks that', async () => {
      const noise = Buffer.from(Array.from({ length: 400_000 }, (_, index) => (index >> 8) & 0xff));
      const archive = forgeZip([{ name: 'a.mp3', bytes: Buffer.concat(Array.from({ length: 20 }, () => noise)) }]);
      const id = await send([{ name: 'a.zip', bytes: archive }]);
      world.limits.uploadQuotaGb = 0.01;
      await finish(id);
      let refused: unknown;
      const requests = {
        async importUpload(...order: Parameters<typeof world.service.importUpload>) {
          refused = (await world.begin([{ name: 'b.mp3', size: 5_000_000 }])).body.code;
          return world.service.importUpload(...order);
        },
      };

      await world.run(FINISH_UPLOAD.name, { uploadId: id }, { definitions: definitions(requests) });

      expect(refused).to.equal('upload_space');
      expect((await state(id)).state).to.equal('handed');
    });

    it('fails with a reason where an archive holds a link, and keeps nothing', async () => {
      const id = await send([{ name: 'a.zip', bytes: forgeZip([{ name: 'a.mp3', bytes: Buffer.from('/etc/passwd'), mode: 0o120777 }]) }]);
      await finish(id);

      await work(id);

      expect(await state(id)).to.include({ state: 'failed', fault: '“a.zip” holds a link, or something else that is no file.' });
      expect(existsSync(join(world.dataDir, 'uploads', id))).to.equal(false);
      expect(await world.status(world.requestId)).to.equal('awaiting_search');
    });

    it('fails where an archive becomes more than the quota has room for', async () => {
      const noise = Buffer.from(Array.from({ length: 2_000_000 }, (_, index) => (index >> 8) & 0xff));
      const id = await send([{ name: 'a.zip', bytes: forgeZip([{ name: 'a.mp3', bytes: noise }]) }]);
      world.limits.uploadQuotaGb = 0;
      await finish(id);

      await work(id);

      expect((await state(id)).fault).to.match(/^The archives hold 2 MB, and there is room for /);
      expect(existsSync(world.folders.bookOf(id))).to.equal(false);
    });

    it('fails where the request went on without the files, or they are nothing that it can use', async () => {
      const id = await send([AUDIO]);
      await finish(id);
      await world.database.transaction((tx) => tx.run("UPDATE requests SET status = 'processing' WHERE id = ?", [world.requestId]));

      await work(id);

      expect((await state(id)).fault).to.contain('cannot be given files');
    });

    it('vouches for the folder of its own request alone', async () => {
      const id = await send([AUDIO]);
      await finish(id);
      const path = world.folders.bookOf(id);
      expect(await world.uploads.areFilesOf(world.requestId, path)).to.equal(false);
      await work(id);

      const another = await world.addRequest({ user: await world.idOf('paul'), asin: 'B002V8KSLU', status: 'awaiting_search' });
      const link = join(world.dataDir, 'link');
      await symlink(path, link);
      expect(await world.uploads.areFilesOf(world.requestId, path)).to.equal(true);
      expect(await world.uploads.areFilesOf(another, path)).to.equal(false);
      for (const other of [link, join(path, '..'), join(path, 'CD 1'), join(world.dataDir, 'uploads'), world.dataDir]) {
        expect(await world.uploads.areFilesOf(world.requestId, other), other).to.equal(false);
      }
    });

    it('vouches for an ebook beside uploaded audio, to a request for the ebook of the same book', async () => {
      const id = await send([AUDIO, { name: 'Dune.epub', bytes: Buffer.from('epub') }]);
      await finish(id);
      await work(id);
      const ebook = join(world.folders.bookOf(id), 'Dune.epub');
      const row = await world.database.read.get<{ asin: string }>('SELECT asin FROM requests WHERE id = ?', [world.requestId]);
      const user = await world.idOf('paul');
      const same = await world.addRequest({ user, asin: row?.asin ?? '', status: 'awaiting_search', type: 'ebook' });
      const other = await world.addRequest({ user, asin: 'B002V8KSLU', status: 'awaiting_search', type: 'ebook' });

      expect(await world.uploads.areFilesOf(same, ebook)).to.equal(true);
      for (const path of [world.folders.bookOf(id), join(world.folders.bookOf(id), 'CD 1', '01.mp3'), join(world.dataDir, 'keys.epub')]) {
        expect(await world.uploads.areFilesOf(same, path), path).to.equal(false);
      }
      expect(await world.uploads.areFilesOf(other, ebook)).to.equal(false);
      expect(await world.uploads.areFilesOf(world.requestId, ebook)).to.equal(false);
    });

    it('forgets the files of an upload while the request imports others', async () => {
      const id = await send([AUDIO]);
      await finish(id);
      await work(id);
      await world.database.transaction((tx) => tx.run("UPDATE requests SET source_path = '/elsewhere' WHERE id = ?", [world.requestId]));
      world.limits.uploadQuotaGb = 0;
      world.clock.ahead = 2 * 86_400_000;

      expect(await world.forget()).to.equal(1);
    });

    it('keeps files while they are imported, and forgets them afterwards', async () => {
      const id = await send([AUDIO]);
      await finish(id);
      await work(id);
      world.clock.ahead = 2 * 86_400_000;

      expect(await world.forget()).to.equal(0);
      expect(existsSync(world.folders.bookOf(id))).to.equal(true);
      await world.database.transaction((tx) => tx.run('UPDATE requests SET source_path = NULL WHERE id = ?', [world.requestId]));
      expect(await world.forget()).to.equal(1);
      expect(existsSync(world.folders.bookOf(id))).to.equal(false);
    });
  });
}
