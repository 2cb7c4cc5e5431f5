import { expect } from 'chai';
import { hasPostgres } from '../../platform/db/test-databases.js';
import { RECONCILE, READ_RELEASE_DATES } from './reconcile-job.js';
import { DUNE } from './request-fakes.spec.support.js';
import { createRequestWorld, type RequestWorld } from './request-world.spec.support.js';
import { REQUEST_STATUSES, type RequestStatus } from '../lifecycle/statuses.js';

const RESUMED: Partial<Record<RequestStatus, string>> = {
  pending: 'request.search',
  searching: 'request.search',
  awaiting_search: 'request.search',
  downloading: 'request.grab',
  processing: 'request.import',
  awaiting_import: 'request.import',
};

for (const dialect of ['sqlite', 'postgres'] as const) {
  describe(`looking after stuck requests on ${dialect}`, () => {
    let world: RequestWorld;

    before(async function () {
      if (dialect === 'postgres' && !(await hasPostgres())) this.skip();
    });
    beforeEach(async () => {
      world = await createRequestWorld(dialect);
    });
    afterEach(async () => {
      await world?.remove();
    });

    const live = async () => (await world.queued()).filter((job) => job.name !== 'hooks.tell');

    it('gives every orphan its job, and nothing to the others', async () => {
      const expected: string[] = [];
      for (const [index, status] of REQUEST_STATUSES.entries()) {
        const id = await world.addRequest({ status, asin: `B1000000${index + 10}` });
        const name = RESUMED[status];
        if (name !== undefined) expected.push(`${name} ${id}`);
      }
      await world.run(RECONCILE.name, {});
      expect((await live()).map((job) => `${job.name} ${String(job.payload['requestId'])}`).sort()).to.deep.equal(expected.sort());
      await world.run(RECONCILE.name, {});
      expect(await live()).to.have.length(expected.length);
    });

    it('leaves requests alone that wait for a job or for a download', async () => {
      const waiting = await world.addRequest({ status: 'awaiting_search' });
      const downloading = await world.addRequest({ status: 'downloading', asin: 'B000000002' });
      await world.database.transaction(async (tx) => {
        await world.jobs.enqueue(tx, { name: 'request.search', subject: `request:${waiting}`, runAt: new Date(Date.now() + 9e6) });
        const download = await world.downloads.create(tx, {
          requestId: downloading,
          candidateId: 'c',
          integrationId: 'client-1',
          releaseKey: 'k',
          release: { title: 'Dune', protocol: 'torrent', indexer: 'Tracker' },
        });
        await world.downloads.set(tx, download, { state: 'added', itemId: 'item' });
        await tx.run('UPDATE requests SET current_download_id = ? WHERE id = ?', [download, downloading]);
      });
      await world.run(RECONCILE.name, {});
      expect((await live()).map((job) => job.name).sort()).to.deep.equal(['downloads.monitor', 'request.search']);
    });

    it('starts the search of a book that came out, and tells a new date', async () => {
      const id = await world.addRequest({ status: 'awaiting_release' });
      world.state.books.set(DUNE.asin, { ...DUNE, releaseDate: '2099-02-02' });
      await world.run(READ_RELEASE_DATES.name, {});
      expect((await world.reason(id))?.nextAt).to.equal('2099-02-02T00:00:00.000Z');
      world.state.catalogDown = true;
      await world.run(READ_RELEASE_DATES.name, {});
      expect(await world.status(id)).to.equal('awaiting_release');
      world.state.catalogDown = false;
      world.state.books.set(DUNE.asin, DUNE);
      await world.run(READ_RELEASE_DATES.name, {});
      expect(await world.status(id)).to.equal('pending');
      expect(world.notified.map((entry) => entry.event)).to.include('request_released');
    });
  });
}
