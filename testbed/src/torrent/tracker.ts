import type { IncomingMessage, ServerResponse } from 'node:http';
import { encodeBencode } from './bencode.js';
import type { BencodeInput } from './bencode.js';
import { startLoopbackServer } from '../loopback-server.js';
import type { LoopbackOptions } from '../loopback-server.js';

export interface TrackerPeer {
  readonly ip: string;
  readonly port: number;
  /** Bytes the peer says it still needs; 0 is a seeder. */
  readonly left: number;
}

export interface Tracker {
  /** The announce address for torrents. libtorrent refuses loopback trackers at any path but `/announce`. */
  readonly announce: string;
  readonly port: number;
  peers(infoHash: string): readonly TrackerPeer[];
  close(): Promise<void>;
}

export interface TrackerOptions extends LoopbackOptions {
  /** The announce interval that clients are told, in seconds; default 5. */
  readonly interval?: number;
}

/** Query parameters with values still percent-encoded, since an info hash is not text. */
function rawQuery(url: string): Map<string, string> {
  const query = new Map<string, string>();
  for (const part of (url.split('?')[1] ?? '').split('&')) {
    const [key = '', value = ''] = part.split('=');
    if (!query.has(key)) query.set(key, value);
  }
  return query;
}

function percentBytes(text: string): Buffer {
  const decoded = text.replace(/\+/g, ' ').replace(/%([0-9a-fA-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(decoded, 'latin1');
}

function compact(peer: TrackerPeer): Buffer {
  return Buffer.from([...peer.ip.split('.').map(Number), peer.port >> 8, peer.port & 0xff]);
}

function seeders(peers: Iterable<TrackerPeer>): number {
  return [...peers].filter((peer) => peer.left === 0).length;
}

function send(res: ServerResponse, value: BencodeInput): void {
  const body = encodeBencode(value);
  res.writeHead(200, { 'content-type': 'text/plain', 'content-length': body.length });
  res.end(body);
}

/** A small HTTP BitTorrent tracker: `/announce` and `/scrape`, compact IPv4 peers only. */
export async function startTracker(options: TrackerOptions = {}): Promise<Tracker> {
  const { interval = 5 } = options;
  const swarms = new Map<string, Map<string, TrackerPeer>>();

  function swarmOf(infoHash: string): Map<string, TrackerPeer> {
    const swarm = swarms.get(infoHash) ?? new Map<string, TrackerPeer>();
    swarms.set(infoHash, swarm);
    return swarm;
  }

  function announce(req: IncomingMessage, res: ServerResponse, query: Map<string, string>): void {
    const hash = percentBytes(query.get('info_hash') ?? '');
    if (hash.length !== 20) return send(res, { 'failure reason': 'missing or malformed info_hash' });
    const swarm = swarmOf(hash.toString('hex'));
    const port = Number(query.get('port') ?? 0);
    const ip = (req.socket.remoteAddress ?? '').replace(/^::ffff:/, '');
    const key = `${ip}:${port}`;
    if (query.get('event') === 'stopped') swarm.delete(key);
    else if (port > 0) swarm.set(key, { ip, port, left: Number(query.get('left') ?? 1) });
    const others = [...swarm].filter(([peer]) => peer !== key).map(([, peer]) => compact(peer));
    const complete = seeders(swarm.values());
    send(res, { interval, 'min interval': interval, complete, incomplete: swarm.size - complete, peers: Buffer.concat(others) });
  }

  function scrape(res: ServerResponse, query: Map<string, string>): void {
    const hash = percentBytes(query.get('info_hash') ?? '');
    const swarm = swarmOf(hash.toString('hex'));
    const complete = seeders(swarm.values());
    const stats = { complete, downloaded: complete, incomplete: swarm.size - complete };
    send(res, { files: new Map([[hash.toString('latin1'), stats]]) });
  }

  const server = await startLoopbackServer((req, res) => {
    const url = req.url ?? '/';
    const path = url.split('?')[0];
    if (path === '/announce') return announce(req, res, rawQuery(url));
    if (path === '/scrape') return scrape(res, rawQuery(url));
    res.writeHead(404).end();
  }, options);
  return {
    announce: `${server.url}/announce`,
    port: server.port,
    peers: (infoHash) => [...(swarms.get(infoHash)?.values() ?? [])],
    close: () => server.close(),
  };
}
