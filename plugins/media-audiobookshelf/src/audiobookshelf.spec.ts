import { startAudiobookshelfSimulator } from '@lectern/simulators';
import type { AudiobookshelfSimulator } from '@lectern/simulators';
import type { LibraryItem, MediaServer } from '@lectern/plugin-api';
import { createTestContext, describePlugin, faultRows } from '@lectern/plugin-kit';
import { expect } from 'chai';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import plugin from './index.js';
import type { AudiobookshelfSettings } from './settings.js';

const KEY = 'planted-api-key-0001';
const call = { signal: new AbortController().signal };

describePlugin(fileURLToPath(new URL('..', import.meta.url)), {
  settings: { baseUrl: 'http://127.0.0.1:13378', apiKey: KEY, libraryIds: [], allowSignIn: true, fullScan: true, deleteFiles: false },
});

describe('Audiobookshelf plugin with a server', () => {
  let root: string;
  let simulator: AudiobookshelfSimulator;
  let media: MediaServer;

  async function place(relative: string, files: Record<string, string | Buffer>): Promise<string> {
    const directory = path.join(root, relative);
    await mkdir(directory, { recursive: true });
    for (const [name, content] of Object.entries(files)) await writeFile(path.join(directory, name), content);
    return directory;
  }

  async function everything(since?: string): Promise<LibraryItem[]> {
    const items: LibraryItem[] = [];
    let cursor: string | undefined;
    do {
      const page = await media.items('lib', { ...call, cursor, since });
      items.push(...page.items);
      cursor = page.next;
    } while (cursor !== undefined);
    return items;
  }

  beforeEach(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'lectern-abs-'));
    await place('Ada Quill/The Lantern Cycle/Book 1 - The Paper Lighthouse [B0TEST0001]', {
      'a.m4b': 'audio',
      'cover.jpg': Buffer.from([255, 216]),
    });
    await place('Bram Okafor/Quiet Engines', { '01.mp3': 'one', '02.mp3': 'two' });
    simulator = await startAudiobookshelfSimulator({
      apiKey: KEY,
      libraries: [{ id: 'lib', name: 'Books', root }],
      users: [
        { username: 'Reader', password: 'pass word', email: 'r@example.test' },
        { username: 'Gone', password: 'pass word', isActive: false },
        { username: 'boss', password: 'pass word', type: 'admin' },
      ],
      signInLimit: 4,
      scanDelayMs: 5,
      watcherDelayMs: 5,
    });
    const settings: AudiobookshelfSettings = { baseUrl: simulator.url, apiKey: KEY, allowSignIn: true, deleteFiles: true };
    media = plugin.create(createTestContext({ settings })).provides.mediaServer as MediaServer;
  });

  afterEach(async () => {
    await simulator.close();
    await rm(root, { recursive: true, force: true });
  });

  it('reads the library, with files for items without an ASIN', async () => {
    const items = await everything();

    expect(items.map(({ title, asin, authors }) => [title, asin, authors])).to.deep.equal([
      ['The Paper Lighthouse', 'B0TEST0001', ['Ada Quill']],
      ['Quiet Engines', undefined, ['Bram Okafor']],
    ]);
    expect(items[0]).to.deep.include({ series: [{ name: 'The Lantern Cycle', part: '1' }], hasCover: true });
    expect(items[1]?.files).to.deep.equal([
      { path: path.join(root, 'Bram Okafor/Quiet Engines/01.mp3'), size: 3 },
      { path: path.join(root, 'Bram Okafor/Quiet Engines/02.mp3'), size: 3 },
    ]);
  });

  it('shows an imported book after a refresh, and accepts its ASIN', async () => {
    const since = new Date().toISOString();
    const directory = await place('Cleo Marsh/Loose Ends', { 'Loose Ends.m4b': 'audio' });

    await media.refresh('lib', { ...call, path: path.join(directory, 'Loose Ends.m4b') });
    await simulator.idle();
    const added = (await everything(since)).find(({ title }) => title === 'Loose Ends');
    await media.setAsin?.(added?.itemId ?? '', 'b0test0009', call);

    expect(added?.path).to.equal(directory);
    expect((await everything()).find(({ itemId }) => itemId === added?.itemId)?.asin).to.equal('B0TEST0009');
  });

  it('no longer shows a book whose files are gone, or one that was removed', async () => {
    await rm(path.join(root, 'Bram Okafor'), { recursive: true });
    await media.refresh('lib', call);
    await simulator.idle();
    const [first] = await everything();

    await media.remove?.(first?.itemId ?? '', call);
    await media.refresh('lib', call);
    await simulator.idle();

    expect(first?.title).to.equal('The Paper Lighthouse');
    expect(await everything()).to.deep.equal([]);
  });

  it('fetches covers', async () => {
    const [first, second] = await everything();

    expect((await media.cover(first?.itemId ?? '', { ...call, width: 200 }))?.contentType).to.equal('image/jpeg');
    expect(await media.cover(second?.itemId ?? '', call)).to.equal(null);
  });

  function signIn(username: string, password = 'pass word', clientAddress = '203.0.113.9') {
    const door = media.accounts?.signIn;
    if (door?.kind !== 'password') throw new Error('expected a sign-in by password');
    return door.signIn({ username, password, clientAddress }, call);
  }

  const codeOf = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => 'signed in',
      (error: { code?: string }) => error.code,
    );

  it('recognizes a person whose name is written in another case, and an admin', async () => {
    const [one, two, boss] = [await signIn('reader'), await signIn(' READER '), await signIn('boss')];

    expect(two.subject).to.equal(one.subject);
    expect([one.isAdmin, boss.isAdmin]).to.deep.equal([false, true]);
    expect(boss.subject).not.to.equal(one.subject);
  });

  it('refuses a wrong password, an unknown name and a disabled account alike', async () => {
    const codes = [await codeOf(signIn('reader', 'wrong')), await codeOf(signIn('nobody')), await codeOf(signIn('gone'))];

    expect(codes).to.deep.equal(Array(3).fill('INTEGRATION_UNAUTHORIZED'));
    expect(simulator.openSessions()).to.equal(0);
  });

  it('limits one address without affecting the others', async () => {
    for (let attempt = 0; attempt < 4; attempt += 1) await codeOf(signIn('reader', 'wrong'));

    expect(await codeOf(signIn('reader'))).to.equal('INTEGRATION_RATE_LIMITED');
    expect(await codeOf(signIn('reader', 'pass word', '203.0.113.10'))).to.equal('signed in');
  });

  it('works with a session token in place of the key, but not with a token for renewing sessions', async () => {
    const headers = { 'content-type': 'application/json', 'x-return-tokens': 'true' };
    const login = await fetch(`${simulator.url}/login`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ username: 'boss', password: 'pass word' }),
    });
    const { user } = (await login.json()) as { user: { accessToken: string; refreshToken: string } };
    const librariesWith = (apiKey: string) =>
      plugin.create(createTestContext({ settings: { baseUrl: simulator.url, apiKey } })).provides.mediaServer?.libraries(call);

    expect(await librariesWith(user.accessToken)).to.have.length(1);
    expect(await codeOf(librariesWith(user.refreshToken) ?? Promise.resolve())).to.equal('INTEGRATION_UNAUTHORIZED');
  });

  it('signs people in and leaves no session behind', async () => {
    const account = await signIn('reader');

    expect(account).to.include({ username: 'Reader', email: 'r@example.test', isAdmin: false });
    expect(simulator.openSessions()).to.equal(0);
  });
});

