import { expect } from 'chai';
import { startSimulator, type Simulator } from '@lectern/simulators';
import type { Indexer } from '@lectern/plugin-api';
import { createTestContext } from '@lectern/plugin-kit';
import { readFixture, recorded } from './read-fixture.spec.support.js';
import plugin from './index.js';
import { API_KEY, closeWorlds, createWorld, hailMary, never, settingsFor, sourceOf } from './prowlarr-world.spec.support.js';

describe('recent', () => {
  afterEach(closeWorlds);

  it('reads the feed of each indexer without a query', async () => {
    const world = await createWorld({
      indexers: [
        { id: 3, name: 'MyTracker' },
        { id: 8, name: 'UsenetOne', protocol: 'usenet' },
        { id: 9, name: 'NoFeed', supportsRss: false },
      ],
      releases: [
        hailMary(3, { flags: ['freeleech'], publishedAt: '2026-01-02T03:04:05Z' }),
        hailMary(8, { protocol: 'usenet', title: 'A & B <GRP>', seeders: undefined, payload: { nzb: '' } }),
      ],
    });

    const outcome = await world.indexer.recent?.({ signal: never });

    expect(outcome?.sources.map(({ name, status }) => `${name} ${status}`)).to.deep.equal(['MyTracker ok', 'UsenetOne ok']);
    expect(outcome?.releases[0]).to.deep.include({
      seeders: 41,
      leechers: 0,
      flags: ['freeleech'],
      publishedAt: '2026-01-02T03:04:05.000Z',
    });
    expect(outcome?.releases[1]).to.deep.include({ title: 'A & B <GRP>', protocol: 'usenet' });
    const feed = world.prowlarr.requests.find((request) => request.path === '/3/api');
    expect(feed?.query.get('cat')).to.equal('3030,3000');
    expect(feed?.query.has('q')).to.equal(false);
    expect(feed?.query.has('apikey')).to.equal(false);
    expect(JSON.stringify(outcome)).to.not.include(API_KEY);
  });

  it('returns releases that can be resolved', async () => {
    const world = await createWorld({ releases: [hailMary(1)] });

    const outcome = await world.indexer.recent?.({ signal: never });
    const release = outcome?.releases[0];

    expect(release && (await world.indexer.resolve(release, { signal: never }))).to.include({ kind: 'magnet' });
  });

  describe('with recorded answers', () => {
    let simulator: Simulator;
    let feed: { status: number; headers?: Record<string, string>; body: string };

    before(async () => {
      simulator = await startSimulator(({ path }) => {
        if (path === '/api/v1/indexer') return recorded('indexer.list.json');
        if (path === '/api/v1/indexerstatus') return recorded('indexerstatus.json');
        return path === '/3/api' ? feed : { body: readFixture('rss.empty.xml') };
      });
    });

    after(() => simulator.close());

    async function read() {
      // While the recorded back-off of indexer 8 is still active.
      const context = createTestContext({ settings: settingsFor(simulator.url), now: Date.parse('2026-04-02T09:30:00Z') });
      const indexer = plugin.create(context).provides.indexer as Indexer;
      const outcome = await indexer.recent?.({ signal: never });
      if (!outcome) throw new Error('expected an outcome');
      return outcome;
    }

    it('reads items, an empty feed and a back-off, and leaves disabled indexers alone', async () => {
      feed = { status: 200, body: readFixture('rss.torznab.xml') };

      const outcome = await read();

      expect(outcome.releases).to.have.length(5);
      expect(outcome.sources).to.deep.include({ id: '3', name: 'MyTracker', status: 'ok' });
      expect(sourceOf(outcome, 5)?.status).to.equal('empty');
      expect(sourceOf(outcome, 8)).to.deep.include({ status: 'throttled', retryAfterMs: 45 * 60_000 });
      expect(sourceOf(outcome, 6)).to.equal(undefined);
    });

    it('reports a query limit with its waiting time', async () => {
      feed = { status: 429, headers: { 'retry-after': '5400' }, body: readFixture('error.query-limit.xml') };

      const source = sourceOf(await read(), 3);

      expect(source).to.deep.include({ status: 'throttled', retryAfterMs: 5_400_000 });
      expect(source?.error).to.include('Query Limit of 100');
    });

    it('recognizes an error with status 200, and a sign-in page', async () => {
      feed = { status: 200, body: readFixture('error.100-credentials.xml') };
      expect(sourceOf(await read(), 3)).to.deep.include({ status: 'failed', error: 'Incorrect user credentials' });

      feed = { status: 200, body: readFixture('login-page.html') };
      expect(sourceOf(await read(), 3)).to.deep.include({
        status: 'failed',
        error: { key: 'no_feed', values: { status: '200' }, text: 'The feed answered with status 200 and no feed.' },
      });
    });
  });
});
