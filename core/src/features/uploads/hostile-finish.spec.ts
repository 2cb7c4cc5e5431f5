import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { hasPostgres } from '../../platform/db/test-databases.js';
import { SERVICE_DIALECTS } from '../../platform/db/test-dialects.js';
import { activeCaller } from '../users/index.js';
import { finishUploadJob, FINISH_UPLOAD } from './finish-job.js';
import { forgeZip } from './forged-zip.spec.support.js';
import { createUploadWorld, type UploadWorld } from './upload-world.spec.support.js';

const MB = 1_000_000;

for (const dialect of SERVICE_DIALECTS) {
  describe(`an upload that is meant to do harm, on ${dialect}`, () => {
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

    /** A file that an archive can shrink a little. */
    const noise = (bytes: number): Buffer => Buffer.from(Array.from({ length: bytes }, (_, index) => (index >> 8) & 0xff));

    async function finished(files: readonly { name: string; bytes: Buffer }[]): Promise<string> {
      const { id } = (await world.begin(files.map(({ name, bytes }) => ({ name, size: bytes.length })))).body.upload;
      for (const [position, { bytes }] of files.entries()) await world.put(id, position, 0, bytes);
      await world.paul.post(`/api/uploads/${id}/finish`);
      return id;
    }
    const job = (requests: Pick<typeof world.service, 'importUpload'> = world.service) =>
      finishUploadJob({
        database: world.database,
        folders: world.folders,
        settings: world.uploadSettings,
        requests,
        callerNow: (userId) => activeCaller({ users: world.http.people.users, settings: world.settings }, userId),
        now: world.now,
      });
    const work = (id: string, ...with_: Parameters<typeof job>) =>
      world.run(FINISH_UPLOAD.name, { uploadId: id }, { definitions: [job(...with_)] });
    const state = async (id: string) =>
      (await world.http.as('admin'))
        .get<{ items: { id: string; state: string; fault?: string }[] }>('/api/admin/uploads')
        .then(({ body }) => body.items.find((item) => item.id === id));

    async function cancelRequest(): Promise<void> {
      const paul = await world.idOf('paul');
      await world.service.cancel(world.callerOf(paul), world.requestId);
    }

    const AUDIO = { name: '01.mp3', bytes: Buffer.from('one') };

    it('is not imported for a person who lost the permission in the meantime', async () => {
      const id = await finished([AUDIO]);
      await world.http.people.users.update(await world.idOf('paul'), { permissions: { interactiveSearch: false } }, { name: 'spec' });

      await work(id);

      expect(await state(id)).to.include({ state: 'failed', fault: 'You may not upload files any more.' });
      expect(await world.status(world.requestId)).to.equal('awaiting_search');
      expect(existsSync(join(world.dataDir, 'uploads', id))).to.equal(false);
    });

    it('is not imported for a person whose account was disabled in the meantime', async () => {
      const id = await finished([AUDIO]);
      await world.http.people.users.update(await world.idOf('paul'), { state: 'disabled' }, { name: 'spec' });

      await work(id);

      expect((await state(id))?.state).to.equal('failed');
      expect(await world.status(world.requestId)).to.equal('awaiting_search');
    });

    it('does not revive a request that is cancelled while its files are looked at', async () => {
      const id = await finished([AUDIO]);
      world.state.whenNamed = cancelRequest;

      await work(id);

      expect(await world.status(world.requestId)).to.equal('cancelled');
      expect(await state(id)).to.include({ state: 'failed', fault: 'A request that is cancelled cannot be given files.' });
    });

    it('becomes no more than one person has room for', async () => {
      const archive = forgeZip([{ name: 'a.mp3', bytes: noise(2 * MB) }]);
      const id = await finished([{ name: 'a.zip', bytes: archive }]);
      world.limits.uploadPersonGb = 0.001;

      await work(id);

      expect((await state(id))?.fault).to.match(/^The archives hold 2 MB, and you have room for /);
      expect(existsSync(world.folders.bookOf(id))).to.equal(false);
    });

    it('leaves no files that the quota does not count when its request is cancelled', async () => {
      const id = await finished([{ name: 'a.mp3', bytes: noise(MB) }]);
      await work(id);
      expect((await state(id))?.state).to.equal('handed');
      await cancelRequest();
      const other = await world.addRequest({ user: await world.idOf('paul'), asin: 'B002V8KSLU', status: 'awaiting_search' });

      const next = await world.begin([{ name: 'b.mp3', size: MB }], world.paul, other);

      expect(await readdir(join(world.dataDir, 'uploads'))).to.deep.equal([next.body.upload.id]);
    });

    it('keeps the files that its request imports where a second run of the job comes late', async () => {
      const id = await finished([AUDIO]);
      const late: Parameters<typeof job>[0] = {
        async importUpload(...order) {
          await world.service.importUpload(...order);
          return world.service.importUpload(...order);
        },
      };

      await work(id, late);

      expect(await world.status(world.requestId)).to.equal('processing');
      expect((await state(id))?.state).to.equal('handed');
      expect(await readdir(world.folders.bookOf(id))).to.deep.equal(['01.mp3']);
    });

    it('fails with a plain reason where a name in it is none', async () => {
      const name = 'a\u0000\u202Egpj.mp3';
      const id = await finished([{ name: 'a.zip', bytes: forgeZip([{ name }]) }]);

      await work(id);

      expect((await state(id))?.fault).to.equal('“a.zip” holds “a gpj.mp3”, which has a name that is not valid.');
    });

    it('holds as many names in all its archives as it may in one', async () => {
      const many = (from: number) =>
        forgeZip(Array.from({ length: 2600 }, (_, index) => ({ name: `${from + index}.mp3`, bytes: Buffer.from('a') })));
      const id = await finished([
        { name: 'a.zip', bytes: many(0) },
        { name: 'b.zip', bytes: many(5000) },
      ]);

      await work(id);

      expect((await state(id))?.fault).to.equal('“b.zip” and the archives before it hold more than 5000 files.');
    });
  });
}
