import { definePlugin } from '@lectern/plugin-api';
import { checkQbittorrent } from './check.js';
import { createQbittorrentClient } from './client.js';
import { createDownloadClient } from './download-client.js';
import type { QbittorrentSettings } from './settings.js';

export default definePlugin<QbittorrentSettings>({
  create(ctx) {
    const client = createQbittorrentClient(ctx);
    return {
      provides: { downloadClient: createDownloadClient(client, ctx) },
      check: (call) => checkQbittorrent(client, ctx.settings, call),
    };
  },
});
