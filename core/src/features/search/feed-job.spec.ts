import { IntegrationError, type Release, type SearchOutcome } from '@lectern/plugin-api';
import { expect } from 'chai';
import { hasPostgres } from '../../platform/db/test-databases.js';
import { DUNE, fakeClient, fakeIndexer, goodRelease, type FakeIndexer } from '../requests/request-fakes.spec.support.js';
import { createRequestWorld, type RequestWorld } from '../requests/request-world.spec.support.js';
import { SEARCH } from '../lifecycle/request-jobs.js';
import { READ_FEEDS } from './feed-job.js';

const HOUR = 3_600_000;

for (const dialect of ['sqlite', 'postgres'] as const) {
  describe(`feeds of indexers on ${dialect}`, () => {
    let world: RequestWorld;
    let indexer: FakeIndexer;
    let feed: Release[];
    let asked: number;

    before(async function () {
      if (dialect === 'postgres' && !(await hasPostgres())) this.skip();
    });
    beforeEach(async () => {
      world = await createRequestWorld(dialect);
      feed = [];
      asked = 0;
      indexer = fakeIndexer('indexer-1');
      indexer.recent = async (): Promise<SearchOutcome> => {
        asked += 1;
        return { releases: [...feed], sources: [{ id: '7', name: 'Tracker', status: feed.length > 0 ? 'ok' : 'empty' }] };
      };
      await world.addIntegration(indexer);
      await world.addIntegration(fakeClient('client-1'));
    });
    afterEach(() => world.remove());

    const poll = () => world.run(READ_FEEDS.name, {});

    /** A request whose next search is due in an hour. */
    async function waiting(input: Parameters<RequestWorld['addRequest']>[0] = {}): Promise<string> {
      const id = await world.addRequest({ ...input, status: 'awaiting_search' });
      await queueSearch(id);
      return id;
    }

    async function queueSearch(id: string): Promise<void> {
      await world.database.transaction((tx) =>
        world.jobs.enqueue(tx, {
          name: SEARCH.name,
          payload: { requestId: id },
          singletonKey: `${SEARCH.name}:${id}`,
          subject: `request:${id}`,
          runAt: new Date(world.now().getTime() + HOUR),
        }),
      );
    }

    async function due(): Promise<unknown[]> {
      const now = world.now().toISOString();
      return (await world.queued(SEARCH.name)).filter(({ runAt }) => runAt <= now).map(({ payload }) => payload.requestId);
    }

    it('make a waiting request search at once when a release of its book appears, and it takes it', async () => {
      const id = await waiting();
      const release = goodRelease();
      feed.push(goodRelease({ title: 'Another Author - Something Else' }), release);
      indexer.search = async () => ({ releases: [release], sources: [{ id: '7', name: 'Tracker', status: 'ok' }] });

      await poll();
      expect(await due()).to.deep.equal([id]);
      expect(await world.queued(SEARCH.name)).to.have.length(1);
      await world.work([SEARCH.name]);

      expect(await world.status(id)).to.equal('downloading');
    });

    it('read no more people of a release than a book may have', async () => {
      await waiting();
      const title = 'Dune [M4B]';
      const strangers = Array.from({ length: 500 }, (_, n) => `Stranger${n} Nobody${n}`);
      feed.push(goodRelease({ title, authors: [...strangers, 'Frank Herbert'] }));
      await poll();
      expect(await due()).to.deep.equal([]);

      feed.push(goodRelease({ title, authors: ['Frank Herbert'] }));
      await poll();
      expect(await due()).to.have.length(1);
    });

    it('do not ask any indexer while no request waits', async () => {
      await world.addRequest({ status: 'downloading' });
      feed.push(goodRelease());

      await poll();

      expect(asked).to.equal(0);
    });

    it('start no search for unacceptable releases: other books, too few seeders, blocked ones', async () => {
      await waiting();
      const blocked = goodRelease();
      await world.database.transaction((tx) =>
        world.candidates.block(tx, {
          asin: DUNE.asin,
          releaseKey: `hash:${blocked.infoHash ?? ''}`,
          title: blocked.title,
          indexer: 'Tracker',
          reason: 'wrong',
          at: world.now(),
        }),
      );
      feed.push(goodRelease({ title: 'Brian Herbert - Dune House Atreides' }), goodRelease({ seeders: 0 }), blocked);

      await poll();

      expect(await due()).to.deep.equal([]);
    });

    it('count each release once, by guid, so that a fruitless search is not repeated every quarter of an hour', async () => {
      const id = await waiting();
      feed.push(goodRelease());
      await poll();
      await world.database.transaction((tx) =>
        tx.run("UPDATE jobs SET state = 'done', finished_at = ? WHERE state = 'queued'", [world.now().toISOString()]),
      );
      await queueSearch(id);

      await poll();
      expect(await due()).to.deep.equal([]);
      feed.unshift(goodRelease());
      await poll();
      expect(await due()).to.deep.equal([id]);
    });

    it('keep the known releases of a tracker that fails once, and report it', async () => {
      const id = await waiting();
      feed.push(goodRelease());
      await poll();
      await world.database.transaction((tx) =>
        tx.run("UPDATE jobs SET state = 'done', finished_at = ? WHERE state = 'queued'", [world.now().toISOString()]),
      );
      await queueSearch(id);
      const { recent } = indexer;
      indexer.recent = async () => ({ releases: [], sources: [{ id: '7', name: 'Tracker', status: 'failed', error: 'HTTP 500' }] });
      await poll();
      indexer.recent = recent;
      await poll();

      expect(await due()).to.deep.equal([]);
    });

    it('continue with the others if an indexer is unreachable, and if one has no feed', async () => {
      const id = await waiting();
      const dead = fakeIndexer('indexer-2');
      dead.recent = () => Promise.reject(new IntegrationError('INTEGRATION_UNAVAILABLE', 'connection refused'));
      world.state.indexers.unshift(dead, fakeIndexer('indexer-3'));
      feed.push(goodRelease());

      await poll();

      expect(await due()).to.deep.equal([id]);
    });

    it('check a release again if the catalogue did not answer about the book, and stop when cancelled', async () => {
      const id = await waiting();
      feed.push(goodRelease());
      world.state.catalogDown = true;
      await poll();
      expect(await due()).to.deep.equal([]);
      world.state.catalogDown = false;
      await poll();
      expect(await due()).to.deep.equal([id]);

      const cancelled = new AbortController();
      cancelled.abort(new Error('stopping'));
      feed.push(goodRelease());
      const outcome: unknown = await world.run(READ_FEEDS.name, {}, { signal: cancelled.signal }).catch((error: unknown) => error);
      expect(outcome).to.be.an('error').with.property('message', 'stopping');
    });

    it('ask the catalogue once about a book, and the clients once, whoever waits for it', async () => {
      const client = fakeClient('client-2');
      let askedForProtocols = 0;
      Object.defineProperty(client, 'protocols', {
        get: () => {
          askedForProtocols += 1;
          return ['torrent'];
        },
      });
      await world.addIntegration(client);
      const ids = [await waiting({ user: 'paul' }), await waiting({ user: 'chani' }), await waiting({ user: 'jessica' })];
      feed.push(goodRelease());
      world.askedRegions.length = 0;

      await poll();

      expect(await due()).to.have.members(ids);
      expect([world.askedRegions, askedForProtocols]).to.deep.equal([['us'], 1]);
    });

    it('remember no address and no key of a release', async () => {
      await waiting();
      feed.push(goodRelease({ guid: 'https://tracker.example/dl?passkey=TOPSECRETGUID' }));
      await poll();

      const rows = await world.database.read.all<{ value: string }>("SELECT value FROM settings WHERE key = 'acquisition.feed:indexer-1'");
      expect(rows).to.have.length(1);
      expect(rows[0]?.value).not.to.match(/TOPSECRET|tracker\.example/);
    });
  });
}
