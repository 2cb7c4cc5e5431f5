import { expect } from 'chai';
import { startProwlarrSimulator, type ProwlarrSimulator } from './prowlarr-simulator.js';
import type { DemoRelease } from './types.js';

const release: DemoRelease = {
  title: 'Émile Zola - Germinal (Unabridged) [M4B]',
  size: 1000,
  protocol: 'torrent',
  indexerId: 3,
  seeders: 5,
  payload: { magnet: 'magnet:?xt=urn:btih:72594c43fd6eabb87d6c79c28de9b1e720ee3d19' },
};

describe('Prowlarr simulator', () => {
  let prowlarr: ProwlarrSimulator;

  beforeEach(async () => {
    const indexers = [
      { id: 3, name: 'MyTracker' },
      { id: 8, name: 'Hurt', backedOffUntil: new Date(Date.now() + 60_000) },
    ];
    prowlarr = await startProwlarrSimulator({ indexers, releases: [release], urlBase: '/prowlarr' });
  });

  afterEach(() => prowlarr.close());

  const get = (path: string, key: string | undefined = prowlarr.apiKey) =>
    fetch(`${prowlarr.baseUrl}${path}`, { headers: key === undefined ? {} : { 'X-Api-Key': key }, redirect: 'manual' });

  it('answers 401 with an empty body to a wrong key, preferring the query to the header, and /ping to anyone', async () => {
    const wrong = await get('/api/v1/indexer', 'wrong');

    expect(wrong.status).to.equal(401);
    expect(await wrong.text()).to.equal('');
    expect((await get('/api/v1/indexer?apikey=wrong')).status).to.equal(401);
    expect(await (await get('/ping', 'wrong')).json()).to.deep.equal({ status: 'OK' });
  });

  it('finds releases by the words of the query, even those added later, and links through itself', async () => {
    prowlarr.addRelease({ ...release, title: 'Germinal epub', categories: [7020] });

    const find = async (query: string) =>
      (await (await get(`/api/v1/search?indexerIds=3&${query}`)).json()) as { title: string; magnetUrl: string }[];
    const [found, ...others] = await find('query=zola+germinal&categories=3000');

    expect(found?.title).to.equal(release.title);
    expect(others).to.deep.equal([]);
    expect(await find('query=germinal')).to.have.length(2);
    expect(await find('query=nana')).to.deep.equal([]);
    expect(found?.magnetUrl).to.equal(prowlarr.linkOf(release));
    const download = await fetch(found?.magnetUrl ?? '', { redirect: 'manual' });
    expect(download.status).to.equal(301);
    expect(download.headers.get('location')).to.match(/^magnet:/);
  });

  it('lists back-offs, and refuses a search of only those', async () => {
    expect(await (await get('/api/v1/indexerstatus')).json()).to.have.length(1);
    expect((await get('/api/v1/search?query=x&indexerIds=8')).status).to.equal(400);
    expect((await get('/8/api?t=search')).headers.get('retry-after')).to.match(/^\d+$/);
  });

  it('serves feeds, and the front end for anything but the API', async () => {
    expect(await (await get('/3/api?t=search&cat=3030')).text()).to.include('<torznab:attr name="seeders" value="5" />');
    expect((await get('/3/api?t=foo')).status).to.equal(400);
    expect((await get('/somewhere')).headers.get('content-type')).to.equal('text/html');
  });
});
