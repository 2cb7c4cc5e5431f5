import type { Daemon } from '../daemons.js';

/** A torrent as the client itself reports it, without a plugin. */
export interface NativeTorrent {
  /** All of its files are there, and it is offered to others. */
  readonly isSeeding: boolean;
  /** Category and tags, or labels. */
  readonly labels: readonly string[];
  readonly savePath: string;
  /** The torrent's own limit; `undefined` without one. */
  readonly ratioLimit?: number;
  /** The torrent's own limit in minutes (Transmission: of idling); `undefined` without one. */
  readonly minutesLimit?: number;
}

interface TransmissionTorrent {
  readonly status: number;
  readonly percentDone: number;
  readonly error: number;
  readonly labels: readonly string[];
  readonly downloadDir: string;
  readonly seedRatioMode: number;
  readonly seedRatioLimit: number;
  readonly seedIdleMode: number;
  readonly seedIdleLimit: number;
}

const TRANSMISSION_FIELDS = 'status percentDone error labels downloadDir seedRatioMode seedRatioLimit seedIdleMode seedIdleLimit'.split(
  ' ',
);
const TRANSMISSION_SEEDING = 6;
const OWN_LIMIT = 1;

async function fromTransmission(daemon: Daemon, infoHash: string): Promise<NativeTorrent | undefined> {
  const call = (session: string) =>
    fetch(`${daemon.url}/transmission/rpc`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${daemon.username}:${daemon.password}`).toString('base64')}`,
        'x-transmission-session-id': session,
      },
      body: JSON.stringify({ method: 'torrent-get', arguments: { ids: [infoHash], fields: TRANSMISSION_FIELDS } }),
    });
  const refused = await call('');
  const answer = await call(refused.headers.get('x-transmission-session-id') ?? '');
  const { arguments: data } = (await answer.json()) as { arguments: { torrents: TransmissionTorrent[] } };
  const [torrent] = data.torrents;
  if (!torrent) return undefined;
  return {
    isSeeding: torrent.status === TRANSMISSION_SEEDING && torrent.percentDone === 1 && torrent.error === 0,
    labels: torrent.labels,
    savePath: torrent.downloadDir,
    ...(torrent.seedRatioMode === OWN_LIMIT ? { ratioLimit: torrent.seedRatioLimit } : {}),
    ...(torrent.seedIdleMode === OWN_LIMIT ? { minutesLimit: torrent.seedIdleLimit } : {}),
  };
}

interface QbittorrentTorrent {
  readonly state: string;
  readonly progress: number;
  readonly category: string;
  readonly tags: string;
  readonly save_path: string;
  readonly ratio_limit: number;
  readonly seeding_time_limit: number;
}

const QBITTORRENT_SEEDING = ['uploading', 'stalledUP', 'forcedUP', 'queuedUP'];

async function fromQbittorrent(daemon: Daemon, infoHash: string): Promise<NativeTorrent | undefined> {
  const { username, password, url } = daemon;
  const login = await fetch(`${url}/api/v2/auth/login`, { method: 'POST', body: new URLSearchParams({ username, password }) });
  const cookie = login.headers.getSetCookie().map((line) => line.split(';')[0]);
  const answer = await fetch(`${url}/api/v2/torrents/info?hashes=${infoHash}`, { headers: { cookie: cookie.join('; ') } });
  const [torrent] = (await answer.json()) as QbittorrentTorrent[];
  if (!torrent) return undefined;
  const tags = torrent.tags === '' ? [] : torrent.tags.split(', ');
  return {
    isSeeding: torrent.progress === 1 && QBITTORRENT_SEEDING.includes(torrent.state),
    labels: [torrent.category, ...tags],
    savePath: torrent.save_path,
    ...(torrent.ratio_limit >= 0 ? { ratioLimit: torrent.ratio_limit } : {}),
    ...(torrent.seeding_time_limit >= 0 ? { minutesLimit: torrent.seeding_time_limit } : {}),
  };
}

/** Asks a torrent client about one torrent; `undefined` when it is not there. */
export function nativeTorrent(daemon: Daemon, infoHash: string): Promise<NativeTorrent | undefined> {
  return daemon.client === 'transmission' ? fromTransmission(daemon, infoHash) : fromQbittorrent(daemon, infoHash);
}
