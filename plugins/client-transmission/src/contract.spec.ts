import { startTransmissionSimulator } from '@lectern/simulators';
import { makeContent, makeTorrent } from '@lectern/testbed';
import type { Downloadable, DownloadClient } from '@lectern/plugin-api';
import { createTestContext, downloadClientContract } from '@lectern/plugin-kit';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import plugin from './index.js';
import type { TransmissionSettings } from './settings.js';

const PASSWORD = 'planted-password';

downloadClientContract(
  async ({ timeoutMs }) => {
    const dir = await mkdtemp(join(tmpdir(), 'transmission-contract-'));
    const torrents = ['One', 'Two'].map((title, seed) => {
      const content = makeContent(join(dir, 'source'), { title, size: 20_000, seed: seed + 1 });
      return { ...makeTorrent({ content: content.dir }), dir: content.dir };
    });
    const simulator = await startTransmissionSimulator({
      downloadDir: join(dir, 'downloads'),
      username: 'tester',
      password: PASSWORD,
      content: (infoHash) => torrents.find((torrent) => torrent.infoHash === infoHash)?.dir,
      // nothing moves until a test wants it
      speed: { bytesPerSecond: 0 },
    });
    const settings = {
      baseUrl: simulator.url,
      username: 'tester',
      password: PASSWORD,
      category: 'lectern',
      importedCategory: 'lectern-imported',
    };
    const context = createTestContext<TransmissionSettings>({ settings, timeoutMs });
    const instance = plugin.create(context);
    return {
      provider: instance.provides.downloadClient as DownloadClient,
      instance,
      target: simulator,
      simulator,
      torrents,
      dir,
      logs: context.logs,
      requests: context.requests,
      async tearDown() {
        await simulator.close();
        await rm(dir, { recursive: true, force: true });
      },
    };
  },
  {
    secrets: [PASSWORD],
    unknownId: 'c'.repeat(40),
    items: ({ torrents }) =>
      torrents.map(({ bytes, infoHash }) => ({ kind: 'torrent', bytes, infoHash })) as readonly unknown[] as readonly [
        Downloadable,
        Downloadable,
      ],
    finish: ({ simulator }) => simulator.setSpeed({ seconds: 0.1 }),
    hasData: ({ torrents, dir }, id) => existsSync(join(dir, 'downloads', torrents.find(({ infoHash }) => infoHash === id)?.name ?? '')),
  },
);
