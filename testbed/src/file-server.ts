import { createReadStream, statSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startLoopbackServer } from './loopback-server.js';
import type { LoopbackOptions, LoopbackServer } from './loopback-server.js';

export interface FileServerOptions extends LoopbackOptions {
  /** Directory whose files are served. */
  readonly root: string;
}

export interface FileServer extends LoopbackServer {
  /** Milliseconds of pause after every 16 KiB from now on, also in answers under way; 0 is full speed. */
  setDelay(ms: number): void;
  /** Sends this many bytes more, over all answers together, and then holds everything back; `undefined` for no end. */
  setBudget(bytes: number | undefined): void;
  /** While it is away, it drops the answers under way and every new request without a word. */
  setAway(isAway: boolean): void;
}

const CHUNK = 16_384;
const LOOK_AGAIN_MS = 20;

const TYPES: Readonly<Record<string, string>> = {
  '.torrent': 'application/x-bittorrent',
  '.nzb': 'application/x-nzb',
  '.mp3': 'audio/mpeg',
  '.m4b': 'audio/mp4',
};

interface Pace {
  delayMs: number;
  /** Bytes that may still be sent. */
  budget: number;
}

function sizeOf(path: string): number | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats?.isFile() ? stats.size : undefined;
}

async function sendFile(req: IncomingMessage, res: ServerResponse, file: string, pace: Pace): Promise<void> {
  const size = sizeOf(file);
  if (size === undefined) {
    res.writeHead(404).end();
    return;
  }
  const range = /^bytes=(\d+)-(\d*)$/.exec(req.headers.range ?? '');
  const start = range ? Number(range[1]) : 0;
  const end = range?.[2] ? Math.min(size - 1, Number(range[2])) : size - 1;
  res.writeHead(range ? 206 : 200, {
    'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
    'accept-ranges': 'bytes',
    'content-length': Math.max(0, end - start + 1),
    ...(range ? { 'content-range': `bytes ${start}-${end}/${size}` } : {}),
  });
  if (req.method === 'HEAD' || size === 0) {
    res.end();
    return;
  }
  async function* paced(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      while (pace.budget < chunk.length && !res.destroyed) await sleep(LOOK_AGAIN_MS);
      pace.budget -= chunk.length;
      yield chunk;
      if (pace.delayMs > 0) await sleep(pace.delayMs);
    }
  }
  // a client that hangs up in the middle is no fault of the server
  await pipeline(createReadStream(file, { start, end, highWaterMark: CHUNK }), paced, res).catch(() => undefined);
}

/**
 * Serves the files below `root` with ranges: .torrent files by address, and web seeds (BEP 19) for torrents.
 *
 * `/_redirect-magnet?to=` answers 302 to that address, `/_status/<code>` that code, `/_slow/<ms>/<path>` waits first.
 */
export async function startFileServer(options: FileServerOptions): Promise<FileServer> {
  const pace: Pace = { delayMs: 0, budget: Infinity };
  let isAway = false;
  const underWay = new Set<ServerResponse>();
  const server = await startLoopbackServer(async (req, res) => {
    if (isAway) {
      res.destroy();
      return;
    }
    underWay.add(res.once('close', () => underWay.delete(res)));
    const url = new URL(req.url ?? '/', 'http://files');
    if (url.pathname === '/_redirect-magnet') {
      res.writeHead(302, { location: url.searchParams.get('to') ?? '' }).end();
      return;
    }
    let path = decodeURIComponent(url.pathname);
    const status = /^\/_status\/(\d{3})/.exec(path)?.[1];
    if (status) {
      res.writeHead(Number(status), { 'content-type': 'text/plain' }).end(`status ${status}`);
      return;
    }
    const slow = /^\/_slow\/(\d{1,6})(\/.*)$/.exec(path);
    if (slow) {
      await sleep(Number(slow[1]));
      path = slow[2] ?? '/';
    }
    await sendFile(req, res, join(options.root, normalize(path).replace(/^(\.\.[/\\])+/, '')), pace);
  }, options);
  return {
    ...server,
    setDelay(ms) {
      pace.delayMs = ms;
    },
    setBudget(bytes = Infinity) {
      pace.budget = bytes;
    },
    setAway(isGone) {
      isAway = isGone;
      if (isGone) for (const res of underWay) res.destroy();
    },
  };
}
