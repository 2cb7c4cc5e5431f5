import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startDaemon } from '../daemons.js';
import type { Daemon } from '../daemons.js';
import type { TestTorrent } from './torrent.js';
import type { Tracker } from './tracker.js';
import { until } from '../until.js';

export interface SeederOptions {
  /** The folder in which the daemon keeps its files. */
  readonly workDir: string;
  readonly tracker: Tracker;
}

export interface Seeder {
  readonly daemon: Daemon;
  /**
   * Seeds a torrent from the files it was made of and waits until the tracker knows. From then on the seeder dials
   * every client that announces itself for it: Transmission never dials 127.0.0.0/8, and a seeder asks the tracker
   * again after five minutes only.
   * @param content the path the torrent was made of
   */
  seed(torrent: TestTorrent, content: string): Promise<void>;
  stop(): Promise<void>;
}

/** Dialling a peer again too soon makes both sides drop the connection, and its first unchoke takes ten seconds. */
const DIAL_AGAIN_MS = 20_000;
const LOOK_EVERY_MS = 200;

const SEEDING = ['uploading', 'stalledUP', 'forcedUP', 'queuedUP'];

/** Starts a real qBittorrent that seeds the given torrents. */
export async function startSeeder(options: SeederOptions): Promise<Seeder> {
  // Without a login the few calls below need no session.
  const daemon = await startDaemon('qbittorrent', options.workDir, { env: { QBT_LOCAL_AUTH: 'false' } });
  const stopped = new AbortController();
  const dialling: Promise<void>[] = [];
  const dialled = new Map<string, number>();

  async function call(path: string, body?: FormData | URLSearchParams): Promise<Response> {
    const answer = await fetch(`${daemon.url}/api/v2/${path}`, body ? { method: 'POST', body } : {});
    if (!answer.ok) throw new Error(`seeder: ${path} answered ${answer.status}`);
    return answer;
  }

  async function isSeeding(infoHash: string): Promise<boolean> {
    const list = (await (await call(`torrents/info?hashes=${infoHash}`)).json()) as { state: string }[];
    return SEEDING.includes(list[0]?.state ?? '');
  }

  async function dial(infoHash: string): Promise<void> {
    const leechers = options.tracker.peers(infoHash).filter((peer) => peer.left > 0 && peer.port !== daemon.peerPort);
    const due = leechers
      .map(({ ip, port }) => `${ip}:${port}`)
      .filter((peer) => Date.now() - (dialled.get(infoHash + peer) ?? 0) > DIAL_AGAIN_MS);
    if (due.length === 0) return;
    for (const peer of due) dialled.set(infoHash + peer, Date.now());
    const peers = due.join('|');
    await call('torrents/addPeers', new URLSearchParams({ hashes: infoHash, peers }));
  }

  async function keepDialling(infoHash: string): Promise<void> {
    while (!stopped.signal.aborted) {
      // The seeder may be going down right now.
      await dial(infoHash).catch(() => undefined);
      await sleep(LOOK_EVERY_MS, undefined, { signal: stopped.signal }).catch(() => undefined);
    }
  }

  return {
    daemon,
    async seed(torrent, content) {
      const form = new FormData();
      form.set('savepath', dirname(content));
      form.set('autoTMM', 'false');
      form.set('contentLayout', 'Original');
      form.set('torrents', new Blob([new Uint8Array(torrent.bytes)]), 'book.torrent');
      await call('torrents/add', form);
      await until(() => isSeeding(torrent.infoHash), { what: 'the seeder to seed' });
      const isAnnounced = () => options.tracker.peers(torrent.infoHash).some((peer) => peer.left === 0);
      await until(isAnnounced, { what: 'the seeder to announce itself' });
      dialling.push(keepDialling(torrent.infoHash));
    },
    async stop() {
      stopped.abort();
      await Promise.all(dialling);
      await daemon.stop();
    },
  };
}
