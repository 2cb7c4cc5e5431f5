import { expect } from 'chai';
import { v7 as uuid } from 'uuid';
import { hasPostgres } from '../../platform/db/test-databases.js';
import { SERVICE_DIALECTS } from '../../platform/db/test-dialects.js';
import { ApiError } from '../../platform/http/problem.js';
import { REMOVE_DOWNLOAD } from '../lifecycle/request-jobs.js';
import type { RequestStatus } from '../lifecycle/statuses.js';
import { DUNE, fakeClient, fakeIndexer, goodRelease } from './request-fakes.spec.support.js';
import { createRequestWorld, type RequestWorld } from './request-world.spec.support.js';

const TURNED_UP = 'found_in_library';

for (const dialect of SERVICE_DIALECTS) {
  describe(`what gets a book looks in the library first, on ${dialect}`, () => {
    let world: RequestWorld;
    const admin = () => world.callerOf('admin');
    const trusted = () => world.callerOf('paul', { permissions: { autoApprove: true, interactiveSearch: true, downloadAccess: false } });

    before(async function () {
      if (dialect === 'postgres' && !(await hasPostgres())) this.skip();
    });
    beforeEach(async () => {
      world = await createRequestWorld(dialect);
      for (const id of ['paul', 'admin']) await world.addUser(id);
      await world.addIntegration(fakeClient('media-1'));
      world.state.clients.length = 0;
    });
    afterEach(async () => {
      await world?.remove();
    });

    /** A media server lists the book; no scan has told anybody yet. */
    async function isListed(asin = DUNE.asin): Promise<void> {
      const at = world.now().toISOString();
      await world.database.transaction((tx) =>
        tx.insert('library_items', {
          id: uuid(),
          integrationId: 'media-1',
          libraryId: 'lib',
          itemId: `item-${asin}`,
          title: 'Dune',
          authors: '[]',
          narrators: '[]',
          matchedAsin: asin,
          matchedBy: 'asin',
          hasCover: false,
          hasAudio: true,
          hasEbook: false,
          addedAt: at,
          updatedAt: at,
          seenScan: uuid(),
          missingScans: 0,
        }),
      );
    }

    async function expectFound(id: string): Promise<void> {
      expect(await world.status(id)).to.equal('available');
      expect((await world.events(id)).at(-1)).to.equal(TURNED_UP);
      expect(await world.queued()).to.satisfy((jobs: { name: string }[]) => jobs.every(({ name }) => name === 'hooks.tell'));
      expect(world.notified.filter(({ requestId, event }) => requestId === id && event === 'request_available')).to.have.length(1);
    }

    it('approving all ends all of them, and says of each what became of it', async () => {
      await world.addUser('chani');
      const asked = await Promise.all(['paul', 'chani'].map((user) => world.addRequest({ user, status: 'awaiting_approval' })));
      const [first = '', second = ''] = asked;
      await isListed();

      const decided = await world.service.approve(admin(), first, { together: true });

      expect(decided).to.deep.equal([first, second].map((requestId) => ({ requestId, code: 'found_in_library' })));
      for (const id of asked) expect(await world.status(id)).to.equal('available');
    });

    it('a search asks no indexer', async () => {
      const indexer = fakeIndexer('indexer-1', [goodRelease()]);
      let asked = 0;
      const { search } = indexer;
      indexer.search = (query, signal) => {
        asked += 1;
        return search(query, signal);
      };
      await world.addIntegration(indexer);
      const id = await world.addRequest({ status: 'pending' });
      await isListed();

      await world.search(id);

      expect(asked).to.equal(0);
      await expectFound(id);
    });

    const ways: Record<string, { from: RequestStatus; act: (id: string) => Promise<unknown> }> = {
      approve: { from: 'awaiting_approval', act: (id) => world.service.approve(admin(), id) },
      'retry of a failed one': { from: 'failed', act: (id) => world.service.retry(admin(), id) },
      'retry of one that waits': { from: 'awaiting_search', act: (id) => world.service.retry(trusted(), id) },
      'search by hand': { from: 'warn', act: (id) => world.service.search(admin(), id) },
      'search now': { from: 'awaiting_search', act: (id) => world.service.search(trusted(), id) },
    };
    for (const [name, { from, act }] of Object.entries(ways)) {
      it(name, async () => {
        const id = await world.addRequest({ status: from });
        await isListed();

        await act(id);

        await expectFound(id);
      });
    }

    it('an approval with a chosen release', async () => {
      const id = await world.addRequest({ status: 'awaiting_approval' });
      const [candidate = ''] = await world.addCandidates(id, [goodRelease()]);
      await isListed();

      await world.service.approve(admin(), id, { candidateId: candidate });

      await expectFound(id);
    });

    it('a cancelled request that is retried has it by the search that it begins with', async () => {
      const id = await world.addRequest({ status: 'cancelled' });
      await isListed();

      await world.service.retry(admin(), id);
      await world.work(['request.search']);

      await expectFound(id);
    });

    it('is no approval: who cancels or loses what was found has to ask again', async () => {
      const id = await world.addRequest({ status: 'awaiting_approval' });
      await isListed();
      await world.settler.found();
      await world.database.transaction((tx) => tx.run('DELETE FROM library_items'));
      await world.settler.lost({ dropped: new Set(), acceptLoss: true });
      expect(await world.status(id)).to.equal('failed');

      const refused: unknown = await world.service.retry(world.callerOf('paul'), id).catch((error: unknown) => error);

      expect(refused).to.be.instanceOf(ApiError).with.property('code', 'request_state');
      await world.service.retry(admin(), id);
      expect(await world.status(id)).to.equal('pending');
    });

    describe('while it is being downloaded', () => {
      /** @returns a request whose download runs in the client */
      async function downloading(user: string, asin: string, release: ReturnType<typeof goodRelease>): Promise<string> {
        const id = await world.addRequest({ user, asin, status: 'downloading' });
        const [candidateId] = await world.addCandidates(id, [release]);
        await world.grab(id, { candidateId });
        return id;
      }

      it('the download leaves the client', async () => {
        const client = fakeClient('client-1');
        await world.addIntegration(client);
        await world.addIntegration(fakeIndexer('indexer-1'));
        const id = await downloading('paul', DUNE.asin, goodRelease());
        expect(client.items.size).to.equal(1);
        await isListed();

        await world.settler.found();
        await world.work([REMOVE_DOWNLOAD.name]);

        expect(await world.status(id)).to.equal('available');
        expect(client.items.size).to.equal(0);
        expect((await world.history(id)).map(({ state }) => state)).to.deep.equal(['removed']);
      });

      it('the download stays that somebody else waits for', async () => {
        const client = fakeClient('client-1');
        await world.addIntegration(client);
        await world.addIntegration(fakeIndexer('indexer-1'));
        const collection = goodRelease();
        const id = await downloading('paul', DUNE.asin, collection);
        const other = await downloading('chani', 'B000000002', collection);
        await isListed();

        await world.settler.found();
        await world.work([REMOVE_DOWNLOAD.name]);

        expect(await world.status(id)).to.equal('available');
        expect(await world.status(other)).to.equal('downloading');
        expect(client.items.size).to.equal(1);
        await world.poll();
        expect(await world.status(other)).to.equal('downloading');
      });
    });
  });
}
