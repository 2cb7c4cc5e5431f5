import { startPlexSimulator } from '@lectern/simulators';
import type { PlexSimulator } from '@lectern/simulators';
import type { LibraryItem, MediaServer, PluginInstance, RedirectSignIn } from '@lectern/plugin-api';
import { createTestContext, describePlugin, faultRows } from '@lectern/plugin-kit';
import { expect } from 'chai';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import plugin from './index.js';
import type { PlexSettings } from './settings.js';

const TOKEN = 'planted-server-token';
const SHOWN = '/storage/audiobooks';
const call = { signal: new AbortController().signal };

describePlugin(fileURLToPath(new URL('..', import.meta.url)), {
  settings: {
    baseUrl: 'http://127.0.0.1:32400',
    token: TOKEN,
    libraryIds: ['5'],
    pathMappings: [{ plex: '/data', lectern: '/audiobooks' }],
    allowSignIn: true,
    deleteFiles: true,
    guidPatterns: ['^x://([A-Z0-9]{10})'],
    plexTvUrl: 'https://plex.tv',
  },
});

describe('Plex plugin with a server', () => {
  let root: string;
  let simulator: PlexSimulator;
  let media: MediaServer;
  let instance: PluginInstance;

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

  beforeEach(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'lectern-plex-'));
    await place('Ada Quill/The Lantern Cycle/Book 1 - The Paper Lighthouse [B0TEST0001] {Mara Voss}', {
      'a.m4b': 'x'.repeat(16_000),
      'cover.jpg': Buffer.from([255, 216]),
    });
    await place('Bram Okafor/Quiet Engines', { '01.mp3': 'x'.repeat(8000), '02.mp3': 'x'.repeat(8000) });
    simulator = await startPlexSimulator({
      token: TOKEN,
      libraries: [{ id: '5', title: 'Audiobooks', roots: [{ path: root, shown: SHOWN }] }],
      scanDelayMs: 5,
    });
    const settings: PlexSettings = {
      baseUrl: simulator.url,
      token: TOKEN,
      deleteFiles: true,
      plexTvUrl: simulator.tv.url,
      pathMappings: [{ plex: SHOWN, lectern: root }],
    };
    instance = plugin.create(createTestContext({ settings }));
    media = instance.provides.mediaServer as MediaServer;
  });

  afterEach(async () => {
    await simulator.close();
    await rm(root, { recursive: true, force: true });
  });

  const BOTH = [
    ['The Paper Lighthouse', 'B0TEST0001', 'Ada Quill', 2],
    ['Quiet Engines', undefined, 'Bram Okafor', 2],
  ];

  const summary = (items: readonly LibraryItem[]) =>
    items.map(({ title, asin, authors, durationSeconds }) => [title, asin, authors[0], durationSeconds]);

  it('reads the library with Lectern’s paths', async () => {
    const items = await everything();

    expect(summary(items)).to.deep.equal(BOTH);
    expect(items[0]).to.deep.include({ narrators: ['Mara Voss'], series: [{ name: 'The Lantern Cycle', part: '1' }], hasCover: true });
    expect(items[0]?.path).to.match(/a\.m4b$/);
    expect(items[1]?.path).to.equal(path.join(root, 'Bram Okafor/Quiet Engines'));
    expect((await media.libraries(call))[0]?.roots).to.deep.equal([root]);
  });

  it('reads the same from a server that answers in XML with control characters', async () => {
    simulator.behave({ format: 'xml', controlCharacters: true });

    expect(summary(await everything())).to.deep.equal(BOTH);
    expect((await instance.check(call)).version).to.equal('1.42.2.10156-f737b826c');
  });

  it('reads the same from a server without paging', async () => {
    simulator.behave({ paging: 'off' });

    expect(summary(await everything())).to.deep.equal(BOTH);
  });

  it('shows an imported book after a scan of only its folder', async () => {
    const since = new Date().toISOString();
    const directory = await place('Cleo Marsh/Loose Ends [B0TEST0009]', { 'Loose Ends.m4b': 'audio' });

    await media.refresh('5', { ...call, path: path.join(directory, 'Loose Ends.m4b') });
    await simulator.idle();
    const added = (await everything(since)).find(({ title }) => title === 'Loose Ends');

    expect(simulator.scans).to.deep.equal([`${SHOWN}/Cleo Marsh/Loose Ends [B0TEST0009]`]);
    expect(added).to.include({ asin: 'B0TEST0009', path: path.join(directory, 'Loose Ends.m4b') });
    expect(added?.files).to.deep.equal([{ path: path.join(directory, 'Loose Ends.m4b'), size: 5 }]);
  });

  it('scans even if only POST starts a scan', async () => {
    simulator.behave({ scanMethod: 'POST' });

    await media.refresh('5', call);

    expect(simulator.scans).to.deep.equal([undefined]);
  });

  it('removes a book with its files if Plex allows it', async () => {
    const [first] = await everything();
    simulator.behave({ allowsDeletion: false });
    const refusal: unknown = await media.remove?.(first?.itemId ?? '', call).catch((error: unknown) => error);
    simulator.behave({ allowsDeletion: true });
    await media.remove?.(first?.itemId ?? '', call);
    await media.remove?.(first?.itemId ?? '', call);

    expect(refusal).to.have.property('code', 'INTEGRATION_FORBIDDEN');
    expect((await everything()).map(({ title }) => title)).to.deep.equal(['Quiet Engines']);
  });

  it('fetches covers', async () => {
    const [first, second] = await everything();

    expect((await media.cover(first?.itemId ?? '', { ...call, width: 200 }))?.contentType).to.equal('image/jpeg');
    expect((await media.cover(first?.itemId ?? '', call))?.bytes).to.have.length(2);
    expect(await media.cover(second?.itemId ?? '', call)).to.equal(null);
  });

  it('says that the server was never claimed', async () => {
    simulator.behave({ claimed: false });

    const error: unknown = await instance.check(call).catch((thrown: unknown) => thrown);

    expect(error).to.include({ code: 'INTEGRATION_MISCONFIGURED', field: 'baseUrl' });
  });

  it('suggests a secure address if the connection is broken off', async () => {
    simulator.fail({ kind: 'reset' });

    const error: unknown = await media.libraries(call).catch((thrown: unknown) => thrown);

    expect(error).to.have.property('code', 'INTEGRATION_UNAVAILABLE');
    expect(error)
      .to.have.property('message')
      .that.matches(/plex\.direct/);
  });
});

