import { setTimeout as sleep } from 'node:timers/promises';
import type { Call, DownloadClient, DownloadStatus, PluginContext } from '@lectern/plugin-api';
import { createNzbAdder } from './add-nzb.js';
import { ownCategory } from './category.js';
import type { NzbgetClient } from './client.js';
import { detail } from './detail.js';
import { createDownloadList } from './download-list.js';
import type { Download } from './download-list.js';
import { fault } from './fault.js';
import { readServerStatus, readTroubles } from './schema.js';
import type { ServerStatus } from './schema.js';
import type { NzbgetSettings } from './settings.js';
import { createStallWatch } from './stall-watch.js';
import { historyState, missingStatus, toStatus, wantsData } from './status.js';

type Context = Pick<PluginContext<NzbgetSettings>, 'settings' | 'log' | 'now'>;

/** Without data for this long, the plugin searches the log for the cause. */
const ASK_LOG_AFTER_MS = 60_000;
const STALLED_AFTER_MS = 300_000;
const LOG_ENTRIES = 50;

/** Pauses between tries to remove a download that still has articles in progress or is being post-processed. */
const REMOVE_AGAIN_AFTER_MS = [0, 200, 400, 800, 1600, 3200];

export function createDownloadClient(client: NzbgetClient, context: Context): DownloadClient {
  const downloads = createDownloadList(client);
  const stalls = createStallWatch(() => context.now());

  /** Whether everything is paused, and the rate. Requested only for downloads that wait for data. */
  async function serverFor(found: Iterable<Download>, call: Call): Promise<ServerStatus | undefined> {
    const isAsked = [...found].some(({ place, item }) => place === 'queue' && wantsData(item));
    return isAsked ? readServerStatus(await client.call('status', [], call)) : undefined;
  }

  /** The latest complaint in the log; none if the log cannot be read, because the downloads can be reported anyway. */
  async function trouble(since: number, call: Call): Promise<string | undefined> {
    try {
      return readTroubles(await client.call('log', [0, LOG_ENTRIES], call), since).at(-1);
    } catch (error) {
      if (call.signal.aborted) throw error;
      context.log.warn('the log of nzbget cannot be read', { error: String(error) });
      return undefined;
    }
  }

  /** A download that stands still also says QUEUED or DOWNLOADING, even if the news server refuses the login. */
  async function withStall(download: Download, server: ServerStatus | undefined, call: Call): Promise<DownloadStatus> {
    const status = toStatus(download, server);
    if (download.place !== 'queue' || !wantsData(download.item) || !server || status.state === 'paused') return status;
    const idleMs = stalls.idleMs(status.itemId, download.item.bytesLeft);
    // Another download may be receiving data.
    if (idleMs < ASK_LOG_AFTER_MS || server.bytesPerSecond > 0) return status;
    const words = await trouble(server.time - (idleMs + ASK_LOG_AFTER_MS) / 1000, call);
    // Most likely the fault of the servers, not of the release: it continues once they answer.
    if (words !== undefined) return { ...status, state: 'downloading', error: detail('log_says', { words: words.slice(0, 200) }) };
    return idleMs < STALLED_AFTER_MS ? status : { ...status, state: 'stalled' };
  }

  async function command(name: 'GroupPause' | 'GroupResume', itemId: string, call: Call): Promise<void> {
    const download = await downloads.findOne(itemId, call);
    if (download?.place === 'queue') await client.call('editqueue', [name, '', [download.item.nzbId]], call);
  }

  return {
    protocols: ['usenet'],

    add: createNzbAdder({ client, downloads, context }),

    async status(itemIds, call) {
      const found = await downloads.find(itemIds, call);
      const server = await serverFor(found.values(), call);
      return Promise.all(
        itemIds.map(async (itemId) => {
          const download = found.get(itemId);
          return download ? withStall(download, server, call) : missingStatus(itemId);
        }),
      );
    },

    async remove(itemId, call) {
      for (const wait of REMOVE_AGAIN_AFTER_MS) {
        await sleep(wait, undefined, { signal: call.signal }).catch(() => undefined);
        // Only a download with exactly this id: the number alone may belong to another one by now.
        const download = await downloads.findOne(itemId, call);
        if (!download) return;
        // "Final": otherwise NZBGet remembers it as a duplicate, and a deleted download ends up in the history.
        const fromHistory = call.archive ? 'HistoryDelete' : 'HistoryFinalDelete';
        const order = download.place === 'queue' ? 'GroupFinalDelete' : fromHistory;
        await client.call('editqueue', [order, '', [download.item.nzbId]], call);
      }
      throw fault('INTEGRATION_UNAVAILABLE', 'download_busy', {
        retryAfterMs: 30_000,
      });
    },

    pause: (itemId, call) => command('GroupPause', itemId, call),
    resume: (itemId, call) => command('GroupResume', itemId, call),

    async list(call) {
      const category = (call.category || (await ownCategory(client, context.settings, call))).toLowerCase();
      const all = await downloads.where((item) => call.everything === true || item.category.toLowerCase() === category, call);
      const found = all.filter(({ place, item }) => place === 'queue' || historyState(item) !== 'missing');
      const server = await serverFor(found, call);
      return found.map((download) => toStatus(download, server));
    },
  };
}
