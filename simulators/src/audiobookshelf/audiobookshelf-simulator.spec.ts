import { expect } from 'chai';
import { access, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startAudiobookshelfSimulator } from './audiobookshelf-simulator.js';
import type { AudiobookshelfSimulator } from './audiobookshelf-simulator.js';

interface ItemRow {
  readonly id: string;
  readonly path: string;
  readonly isMissing: boolean;
  readonly addedAt: number;
  readonly updatedAt: number;
  readonly media: { readonly metadata: Record<string, unknown>; readonly numAudioFiles: number; readonly ebookFormat?: string };
  readonly libraryFiles?: readonly { readonly metadata: { readonly relPath: string; readonly size: number } }[];
}

const OPF = '<?xml version="1.0"?><package><metadata><dc:title>Written by Lectern</dc:title></metadata></package>';

interface ItemsAnswer {
  readonly results: readonly ItemRow[];
  readonly total: number;
  readonly sortDesc: boolean;
}

describe('Audiobookshelf simulator', () => {
  let root: string;
  let simulator: AudiobookshelfSimulator;

  async function place(relative: string, files: Record<string, string | Buffer>): Promise<void> {
    await mkdir(path.join(root, relative), { recursive: true });
    for (const [name, content] of Object.entries(files)) {
      const file = path.join(root, relative, name);
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, content);
    }
  }

  function send(where: string, init: RequestInit & { key?: string } = {}): Promise<Response> {
    const { key = 'the-key', ...rest } = init;
    return fetch(simulator.url + where, {
      ...rest,
      headers: { authorization: `Bearer ${key}`, ...(rest.headers as Record<string, string>) },
    });
  }

  const post = (where: string, body: object = {}, headers: Record<string, string> = {}): Promise<Response> =>
    send(where, { method: 'POST', body: JSON.stringify(body), headers });

  async function list(query = ''): Promise<ItemsAnswer> {
    return (await (await send(`/api/libraries/lib/items?${query}`)).json()) as ItemsAnswer;
  }

  async function titles(query = ''): Promise<unknown[]> {
    return (await list(query)).results.map(({ media }) => media.metadata.title);
  }

  async function restart(more: { readonly scanDelayMs: number }): Promise<void> {
    await simulator.close();
    await start(more);
  }

  beforeEach(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'lectern-abs-sim-'));
    await place('Ada Quill/The Lantern Cycle/Book 1 - The Paper Lighthouse [B0TEST0001] {Mara Voss}', {
      'a.m4b': 'audio',
      'cover.jpg': 'jpg',
    });
    await start();
  });

  async function start(more: { readonly scanDelayMs?: number } = {}): Promise<void> {
    simulator = await startAudiobookshelfSimulator({
      apiKey: 'the-key',
      libraries: [
        { id: 'lib', name: 'Books', root },
        { id: 'other', name: 'Other', root: path.join(root, 'none') },
      ],
      users: [
        { username: 'admin', password: 'secret', type: 'admin', apiKey: 'admin-key' },
        {
          username: 'reader',
          password: 'secret',
          apiKey: 'reader-key',
          permissions: { accessAllLibraries: false },
          librariesAccessible: ['other'],
        },
      ],
      scanDelayMs: 5,
      watcherDelayMs: 5,
      signInLimit: 3,
      ...more,
    });
  }

  afterEach(async () => {
    await simulator.close();
    await rm(root, { recursive: true, force: true });
  });

  it('reads author, series, part, ASIN and narrator from folder names', async () => {
    const [row] = (await list()).results;

    expect(row?.media.metadata).to.include({
      title: 'The Paper Lighthouse',
      authorName: 'Ada Quill',
      narratorName: 'Mara Voss',
      seriesName: 'The Lantern Cycle #1',
      asin: 'B0TEST0001',
    });
  });

  it('finds new books after a request to scan, some time after its answer', async () => {
    await restart({ scanDelayMs: 1000 });
    await place('Bram Okafor/Quiet Engines', { 'CD 1/01.mp3': 'a', 'CD 2/01.mp3': 'bb', 'Quiet Engines.epub': 'ccc' });
    await place('.', { 'Loose.m4b': 'x' });

    const answer = await post('/api/libraries/lib/scan');
    const running = (await (await send('/api/tasks')).json()) as { tasks: { action: string }[] };
    const before = await titles();
    await simulator.idle();

    expect(await answer.text()).to.equal('OK');
    expect(running.tasks.map(({ action }) => action)).to.deep.equal(['library-scan']);
    expect(before).to.deep.equal(['The Paper Lighthouse']);
    expect(await titles('sort=media.metadata.title')).to.deep.equal(['Loose', 'Quiet Engines', 'The Paper Lighthouse']);
    expect(((await (await send('/api/tasks')).json()) as { tasks: unknown[] }).tasks).to.deep.equal([]);
    const book = (await list()).results.find(({ media }) => media.metadata.title === 'Quiet Engines');
    expect(book?.media).to.include({ numAudioFiles: 2, ebookFormat: 'epub' });
  });

  it('looks at an announced file only if it is in the library', async () => {
    await place('Bram Okafor/Quiet Engines', { '01.mp3': 'a' });
    await place('Cleo Marsh/Other Book', { '01.mp3': 'a' });

    const inside = await post('/api/watcher/update', {
      libraryId: 'lib',
      path: path.join(root, 'Bram Okafor/Quiet Engines/01.mp3'),
      type: 'add',
    });
    const outside = await post('/api/watcher/update', { libraryId: 'lib', path: '/etc/passwd', type: 'add' });
    await simulator.idle();

    expect([inside.status, outside.status]).to.deep.equal([200, 200]);
    expect(await titles('sort=media.metadata.title')).to.deep.equal(['Quiet Engines', 'The Paper Lighthouse']);
  });

  it('prefers metadata.json, and the tag in an audio file to the folder name', async () => {
    const atom = Buffer.concat([
      Buffer.from('----mean\0\0\0\0com.apple.iTunes\0\0\0\x10name\0\0\0\0ASIN\0\0\0\x1adata\0\0\0\x01\0\0\0\0'),
      Buffer.from('B0TEST0042\0'),
    ]);
    await place('Gus Tarn/Tagged [B0TEST0041]', { 'a.m4b': atom });
    await place('Gus Tarn/Folder Name', {
      'a.mp3': 'x',
      'metadata.json': JSON.stringify({ title: 'Real Name', authors: ['A B', 'C, D'], asin: 'B0TEST0043', series: ['Saga #2'] }),
    });
    await post('/api/libraries/lib/scan');
    await simulator.idle();

    const rows = (await list('sort=media.metadata.title')).results.map(({ media }) => media.metadata);

    expect(rows.map(({ title, asin, authorName }) => [title, asin, authorName])).to.deep.equal([
      ['Real Name', 'B0TEST0043', 'A B, C, D'],
      ['Tagged', 'B0TEST0042', 'Gus Tarn'],
      ['The Paper Lighthouse', 'B0TEST0001', 'Ada Quill'],
    ]);
    expect(rows[0]?.seriesName).to.equal('Saga #2');
  });

  it('drops requests during a scan, and does not see files added after the scan began', async () => {
    await restart({ scanDelayMs: 1000 });
    await place('Bram Okafor/First', { '01.mp3': 'a' });
    const first = await post('/api/libraries/lib/scan');
    await place('Bram Okafor/Second', { '01.mp3': 'b' });
    const second = await post('/api/libraries/lib/scan');
    await simulator.idle();

    expect([first.status, second.status]).to.deep.equal([200, 200]);
    expect(await titles()).to.have.members(['The Paper Lighthouse', 'First']);
    await post('/api/libraries/lib/scan');
    await simulator.idle();
    expect(await titles()).to.have.members(['The Paper Lighthouse', 'First', 'Second']);
  });

  it('adds a book twice if it is announced during a scan, and later reports the older one as missing', async () => {
    await restart({ scanDelayMs: 1000 });
    await place('Bram Okafor/Twice', { '01.mp3': 'a' });
    await post('/api/libraries/lib/scan');
    await post('/api/watcher/update', { libraryId: 'lib', path: path.join(root, 'Bram Okafor/Twice/01.mp3'), type: 'add' });
    await simulator.idle();
    const copies = async () => (await list('sort=addedAt')).results.filter(({ media }) => media.metadata.title === 'Twice');
    expect((await copies()).map(({ isMissing }) => isMissing)).to.deep.equal([false, false]);

    await post('/api/libraries/lib/scan');
    await simulator.idle();

    expect((await copies()).map(({ isMissing }) => isMissing)).to.deep.equal([true, false]);
  });

  for (const [sidecar, kept] of [
    ['metadata.json', 'Written by Lectern'],
    ['metadata.opf', 'Edited by hand'],
  ] as const) {
    it(`a title that was edited is “${kept}” when a file is added to a book with ${sidecar}`, async () => {
      const content = sidecar === 'metadata.json' ? JSON.stringify({ title: 'Written by Lectern', genres: ['Fantasy'] }) : OPF;
      await place('Gus Tarn/Edited', { 'a.mp3': 'x', [sidecar]: content });
      const scan = async () => {
        await post('/api/libraries/lib/scan');
        await simulator.idle();
        return (await list()).results.find(({ path: folder }) => folder.endsWith('Edited'));
      };
      const item = await scan();
      await send(`/api/items/${item?.id}/media`, { method: 'PATCH', body: JSON.stringify({ metadata: { title: 'Edited by hand' } }) });
      expect((await scan())?.media.metadata.title).to.equal('Edited by hand');

      await place('Gus Tarn/Edited', { 'b.mp3': 'y' });
      const after = await scan();

      expect(after?.media.metadata.title).to.equal(kept);
      expect(after?.media.metadata.genres).to.deep.equal(sidecar === 'metadata.json' ? ['Fantasy'] : []);
    });
  }

  it('counts a folder below audio files as part of their book', async () => {
    await place('Gus Tarn/Whole', { 'a.mp3': 'x', 'Bonus/b.mp3': 'y', 'Bonus/More/c.mp3': 'z' });
    await post('/api/libraries/lib/scan');
    await simulator.idle();

    const books = (await list()).results.filter(({ path: folder }) => folder.includes('Gus Tarn'));

    expect(books.map(({ media }) => [media.metadata.title, media.numAudioFiles])).to.deep.equal([['Whole', 3]]);
  });

  it('reads an OPF file beside a book, and ranks metadata.json above it', async () => {
    const opf = (title: string): string => `<?xml version="1.0"?><package><metadata>
      <dc:title>${title} &amp; More</dc:title><dc:creator opf:role="aut">A &lt;B&gt;</dc:creator><dc:creator opf:role="nrt">N</dc:creator>
      <dc:identifier opf:scheme="ASIN">B0TEST0051</dc:identifier>
      <meta name="calibre:series" content="Saga"/><meta name="calibre:series_index" content="2"/></metadata></package>`;
    await place('Gus Tarn/One', { 'a.mp3': 'x', 'metadata.opf': opf('Opf') });
    await place('Gus Tarn/Two', { 'a.mp3': 'y', 'metadata.opf': opf('Opf'), 'metadata.json': JSON.stringify({ title: 'Json' }) });
    await post('/api/libraries/lib/scan');
    await simulator.idle();

    const rows = (await list('sort=media.metadata.title')).results.map(({ media }) => media.metadata);

    expect(rows.map(({ title, asin, authorName, seriesName }) => [title, asin, authorName, seriesName]).slice(0, 2)).to.deep.equal([
      ['Json', 'B0TEST0051', 'A <B>', 'Saga #2'],
      ['Opf & More', 'B0TEST0051', 'A <B>', 'Saga #2'],
    ]);
  });

  it('keeps missing books in lists, and ids across a renamed folder', async () => {
    const [before] = (await list()).results;
    await rename(path.join(root, 'Ada Quill/The Lantern Cycle'), path.join(root, 'Ada Quill/Lanterns'));
    await post('/api/libraries/lib/scan');
    await simulator.idle();
    const [renamed] = (await list()).results;
    await rm(path.join(root, 'Ada Quill'), { recursive: true });
    await post('/api/libraries/lib/scan');
    await simulator.idle();

    const after = await list();
    expect(renamed?.id).to.equal(before?.id);
    expect(after.results.map(({ id, isMissing }) => [id, isMissing])).to.deep.equal([[before?.id, true]]);
    expect((await list('filter=issues')).total).to.equal(1);
  });

  it('pages, sorts and filters as recorded', async () => {
    for (const name of ['A', 'B', 'C']) await place(`Author/${name}`, { '01.mp3': name });
    await post('/api/libraries/lib/scan');
    await simulator.idle();

    expect(await titles('limit=2&page=1&sort=addedAt')).to.deep.equal(['B', 'C']);
    expect(await titles('limit=2&sort=addedAt&desc=1')).to.deep.equal(['C', 'B']);
    expect(await titles('limit=2&page=9')).to.deep.equal([]);
    expect(await titles('limit=0')).to.have.length(4);
    expect(await titles(`filter=missing.${encodeURIComponent(Buffer.from('asin').toString('base64'))}`)).to.have.members(['A', 'B', 'C']);
    expect(await titles('sort=updatedAt&desc=1')).to.deep.equal(await titles(''));
    expect((await send('/api/libraries/lib/items?limit=-1')).status).to.equal(400);
    expect((await send('/api/libraries/nothing/items')).status).to.equal(404);
  });

  it('answers expanded forms one by one and in batches', async () => {
    const [row] = (await list()).results;
    const single = (await (await send(`/api/items/${row?.id}?expanded=1`)).json()) as ItemRow;
    const batch = (await (await post('/api/items/batch/get', { libraryItemIds: [row?.id, 'unknown'] })).json()) as {
      libraryItems: ItemRow[];
    };

    expect(single.libraryFiles?.map(({ metadata }) => [metadata.relPath, metadata.size])).to.deep.equal([
      ['a.m4b', 5],
      ['cover.jpg', 3],
    ]);
    expect(single.media.metadata).to.deep.include({ narrators: ['Mara Voss'] });
    expect(batch.libraryItems).to.deep.equal([single]);
    expect((await post('/api/items/batch/get', { libraryItemIds: [] })).status).to.equal(403);
  });

  it('keeps edits to an item across a scan, and says whether it changed anything', async () => {
    const [row] = (await list()).results;
    const patch = (asin: string | null): Promise<Response> =>
      send(`/api/items/${row?.id}/media`, { method: 'PATCH', body: JSON.stringify({ metadata: { asin } }) });

    const first = (await (await patch('B0TEST0099')).json()) as { updated?: boolean };
    const second = (await (await patch('B0TEST0099')).json()) as { updated?: boolean };
    await post('/api/libraries/lib/scan?force=1');
    await simulator.idle();

    expect([first.updated, 'updated' in second]).to.deep.equal([true, false]);
    expect((await list()).results[0]?.media.metadata).to.include({ asin: 'B0TEST0099', title: 'The Paper Lighthouse' });
  });

  it('finds a removed book again under a new id, unless its files were removed, too', async () => {
    const [row] = (await list()).results;
    await send(`/api/items/${row?.id}`, { method: 'DELETE' });
    await post('/api/libraries/lib/scan');
    await simulator.idle();
    const [again] = (await list()).results;
    await send(`/api/items/${again?.id}?hard=1`, { method: 'DELETE' });

    expect(again?.id).to.be.a('string').and.not.equal(row?.id);
    expect(await titles()).to.deep.equal([]);
    expect(
      await access(row?.path ?? '').then(
        () => true,
        () => false,
      ),
    ).to.equal(false);
  });

  it('serves the cover without a key, and 404 if there is none', async () => {
    const [row] = (await list()).results;
    const cover = await fetch(`${simulator.url}/api/items/${row?.id}/cover?width=10&format=jpeg`);

    expect(cover.headers.get('content-type')).to.equal('image/jpeg');
    expect(await cover.text()).to.equal('jpg');
    expect((await fetch(`${simulator.url}/api/items/unknown/cover`)).status).to.equal(404);
  });

  const permissionsOf = async (key: string): Promise<object> =>
    ((await (await send('/api/me', { key })).json()) as { permissions: object }).permissions;

  it('checks keys, roles and access to libraries', async () => {
    const none = await fetch(`${simulator.url}/api/me`);

    expect(none.status).to.equal(401);
    expect(none.headers.get('content-type')).to.equal(null);
    expect((await send('/api/me', { key: 'wrong' })).status).to.equal(401);
    expect((await send('/api/libraries/lib/items', { key: 'reader-key' })).status).to.equal(403);
    expect((await send('/api/libraries/other/items', { key: 'reader-key' })).status).to.equal(200);
    expect((await send('/api/libraries/other/scan', { key: 'reader-key', method: 'POST' })).status).to.equal(403);
    expect((await send('/api/unknown')).headers.get('content-type')).to.match(/html/);
    const unknownLibrary = await send('/api/libraries/nothing/items');
    expect([unknownLibrary.headers.get('content-type'), await unknownLibrary.text()]).to.deep.equal([
      'text/html; charset=utf-8',
      'Library not found',
    ]);
    expect(await permissionsOf('the-key')).to.include({ update: true, delete: true });
    expect(await permissionsOf('admin-key')).to.include({ update: true, delete: false });
  });

  it('answers under its sub-path, too', async () => {
    const status = (await (await fetch(`${simulator.url}/audiobookshelf/status`)).json()) as { app: string; isInit: boolean };

    expect(status).to.include({ app: 'audiobookshelf', isInit: true });
  });

  it('signs in, counts by forwarded address and closes sessions', async () => {
    const from = { 'x-return-tokens': 'true', 'x-forwarded-for': '203.0.113.1' };
    const login = await post('/login', { username: 'READER', password: 'secret' }, from);
    const { user } = (await login.json()) as { user: { username: string; accessToken: string; refreshToken: string } };
    const me = await send('/api/me', { key: user.accessToken });
    const misused = await send('/api/me', { key: user.refreshToken });
    await post('/logout', {}, { 'x-refresh-token': user.refreshToken });
    const wrong = await post('/login', { username: 'reader', password: 'x' }, from);
    await post('/login', {}, from);
    const limited = await post('/login', {}, from);
    const elsewhere = await post('/login', { username: 'reader', password: 'secret' }, { 'x-forwarded-for': '203.0.113.2' });

    expect([me.status, misused.status, wrong.status, limited.status, elsewhere.status]).to.deep.equal([200, 401, 401, 429, 200]);
    expect(limited.headers.get('retry-after')).to.equal('599');
    expect(simulator.openSessions()).to.equal(1);
  });

  it('fails on demand', async () => {
    simulator.fail({ kind: 'status', status: 503, times: 1 });

    expect((await send('/api/me')).status).to.equal(503);
    expect((await send('/api/me')).status).to.equal(200);
  });
});
