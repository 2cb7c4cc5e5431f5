import { readdir, readFile, statfs, utimes } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { expect } from 'chai';
import { hasPostgres } from '../../platform/db/test-databases.js';
import { mountSmallDisk } from '../../platform/testing/test-small-disk.js';
import { LARGEST_PIECE } from './routes.js';
import { createUploadWorld, type UploadWorld } from './upload-world.spec.support.js';

const DAY_MS = 86_400_000;
const GB = 1_000_000_000;
const FILES = [
  { name: 'CD 1/01.mp3', size: 6 },
  { name: 'CD 1/02.mp3', size: 4 },
];

for (const dialect of ['sqlite', 'postgres'] as const) {
  describe(`uploads, on ${dialect}`, () => {
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

    const begun = async (files = FILES) => (await world.begin(files)).body.upload.id;
    const folders = () => readdir(join(world.dataDir, 'uploads')).catch(() => []);

    it('take files in pieces, and say what they have', async () => {
      const id = await begun();

      expect((await world.put(id, 0, 0, 'abc')).body).to.deep.equal({ received: 3 });
      expect((await world.put(id, 0, 3, 'def')).body).to.deep.equal({ received: 6 });
      const { upload } = (await world.view(id)).body;
      expect(upload.state).to.equal('receiving');
      expect(upload.files).to.deep.equal([
        { name: 'CD 1/01.mp3', size: 6, received: 6 },
        { name: 'CD 1/02.mp3', size: 4, received: 0 },
      ]);
      expect(await readFile(world.folders.receivedPath({ uploadId: id, position: 0 }), 'utf8')).to.equal('abcdef');
    });

    for (const [what, offset] of [
      ['again', 0],
      ['with a gap', 4],
    ] as const) {
      it(`refuse a piece ${what}, and name the byte to go on from`, async () => {
        const id = await begun();
        await world.put(id, 0, 0, 'abc');

        const { status, body } = await world.put(id, 0, offset, 'abc');

        expect([status, body.code, body.received]).to.deep.equal([409, 'upload_offset', 3]);
        expect((await world.put(id, 0, 3, 'def')).status).to.equal(200);
      });
    }

    it('keep one of two pieces that arrive at the same moment', async () => {
      const id = await begun([{ name: 'a.mp3', size: 2 * LARGEST_PIECE }]);
      const piece = Buffer.alloc(LARGEST_PIECE, 1);

      const answers = await Promise.all([world.put(id, 0, 0, piece), world.put(id, 0, 0, piece)]);

      expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 409]);
      expect((await world.view(id)).body.upload.files[0]?.received).to.equal(LARGEST_PIECE);
    });

    it('refuse more than a file was to have, more than a piece may have, and a file that was not named', async () => {
      const id = await begun();

      expect((await world.put(id, 0, 0, 'abcdefg')).body.code).to.equal('unfit_upload');
      expect((await world.put(id, 0, 0, Buffer.alloc(LARGEST_PIECE + 1))).body.code).to.equal('body_too_large');
      expect((await world.put(id, 2, 0, 'a')).body.code).to.equal('not_found');
    });

    for (const [what, name] of [
      ['a name that leads out of its folder', '../a.mp3'],
      ['a name that begins at the root', '/etc/cron.d/a.mp3'],
      ['a program', 'a.exe'],
    ] as const) {
      it(`refuse ${what}, and keep nothing`, async () => {
        const { status, body } = await world.begin([{ name, size: 1 }]);

        expect([status, body.code]).to.deep.equal([422, 'unfit_upload']);
        expect(await folders()).to.deep.equal([]);
      });
    }

    it('refuse two files of one name', async () => {
      const { body } = await world.begin([
        { name: 'a.mp3', size: 1 },
        { name: 'A.mp3', size: 1 },
      ]);

      expect(body.code).to.equal('unfit_upload');
    });

    it('keep files whose names are too long and differ at their ends', async () => {
      const [one, two] = [1, 2].map((number) => ({ name: `${'Глава '.repeat(30)}${number}.mp3`, size: 1 }));

      const { status, body } = await world.begin([one, two].filter((file) => file !== undefined));

      expect(status).to.equal(201);
      expect(new Set(body.upload.files.map(({ name }) => name)).size).to.equal(2);
    });

    it('refuse a file where a folder is', async () => {
      const { body } = await world.begin([
        { name: 'CD.mp3', size: 1 },
        { name: 'cd.mp3/01.mp3', size: 1 },
      ]);

      expect([body.code, body.detail]).to.deep.equal(['unfit_upload', '“cd.mp3/01.mp3” has the name of a folder.']);
    });

    for (const offset of ['-1', '1e309', '0.5', '99999999999999999999', 'NaN', '']) {
      it(`refuse the offset “${offset}”`, async () => {
        const id = await begun();

        const { status } = await world.paul.fetch(`/api/uploads/${id}/files?position=0&offset=${offset}`, {
          method: 'PUT',
          headers: { 'content-type': 'application/octet-stream' },
          body: 'abc',
        });

        expect(status).to.equal(400);
        expect((await world.view(id)).body.upload.files[0]?.received).to.equal(0);
      });
    }

    it('leave nothing where they are cancelled while pieces come in', async () => {
      for (let round = 0; round < 25; round += 1) {
        // as many as the server takes of a person at once
        const files = Array.from({ length: 4 }, (_, index) => ({ name: `${index}.mp3`, size: 100_000 }));
        const id = await begun(files);
        const puts = files.map((_, position) => world.put(id, position, 0, Buffer.alloc(100_000, 1)));

        const [cancelled, ...answers] = await Promise.all([world.paul.delete(`/api/uploads/${id}`), ...puts]);

        expect(cancelled?.status).to.equal(204);
        expect([...new Set(answers.map(({ status }) => status))].filter((status) => status !== 200 && status !== 404)).to.deep.equal([]);
        expect(await folders()).to.deep.equal([]);
      }
    });

    it('begin anew where a restored database knows them, and the data folder does not', async () => {
      const id = await begun();
      await world.put(id, 0, 0, 'abc');
      await world.folders.remove(id);

      expect((await world.view(id)).body.upload.files[0]?.received).to.equal(0);
      expect((await world.put(id, 0, 0, 'abcdef')).body).to.deep.equal({ received: 6 });
    });

    it('are refused where the quota has no room, until others are gone', async () => {
      world.limits.uploadQuotaGb = 3;
      const first = await begun([{ name: 'a.mp3', size: 2 * GB }]);

      const refused = await world.begin([{ name: 'b.mp3', size: 2 * GB }]);
      await world.paul.delete(`/api/uploads/${first}`);
      const taken = await world.begin([{ name: 'b.mp3', size: 2 * GB }]);

      expect([refused.status, refused.body.code]).to.deep.equal([409, 'upload_space']);
      expect(refused.body.detail).to.contain('1 GB');
      expect(taken.status).to.equal(201);
      expect(await folders()).to.deep.equal([taken.body.upload.id]);
    });

    it('of one person leave room for those of others', async () => {
      world.limits.uploadPersonGb = 3;
      const first = await begun([{ name: 'a.mp3', size: 2 * GB }]);

      const refused = await world.begin([{ name: 'b.mp3', size: 2 * GB }]);
      const chani = await world.member('chani', { interactiveSearch: true });
      const request = await world.addRequest({ user: await world.idOf('chani'), status: 'awaiting_search', asin: 'B000000009' });
      const others = await world.begin([{ name: 'b.mp3', size: 2 * GB }], chani, request);
      await world.paul.delete(`/api/uploads/${first}`);
      const taken = await world.begin([{ name: 'b.mp3', size: 2 * GB }]);

      expect([refused.status, refused.body.code]).to.deep.equal([409, 'upload_space']);
      expect(refused.body.detail).to.contain('you have room for 1 GB');
      expect([others.status, taken.status]).to.deep.equal([201, 201]);
    });

    it('are turned off by a quota of 0', async () => {
      world.limits.uploadQuotaGb = 0;

      const { status, body } = await world.begin(FILES);

      expect([status, body.code]).to.deep.equal([409, 'upload_space']);
      expect(body.detail).to.contain('turned off');
    });

    it('share the quota when they begin at the same moment', async () => {
      world.limits.uploadQuotaGb = 3;

      const answers = await Promise.all(['a', 'b', 'c'].map((name) => world.begin([{ name: `${name}.mp3`, size: 2 * GB }])));

      expect(answers.map(({ status }) => status).sort()).to.deep.equal([201, 409, 409]);
    });

    it('are nobody else’s', async () => {
      const id = await begun();
      const chani = await world.member('chani', { interactiveSearch: true });
      const admin = await world.http.as('admin');

      for (const other of [chani, admin]) {
        expect((await world.view(id, other)).status).to.equal(404);
        expect((await world.put(id, 0, 0, 'a', other)).status).to.equal(404);
        expect((await other.delete(`/api/uploads/${id}`)).status).to.equal(404);
      }
      expect((await world.begin(FILES, chani)).status).to.equal(404);
      expect((await world.begin(FILES, admin)).status).to.equal(201);
    });

    it('need the permission to choose releases, and a request that waits for files', async () => {
      const leto = await world.member('leto', {});
      const of = async (user: string, asin: string, status: 'awaiting_search' | 'awaiting_approval' | 'available') =>
        world.addRequest({ user: await world.idOf(user), asin, status });
      const admin = await world.http.as('admin');

      expect((await world.begin(FILES, leto, await of('leto', 'B002V8KSLU', 'awaiting_search'))).body.code).to.equal('permission_required');
      const waiting = await of('paul', 'B002V8KSLU', 'awaiting_approval');
      expect((await world.begin(FILES, world.paul, waiting)).body.code).to.equal('request_state');
      expect((await world.begin(FILES, admin, waiting)).status).to.equal(201);
      expect((await world.begin(FILES, world.paul, await of('paul', 'B002V8KSLV', 'available'))).body.code).to.equal('request_state');
    });

    it('are found again after a reload, and forgotten when they are cancelled', async () => {
      const id = await begun();
      const open = () => world.paul.get<{ uploads: { id: string }[] }>(`/api/requests/${world.requestId}/uploads`);

      expect((await open()).body.uploads.map((upload) => upload.id)).to.deep.equal([id]);
      expect((await world.paul.delete(`/api/uploads/${id}`)).status).to.equal(204);
      expect((await open()).body.uploads).to.deep.equal([]);
      expect((await world.put(id, 0, 0, 'abc')).status).to.equal(404);
      expect(await folders()).to.deep.equal([]);
    });

    it('are forgotten a day after somebody went on with them, and so are folders that nobody knows', async () => {
      const [left, active, stray] = [await begun(), await begun(), randomUUID()];
      await world.folders.make(stray);
      const old = new Date(world.now().getTime() - 1000);
      for (const id of [left, active, stray]) await utimes(join(world.dataDir, 'uploads', id), old, old);
      world.clock.ahead = DAY_MS / 2;
      await world.put(active, 0, 0, 'abc');
      world.clock.ahead = DAY_MS + 2000;

      expect(await world.forget()).to.equal(1);
      expect(await folders()).to.deep.equal([active]);
      expect((await world.put(active, 0, 3, 'def')).status).to.equal(200);
    });
  });
}

describe('uploads, on a disk that is full', () => {
  it('begin only where there is room, and go on once there is', async function () {
    const disk = await mountSmallDisk(12);
    if (!disk) return this.skip();
    const world = await createUploadWorld('sqlite', { dataDir: disk.dir });
    try {
      expect((await world.begin([{ name: 'a.mp3', size: GB }])).body.code).to.equal('upload_space');
      const { id } = (await world.begin([{ name: 'a.mp3', size: 8_000_000 }])).body.upload;
      await disk.fill(4_200_000);
      const refused = await world.put(id, 0, 0, Buffer.alloc(4_000_000, 1));
      expect([refused.status, refused.body.code]).to.deep.equal([409, 'upload_space']);
      expect((await world.view(id)).body.upload.files[0]?.received).to.equal(0);
      expect((await statfs(disk.dir)).bavail, 'room for the database').to.be.above(0);
      await disk.fill();
      expect((await world.put(id, 0, 0, Buffer.alloc(10_000, 1))).body.code).to.equal('upload_space');
      await disk.empty();
      expect((await world.put(id, 0, 0, Buffer.alloc(4_000_000, 1))).status).to.equal(200);
    } finally {
      await world.dispose();
      await disk.dispose();
    }
  });
});
