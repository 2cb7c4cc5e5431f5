import { startPlexSimulator } from '@lectern/simulators';
import type { MediaServer } from '@lectern/plugin-api';
import { createTestContext, mediaServerContract } from '@lectern/plugin-kit';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import plugin from './index.js';
import type { PlexSettings } from './settings.js';

const TOKEN = 'planted-token-0002';
const TITLES = ['The Paper Lighthouse', 'Quiet Engines', 'Loose Ends'];

mediaServerContract(
  async ({ timeoutMs }) => {
    const root = await mkdtemp(path.join(tmpdir(), 'plex-contract-'));
    for (const [index, title] of TITLES.entries()) {
      const directory = path.join(root, 'books', 'Ada Quill', title);
      await mkdir(directory, { recursive: true });
      await writeFile(path.join(directory, 'a.m4b'), 'audio');
      if (index === 0) await writeFile(path.join(directory, 'cover.jpg'), Buffer.from([255, 216, 255]));
    }
    await mkdir(path.join(root, 'none'));
    const simulator = await startPlexSimulator({
      token: TOKEN,
      libraries: [
        { id: '5', title: 'Books', roots: [{ path: path.join(root, 'books') }] },
        { id: '6', title: 'None', roots: [{ path: path.join(root, 'none') }] },
      ],
      scanDelayMs: 5,
    });
    const settings: PlexSettings = {
      baseUrl: simulator.url,
      token: TOKEN,
      plexTvUrl: simulator.tv.url,
      allowSignIn: true,
      deleteFiles: true,
    };
    const context = createTestContext({ settings, timeoutMs });
    const instance = plugin.create(context);
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
    secrets: [TOKEN],
    libraryId: '5',
    emptyLibraryId: '6',
    titles: () => TITLES,
    covers: { with: 'The Paper Lighthouse', without: 'Quiet Engines' },
    signInTarget: ({ target }) => target.tv,
  },
);
