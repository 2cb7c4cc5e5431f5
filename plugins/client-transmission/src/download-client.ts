import type { AddOptions, Call, Downloadable, DownloadClient, IntegrationError, JsonObject, PluginContext } from '@lectern/plugin-api';
import type { TransmissionClient } from './client.js';
import { fault } from './fault.js';
import { hashOf, isInfoHash } from './info-hash.js';
import { DEFAULT_LABEL, importedLabels, labelName, labelsOf } from './labels.js';
import { readAdded, readFiles, readTorrents, TORRENT_FIELDS } from './schema.js';
import type { Torrent } from './schema.js';
import type { TransmissionSettings } from './settings.js';
import { missingStatus, toStatus } from './status.js';
import { createUnfinishedAdds } from './unfinished-adds.js';

const MOST_IDLE_MINUTES = 65_535;
const PRIORITY = { low: -1, normal: 0, high: 1 } as const;

/**
 * Settings to apply after the add: labels, because 3.00 ignores them in `torrent-add`, and seeding limits. Transmission
 * cannot limit the total seeding time; the idle limit never ends a torrent earlier, so that is used, up to the minutes that
 * it can count to: 3.00 takes 65,540 for 4.
 */
function afterAdd(options: AddOptions, labels: string[]): JsonObject {
  return {
    labels,
    ...(options.seedRatio === undefined ? {} : { seedRatioMode: 1, seedRatioLimit: options.seedRatio }),
    ...(options.seedMinutes === undefined ? {} : idleLimit(Math.max(1, Math.ceil(options.seedMinutes)))),
  };
}

function idleLimit(minutes: number): JsonObject {
  return minutes > MOST_IDLE_MINUTES ? { seedIdleMode: 2 } : { seedIdleMode: 1, seedIdleLimit: minutes };
}

function refusal(message: string): IntegrationError {
  if (/not absolute/i.test(message)) {
    return fault('INTEGRATION_MISCONFIGURED', 'folder_not_absolute', {
      field: 'downloadDir',
    });
  }
  if (/corrupt|unrecognized info|magnet|no filename or metainfo/i.test(message)) {
    return fault('INTEGRATION_UNSUPPORTED', 'torrent_unusable', { values: { reason: message } });
  }
  return fault('INTEGRATION_BAD_RESPONSE', 'torrent_not_taken', { values: { reason: message } });
}

function sourceOf(item: Downloadable): JsonObject {
  if (item.kind === 'torrent') return { metainfo: Buffer.from(item.bytes).toString('base64') };
  return item.kind === 'magnet' ? { filename: item.uri } : {};
}

type Context = Pick<PluginContext<TransmissionSettings>, 'settings' | 'log' | 'now' | 'storage'>;

export function createDownloadClient(client: TransmissionClient, { settings, log, now, storage }: Context): DownloadClient {
  const unfinished = createUnfinishedAdds(storage, now);
  const importedLabel = labelName(settings.importedCategory ?? '');

  async function torrents(ids: readonly string[] | undefined, { signal }: Call): Promise<readonly Torrent[]> {
    const args: JsonObject = { fields: [...TORRENT_FIELDS], ...(ids ? { ids: [...ids] } : {}) };
    return readTorrents(await client.call('torrent-get', args, { signal, repeatable: true }));
  }

  /** A command for one torrent. An id that is not an info hash names nothing here, so nothing is sent. */
  async function command(method: string, itemId: string, args: JsonObject, { signal }: Call): Promise<void> {
    if (!isInfoHash(itemId)) return;
    await client.call(method, { ...args, ids: [itemId.toLowerCase()] }, { signal, repeatable: true });
  }

  async function labelImported(itemId: string, label: string, call: Call): Promise<void> {
    const [torrent] = isInfoHash(itemId) ? await torrents([itemId.toLowerCase()], call) : [];
    if (torrent) await command('torrent-set', itemId, { labels: importedLabels(torrent.labels, settings, label) }, call);
  }

  async function finishAdd(hash: string, options: AddOptions, labels: string[]): Promise<void> {
    try {
      await command('torrent-set', hash, afterAdd(options, labels), options);
      await unfinished.end(hash);
    } catch (error) {
      if (options.signal.aborted) throw error;
      log.warn('transmission took the torrent but not its labels and seeding limits', { itemId: hash, error: String(error) });
    }
  }

  return {
    protocols: ['torrent'],

    async add(item, options) {
      const hash = hashOf(item);
      const labels = labelsOf(options, settings);
      const [present] = await torrents([hash], options);
      if (present) {
        const missed = await unfinished.labelsOf(hash);
        if (missed) await finishAdd(hash, options, [...new Set([...present.labels, ...missed, ...labels])]);
        return { itemId: present.hashString, alreadyThere: true };
      }
      const folder = options.savePath || settings.downloadDir;
      const args: JsonObject = {
        ...sourceOf(item),
        labels,
        paused: options.paused ?? false,
        ...(folder ? { 'download-dir': folder } : {}),
        ...(options.priority ? { bandwidthPriority: PRIORITY[options.priority] } : {}),
      };
      await unfinished.begin(hash, labels);
      // An error here leaves open whether the torrent was added: it stays unfinished.
      const { failure, data } = await client.ask('torrent-add', args, { signal: options.signal });
      if (failure !== undefined) {
        await unfinished.end(hash);
        throw refusal(failure);
      }
      const added = readAdded(data);
      if (added.isDuplicate) await unfinished.end(hash);
      else await finishAdd(added.hash, options, labels);
      return { itemId: added.hash, alreadyThere: added.isDuplicate };
    },

    async status(itemIds, call) {
      const known = itemIds.filter(isInfoHash).map((id) => id.toLowerCase());
      const found = known.length === 0 ? [] : await torrents(known, call);
      const byHash = new Map(found.map((torrent) => [torrent.hashString, torrent]));
      return itemIds.map((itemId) => {
        const torrent = byHash.get(itemId.toLowerCase());
        return torrent ? { ...toStatus(torrent, now()), itemId } : missingStatus(itemId);
      });
    },

    ...(importedLabel ? { imported: (itemId: string, call: Call) => labelImported(itemId, importedLabel, call) } : {}),

    remove: (itemId, call) => command('torrent-remove', itemId, { 'delete-local-data': call.deleteData }, call),
    pause: (itemId, call) => command('torrent-stop', itemId, {}, call),
    resume: (itemId, call) => command('torrent-start', itemId, {}, call),

    async list(call) {
      const wanted = call.category || settings.category || DEFAULT_LABEL;
      const all = await torrents(undefined, call);
      if (call.everything) return all.map((torrent) => toStatus(torrent, now()));
      const labeled = await Promise.all(
        all.map(async ({ hashString, labels }) => [...labels, ...((await unfinished.labelsOf(hashString)) ?? [])].includes(wanted)),
      );
      return all.filter((_, index) => labeled[index]).map((torrent) => toStatus(torrent, now()));
    },

    async files(itemId, { signal }) {
      if (!isInfoHash(itemId)) return [];
      const args = { fields: ['files'], ids: [itemId.toLowerCase()] };
      return readFiles(await client.call('torrent-get', args, { signal, repeatable: true }));
    },
  };
}
