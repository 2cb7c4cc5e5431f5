import type { SimulatorRequest, SimulatorResponse } from '@lectern/simulators';
import type { MediaServer } from '@lectern/plugin-api';
import { createTestContext } from '@lectern/plugin-kit';
import { expect } from 'chai';
import plugin from './index.js';
import { TOKEN, call, container, faultOf, playRecorded, recorded } from './recorded-answers.spec.support.js';
import type { Script } from './recorded-answers.spec.support.js';
import type { PlexSettings } from './settings.js';

describe('Plex plugin on recorded answers: items', () => {
  const remote = playRecorded();

  const PAGES = ['pms.albums.page0.json', 'pms.albums.page1.json', 'pms.albums.page2-last.json'];

  /** The recorded pages with two rows each, whatever size is requested. */
  function listing({ query, headers }: SimulatorRequest): SimulatorResponse {
    if (query.get('type') === '10') return recorded('pms.tracks.page0.json');
    const start = Number(headers['x-plex-container-start']);
    return recorded(PAGES[start / 2] ?? 'pms.albums.beyond-end.json');
  }

  const script: Script = {
    'GET /library/sections/5/all': listing,
    'GET /library/metadata/200,201': 'pms.metadata.album.json',
    'GET /library/metadata/204': container({ size: 0 }),
  };

  async function everything(media: MediaServer, since?: string) {
    const items = [];
    let cursor: string | undefined;
    do {
      const page = await media.items('5', {
        ...call,
        ...(cursor === undefined ? {} : { cursor }),
        ...(since === undefined ? {} : { since }),
      });
      items.push(...page.items);
      cursor = page.next;
    } while (cursor !== undefined);
    return items;
  }

  it('advances by the number of received rows, and returns every album once', async () => {
    const { media } = await remote.start(script);

    const items = await everything(media);

    expect(items.map(({ itemId, asin }) => [itemId, asin])).to.deep.equal([
      ['200', 'B0TEST0001'],
      ['201', 'B0TEST0002'],
      ['202', undefined],
      ['203', undefined],
      ['204', 'B0TEST0007'],
    ]);
    const albums = remote.requests.filter(({ query }) => query.get('type') === '9');
    expect(albums.map(({ headers }) => [headers['x-plex-container-start'], headers['x-plex-container-size']])).to.deep.equal([
      ['0', '200'],
      ['2', '200'],
      ['4', '200'],
    ]);
    expect(Object.fromEntries(albums[0]?.query ?? [])).to.deep.equal({ type: '9', sort: 'addedAt:asc', includeGuids: '1' });
  });

  it('takes narrators from styles, authors and series from moods, and the part from the sort title', async () => {
    const { media } = await remote.start(script);

    const [first] = await everything(media);

    expect(first).to.deep.equal({
      itemId: '200',
      libraryId: '5',
      title: 'The Paper Lighthouse',
      authors: ['Ada Quill'],
      narrators: ['Mara Voss'],
      series: [{ name: 'The Lantern Cycle', part: '1' }],
      asin: 'B0TEST0001',
      addedAt: new Date(1_767_500_000_000).toISOString(),
      updatedAt: new Date(1_767_500_100_000).toISOString(),
      hasCover: true,
      formats: ['audiobook'],
    });
  });

  it('returns the path and duration that only tracks have, mapped', async () => {
    const { media } = await remote.start(script, { pathMappings: [{ plex: '/storage/audiobooks', lectern: '/audiobooks' }] });

    const item = (await everything(media)).find(({ itemId }) => itemId === '202');

    expect(item).to.include({ path: '/audiobooks/Bram Okafor/Quiet Engines', durationSeconds: 3600 });
    expect(item?.authors).to.deep.equal(['Bram Okafor']);
  });

  it('keeps the ASIN after a failed lookup, when the title says nothing', async () => {
    const { media } = await remote.start(script);

    expect((await everything(media)).at(-1)).to.include({ title: 'B0TEST0007_us', asin: 'B0TEST0007' });
  });

  it('does not take the styles of music albums for narrators', async () => {
    const album = {
      ratingKey: '7',
      guid: 'plex://album/1',
      title: 'T',
      parentTitle: 'A',
      Style: [{ tag: 'Jazz' }],
      Mood: [{ tag: 'Calm' }],
    };
    const { media } = await remote.start({ 'GET /library/sections/5/all': container({ totalSize: 1, offset: 0, Metadata: [album] }) });

    const [item] = await everything(media);

    expect(item).to.deep.include({ authors: ['A'], narrators: [], hasCover: false });
  });

  it('returns both halves of a book that Plex split, with one ASIN', async () => {
    const guid = 'com.plexapp.agents.audnexus://B0TEST0001_us?lang=en';
    const halves = ['7', '8'].map((ratingKey) => ({ ratingKey, guid, title: 'T', parentTitle: 'A', Style: [], Mood: [] }));
    const { media } = await remote.start({ 'GET /library/sections/5/all': container({ totalSize: 2, offset: 0, Metadata: halves }) });

    expect((await everything(media)).map(({ itemId, asin }) => [itemId, asin])).to.deep.equal([
      ['7', 'B0TEST0001'],
      ['8', 'B0TEST0001'],
    ]);
  });

  it('treats a list without totals, as sent without container headers, as the whole', async () => {
    const { media } = await remote.start({
      'GET /library/sections/5/all': ({ query }) =>
        recorded(query.get('type') === '10' ? 'pms.tracks.page0.json' : 'pms.albums.unpaginated.json'),
    });

    const ids = (await everything(media)).map(({ itemId }) => itemId);

    expect(ids).to.have.length(5);
    expect(new Set(ids).size).to.equal(5);
  });

  it('filters by time with the operator encoded, in seconds, and fetches the files of the results', async () => {
    const { media } = await remote.start({ ...script, 'GET /library/metadata/202/children': 'pms.metadata.children.json' });

    const items = await everything(media, new Date(1_767_510_600_000).toISOString());

    const query = remote.requests[0]?.query;
    expect([query?.get('addedAt>>'), query?.get('sort')]).to.deep.equal(['1767510000', 'addedAt:desc']);
    expect(items.find(({ itemId }) => itemId === '202')?.files?.map(({ path }) => path)).to.deep.equal([
      '/storage/audiobooks/Bram Okafor/Quiet Engines/Quiet Engines - 01.mp3',
      '/storage/audiobooks/Bram Okafor/Quiet Engines/Quiet Engines - 02.mp3',
    ]);
  });

  it('requests the files of an album once an hour, although walks since a time overlap', async () => {
    const { media, context } = await remote.start({ ...script, 'GET /library/metadata/202/children': 'pms.metadata.children.json' });
    const since = new Date(1_767_510_600_000).toISOString();
    const fileCalls = (): number => remote.asked().filter((line) => line.endsWith('/children')).length;
    // the recorded albums are no longer new then
    context.advance(10 * 24 * 3_600_000);

    const first = await everything(media, since);
    const calls = fileCalls();
    const second = await everything(media, since);
    expect(second).to.deep.equal(first);
    expect(fileCalls()).to.equal(calls);
    context.advance(3_600_000);
    await everything(media, since);

    expect(fileCalls()).to.equal(2 * calls);
  });

  it('refuses a cursor of an unknown walk', async () => {
    const { media } = await remote.start(script);
    const { next } = await media.items('5', call);
    const other = plugin.create(createTestContext<PlexSettings>({ settings: { baseUrl: remote.url, token: TOKEN } }));

    expect((await faultOf(other.provides.mediaServer?.items('5', { ...call, cursor: next }) ?? Promise.resolve())).code).to.equal(
      'INTEGRATION_BAD_RESPONSE',
    );
  });
});
