import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { hasPostgres } from '../../platform/db/test-databases.js';
import { SERVICE_DIALECTS } from '../../platform/db/test-dialects.js';
import { createUploadWorld, type UploadWorld } from './upload-world.spec.support.js';

interface ForeignUploads {
  readonly items: readonly {
    readonly id: string;
    readonly request: { readonly id: string; readonly title: string };
    readonly user: { readonly id: string; readonly displayName: string };
    readonly state: string;
    readonly files: number;
    readonly bytes: number;
    readonly received: number;
    readonly lastPieceAt?: string;
  }[];
  readonly total: number;
  readonly room: { readonly taken: number; readonly quota: number };
}

for (const dialect of SERVICE_DIALECTS) {
  describe(`uploads of everybody, on ${dialect}`, () => {
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

    const admin = () => world.http.as('admin');
    const list = async () => (await (await admin()).get<ForeignUploads>('/api/admin/uploads')).body;
    const FILES = [
      { name: '01.mp3', size: 6 },
      { name: '02.mp3', size: 4 },
    ];

    it('are listed for admins with their people, their books, what has arrived, and the room that they take', async () => {
      const id = (await world.begin(FILES)).body.upload.id;
      await world.put(id, 0, 0, 'abcdef');
      await world.put(id, 1, 0, 'a');

      const { items, total, room } = await list();

      const [row] = items;
      expect([total, items.length, room]).to.deep.equal([1, 1, { taken: 10, quota: 20_000_000_000 }]);
      expect([row?.id, row?.state, row?.files, row?.bytes, row?.received]).to.deep.equal([id, 'receiving', 2, 10, 7]);
      expect(row?.request.id).to.equal(world.requestId);
      expect(row?.user.id).to.equal(await world.idOf('paul'));
      expect(Date.parse(row?.lastPieceAt ?? '')).to.be.greaterThan(0);
    });

    it('name no piece before the first', async () => {
      await world.begin(FILES);

      expect((await list()).items[0]).to.not.have.property('lastPieceAt');
    });

    it('are cancelled by admins, which makes room and is recorded', async () => {
      const id = (await world.begin(FILES)).body.upload.id;
      await world.put(id, 0, 0, 'abc');

      const { status } = await (await admin()).fetch(`/api/admin/uploads/${id}`, { method: 'DELETE' });

      expect(status).to.equal(204);
      expect(await list()).to.deep.include({ items: [], total: 0, room: { taken: 0, quota: 20_000_000_000 } });
      expect(await readdir(join(world.dataDir, 'uploads'))).to.deep.equal([]);
      expect((await world.put(id, 0, 3, 'def')).body.code).to.equal('not_found');
      const [entry] = (await world.audit.list({ page: 1, limit: 10, action: 'upload.cancelled' })).items;
      expect([entry?.actorName, entry?.targetId, entry?.detail]).to.deep.equal([
        'admin',
        id,
        { requestId: world.requestId, userId: await world.idOf('paul') },
      ]);
    });

    it('are not cancelled twice, nor once they are being imported', async () => {
      const id = (await world.begin([{ name: '01.mp3', size: 3 }])).body.upload.id;
      await world.put(id, 0, 0, 'abc');
      await world.paul.post(`/api/uploads/${id}/finish`, {});
      const client = await admin();
      const cancel = async (which: string) => (await client.fetch(`/api/admin/uploads/${which}`, { method: 'DELETE' })).status;

      expect(await cancel(id)).to.equal(409);
      expect(await cancel('00000000-0000-4000-8000-000000000000')).to.equal(404);
      expect((await list()).items[0]?.state).to.equal('unpacking');
    });

    it('are nobody else’s business', async () => {
      const id = (await world.begin(FILES)).body.upload.id;

      expect((await world.paul.get('/api/admin/uploads')).status).to.equal(403);
      expect((await world.paul.fetch(`/api/admin/uploads/${id}`, { method: 'DELETE' })).status).to.equal(403);
      expect((await world.view(id)).status).to.equal(200);
    });
  });
}
