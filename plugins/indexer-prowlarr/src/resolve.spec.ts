import { createHash } from 'node:crypto';
import { startSimulator, type DemoPayload, type DemoRelease, type Simulator, type SimulatorResponse } from '@lectern/simulators';
import { encodeBencode } from '@lectern/testbed';
import { isIntegrationError, type IntegrationError, type Release } from '@lectern/plugin-api';
import { createTestContext, faultRows } from '@lectern/plugin-kit';
import { expect } from 'chai';
import { readFixture, recorded } from './read-fixture.spec.support.js';
import plugin from './index.js';
import { API_KEY, closeWorlds, createWorld, hailMary, never, settingsFor } from './prowlarr-world.spec.support.js';

const TITLE = 'Project Hail Mary by Andy Weir [ENG / M4B]';
const info = { length: 3, name: 'book.m4b', 'piece length': 16384, pieces: Buffer.alloc(20, 1) };
const torrent = encodeBencode({ announce: 'http://tracker.example/announce', info });
const infoHash = createHash('sha1').update(encodeBencode(info)).digest('hex');
const nzb = '\uFEFF<?xml version="1.0"?>\n<!DOCTYPE nzb>\n<nzb><file><segments><segment>a@b</segment></segments></file></nzb>';

async function worldWith(payload: DemoPayload, hosts: readonly string[] = []) {
  return createWorld({ indexers: [{ id: 1, name: 'MyTracker' }], releases: [hailMary(1, { payload })], hosts });
}

async function faultWith(payload: DemoPayload, hosts: readonly string[] = []): Promise<IntegrationError> {
  const world = await worldWith(payload, hosts);
  return faultOf(world.resolve(TITLE));
}

async function faultOf(work: Promise<unknown>): Promise<IntegrationError> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!isIntegrationError(error)) throw new Error('expected an IntegrationError', { cause: error });
  return error;
}

