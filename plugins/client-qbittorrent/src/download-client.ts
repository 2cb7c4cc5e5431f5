import type { Call, DownloadClient, PluginContext } from '@lectern/plugin-api';
import { addTorrent } from './add-torrent.js';
import { moveToImported } from './category.js';
import { compareVersions } from './client.js';
import type { QbittorrentClient } from './client.js';
import { fault } from './fault.js';
import { readFiles } from './schema.js';
import type { QbittorrentSettings } from './settings.js';
import { missingStatus, toStatus } from './status.js';
import { createTorrentList } from './torrent-list.js';

/** Web API of qBittorrent 5.0, which renamed pause and resume. */
const STOP_AND_START_SINCE = '2.11.0';

type Context = Pick<PluginContext<QbittorrentSettings>, 'settings' | 'log'>;

export function createDownloadClient(client: QbittorrentClient, context: Context): DownloadClient {
  const list = createTorrentList(client);
  const { importedCategory } = context.settings;

  /** Tries the command name of this version first, and the other one if qBittorrent does not know it. */
  async function command(names: { readonly v4: string; readonly v5: string }, itemId: string, call: Call): Promise<void> {
    const torrent = await list.findOne(itemId, call);
    if (!torrent) return;
    const isNew = compareVersions(await client.apiVersion(call), STOP_AND_START_SINCE) >= 0;
    const order = isNew ? [names.v5, names.v4] : [names.v4, names.v5];
    for (const name of order) {
      const answer = await client.post(`torrents/${name}`, { form: { hashes: torrent.hash }, accept: [404], signal: call.signal });
      if (answer.status !== 404) return;
    }
    throw fault('INTEGRATION_UNSUPPORTED', 'unknown_command');
  }

  return {
    protocols: ['torrent'],

    add: (item, options) => addTorrent(item, options, { client, list, context }),

    async status(itemIds, call) {
      const found = await list.find(itemIds, call);
      return itemIds.map((itemId) => {
        const torrent = found.get(itemId.toLowerCase());
        return torrent ? { ...toStatus(torrent), itemId } : missingStatus(itemId);
      });
    },

    async remove(itemId, call) {
      const torrent = await list.findOne(itemId, call);
      if (!torrent) return;
      await client.post('torrents/delete', { form: { hashes: torrent.hash, deleteFiles: call.deleteData }, signal: call.signal });
    },

    pause: (itemId, call) => command({ v4: 'pause', v5: 'stop' }, itemId, call),
    resume: (itemId, call) => command({ v4: 'resume', v5: 'start' }, itemId, call),

    ...(importedCategory
      ? { imported: (itemId: string, call: Call) => moveToImported({ client, list }, itemId, importedCategory, call) }
      : {}),

    async list(call) {
      const category = call.category || context.settings.category || 'lectern';
      const torrents = await (call.everything ? list.everything(call) : list.inCategory(category, call));
      return torrents.map(toStatus);
    },

    async files(itemId, call) {
      const torrent = await list.findOne(itemId, call);
      if (!torrent) return [];
      const answer = await client.get('torrents/files', { query: { hash: torrent.hash }, accept: [404], signal: call.signal });
      return answer.status === 404 ? [] : readFiles(answer.json());
    },
  };
}
