import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import type { RequestRow } from '../lifecycle/request-record.js';
import { DUNE } from './request-fakes.spec.support.js';
import { codeOf, INPUT, useRequestService } from './request-service.spec.support.js';
import { SERVICE_DIALECTS } from '../../platform/db/test-dialects.js';

const FILES = { path: '/srv/dune' };

for (const dialect of SERVICE_DIALECTS) {
  describe(`files that an admin names, on ${dialect}`, () => {
    const scene = useRequestService(dialect);
    const { paul, chani, admin, create } = scene;
    const signal = new AbortController().signal;
    const importFiles = (id: string, files: Parameters<typeof scene.world.service.importFiles>[2] = FILES, caller = admin()) =>
      scene.world.service.importFiles(caller, id, files, signal);
    const createWithFiles = (userId = 'paul', caller = admin(), files = FILES) =>
      scene.world.service.createWithFiles(caller, userId, INPUT, files, signal);
    const orders = async () => (await scene.world.queued('request.import')).map(({ payload }) => payload);

    /** Gives a request the download that its client is busy with. */
    async function addDownload(requestId: string, downloadPath: string | null): Promise<string> {
      const id = randomUUID();
      const at = scene.world.now().toISOString();
      await scene.world.database.transaction(async (tx) => {
        const facts = { integrationId: null, itemId: 'a', state: 'added', release: '{}', releaseKey: 'k', ours: true, missingCount: 0 };
        await tx.insert('download_history', { id, requestId, ...facts, downloadPath, createdAt: at, updatedAt: at });
        await tx.run('UPDATE requests SET current_download_id = ? WHERE id = ?', [id, requestId]);
      });
      return id;
    }

    it('are handed to the import, which a retry does not forget', async () => {
      const id = await scene.world.addRequest({ status: 'awaiting_search' });

      await importFiles(id, { ...FILES, cleanupSource: true });

      const request: RequestRow = await scene.world.request(id);
      expect(request).to.include({ status: 'processing', sourcePath: '/srv/dune' });
      expect(Boolean(request.cleanSource)).to.equal(true);
      expect(await orders()).to.deep.equal([{ requestId: id, sourcePath: '/srv/dune', cleanupSource: true }]);
    });

    it('are imported as they are if the admin says so', async () => {
      const id = await scene.world.addRequest({ status: 'warn' });

      await importFiles(id, { ...FILES, acceptSuspect: true });

      expect(await orders()).to.deep.equal([{ requestId: id, sourcePath: '/srv/dune', cleanupSource: false, acceptSuspect: true }]);
    });

    it('end the search of the request, and its download', async () => {
      const id = await scene.world.addRequest({ status: 'downloading' });
      const download = await addDownload(id, '/downloads/Another');

      await importFiles(id);

      expect((await scene.world.request(id)).currentDownloadId).to.equal(null);
      expect((await scene.world.queued('download.remove')).map(({ payload }) => payload)).to.deep.equal([{ downloadId: download }]);
    });

    for (const place of ['/srv/dune', '/srv', '/srv/dune/CD 1']) {
      it(`leave the download in its client if it is at ${place}`, async () => {
        const id = await scene.world.addRequest({ status: 'downloading' });
        const download = await addDownload(id, place);

        await importFiles(id);

        expect((await scene.world.request(id)).currentDownloadId).to.equal(download);
        expect(await scene.world.queued('download.remove')).to.deep.equal([]);
      });
    }

    it('approve what waits for approval, and tell its owner', async () => {
      const { requestId } = await create();

      await importFiles(requestId);

      expect(await scene.world.status(requestId)).to.equal('processing');
      expect(scene.world.notified.map(({ event }) => event)).to.include('request_approved');
    });

    it('are forgotten when the request goes another way', async () => {
      const id = await scene.world.addRequest({ status: 'failed' });
      await importFiles(id, { ...FILES, cleanupSource: true });
      const { database, transitions } = scene.world;

      await database.transaction((tx) => transitions.apply(tx, id, 'cancel', { message: 'no', reason: null }));

      const request: RequestRow = await scene.world.request(id);
      expect(request.sourcePath).to.equal(null);
      expect(Boolean(request.cleanSource)).to.equal(false);
    });

    it('change nothing if they cannot be imported', async () => {
      const id = await scene.world.addRequest({ status: 'failed' });
      scene.world.state.unfit = true;

      expect(await codeOf(importFiles(id))).to.equal('422 unfit_source');
      expect(await codeOf(createWithFiles('chani'))).to.equal('422 unfit_source');

      expect(await scene.world.status(id)).to.equal('failed');
      expect(await scene.world.database.read.all('SELECT id FROM requests')).to.have.length(1);
    });

    it('are told to admins by their path, and to nobody else', async () => {
      const id = await scene.world.addRequest({ status: 'failed' });
      await importFiles(id);

      const told = async (viewer: ReturnType<typeof paul>) => JSON.stringify((await scene.world.detail(id, viewer))?.timeline);

      expect(await told({ ...admin(), role: 'admin' })).to.contain('/srv/dune');
      expect(await told({ ...paul(), role: 'user' }))
        .to.contain('chose files of the server')
        .and.not.contain('/srv');
    });

    it('are nobody’s to name but an admin’s', async () => {
      const id = await scene.world.addRequest({ status: 'failed' });

      expect(await codeOf(importFiles(id, FILES, { ...paul(), role: 'user' }))).to.equal('409 request_state');
    });

    it('make a request of a person that begins with their import', async () => {
      const { requestId, outcome } = await createWithFiles();

      expect(outcome).to.equal('created');
      expect(await scene.world.request(requestId)).to.include({ userId: 'paul', status: 'processing', sourcePath: '/srv/dune' });
      expect(await orders()).to.deep.equal([{ requestId, sourcePath: '/srv/dune', cleanupSource: false }]);
      expect(await scene.world.queued('request.search')).to.deep.equal([]);
    });

    it('make no request that only searches: both or neither', async () => {
      await scene.world.addRequest({ user: 'chani', status: 'downloaded' });

      expect(await codeOf(createWithFiles())).to.equal('409 request_state');

      expect(await scene.world.database.read.all("SELECT id FROM requests WHERE user_id = 'paul'")).to.deep.equal([]);
      expect(await scene.world.database.read.all('SELECT user_id FROM request_subscribers')).to.deep.equal([]);
    });

    it('go to the request of somebody else for the same book, which the person joins', async () => {
      const other = await scene.world.addRequest({ user: 'chani', status: 'awaiting_search' });

      const { requestId, outcome } = await createWithFiles();

      expect([requestId, outcome]).to.deep.equal([other, 'joined']);
      expect(await scene.world.request(other)).to.include({ status: 'processing', userId: chani().userId });
    });

    it('are refused for a book that the library has', async () => {
      scene.world.state.owned.add(DUNE.asin);

      expect(await codeOf(createWithFiles())).to.equal('409 already_available');
    });
  });
}