describe('resolve', () => {
  const upstreams: Simulator[] = [];

  async function upstream(answer: SimulatorResponse): Promise<Simulator> {
    const simulator = await startSimulator(() => answer);
    upstreams.push(simulator);
    return simulator;
  }

  afterEach(async () => {
    await closeWorlds();
    await Promise.all(upstreams.splice(0).map((simulator) => simulator.close()));
  });

  it('fetches a torrent and computes its info hash', async () => {
    const world = await worldWith({ torrent });

    const item = await world.resolve(TITLE);

    expect(item).to.include({ kind: 'torrent', infoHash });
    expect(item.kind === 'torrent' && Buffer.from(item.bytes).equals(torrent)).to.equal(true);
    const download = world.prowlarr.requests.find((request) => request.path === '/1/download');
    expect(download?.query.has('apikey')).to.equal(false);
    expect(download?.query.get('file')).to.equal(TITLE);
    expect(download?.headers['x-api-key']).to.equal(API_KEY);
  });

  it('returns the magnet that a redirect names', async () => {
    const uri = 'magnet:?xt=urn:btih:11F6AD8EC52A2984ABAAFD7C3B516503785C2072&dn=Project+Hail+Mary&tr=udp%3A%2F%2Ftracker.example';

    const item = await (await worldWith({ magnet: uri })).resolve(TITLE);

    expect(item).to.deep.equal({ kind: 'magnet', uri, infoHash: '11f6ad8ec52a2984abaafd7c3b516503785c2072' });
  });

  it('follows a redirect to the real site without the key', async () => {
    const site = await upstream({ body: Buffer.from(nzb) });

    const item = await (await worldWith({ redirectTo: `${site.url}/getnzb/1.nzb?r=UPSTREAM` }, [site.url])).resolve(TITLE);

    expect(item).to.include({ kind: 'nzb', name: TITLE });
    expect(site.requests).to.have.length(1);
    expect(JSON.stringify(site.requests[0]?.headers)).to.not.include(API_KEY);
    expect(site.requests[0]?.headers).to.not.have.property('x-api-key');
  });

  it('sends the key to another of Prowlarr’s links, but not to its API when an indexer redirects us there', async () => {
    const world = await worldWith({ torrent });
    const { href } = new URL(world.prowlarr.linkOf(world.prowlarr.releases[0] as DemoRelease));
    const link = href.replace(`apikey=${API_KEY}&`, '');
    world.prowlarr.addRelease(
      hailMary(1, { title: 'Again', payload: { redirectTo: link } }),
      hailMary(1, { title: 'Inside', payload: { redirectTo: `${world.prowlarr.url}/api/v1/health` } }),
    );

    expect(await world.resolve('Again')).to.include({ kind: 'torrent', infoHash });
    const error: unknown = await world.resolve('Inside').catch((thrown: unknown) => thrown);

    expect(error).to.include({ code: 'INTEGRATION_FORBIDDEN', blame: 'MyTracker' });
    expect(world.prowlarr.requests.at(-1)?.path).to.equal('/api/v1/health');
    expect(world.prowlarr.requests.at(-1)?.headers).not.to.have.property('x-api-key');
  });

  it('accepts a magnet behind several redirects', async () => {
    const last = await upstream({ status: 302, headers: { location: 'magnet:?xt=urn:btih:72594c43fd6eabb87d6c79c28de9b1e720ee3d19' } });
    const site = await upstream({ status: 302, headers: { location: `${last.url}/x` } });

    expect(await (await worldWith({ redirectTo: site.url }, [site.url, last.url])).resolve(TITLE)).to.include({ kind: 'magnet' });
  });

  it('gives up on circular redirects, odd schemes, and private hosts', async () => {
    const circle = await upstream({ status: 302, headers: { location: '/again' } });
    const hidden = await upstream({ body: torrent });

    for (const target of [circle.url, 'ftp://site.example/1.torrent', hidden.url]) {
      const error = await faultWith({ redirectTo: target }, [circle.url]);
      expect(error).to.include({ code: 'INTEGRATION_BAD_RESPONSE', blame: 'MyTracker' });
    }
    expect(hidden.requests).to.deep.equal([]);
  });

  it('returns NZB bytes', async () => {
    expect(await (await worldWith({ nzb })).resolve(TITLE)).to.include({ kind: 'nzb', name: TITLE });
  });

  it('refuses a sign-in page that claims to be a torrent, and an NZB without segments', async () => {
    const page = await faultWith({ html: readFixture('login-page.html') });
    const hollow = await faultWith({ nzb: '<?xml version="1.0"?><nzb></nzb>' });

    expect(page).to.include({ code: 'INTEGRATION_BAD_RESPONSE', blame: 'MyTracker' });
    expect(page.message).to.include('web page');
    expect(hollow).to.include({ code: 'INTEGRATION_BAD_RESPONSE', blame: 'MyTracker' });
  });

  it('recognizes a refusal with status 200', async () => {
    const error = await faultWith({ nzb: readFixture('error.100-credentials.xml') });

    expect(error).to.include({ code: 'INTEGRATION_FORBIDDEN', blame: 'MyTracker' });
  });

  it('blames the site when the site refuses', async () => {
    const site = await upstream({ status: 403, body: 'no' });

    expect(await faultWith({ redirectTo: site.url }, [site.url])).to.include({ code: 'INTEGRATION_FORBIDDEN', blame: 'MyTracker' });
  });

  it('builds a magnet from the hash if a release has no link', async () => {
    const world = await worldWith({ torrent });
    const bare: Release = {
      guid: 'g',
      title: 'A Book',
      protocol: 'torrent',
      indexer: { id: '1', name: 'MyTracker' },
      flags: [],
      private: { indexerId: 1, links: [] },
    };

    expect(await world.indexer.resolve({ ...bare, infoHash }, { signal: never })).to.deep.equal({
      kind: 'magnet',
      uri: `magnet:?xt=urn:btih:${infoHash}&dn=A%20Book`,
      infoHash,
    });
    expect((await faultOf(world.indexer.resolve(bare, { signal: never }))).code).to.equal('INTEGRATION_NOT_FOUND');
  });

  it('tries the second link if the first one is broken', async () => {
    const world = await worldWith({ torrent });
    const { releases } = await world.search();
    const good = releases[0] as Release;
    const links = [{ indexerId: 1, link: 'broken', file: TITLE }, ...(good.private.links as never[])];

    const item = await world.indexer.resolve({ ...good, private: { indexerId: 1, links } }, { signal: never });

    expect(item).to.include({ kind: 'torrent' });
  });

  it('does not blame the indexer if Prowlarr refuses the key', async () => {
    const world = await worldWith({ torrent });
    const { releases } = await world.search();
    world.prowlarr.fail({ kind: 'status', status: 401 });

    const error = await faultOf(world.indexer.resolve(releases[0] as Release, { signal: never }));

    expect(error).to.include({ code: 'INTEGRATION_UNAUTHORIZED', field: 'apiKey', blame: undefined });
  });

  describe('with recorded refusals', () => {
    const rows = [
      ['download.bad-link.json', 'INTEGRATION_NOT_FOUND', 'Search again', undefined],
      ['download.indexer-disabled.json', 'INTEGRATION_NOT_FOUND', 'Indexer is disabled', undefined],
      ['download.grab-limit.json', 'INTEGRATION_RATE_LIMITED', 'Grab Limit of 10', 7_200_000],
      ['download.upstream-error.json', 'INTEGRATION_UNAVAILABLE', 'Downloading torrent failed', undefined],
    ] as const;

    for (const [fixture, code, words, retryAfterMs] of rows) {
      it(`${fixture} is ${code} and blames the indexer`, async () => {
        const simulator = await upstream(recorded(fixture));
        const context = createTestContext({ settings: settingsFor(simulator.url) });
        const indexer = plugin.create(context).provides.indexer;
        const links = [{ indexerId: 3, link: 'x', file: 'y' }];

        const release: Release = {
          guid: 'g',
          title: TITLE,
          protocol: 'torrent',
          indexer: { id: '3', name: 'MyTracker' },
          flags: [],
          private: { indexerId: 3, links },
        };
        const error = await faultOf(indexer?.resolve(release, { signal: never }) ?? Promise.resolve());

        expect(error).to.include({ code, blame: 'MyTracker', retryAfterMs });
        expect(error.message).to.include(words).and.not.include('stack trace');
        expect(simulator.requests, 'a grab is not repeated').to.have.length(1);
      });
    }
  });

  faultRows('resolve', {
    secrets: [API_KEY],
    async setUp(timeoutMs) {
      const { prowlarr, search } = await createWorld({ releases: [hailMary(1, { payload: { torrent } })] });
      const { releases } = await search();
      const context = createTestContext({ settings: settingsFor(prowlarr.baseUrl), now: Date.now(), timeoutMs });
      const { indexer } = plugin.create(context).provides;
      return {
        target: prowlarr,
        call: (signal) => indexer?.resolve(releases[0] as Release, { signal }) ?? Promise.resolve(),
        logs: context.logs,
        tearDown: closeWorlds,
      };
    },
  });
});
