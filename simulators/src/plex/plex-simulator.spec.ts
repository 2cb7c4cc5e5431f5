import { expect } from 'chai';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startPlexSimulator } from './plex-simulator.js';
import type { PlexSimulator } from './plex-simulator.js';

interface Container {
  readonly size: number;
  readonly totalSize?: number;
  readonly offset?: number;
  readonly claimed?: boolean;
  readonly Metadata?: readonly (Record<string, unknown> & { readonly Media?: readonly { readonly Part: readonly { file: string }[] }[] })[];
  readonly Directory?: readonly Record<string, unknown>[];
}

describe('Plex simulator', () => {
  let root: string;
  let simulator: PlexSimulator;

  async function place(relative: string, files: readonly string[]): Promise<void> {
    await mkdir(path.join(root, relative), { recursive: true });
    for (const name of files) await writeFile(path.join(root, relative, name), name);
  }

  function send(where: string, init: RequestInit & { token?: string; start?: number; size?: number } = {}): Promise<Response> {
    const { token = 'the-token', start, size, ...rest } = init;
    const headers = {
      accept: 'application/json',
      'x-plex-token': token,
      ...(size === undefined ? {} : { 'x-plex-container-start': String(start ?? 0), 'x-plex-container-size': String(size) }),
      ...(rest.headers as Record<string, string>),
    };
    return fetch(simulator.url + where, { ...rest, headers });
  }

  async function read(where: string, init: Parameters<typeof send>[1] = {}): Promise<Container> {
    return ((await (await send(where, init)).json()) as { MediaContainer: Container }).MediaContainer;
  }

  beforeEach(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'lectern-plex-sim-'));
    await place('Ada Quill/The Lantern Cycle/Book 1 - The Paper Lighthouse [B0TEST0001] {Mara Voss}', ['a.m4b', 'cover.jpg']);
    await place('Bram Okafor/Quiet Engines', ['01.mp3', '02.mp3']);
    simulator = await startPlexSimulator({
      token: 'the-token',
      libraries: [
        { id: '5', title: 'Audiobooks', roots: [{ path: root, shown: '/storage/audiobooks' }] },
        { id: '1', title: 'Films', roots: [], type: 'movie' },
      ],
      scanDelayMs: 5,
    });
  });

  afterEach(async () => {
    await simulator.close();
    await rm(root, { recursive: true, force: true });
  });

  it('identifies itself without a token, and says nothing else', async () => {
    expect((await read('/identity', { token: '' })).claimed).to.equal(true);
    const refused = await send('/library/sections', { token: 'wrong' });

    expect([refused.status, refused.headers.get('content-type')]).to.deep.equal([401, 'text/html']);
    expect(await refused.text()).to.match(/401 Unauthorized/);
    expect((await send('/library/metadata/1')).status).to.equal(404);
  });

  it('answers in XML unless JSON is requested', async () => {
    const xml = await (await send('/library/sections', { headers: { accept: '*/*' } })).text();

    expect(xml)
      .to.match(/^<\?xml/)
      .and.to.include('<Location id="1" path="/storage/audiobooks"></Location>');
  });

  it('lists albums as recorded: GUIDs with ASINs, no files, people only in the full form', async () => {
    const { Metadata: [first, second] = [], size, totalSize } = await read('/library/sections/5/all?type=9', { size: 10 });
    const { Metadata: [full] = [] } = await read(`/library/metadata/${String(first?.ratingKey)}`);

    expect([size, totalSize]).to.deep.equal([2, 2]);
    expect(first)
      .to.include({ guid: 'com.plexapp.agents.audnexus://B0TEST0001_us?lang=en', parentTitle: 'Ada Quill' })
      .and.not.to.have.any.keys('Media', 'Style');
    expect(second?.guid).to.match(/^local:/);
    expect(full?.Style).to.deep.include({ id: 11, filter: 'style=11', tag: 'Mara Voss' });
    expect(full?.titleSort).to.equal('The Lantern Cycle, Book 1 - The Paper Lighthouse');
  });

  it('pages by headers: no totals without them, no items beyond the end', async () => {
    expect(await read('/library/sections/5/all?type=9')).not.to.have.any.keys('totalSize', 'offset');
    expect(await read('/library/sections/5/all?type=9', { start: 1, size: 1 })).to.include({ size: 1, totalSize: 2, offset: 1 });
    expect(await read('/library/sections/5/all?type=9', { start: 9, size: 1 }))
      .to.deep.include({ size: 0, totalSize: 2 })
      .and.not.to.have.property('Metadata');
  });

  it('lists tracks with their paths', async () => {
    const { Metadata = [] } = await read('/library/sections/5/all?type=10');

    expect(Metadata.map(({ Media }) => Media?.[0]?.Part[0]?.file)).to.include('/storage/audiobooks/Bram Okafor/Quiet Engines/02.mp3');
  });

  it('scans a folder, or the library, some time after its answer', async () => {
    await place('Cleo Marsh/Loose Ends', ['a.mp3']);
    await place('Dora Finch/Other', ['a.mp3']);
    await rm(path.join(root, 'Bram Okafor'), { recursive: true });
    const titles = () => simulator.albums('5').map(({ title }) => title);

    await send(`/library/sections/5/refresh?path=${encodeURIComponent('/storage/audiobooks/Cleo Marsh/Loose Ends')}`);
    expect(titles()).to.have.length(2);
    expect((await read('/library/sections')).Directory?.[0]?.refreshing).to.equal(true);
    await simulator.idle();
    expect(titles()).to.deep.equal(['The Paper Lighthouse', 'Quiet Engines', 'Loose Ends']);
    await send('/library/sections/5/refresh');
    await simulator.idle();
    expect(titles()).to.deep.equal(['The Paper Lighthouse', 'Loose Ends', 'Other']);
  });

  it('keeps ids across scans, and filters by time', async () => {
    const before = simulator.albums('5').map(({ id }) => id);
    await send('/library/sections/5/refresh');
    await simulator.idle();
    const future = Math.floor(Date.now() / 1000) + 60;

    expect(simulator.albums('5').map(({ id }) => id)).to.deep.equal(before);
    expect((await read(`/library/sections/5/all?type=9&sort=addedAt:desc&addedAt%3E%3E=${future}`, { size: 10 })).totalSize).to.equal(0);
  });

  it('serves covers only with a token', async () => {
    const [album] = simulator.albums('5');
    const thumb = `/library/metadata/${album?.id}/thumb/${album?.updatedAt}`;

    expect((await send(`/photo/:/transcode?url=${encodeURIComponent(thumb)}&width=10&height=10`)).headers.get('content-type')).to.equal(
      'image/jpeg',
    );
    expect((await send(thumb)).status).to.equal(200);
    expect((await send(thumb, { token: 'wrong' })).status).to.equal(401);
  });

  it('deletes files only if that is allowed', async () => {
    const [album] = simulator.albums('5');
    simulator.behave({ allowsDeletion: false });
    expect((await send(`/library/metadata/${album?.id}`, { method: 'DELETE' })).status).to.equal(400);
    simulator.behave({ allowsDeletion: true });
    await send(`/library/metadata/${album?.id}`, { method: 'DELETE' });

    expect(simulator.albums('5').map(({ title }) => title)).to.deep.equal(['Quiet Engines']);
  });

  describe('plex.tv', () => {
    const tv = (where: string, headers: Record<string, string>, method = 'GET') => fetch(simulator.tv.url + where, { method, headers });
    const client = { 'x-plex-client-identifier': 'me' };

    it('creates PINs that only the same program can read, and that represent an account once confirmed', async () => {
      const created = await tv('/api/v2/pins?strong=true', client, 'POST');
      const { id, code, authToken } = (await created.json()) as { id: number; code: string; authToken: null };
      const foreign = await tv(`/api/v2/pins/${id}`, { 'x-plex-client-identifier': 'you' });
      const token = simulator.tv.confirm(code, '1234567890abcdef');
      const linked = (await (await tv(`/api/v2/pins/${id}`, client)).json()) as { authToken: string };
      const user = (await (await tv('/api/v2/user', { ...client, 'x-plex-token': token })).json()) as { uuid: string };
      const resources = (await (await tv('/api/v2/resources', { ...client, 'x-plex-token': token })).json()) as {
        provides: string;
        owned: boolean;
      }[];

      expect([created.status, authToken, foreign.status]).to.deep.equal([201, null, 404]);
      expect([linked.authToken, user.uuid]).to.deep.equal([token, '1234567890abcdef']);
      expect(resources.find(({ provides }) => provides === 'server')?.owned).to.equal(true);
      expect(simulator.tv.waitingCodes()).to.deep.equal([]);
    });

    it('refuses calls without a client identifier, and unknown tokens', async () => {
      expect((await tv('/api/v2/pins', {}, 'POST')).status).to.equal(400);
      expect((await tv('/api/v2/user', { ...client, 'x-plex-token': 'x' })).status).to.equal(401);
    });

    it('confirms on its page, too', async () => {
      const { code, id } = (await (await tv('/api/v2/pins?strong=true', client, 'POST')).json()) as { code: string; id: number };
      const page = await (await tv('/auth', {})).text();
      await fetch(`${simulator.tv.url}/auth/confirm`, { method: 'POST', body: new URLSearchParams({ code, uuid: '1234567890abcdef' }) });

      expect(page).to.include('<button value="1234567890abcdef">owner</button>');
      expect(await (await tv(`/api/v2/pins/${id}`, client)).json())
        .to.have.property('authToken')
        .that.is.a('string');
    });
  });

  it('fails on demand', async () => {
    simulator.fail({ kind: 'status', status: 503, times: 1 });

    expect((await send('/identity')).status).to.equal(503);
    expect((await send('/identity')).status).to.equal(200);
  });
});