async function world(timeoutMs: number) {
  const simulator = await startPlexSimulator({ token: TOKEN, libraries: [{ id: '5', title: 'Books', roots: [{ path: '/nowhere' }] }] });
  const settings: PlexSettings = { baseUrl: simulator.url, token: TOKEN, plexTvUrl: simulator.tv.url, allowSignIn: true };
  const context = createTestContext({ settings, timeoutMs });
  const instance = plugin.create(context);
  return { simulator, context, instance, media: instance.provides.mediaServer as MediaServer };
}

faultRows('Plex items', {
  secrets: [TOKEN],
  async setUp(timeoutMs) {
    const { simulator, context, media } = await world(timeoutMs);
    return { target: simulator, logs: context.logs, call: (signal) => media.items('5', { signal }), tearDown: () => simulator.close() };
  },
});

faultRows('Plex check', {
  secrets: [TOKEN],
  except: { '404': ['INTEGRATION_MISCONFIGURED'] },
  async setUp(timeoutMs) {
    const { simulator, context, instance } = await world(timeoutMs);
    return { target: simulator, logs: context.logs, call: (signal) => instance.check({ signal }), tearDown: () => simulator.close() };
  },
});

faultRows('Plex refresh', {
  secrets: [TOKEN],
  async setUp(timeoutMs) {
    const { simulator, context, media } = await world(timeoutMs);
    const refresh = (signal: AbortSignal): Promise<void> => media.refresh('5', { signal, path: '/nowhere/x' });
    return { target: simulator, logs: context.logs, call: refresh, tearDown: () => simulator.close() };
  },
});

faultRows('plex.tv', {
  secrets: [TOKEN],
  async setUp(timeoutMs) {
    const { simulator, context, media } = await world(timeoutMs);
    const signIn = media.accounts?.signIn as RedirectSignIn;
    return {
      target: simulator.tv,
      logs: context.logs,
      call: (signal) => signIn.begin({ returnUrl: 'https://lectern.example.test/' }, { signal }),
      tearDown: () => simulator.close(),
    };
  },
});
