import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { DownloadClient, DownloadStatus, HttpFile } from '@lectern/plugin-api';
import { pino } from 'pino';
import { v7 as uuid } from 'uuid';
import { entities } from '../../app/entities.js';
import { openDatabase } from '../../platform/db/index.js';
import { createTestDatabase } from '../../platform/db/test-databases.js';
import type { AllowedHost } from '../../platform/http-client/outbound-guard.js';
import { createEmbeddedJobQueue } from '../../platform/jobs/embedded-job-queue.js';
import { createSecretBox } from '../../platform/security/secret-box.js';
import { createDirectClient } from './direct-client.js';
import { directItemId } from './direct-item.js';
import { directDownloadJobs } from './direct-job.js';
import { createDirectStore } from './direct-store.js';
import { TRANSFER_LIMITS, type TransferLimits } from './limits.js';

export const never: AbortSignal = new AbortController().signal;

/** Bytes that are not a web page or anything else. */
export const CONTENT = Buffer.from(Array.from({ length: 400_000 }, (_, index) => (index * 31) % 251));

export const MD5 = createHash('md5').update(CONTENT).digest('hex');

export type Handler = (this: void, request: IncomingMessage, response: ServerResponse, count: number) => void;

/** A server on loopback that answers as instructed, well or badly. */
export interface LyingServer {
  readonly url: string;
  /** Requests so far, oldest first. */
  readonly requests: { readonly path: string; readonly headers: IncomingMessage['headers'] }[];
  readonly on: (handler: Handler) => void;
  close(): Promise<void>;
}

export async function startLyingServer(first: Handler = serve): Promise<LyingServer> {
  let handler = first;
  const requests: LyingServer['requests'] = [];
  const server = createServer((request, response) => {
    response.on('error', () => undefined);
    requests.push({ path: request.url ?? '', headers: request.headers });
    handler(request, response, requests.length);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    on: (next) => {
      handler = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Serves like a good server: ranges, a strong entity tag, If-Range. */
export function serve(request: IncomingMessage, response: ServerResponse, _count = 0, etag = '"one"', content: Buffer = CONTENT): void {
  const range = /^bytes=(\d+)-$/.exec(request.headers.range ?? '');
  const ifRange = request.headers['if-range'];
  const base = { etag, 'content-type': 'application/octet-stream' };
  if (!range || (ifRange !== undefined && ifRange !== etag)) {
    response.writeHead(200, { ...base, 'content-length': content.length }).end(content);
    return;
  }
  const from = Number(range[1]);
  if (from >= content.length) {
    response.writeHead(416, { 'content-range': `bytes */${content.length}` }).end();
    return;
  }
  const rest = content.subarray(from);
  response
    .writeHead(206, { ...base, 'content-range': `bytes ${from}-${content.length - 1}/${content.length}`, 'content-length': rest.length })
    .end(rest);
}

/** Sends part of the file and breaks the connection. */
export function breakOff(response: ServerResponse, bytes: number, etag = '"one"'): void {
  response.writeHead(200, { etag, 'content-length': CONTENT.length });
  response.write(CONTENT.subarray(0, bytes), () => setTimeout(() => response.destroy(), 20));
}

const worlds: { close(): Promise<void> }[] = [];

/** Closes everything started since the last call. */
export async function closeDirectWorlds(): Promise<void> {
  for (const world of worlds.splice(0)) await world.close();
}

async function reopen(dataDir: string) {
  const database = await openDatabase({ dataDir, entities });
  return { database, dataDir, dispose: () => database.close() };
}

/** The client on a real database and queue. */
export async function createDirectWorld(
  options: {
    readonly limits?: Partial<TransferLimits>;
    readonly dialect?: 'sqlite' | 'postgres';
    /** An existing data directory to continue in. */
    readonly dataDir?: string;
    readonly allowPrivateHosts?: readonly string[];
    readonly privateHosts?: readonly AllowedHost[];
  } = {},
) {
  const opened = options.dataDir === undefined ? await createTestDatabase(options.dialect ?? 'sqlite') : await reopen(options.dataDir);
  const { database, dataDir } = opened;
  const now = () => new Date();
  const root = join(dataDir, 'direct-downloads');
  const limits = { ...TRANSFER_LIMITS, idleMs: 300, answerMs: 2000, diskReserveBytes: 0, ...options.limits };
  const store = createDirectStore(database, createSecretBox({ current: 'k1', keys: new Map([['k1', Buffer.alloc(32, 1)]]) }), now);
  const jobs = createEmbeddedJobQueue({ database, log: pino({ enabled: false }), exclusive: true, pollMs: 20, timeScale: 0.001 });
  const [definition] = directDownloadJobs({
    store,
    limits,
    root,
    userAgent: 'Lectern/test',
    now,
    timeScale: 0.001,
    allowPrivateHosts: options.allowPrivateHosts ?? ['127.0.0.1'],
  });
  if (definition) jobs.define(definition);
  await jobs.start();
  const client: DownloadClient = createDirectClient({
    database,
    jobs,
    store,
    limits,
    root,
    privateHostsFor: () => Promise.resolve(options.privateHosts ?? []),
  });
  worlds.push({
    async close() {
      await jobs.stop();
      await opened.dispose();
    },
  });

  async function status(id: string): Promise<DownloadStatus> {
    const [found] = await client.status([id], { signal: never });
    if (!found) throw new Error('no status');
    return found;
  }

  return {
    database,
    client,
    jobs,
    store,
    root,
    status,
    async add(files: readonly HttpFile[], id = directItemId(uuid())): Promise<string> {
      const options = { name: 'Jane Austen - Emma', category: '', tags: [id], signal: never };
      return (await client.add({ kind: 'http', files }, options)).itemId;
    },
    /** Waits until a download ends, or until `is` returns true. */
    async until(id: string, is: (status: DownloadStatus) => boolean = ({ state }) => ['completed', 'failed', 'missing'].includes(state)) {
      const end = Date.now() + 8000;
      for (;;) {
        const now = await status(id);
        if (is(now)) return now;
        if (Date.now() > end) throw new Error(`still ${JSON.stringify(now)}`);
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    },
  };
}
