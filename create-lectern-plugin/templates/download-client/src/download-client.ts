import { IntegrationError, type Downloadable, type DownloadClient, type DownloadState, type DownloadStatus } from '@lectern/plugin-api';
import type { Client } from './client.js';
import { readList, readNumber, readObject, readText } from './read.js';

type Entry = Readonly<Record<string, unknown>>;

/** Every state of the service. An unknown one counts as `downloading`, never as done. */
const STATES: Readonly<Record<string, DownloadState>> = {
  waiting: 'queued',
  loading: 'downloading',
  halted: 'paused',
  unpacking: 'postprocessing',
  finished: 'completed',
  broken: 'failed',
};

function toStatus(entry: Entry): DownloadStatus {
  const raw = readText(entry.state, 'a state');
  const state = STATES[raw] ?? 'downloading';
  const bytesDone = readNumber(entry.done, 'a size');
  const bytesTotal = readNumber(entry.total, 'a size');
  return {
    itemId: readText(entry.id, 'an id'),
    state,
    progress: bytesTotal > 0 ? Math.min(1, bytesDone / bytesTotal) : 0,
    bytesDone,
    bytesTotal,
    downBps: readNumber(entry.speed, 'a speed'),
    upBps: 0,
    raw,
    // before the end it may name a temporary folder
    ...(state === 'completed' ? { contentPath: readText(entry.path, 'a path') } : {}),
  };
}

function missing(itemId: string): DownloadStatus {
  return { itemId, state: 'missing', progress: 0, bytesDone: 0, bytesTotal: 0, downBps: 0, upBps: 0, raw: 'absent' };
}

/** A stable key of the item, so that a second add finds the first. */
function keyOf(item: Downloadable): string {
  if (item.kind === 'magnet') {
    const infoHash = item.infoHash ?? /btih:([0-9a-f]{40})/i.exec(item.uri)?.[1];
    if (infoHash !== undefined) return infoHash.toLowerCase();
  }
  throw new IntegrationError('INTEGRATION_UNSUPPORTED', 'This service takes magnet links with a full info hash only.');
}

export function createDownloadClient(client: Client): DownloadClient {
  async function list(query: Record<string, string>, signal: AbortSignal): Promise<readonly DownloadStatus[]> {
    return readList(await client.json('/downloads', { query, signal }), 'the downloads').map(toStatus);
  }

  function place(itemId: string): string {
    return `/downloads/${encodeURIComponent(itemId)}`;
  }

  return {
    protocols: ['torrent'],
    async add(item, { name, category, savePath, signal }) {
      const itemId = keyOf(item);
      const json = { uri: item.kind === 'magnet' ? item.uri : '', name, category, folder: savePath };
      const answer = readObject(await client.json(place(itemId), { method: 'PUT', json, signal }), 'its answer');
      return { itemId, alreadyThere: answer.created !== true };
    },
    async status(itemIds, { signal }) {
      if (itemIds.length === 0) return [];
      const found = new Map((await list({ ids: itemIds.join(',') }, signal)).map((status) => [status.itemId, status]));
      return itemIds.map((itemId) => found.get(itemId) ?? missing(itemId));
    },
    async remove(itemId, { signal, deleteData }) {
      await client.request(place(itemId), { method: 'DELETE', query: { data: deleteData }, acceptStatus: [200, 204, 404], signal });
    },
    async pause(itemId, { signal }) {
      await client.request(`${place(itemId)}/halt`, { method: 'POST', signal });
    },
    async resume(itemId, { signal }) {
      await client.request(`${place(itemId)}/continue`, { method: 'POST', signal });
    },
    list: ({ category, everything, signal }) => list(everything ? {} : { category }, signal),
  };
}
