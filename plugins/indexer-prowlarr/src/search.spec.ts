import { isIntegrationError, type IntegrationError } from '@lectern/plugin-api';
import { englishOf, faultRows } from '@lectern/plugin-kit';
import { expect } from 'chai';
import { API_KEY, closeWorlds, createWorld, hailMary, sourceOf, type World } from './prowlarr-world.spec.support.js';

const soon = () => new Date(Date.now() + 3_600_000);

async function faultOf(work: Promise<unknown>): Promise<IntegrationError> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!isIntegrationError(error)) throw new Error('expected an IntegrationError', { cause: error });
  return error;
}

/** Resolves when the simulator has received a search for that indexer. */
async function untilAsked({ prowlarr }: World, indexerId: string): Promise<void> {
  while (prowlarr.requests.every(({ query }) => query.get('indexerIds') !== indexerId)) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

describe('search', () => {
  afterEach(closeWorlds);

  it('queries every enabled indexer separately and reports each', async () => {
    const world = await createWorld({
      indexers: [
        { id: 3, name: 'MyTracker', priority: 1 },
        { id: 8, name: 'UsenetOne', protocol: 'usenet' },
        { id: 9, name: 'Off', enable: false },
      ],
      releases: [hailMary(3), hailMary(8, { title: 'Andy.Weir-Project.Hail.Mary-GRP', protocol: 'usenet', payload: { nzb: '' } })],
    });

    const outcome = await world.search();

    expect(outcome.releases.map((release) => release.protocol)).to.deep.equal(['torrent', 'usenet']);
    expect(outcome.releases[0]?.indexer).to.deep.equal({ id: '3', name: 'MyTracker', priority: 1 });
    expect(outcome.sources).to.deep.equal([
      { id: '3', name: 'MyTracker', status: 'ok' },
      { id: '8', name: 'UsenetOne', status: 'ok' },
    ]);
  });

  it('repeats the keys of lists and sends the API key only as a header', async () => {
    const world = await createWorld();

    await world.search();

    const search = world.prowlarr.requests.find((request) => request.path === '/api/v1/search');
    expect(search?.query.getAll('categories')).to.deep.equal(['3030', '3000']);
    expect(search?.query.getAll('indexerIds')).to.deep.equal(['1']);
    expect(search?.query.get('query')).to.equal('hail mary');
    expect(world.prowlarr.requests.every((request) => !request.query.has('apikey'))).to.equal(true);
    expect(search?.headers['x-api-key']).to.equal(API_KEY);
  });

  it('works below a URL base, with a trailing slash and an upper-case scheme', async () => {
    const world = await createWorld({ urlBase: '/prowlarr', releases: [hailMary(1)] });
    const base = world.prowlarr.baseUrl.replace('http', 'HTTP');

    const again = await createWorld({ settings: { baseUrl: `${base}/` }, hosts: [world.prowlarr.url] });

    expect((await world.search()).releases).to.have.length(1);
    expect((await again.search()).releases).to.have.length(1);
  });

  it('returns the results of the others if one indexer does not answer in time', async () => {
    const world = await createWorld({
      indexers: [
        { id: 1, name: 'Quick' },
        { id: 2, name: 'Slow', delayMs: 600_000 },
      ],
      releases: [hailMary(1), hailMary(2)],
    });

    const outcome = await world.search();

    expect(outcome.releases).to.have.length(1);
    expect(sourceOf(outcome, 1)?.status).to.equal('ok');
    expect(sourceOf(outcome, 2)).to.deep.include({ status: 'failed' });
    expect(englishOf(sourceOf(outcome, 2)?.error ?? '')).to.include('timed out');
  });

  it('queries a quick indexer at once, however many slow ones come before it', async () => {
    const slow = Array.from({ length: 12 }, (_, index) => ({ id: index + 1, name: `Slow ${index + 1}`, delayMs: 60_000 }));
    const world = await createWorld({
      timeoutMs: 60_000,
      indexers: [...slow, { id: 99, name: 'Quick' }],
      releases: [hailMary(99)],
    });
    const stop = new AbortController();
    const work = world.search({}, stop.signal).catch(() => undefined);
    for (const { id } of world.prowlarr.indexers) await untilAsked(world, String(id));
    const asked = world.prowlarr.requests.filter(({ path }) => path === '/api/v1/search');
    stop.abort();
    await work;

    expect(asked).to.have.length(13);
  });

  it('gives up on slow indexers before the whole search times out', async () => {
    const world = await createWorld({ settings: { timeoutSeconds: 300 } });

    await world.search();

    const search = world.context.requests.find(({ url }) => url.endsWith('/api/v1/search'));
    expect(search?.timeoutMs).to.equal(110_000);
  });

  it('reports an indexer in back-off as throttled, with the remaining time, and does not query it', async () => {
    const until = soon();
    const world = await createWorld({
      indexers: [
        { id: 1, name: 'Good' },
        { id: 8, name: 'Hurt', backedOffUntil: until },
      ],
      releases: [hailMary(1)],
    });

    const outcome = await world.search();

    expect(sourceOf(outcome, 8)).to.deep.include({ status: 'throttled', retryAfterMs: until.getTime() - world.context.now() });
    const asked = world.prowlarr.requests.flatMap((request) => request.query.getAll('indexerIds'));
    expect(asked).to.deep.equal(['1']);
  });

  it('does not take an empty list for "nothing" if the indexer failed meanwhile', async () => {
    const world = await createWorld({ indexers: [{ id: 1, name: 'Failing', fails: { until: soon() } }] });

    const outcome = await world.search();

    expect(outcome.releases).to.deep.equal([]);
    expect(sourceOf(outcome, 1)?.status).to.equal('throttled');
    expect(sourceOf(outcome, 1)?.retryAfterMs).to.be.greaterThan(3_500_000);
  });

  it('takes an empty list for "nothing" if the indexer is healthy', async () => {
    const world = await createWorld();

    expect((await world.search()).sources).to.deep.equal([{ id: '1', name: 'Demo Tracker', status: 'empty' }]);
  });

  it('does not vouch for an empty list if the back-offs cannot be read afterwards', async () => {
    const world = await createWorld({ indexers: [{ id: 1, name: 'Quiet', delayMs: 300 }] });
    const pending = world.search();
    await untilAsked(world, '1');
    world.prowlarr.fail({ kind: 'status', status: 500, path: /indexerstatus/ });

    expect(sourceOf(await pending, 1)?.status).to.equal('failed');
  });

  it('interprets the refusal for an unavailable indexer as a back-off', async () => {
    const world = await createWorld({ indexers: [{ id: 1, name: 'Late' }] });
    const first = world.prowlarr.indexers[0];
    world.prowlarr.fail({ kind: 'delay', ms: 300, path: /search/, times: 1 });
    const pending = world.search();
    await untilAsked(world, '1');
    if (first) first.backedOffUntil = soon();

    const source = sourceOf(await pending, 1);

    expect(source?.status).to.equal('throttled');
    expect(source?.retryAfterMs).to.be.greaterThan(3_500_000);
    expect(JSON.stringify(source)).to.not.include('stack trace');
  });

  it('reports a limit with its waiting time', async () => {
    const world = await createWorld();
    world.prowlarr.fail({ kind: 'status', status: 429, retryAfter: 60, path: /search/ });

    expect(sourceOf(await world.search(), 1)).to.deep.include({ status: 'throttled', retryAfterMs: 60_000 });
  });

  it('does not repeat a search that failed', async () => {
    const world = await createWorld();
    world.prowlarr.fail({ kind: 'status', status: 503, path: /search/ });

    expect(sourceOf(await world.search(), 1)?.status).to.equal('failed');
    expect(world.prowlarr.requests.filter((request) => request.path.endsWith('/search'))).to.have.length(1);
  });

  it('merges duplicates of a torrent from two indexers', async () => {
    const infoHash = '72594c43fd6eabb87d6c79c28de9b1e720ee3d19';
    const world = await createWorld({
      indexers: [
        { id: 1, name: 'Second', priority: 30 },
        { id: 2, name: 'First', priority: 5 },
      ],
      releases: [hailMary(1, { infoHash }), hailMary(2, { infoHash })],
    });

    const { releases, sources } = await world.search();

    expect(releases.map((release) => release.indexer.name)).to.deep.equal(['First']);
    expect(sources.map((source) => source.status)).to.deep.equal(['ok', 'ok']);
  });

  it('excludes films, and includes releases without categories', async () => {
    const world = await createWorld({
      indexers: [{ id: 1, name: 'Mixed', categories: [] }],
      releases: [
        hailMary(1, { title: 'Project Hail Mary 2026 1080p', categories: [2000, 2040] }),
        hailMary(1, { title: 'Project Hail Mary', categories: [] }),
      ],
      settings: { audiobookCategories: [3030] },
    });

    expect((await world.search()).releases.map((release) => release.title)).to.deep.equal(['Project Hail Mary']);
  });

  it('queries only indexers with the categories of the format', async () => {
    const world = await createWorld({
      indexers: [
        { id: 1, name: 'Audio', categories: [3000, 3030] },
        { id: 2, name: 'Books', categories: [7000, 7020] },
        { id: 3, name: 'Films', categories: [2000] },
      ],
    });

    expect((await world.search()).sources.map((source) => source.name)).to.deep.equal(['Audio']);
    expect((await world.search({ format: 'ebook' })).sources.map((source) => source.name)).to.deep.equal(['Books']);
  });

  it('queries only chosen indexers, and reports chosen ones that are gone or off', async () => {
    const world = await createWorld({
      indexers: [
        { id: 1, name: 'Chosen' },
        { id: 2, name: 'Other' },
        { id: 3, name: 'Off', enable: false },
      ],
      settings: { indexerIds: [1, 3, 77] },
    });

    const outcome = await world.search();

    expect(outcome.sources.map(({ id, status }) => `${id} ${status}`)).to.deep.equal(['1 empty', '3 failed', '77 failed']);
  });

  it('queries only indexers with a chosen tag', async () => {
    const world = await createWorld({
      indexers: [
        { id: 1, name: 'Tagged', tags: ['flaresolverr', 'audiobooks'] },
        { id: 2, name: 'Plain' },
      ],
      settings: { tags: ['audiobooks'] },
    });

    expect((await world.search()).sources.map((source) => source.name)).to.deep.equal(['Tagged']);
  });

  it('refuses an empty search, which would fetch the newest releases of every indexer', async () => {
    const world = await createWorld();

    expect((await faultOf(world.search({ text: '  ' }))).code).to.equal('INTEGRATION_UNSUPPORTED');
    expect(world.prowlarr.requests).to.deep.equal([]);
  });

  it('says so if there is no indexer to query', async () => {
    const none = await createWorld({ indexers: [] });
    const films = await createWorld({ indexers: [{ id: 1, name: 'Films', categories: [2000] }] });

    expect(await faultOf(none.search())).to.include({ code: 'INTEGRATION_MISCONFIGURED', field: 'indexerIds' });
    expect((await faultOf(films.search())).code).to.equal('INTEGRATION_UNSUPPORTED');
  });

  it('never shows or stores the key', async () => {
    const world = await createWorld({ releases: [hailMary(1)] });

    const outcome = await world.search();

    expect(JSON.stringify(outcome)).to.not.include(API_KEY);
    expect(JSON.stringify(world.context.logs)).to.not.include(API_KEY);
  });

  it('stops when the call is aborted', async () => {
    const world = await createWorld({ indexers: [{ id: 1, name: 'Slow', delayMs: 1500 }] });
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 50);

    expect((await faultOf(world.search({}, controller.signal))).code).to.equal('INTEGRATION_ABORTED');
  });

  faultRows('search', {
    secrets: [API_KEY],
    except: { '404': ['INTEGRATION_MISCONFIGURED'] },
    async setUp(timeoutMs) {
      const world = await createWorld({ timeoutMs });
      return { target: world.prowlarr, call: (signal) => world.search({}, signal), logs: world.context.logs, tearDown: closeWorlds };
    },
  });
});
