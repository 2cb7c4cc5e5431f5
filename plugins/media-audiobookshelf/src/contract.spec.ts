import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { simulatedUserId, startAudiobookshelfSimulator } from '@lectern/simulators';
import type { MediaServer } from '@lectern/plugin-api';
import { createTestContext, mediaServerContract } from '@lectern/plugin-kit';
import plugin from './index.js';
import type { AudiobookshelfSettings } from './settings.js';

const KEY = 'planted-api-key-0002';
const ACCOUNT = { username: 'Reader', password: 'planted-pass-word' };
const TITLES = ['The Paper Lighthouse', 'Quiet Engines', 'Loose Ends'];

const CALL = { signal: new AbortController().signal };

mediaServerContract(
  async ({ timeoutMs }) => {
    const root = await mkdtemp(path.join(tmpdir(), 'abs-contract-'));
    for (const [index, title] of TITLES.entries()) {
      const directory = path.join(root, 'books', 'Ada Quill', title);
      await mkdir(directory, { recursive: true });
      await writeFile(path.join(directory, 'a.m4b'), 'audio');
      if (index === 0) await writeFile(path.join(directory, 'cover.jpg'), Buffer.from([255, 216, 255]));
    }
    await mkdir(path.join(root, 'none'));
    const heard: object[] = [];
    const simulator = await startAudiobookshelfSimulator({
      apiKey: KEY,
      libraries: [
        { id: 'lib', name: 'Books', root: path.join(root, 'books') },
        { id: 'none', name: 'None', root: path.join(root, 'none') },
      ],
      users: [
        { ...ACCOUNT, email: 'r@example.test', mediaProgress: heard },
        { username: 'Other', password: 'planted-other-word' },
      ],
      scanDelayMs: 5,
      watcherDelayMs: 5,
    });
    const settings: AudiobookshelfSettings = { baseUrl: simulator.url, apiKey: KEY, allowSignIn: true, deleteFiles: true };
    const context = createTestContext({ settings, timeoutMs });
    const instance = plugin.create(context);
    const { items } = await (instance.provides.mediaServer as MediaServer).items('lib', CALL);
    const idOf = (title: string) => items.find((item) => item.title === title)?.itemId;
    heard.push(
      { libraryItemId: idOf('Quiet Engines'), episodeId: null, progress: 1, isFinished: true, lastUpdate: 1_770_000_000_000 },
      { libraryItemId: idOf('Loose Ends'), episodeId: null, progress: 0.25, isFinished: false, lastUpdate: 1_780_000_000_000 },
      { libraryItemId: idOf('The Paper Lighthouse'), episodeId: null, progress: 0, isFinished: false, lastUpdate: 1_790_000_000_000 },
      { libraryItemId: 'podcast', episodeId: 'episode', progress: 0.5, isFinished: false, lastUpdate: 1_790_000_000_000 },
    );
    return {
      provider: instance.provides.mediaServer as MediaServer,
      instance,
      target: simulator,
      logs: context.logs,
      requests: context.requests,
      async tearDown() {
        await simulator.close();
        await rm(root, { recursive: true, force: true });
      },
    };
  },
  {
    secrets: [KEY],
    libraryId: 'lib',
    emptyLibraryId: 'none',
    titles: () => TITLES,
    listener: { subject: simulatedUserId('reader'), heard: ['Loose Ends', 'Quiet Engines'], other: simulatedUserId('other') },
    account: ACCOUNT,
    covers: { with: 'The Paper Lighthouse', without: 'Quiet Engines' },
  },
);
