import { startSimulator } from '@lectern/demo';
import type { Simulator, SimulatorRequest, SimulatorResponse } from '@lectern/demo';
import type { CheckResult, MediaServer, PluginInstance } from '@lectern/plugin-api';
import { isIntegrationError } from '@lectern/plugin-api';
import { createTestContext } from '@lectern/plugin-kit';
import { expect } from 'chai';
import plugin from './index.js';
import { recorded } from './recorded-answers.spec.support.js';
import type { PlexSettings } from './settings.js';

const TOKEN = 'planted-server-token';
const call = { signal: new AbortController().signal };

/** Answers by `METHOD /path`, each a fixture's name or an answer. */
type Script = Record<string, string | SimulatorResponse | ((request: SimulatorRequest) => SimulatorResponse)>;

const HEALTHY: Script = {
  'GET /identity': 'pms.identity.json',
  'GET /library/sections': 'pms.sections.json',
  'GET /': 'pms.root.json',
  'GET /api/v2/ping': { body: { pong: true } },
};

const container = (body: object): SimulatorResponse => ({ body: { MediaContainer: body } });

async function faultOf(work: Promise<unknown>): Promise<{ code: string; message: string; field?: string }> {
  try {
    await work;
  } catch (error) {
    if (isIntegrationError(error)) return error;
    throw error;
  }
  throw new Error('expected a fault');
}

