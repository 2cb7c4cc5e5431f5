import type { Downloadable, DownloadClient } from '@lectern/plugin-api';
import { createTestContext, downloadClientContract } from '@lectern/plugin-kit';
import plugin from './index.js';
import { startQbittorrentStandIn, type QbittorrentStandIn } from './qbittorrent-stand-in.spec.support.js';
import type { QbittorrentSettings } from './settings.js';

const PASSWORD = 'planted-password';

function magnet(digit: string): Downloadable {
  const infoHash = digit.repeat(40);
  return { kind: 'magnet', uri: `magnet:?xt=urn:btih:${infoHash}`, infoHash };
}

function turn(server: QbittorrentStandIn, id: string, state: string): void {
  const torrent = server.torrents.get(id);
  if (torrent) torrent.state = state;
}

downloadClientContract(
  async ({ timeoutMs }) => {
    const server = await startQbittorrentStandIn('tester', PASSWORD);
    const settings = {
      baseUrl: server.url,
      username: 'tester',
      password: PASSWORD,
      category: 'lectern',
      importedCategory: 'lectern-imported',
    };
    const context = createTestContext<QbittorrentSettings>({ settings, timeoutMs });
    const instance = plugin.create(context);
    return {
      provider: instance.provides.downloadClient as DownloadClient,
      instance,
      target: server,
      server,
      logs: context.logs,
      requests: context.requests,
      async tearDown() {
        context.abort();
        await server.close();
      },
    };
  },
  {
    secrets: [PASSWORD],
    unknownId: 'c'.repeat(40),
    items: () => [magnet('a'), magnet('b')],
    finish: ({ server }, id) => turn(server, id, 'uploading'),
    confuse: ({ server }, id) => turn(server, id, 'sublimating'),
    hasData: ({ server }, id) => server.data.has(id),
  },
);
