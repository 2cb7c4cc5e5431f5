import { expect } from 'chai';
import { hasPostgres } from '../../platform/db/test-databases.js';
import { SERVICE_DIALECTS } from '../../platform/db/test-dialects.js';
import { GRAB, REMOVE_DOWNLOAD, SEARCH } from '../lifecycle/request-jobs.js';
import type { RequestStatus } from '../lifecycle/statuses.js';
import { INTERACTIVE_SEARCH } from '../search/search-job.js';
import { createGrabWorld, createRequestWorld } from './request-world.spec.support.js';

type World = Awaited<ReturnType<typeof createRequestWorld>>;

for (const dialect of SERVICE_DIALECTS) {
  describe(`a request whose job an admin cancels, on ${dialect}`, () => {
    before(async function () {
      if (dialect === 'postgres' && !(await hasPostgres())) this.skip();
    });

    async function cancel({ jobs }: World, name: string): Promise<void> {
      const job = (await jobs.list({ name })).find(({ state }) => state === 'queued' || state === 'running');
      expect(await jobs.cancel(job?.id ?? '')).to.equal(true);
    }

    describe('while it is searched for', () => {
      let world: World;

      beforeEach(async () => {
        world = await createRequestWorld(dialect);
      });
      afterEach(() => world.remove());

      for (const status of ['pending', 'awaiting_search', 'searching'] as const satisfies readonly RequestStatus[]) {
        it(`says so, and searches later, when it was ${status}`, async () => {
          const id = await world.addRequest({ status });
          await world.jobs.add(SEARCH({ requestId: id }));

          await cancel(world, SEARCH.name);

          expect((await world.request(id)).status).to.equal('awaiting_search');
          const reason = await world.reason(id);
          expect(reason?.message).to.equal('The search failed: An admin cancelled its job.');
          const next = await world.queued(SEARCH.name);
          expect(next.map(({ payload, runAt }) => [payload['requestId'], runAt])).to.deep.equal([[id, reason?.nextAt]]);
        });
      }

      it('leaves a request alone that has moved on', async () => {
        const id = await world.addRequest({ status: 'processing' });
        await world.jobs.add(SEARCH({ requestId: id }));

        await cancel(world, SEARCH.name);

        expect((await world.request(id)).status).to.equal('processing');
        expect(await world.queued(SEARCH.name)).to.deep.equal([]);
      });

      it('ends the searches that people look at', async () => {
        const id = await world.addRequest({ status: 'searching' });
        const begin = (automatic: boolean) =>
          world.database.transaction((tx) => world.candidates.begin(tx, { requestId: id, automatic, queries: ['Dune'], at: world.now() }));
        await begin(false);
        const other = await begin(true);
        await world.jobs.add(INTERACTIVE_SEARCH({ requestId: id }));

        await cancel(world, INTERACTIVE_SEARCH.name);

        const rows = await world.database.read.all<{ id: string }>('SELECT id FROM searches');
        expect(rows).to.deep.equal([{ id: other }]);
        expect((await world.request(id)).status).to.equal('searching');
      });
    });

    describe('while a release is handed over', () => {
      let grabbing: Awaited<ReturnType<typeof createGrabWorld>>;

      beforeEach(async () => {
        grabbing = await createGrabWorld(1, dialect);
      });
      afterEach(() => grabbing.world.remove());

      it('says so, and searches later', async () => {
        const { world, requestId } = grabbing;
        await world.jobs.add(GRAB({ requestId }));

        await cancel(world, GRAB.name);

        expect((await world.request(requestId)).status).to.equal('awaiting_search');
        expect(await world.reason(requestId)).to.include({
          code: 'candidates_used_up',
          message: 'An admin cancelled the job that hands the release to the download client.',
        });
        expect(await world.queued(SEARCH.name)).to.have.length(1);
      });

      it('takes out again what the client has got meanwhile', async () => {
        const { world, client, requestId } = grabbing;
        await world.jobs.add(GRAB({ requestId }));
        const add = client.add;
        client.add = async (item, options) => {
          await cancel(world, GRAB.name);
          return add(item, options);
        };

        await world.run(GRAB.name, { requestId });

        expect((await world.request(requestId)).status).to.equal('awaiting_search');
        await world.work([REMOVE_DOWNLOAD.name]);
        expect(client.items.size).to.equal(0);
      });

      it('leaves a download alone that its client has', async () => {
        const { world, client, requestId } = grabbing;
        await world.grab(requestId);
        await world.jobs.add(GRAB({ requestId }));

        await cancel(world, GRAB.name);

        expect((await world.request(requestId)).status).to.equal('downloading');
        expect(client.items.size).to.equal(1);
      });
    });
  });
}
