import type { Call } from '@lectern/plugin-api';
import type { QbittorrentClient } from './client.js';
import { isInfoHash } from './info-hash.js';
import { readTorrents } from './schema.js';
import type { Torrent } from './schema.js';

/** Finds torrents by any of their hashes. */
export interface TorrentList {
  /** Keyed by the requested id (lower case); absent ids have no entry. */
  find(ids: readonly string[], call: Call): Promise<ReadonlyMap<string, Torrent>>;
  findOne(id: string, call: Call): Promise<Torrent | undefined>;
  tagged(tag: string, call: Call): Promise<readonly Torrent[]>;
  inCategory(category: string, call: Call): Promise<readonly Torrent[]>;
  everything(call: Call): Promise<readonly Torrent[]>;
}

/** The most ids per address: 60 of them make about 2.5 KB. */
const IDS_A_CALL = 60;

/** Whether `id` is one of the torrent's hashes. qBittorrent identifies hybrid and v2 torrents by the first 40 digits of their v2 hash. */
export function hasHash(torrent: Torrent, id: string): boolean {
  const wanted = id.toLowerCase();
  return torrent.hash === wanted || torrent.infoHashV1 === wanted || (torrent.infoHashV2 !== '' && torrent.infoHashV2.startsWith(wanted));
}

/** Each torrent under every id that {@link hasHash} accepts for it; if two share a hash, the first one listed. */
function byAnyHash(torrents: readonly Torrent[]): ReadonlyMap<string, Torrent> {
  const found = new Map<string, Torrent>();
  for (const torrent of torrents) {
    for (const hash of [torrent.hash, torrent.infoHashV1, torrent.infoHashV2, torrent.infoHashV2.slice(0, 40)]) {
      if (!found.has(hash)) found.set(hash, torrent);
    }
  }
  return found;
}

export function createTorrentList(client: QbittorrentClient): TorrentList {
  async function info(query: Record<string, string>, { signal }: Call): Promise<readonly Torrent[]> {
    return readTorrents(await client.json('torrents/info', { query, signal }));
  }

  async function byId(ids: readonly string[], call: Call): Promise<Torrent[]> {
    let found: Torrent[] = [];
    for (let i = 0; i < ids.length; i += IDS_A_CALL) {
      found = found.concat(await info({ hashes: ids.slice(i, i + IDS_A_CALL).join('|') }, call));
    }
    return found;
  }

  async function find(ids: readonly string[], call: Call): Promise<ReadonlyMap<string, Torrent>> {
    const wanted = [...new Set(ids.filter(isInfoHash).map((id) => id.toLowerCase()))];
    if (wanted.length === 0) return new Map();
    const direct = new Map((await byId(wanted, call)).map((torrent) => [torrent.hash, torrent]));
    const rest = wanted.filter((id) => !direct.has(id));
    if (rest.length === 0) return direct;
    // `hashes` does not know the v1 hash of a hybrid, and a magnet's id can change when its metadata arrives.
    const all = byAnyHash(await info({}, call));
    const indirect = rest.flatMap((id) => {
      const torrent = all.get(id);
      return torrent ? [[id, torrent] as const] : [];
    });
    return new Map([...direct, ...indirect]);
  }

  return {
    find,
    findOne: async (id, call) => (await find([id], call)).get(id.toLowerCase()),
    tagged: (tag, call) => info({ tag }, call),
    inCategory: (category, call) => info({ category }, call),
    everything: (call) => info({}, call),
  };
}
