import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { startSimulator } from '../simulator.js';
import type { Simulator, SimulatorRequest, SimulatorResponse } from '../simulator.js';
import { createRpc, fetchMetadata } from './rpc.js';
import type { TransmissionVersion } from './rpc.js';
import type { DownloadJob, TorrentJob } from './torrent-job.js';

/** The speed of downloads: seconds per torrent whatever its size, or bytes per second; 0 stalls. */
export type TransmissionSpeed = { readonly seconds: number } | { readonly bytesPerSecond: number };

export interface TransmissionSimulatorOptions {
  /** The folder for downloads; absolute. Also the daemon's own name for its download folder. */
  readonly downloadDir: string;
  /**
   * Returns the source of a torrent's files: the folder (or the file, for a torrent of one) it was made of. `undefined`: nobody has it,
   * the download finds no peers.
   */
  readonly content?: (infoHash: string) => string | undefined;
  /** If set, every call needs Basic authentication. */
  readonly username?: string;
  readonly password?: string;
  /** Default `4.1.4`. */
  readonly version?: TransmissionVersion;
  /** Default: three seconds a torrent. */
  readonly speed?: TransmissionSpeed;
  readonly port?: number;
}

export interface TransmissionSimulator extends Simulator {
  readonly torrents: readonly TorrentJob[];
  setSpeed(speed: TransmissionSpeed): void;
  /** Makes the session id stale, as a restart does. */
  expireSession(): void;
  /** Stops a torrent with a local error. */
  failTorrent(infoHash: string, message: string): void;
  /** Somebody removes it in the daemon's own interface; the files stay. */
  dropTorrent(infoHash: string): void;
}

const RPC_PATH = '/transmission/rpc';
const TICK_MS = 100;

function page(status: number, title: string, headers: Record<string, string> = {}): SimulatorResponse {
  return { status, headers: { 'content-type': 'text/html; charset=ISO-8859-1', ...headers }, body: `<h1>${status}: ${title}</h1>` };
}

function newSessionId(): string {
  return randomBytes(24).toString('hex');
}

/** Moves all downloads on until the signal fires. */
async function runDownloads(jobs: ReadonlyMap<string, DownloadJob>, speed: () => TransmissionSpeed, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await sleep(TICK_MS, undefined, { ref: false });
    const pace = speed();
    await fetchMetadata(jobs.values());
    for (const job of jobs.values()) {
      const rate = 'seconds' in pace ? job.bytesTotal / Math.max(pace.seconds, TICK_MS / 1000) : pace.bytesPerSecond;
      await job.advance(rate, TICK_MS, Date.now());
    }
  }
}

/** Plays Transmission's RPC (legacy protocol) and "downloads" by copying local files. */
export async function startTransmissionSimulator(options: TransmissionSimulatorOptions): Promise<TransmissionSimulator> {
  const { username, password, version = '4.1.4' } = options;
  const jobs = new Map<string, DownloadJob>();
  const rpc = createRpc({ version, downloadDir: options.downloadDir, content: options.content ?? (() => undefined), jobs });
  const stopped = new AbortController();
  let speed: TransmissionSpeed = options.speed ?? { seconds: 3 };
  let sessionId = newSessionId();
  const credentials = `Basic ${Buffer.from(`${username ?? ''}:${password ?? ''}`).toString('base64')}`;

  async function answer(request: SimulatorRequest): Promise<SimulatorResponse> {
    if (username !== undefined && request.headers.authorization !== credentials) {
      return page(401, 'Unauthorized', { 'www-authenticate': 'Basic realm="Transmission"' });
    }
    if (request.path !== RPC_PATH) return page(404, 'Not Found');
    if (request.headers['x-transmission-session-id'] !== sessionId) {
      const rpcVersion: Record<string, string> = version === '3.00' ? {} : { 'x-transmission-rpc-version': '6.0.1' };
      return page(409, 'Conflict', { 'x-transmission-session-id': sessionId, ...rpcVersion });
    }
    if (request.method !== 'POST') return page(405, 'Method Not Allowed');
    const call = JSON.parse(request.body.toString('utf8')) as { method?: string; arguments?: Record<string, unknown>; tag?: number };
    const { result, arguments: data } = await rpc(call.method ?? '', call.arguments ?? {});
    return { body: { result, arguments: data, ...(call.tag === undefined ? {} : { tag: call.tag }) } };
  }

  const simulator = await startSimulator(answer, options.port === undefined ? {} : { port: options.port });
  const running = runDownloads(jobs, () => speed, stopped.signal);

  return {
    ...simulator,
    get torrents() {
      return [...jobs.values()];
    },
    setSpeed(next) {
      speed = next;
    },
    expireSession() {
      sessionId = newSessionId();
    },
    failTorrent(infoHash, message) {
      jobs.get(infoHash)?.fail(message);
    },
    dropTorrent(infoHash) {
      jobs.delete(infoHash);
    },
    async close() {
      stopped.abort();
      await running;
      await Promise.all([...jobs.values()].map((job) => job.remove(false)));
      await simulator.close();
    },
  };
}