faultRows('Audiobookshelf items', {
  secrets: [KEY],
  async setUp(timeoutMs) {
    const simulator = await startAudiobookshelfSimulator({ apiKey: KEY, libraries: [{ id: 'lib', name: 'Books', root: '/nowhere' }] });
    const context = createTestContext<AudiobookshelfSettings>({ settings: { baseUrl: simulator.url, apiKey: KEY }, timeoutMs });
    const { mediaServer } = plugin.create(context).provides;
    return {
      target: simulator,
      logs: context.logs,
      call: (signal) => mediaServer?.items('lib', { signal }) ?? Promise.resolve(),
      tearDown: () => simulator.close(),
    };
  },
});

faultRows('Audiobookshelf check', {
  secrets: [KEY],
  except: { '404': ['INTEGRATION_MISCONFIGURED'] },
  async setUp(timeoutMs) {
    const simulator = await startAudiobookshelfSimulator({ apiKey: KEY, libraries: [{ id: 'lib', name: 'Books', root: '/nowhere' }] });
    const context = createTestContext<AudiobookshelfSettings>({ settings: { baseUrl: simulator.url, apiKey: KEY }, timeoutMs });
    const instance = plugin.create(context);
    return { target: simulator, logs: context.logs, call: (signal) => instance.check({ signal }), tearDown: () => simulator.close() };
  },
});