describe('Plex plugin on recorded answers', () => {
  let simulator: Simulator;

  afterEach(() => simulator.close());

  async function start(script: Script, settings: Partial<PlexSettings> = {}) {
    simulator = await startSimulator((request) => {
      const answer = script[`${request.method} ${request.path}`];
      if (answer === undefined) return recorded('pms.error.404.json');
      return typeof answer === 'string' ? recorded(answer) : typeof answer === 'function' ? answer(request) : answer;
    });
    const context = createTestContext<PlexSettings>({
      settings: { baseUrl: `${simulator.url}/web/index.html#!/settings`, token: TOKEN, plexTvUrl: simulator.url, ...settings },
    });
    const instance: PluginInstance = plugin.create(context);
    return { instance, media: instance.provides.mediaServer as MediaServer, context };
  }

  const last = (): SimulatorRequest => simulator.requests.at(-1) as SimulatorRequest;
  const asked = (): string[] => simulator.requests.map(({ method, path }) => `${method} ${path}`);

  describe('check', () => {
    const check = async (script: Script, settings: Partial<PlexSettings> = {}): Promise<CheckResult> => {
      const { instance } = await start({ ...HEALTHY, ...script }, settings);
      return instance.check(call);
    };

    it('tells version, name and libraries, and shows the token to no route that needs none', async () => {
      const result = await check({});

      expect(result).to.deep.equal({
        ok: true,
        version: '1.42.2.10156-f737b826c',
        details: ['The server is “Plex Server 1”.', '1 library is read for audiobooks.'],
      });
      const [identity, sections] = simulator.requests;
      expect(identity?.headers).not.to.have.property('x-plex-token');
      expect(sections?.headers).to.include({ 'x-plex-token': TOKEN, accept: 'application/json', 'x-plex-product': 'Lectern' });
      expect(sections?.headers['x-plex-client-identifier']).to.match(/^[0-9a-f-]{36}$/);
      expect(simulator.requests.every(({ query }) => ![...query.values()].includes(TOKEN))).to.equal(true);
    });

    it('says that the token is wrong, though the answer is a page', async () => {
      const error = await faultOf(check({ 'GET /library/sections': 'pms.error.401.json' }));

      expect(error).to.include({ code: 'INTEGRATION_UNAUTHORIZED', field: 'token' });
      expect(error.message).to.match(/another server/);
    });

    it('says when the server was never claimed', async () => {
      const { MediaContainer } = recorded('pms.identity.json').body as { MediaContainer: object };
      const error = await faultOf(check({ 'GET /identity': container({ ...MediaContainer, claimed: false }) }));

      expect(error).to.include({ code: 'INTEGRATION_MISCONFIGURED', field: 'baseUrl' });
      expect(error.message).to.match(/claim it/);
    });

    it('says when something else answers, or sends us elsewhere', async () => {
      expect(await faultOf(check({ 'GET /identity': container({}) }))).to.include({ code: 'INTEGRATION_MISCONFIGURED', field: 'baseUrl' });
      await simulator.close();
      expect((await faultOf(check({ 'GET /identity': 'pms.error.404.json' }))).code).to.equal('INTEGRATION_MISCONFIGURED');
      await simulator.close();
      const moved = { status: 302, headers: { location: 'https://sso.example.test/login?rd=secret' } };
      const error = await faultOf(check({ 'GET /identity': moved }));
      expect(error.code).to.equal('INTEGRATION_MISCONFIGURED');
      expect(error.message).to.include('https://sso.example.test/login.').and.not.include('secret');
    });

    it('works with a token that may not see the server itself, and says what that means', async () => {
      const result = await check({ 'GET /': 'pms.error.401.json' });

      expect(result.details?.[0]).to.match(/scans cannot be started/);
    });

    it('warns of chosen libraries that are gone, agents without ASINs, deletion turned off and a token of the new kind', async () => {
      const root = container({ friendlyName: 'S', allowMediaDeletion: false });
      const result = await check({ 'GET /': root }, { libraryIds: ['3', '9'], deleteFiles: true, token: 'aaa.bbb.ccc' });

      expect(result.details).to.deep.equal([
        'The server is “S”.',
        'Media deletion is turned off in Plex, so books cannot be removed.',
        '1 library is read for audiobooks.',
        '1 of the chosen libraries cannot be found: 9.',
        'The agent of “Music” gives no ASINs: there Lectern recognises only books it has placed itself, by their files.',
        'The token is of the new kind (JWT), which media servers do not take and which ends after a week.',
      ]);
    });

    it('asks for a choice when no library uses an audiobook agent, and says when there is none at all', async () => {
      const none = await check({ 'GET /library/sections': 'pms.sections.empty.json' });
      await simulator.close();
      const music = await check({
        'GET /library/sections': container({ Directory: [{ key: '3', type: 'artist', agent: 'tv.plex.agents.music' }] }),
      });

      expect(none.details?.at(-1)).to.match(/no music library/);
      expect(music.details?.at(-1)).to.match(/Choose which of the 1/);
    });

    it('names patterns that cannot work, before it asks anybody', async () => {
      const error = await faultOf(check({}, { guidPatterns: ['('] }));

      expect(error).to.include({ code: 'INTEGRATION_MISCONFIGURED', field: 'guidPatterns' });
      expect(simulator.requests).to.deep.equal([]);
    });

    it('tells plex.tv once a week that the token is in use, and does not mind its silence', async () => {
      const { instance, context } = await start({ ...HEALTHY, 'GET /api/v2/ping': { status: 500 } });
      const pings = (): number => asked().filter((line) => line.endsWith('/ping')).length;

      await instance.check(call);
      await instance.check(call);
      expect(pings()).to.equal(1);
      context.advance(8 * 24 * 3600 * 1000);
      await instance.check(call);

      expect(pings()).to.equal(2);
    });
  });

  describe('libraries', () => {
    it('leaves music alone unless it was chosen, and films in any case', async () => {
      const first = await start(HEALTHY);
      const all = await first.media.libraries(call);
      await simulator.close();
      const second = await start(HEALTHY, { libraryIds: ['3', '1'], pathMappings: [{ plex: '/storage', lectern: '/mnt/plex' }] });

      expect(all.map(({ id, type }) => [id, type])).to.deep.equal([
        ['3', 'other'],
        ['5', 'audiobook'],
      ]);
      expect(await second.media.libraries(call)).to.deep.equal([{ id: '3', name: 'Music', type: 'audiobook', roots: ['/mnt/plex/music'] }]);
    });

    it('are choices for the form, asked with the drafted settings', async () => {
      const { instance } = await start(HEALTHY);

      expect(await instance.choices?.libraries?.({ ...call, draft: { token: 'drafted' } })).to.deep.equal([
        { value: '3', title: 'Music' },
        { value: '5', title: 'Audiobooks (audiobook agent)' },
      ]);
      expect(last().headers['x-plex-token']).to.equal('drafted');
    });

    it('never send the saved token to another address', async () => {
      const { instance } = await start(HEALTHY);
      const error = await faultOf(
        instance.choices?.libraries?.({ ...call, draft: { baseUrl: 'http://other.example.test' } }) ?? Promise.resolve(),
      );

      expect(error).to.include({ code: 'INTEGRATION_MISCONFIGURED', field: 'token' });
      expect(simulator.requests).to.deep.equal([]);
    });
  });

  describe('items', () => {
    const PAGES = ['pms.albums.page0.json', 'pms.albums.page1.json', 'pms.albums.page2-last.json'];

    /** The recorded pages of two, whatever size is asked for. */
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

    it('advances by what came, not by what was asked for, and hands out every album once', async () => {
      const { media } = await start(script);

      const items = await everything(media);

      expect(items.map(({ itemId, asin }) => [itemId, asin])).to.deep.equal([
        ['200', 'B0TEST0001'],
        ['201', 'B0TEST0002'],
        ['202', undefined],
        ['203', undefined],
        ['204', 'B0TEST0007'],
      ]);
      const albums = simulator.requests.filter(({ query }) => query.get('type') === '9');
      expect(albums.map(({ headers }) => [headers['x-plex-container-start'], headers['x-plex-container-size']])).to.deep.equal([
        ['0', '200'],
        ['2', '200'],
        ['4', '200'],
      ]);
      expect(Object.fromEntries(albums[0]?.query ?? [])).to.deep.equal({ type: '9', sort: 'addedAt:asc', includeGuids: '1' });
    });

    it('takes narrators from styles, authors and series from moods, and the part from the sort title', async () => {
      const { media } = await start(script);

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

    it('gives the path and duration that only tracks have, mapped', async () => {
      const { media } = await start(script, { pathMappings: [{ plex: '/storage/audiobooks', lectern: '/audiobooks' }] });

      const item = (await everything(media)).find(({ itemId }) => itemId === '202');

      expect(item).to.include({ path: '/audiobooks/Bram Okafor/Quiet Engines', durationSeconds: 3600 });
      expect(item?.authors).to.deep.equal(['Bram Okafor']);
    });

    it('keeps the ASIN of a failed lookup, whose title says nothing', async () => {
      const { media } = await start(script);

      expect((await everything(media)).at(-1)).to.include({ title: 'B0TEST0007_us', asin: 'B0TEST0007' });
    });

    it('does not take the styles of music for narrators', async () => {
      const album = {
        ratingKey: '7',
        guid: 'plex://album/1',
        title: 'T',
        parentTitle: 'A',
        Style: [{ tag: 'Jazz' }],
        Mood: [{ tag: 'Calm' }],
      };
      const { media } = await start({ 'GET /library/sections/5/all': container({ totalSize: 1, offset: 0, Metadata: [album] }) });

      const [item] = await everything(media);

      expect(item).to.deep.include({ authors: ['A'], narrators: [], hasCover: false });
    });

    it('hands out both halves of a book that Plex split, with one ASIN', async () => {
      const guid = 'com.plexapp.agents.audnexus://B0TEST0001_us?lang=en';
      const halves = ['7', '8'].map((ratingKey) => ({ ratingKey, guid, title: 'T', parentTitle: 'A', Style: [], Mood: [] }));
      const { media } = await start({ 'GET /library/sections/5/all': container({ totalSize: 2, offset: 0, Metadata: halves }) });

      expect((await everything(media)).map(({ itemId, asin }) => [itemId, asin])).to.deep.equal([
        ['7', 'B0TEST0001'],
        ['8', 'B0TEST0001'],
      ]);
    });

    it('takes a list without totals, as it comes without container headers, for the whole', async () => {
      const { media } = await start({
        'GET /library/sections/5/all': ({ query }) =>
          recorded(query.get('type') === '10' ? 'pms.tracks.page0.json' : 'pms.albums.unpaginated.json'),
      });

      const ids = (await everything(media)).map(({ itemId }) => itemId);

      expect(ids).to.have.length(5);
      expect(new Set(ids).size).to.equal(5);
    });

    it('asks since a time with the operator encoded, in seconds, and fetches the files of what it finds', async () => {
      const { media } = await start({ ...script, 'GET /library/metadata/202/children': 'pms.metadata.children.json' });

      const items = await everything(media, new Date(1_767_510_600_000).toISOString());

      const query = simulator.requests[0]?.query;
      expect([query?.get('addedAt>>'), query?.get('sort')]).to.deep.equal(['1767510000', 'addedAt:desc']);
      expect(items.find(({ itemId }) => itemId === '202')?.files?.map(({ path }) => path)).to.deep.equal([
        '/storage/audiobooks/Bram Okafor/Quiet Engines/Quiet Engines - 01.mp3',
        '/storage/audiobooks/Bram Okafor/Quiet Engines/Quiet Engines - 02.mp3',
      ]);
    });

    it('asks for the files of an album once an hour, though walks since a time overlap', async () => {
      const { media, context } = await start({ ...script, 'GET /library/metadata/202/children': 'pms.metadata.children.json' });
      const since = new Date(1_767_510_600_000).toISOString();
      const fileCalls = (): number => asked().filter((line) => line.endsWith('/children')).length;
      // the recorded albums are then no longer new
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

    it('refuses a cursor of a walk it does not know', async () => {
      const { media } = await start(script);
      const { next } = await media.items('5', call);
      const other = plugin.create(createTestContext<PlexSettings>({ settings: { baseUrl: simulator.url, token: TOKEN } }));

      expect((await faultOf(other.provides.mediaServer?.items('5', { ...call, cursor: next }) ?? Promise.resolve())).code).to.equal(
        'INTEGRATION_BAD_RESPONSE',
      );
    });
  });

  describe('refresh', () => {
    const refresh = 'GET /library/sections/5/refresh';
    const folders = (...paths: string[]) =>
      container({ Directory: [{ key: '5', type: 'artist', title: 'Books', agent: 'x', Location: paths.map((path) => ({ path })) }] });

    it('asks for the folder of a file, by the path Plex has for it', async () => {
      const { media } = await start(
        { ...HEALTHY, [refresh]: 'pms.refresh.json' },
        { pathMappings: [{ plex: '/storage/audiobooks', lectern: '/books' }] },
      );

      await media.refresh('5', { ...call, path: '/books/Ada Quill/The Paper Lighthouse/a & b.m4b' });

      expect(last().query.get('path')).to.equal('/storage/audiobooks/Ada Quill/The Paper Lighthouse');
      expect(last().method).to.equal('GET');
      expect(last().query.has('force')).to.equal(false);
    });

    it('scans the whole library without a path, for a folder outside of it, and when it has several folders', async () => {
      const paths: (string | null)[] = [];
      const take = ({ query }: SimulatorRequest): SimulatorResponse => {
        paths.push(query.get('path'));
        return recorded('pms.refresh.json');
      };
      const first = await start({ ...HEALTHY, [refresh]: take });
      await first.media.refresh('5', call);
      await first.media.refresh('5', { ...call, path: '/storage/audiobooks2/X' });
      expect(first.context.logs.map(({ level }) => level)).to.deep.equal(['warn']);
      await simulator.close();
      const second = await start({ 'GET /library/sections': folders('/a', '/b'), [refresh]: take });
      await second.media.refresh('5', { ...call, path: '/b/X' });

      expect(paths).to.deep.equal([null, null, null]);
      expect(second.context.logs).to.deep.equal([]);
    });

    for (const status of [404, 405]) {
      it(`asks by POST where GET is answered with ${status}`, async () => {
        const { media } = await start({ ...HEALTHY, [refresh]: { status }, 'POST /library/sections/5/refresh': { status: 200 } });

        await media.refresh('5', { ...call, path: '/storage/audiobooks/X' });

        expect(asked().slice(-2)).to.deep.equal([refresh, 'POST /library/sections/5/refresh']);
        expect(last().query.get('path')).to.equal('/storage/audiobooks/X');
      });
    }

    it('says that only the owner may, and when the library is gone', async () => {
      const { media } = await start({
        ...HEALTHY,
        [refresh]: { status: 403, headers: { 'content-type': 'text/html' }, body: '<h1>x</h1>' },
      });

      const error = await faultOf(media.refresh('5', call));
      expect(error).to.include({ code: 'INTEGRATION_FORBIDDEN', field: 'token' });
      expect(error.message).to.match(/owner/);
      expect((await faultOf(media.refresh('9', call))).code).to.equal('INTEGRATION_NOT_FOUND');
    });
  });

  describe('single items', () => {
    const album = (thumb: string) => container({ Metadata: [{ ratingKey: '200', thumb }] });
    const picture = { headers: { 'content-type': 'image/jpeg' }, body: Buffer.from([255, 216, 255]) };

    it('fetches a cover in the width asked for, with the token in the header', async () => {
      const { media } = await start({ 'GET /library/metadata/200': 'pms.metadata.album.json', 'GET /photo/:/transcode': picture });

      const cover = await media.cover('200', { ...call, width: 9000 });

      expect(cover).to.deep.include({ contentType: 'image/jpeg' });
      expect([...(cover?.bytes ?? [])]).to.deep.equal([255, 216, 255]);
      expect(Object.fromEntries(last().query)).to.deep.equal({
        url: '/library/metadata/200/thumb/1767500100',
        width: '2000',
        height: '2000',
        minSize: '1',
        upscale: '0',
        format: 'jpeg',
      });
      expect(last().headers['x-plex-token']).to.equal(TOKEN);
    });

    it('fetches the original without a width, and null where there is none', async () => {
      const { media } = await start({
        'GET /library/metadata/200': 'pms.metadata.album.json',
        'GET /library/metadata/200/thumb/1767500100': picture,
      });

      expect((await media.cover('200', call))?.contentType).to.equal('image/jpeg');
      expect(await media.cover('404', call)).to.equal(null);
    });

    for (const thumb of [
      'https://evil.example.test/x.jpg',
      '//evil.example.test/x.jpg',
      '/library/../../x',
      'thumb.jpg',
      '/\\evil.example.test/x',
    ]) {
      it(`never sends the token to “${thumb}”`, async () => {
        const { media } = await start({ 'GET /library/metadata/200': album(thumb) });

        expect(await media.cover('200', call)).to.equal(null);
        expect(simulator.requests).to.have.length(1);
      });
    }

    it('refuses a page in place of a cover', async () => {
      const { media } = await start({
        'GET /library/metadata/200': 'pms.metadata.album.json',
        'GET /library/metadata/200/thumb/1767500100': { headers: { 'content-type': 'text/html' }, body: '<svg/>' },
      });

      expect((await faultOf(media.cover('200', call))).code).to.equal('INTEGRATION_BAD_RESPONSE');
    });

    it('offers no writing of ASINs, and removing only when an admin allowed it', async () => {
      const { media } = await start({});

      expect(media).not.to.have.any.keys('setAsin', 'remove', 'accounts');
    });

    it('removes, takes an absent item for removed, and says what is missing when Plex refuses', async () => {
      const path = 'DELETE /library/metadata/200';
      for (const status of [200, 404]) {
        const { media } = await start({ [path]: { status } }, { deleteFiles: true });
        await media.remove?.('200', call);
        expect(asked()).to.deep.equal([path]);
        await simulator.close();
      }
      for (const status of [400, 403]) {
        const { media } = await start({ [path]: { status } }, { deleteFiles: true });
        const error = await faultOf(media.remove?.('200', call) ?? Promise.resolve());
        expect(error.code).to.equal('INTEGRATION_FORBIDDEN');
        expect(error.message).to.match(/Allow media deletion/);
        await simulator.close();
      }
    });

    it('keeps an id inside its place in the path', async () => {
      const { media } = await start({}, { deleteFiles: true });

      await media.remove?.('../../:/prefs?x', call);

      expect(last().path).to.equal('/library/metadata/..%2F..%2F%3A%2Fprefs%3Fx');
    });
  });
});
