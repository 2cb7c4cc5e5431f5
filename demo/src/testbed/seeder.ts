import { dirname, join } from 'node:path';
import { startDaemon } from './daemons.js';
import type { Daemon } from './daemons.js';
import type { TestTorrent } from './torrent.js';
import type { Tracker } from './tracker.js';
import { until } from './until.js';

export interface SeederOptions {
  /** Where the daemon keeps its files. */
  readonly workDir: string;
  readonly tracker: Tracker;
}

export interface Seeder {
  readonly daemon: Daemon;
  /**
   * Seeds a torrent from the files it was made of and waits until the tracker knows.
   * @param content the path the torrent was made of
   */
  seed(torrent: TestTorrent, content: string): Promise<void>;
  /**
   * Makes the seeder dial a client on loopback. Needed for Transmission, which never dials 127.0.0.0/8 itself, and
   * quicker for every client. The torrent must be in that client already.
   */
  connect(infoHash: string, peerPort: number): Promise<void>;
  stop(): Promise<void>;
}

const SEEDING = ['uploading', 'stalledUP', 'forcedUP', 'queuedUP'];

/** Starts a real qBittorrent that seeds what it is given. */
export async function startSeeder(options: SeederOptions): Promise<Seeder> {
  // Without a login the few calls below need no session.
  const daemon = await startDaemon('qbittorrent', join(options.workDir), { env: { QBT_LOCAL_AUTH: 'false' } });

  async function call(path: string, body?: FormData | URLSearchParams): Promise<Response> {
    const answer = await fetch(`${daemon.url}/api/v2/${path}`, body ? { method: 'POST', body } : {});
    if (!answer.ok) throw new Error(`seeder: ${path} answered ${answer.status}`);
    return answer;
  }

  async function isSeeding(infoHash: string): Promise<boolean> {
    const list = (await (await call(`torrents/info?hashes=${infoHash}`)).json()) as { state: string }[];
    return SEEDING.includes(list[0]?.state ?? '');
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
      await until(() => options.tracker.peers(torrent.infoHash).some((peer) => peer.left === 0), { what: 'the seeder to announce itself' });
    },
    async connect(infoHash, peerPort) {
      await call('torrents/addPeers', new URLSearchParams({ hashes: infoHash, peers: `127.0.0.1:${peerPort}` }));
    },
    stop: () => daemon.stop(),
  };
}
