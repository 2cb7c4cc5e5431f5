import { NODE_FLAGS, PROGRAM } from '@lectern/core';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** One start of the built server. */
export interface Startup {
  /** Milliseconds from the start of the process to the first good answer of `/api/health`. */
  readonly healthyMs: number;
  /** Bytes of memory after idling; absent if not requested or unreadable. */
  readonly idleBytes?: number;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function untilHealthy(url: string, deadlineMs: number): Promise<void> {
  const end = performance.now() + deadlineMs;
  while (performance.now() < end) {
    const isHealthy = await fetch(url).then(
      (answer) => answer.ok,
      () => false,
    );
    if (isHealthy) return;
    await wait(5);
  }
  throw new Error(`${url} did not become healthy within ${deadlineMs} ms`);
}

async function residentBytes(pid: number): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(status)?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
}

/** Starts the built server in a separate process, waits until it is healthy, and stops it. */
export async function measureStartup(dataDir: string, options: { readonly idleSeconds?: number } = {}): Promise<Startup> {
  const port = await freePort();
  const env = { ...process.env, LECTERN_DATA: dataDir, LECTERN_HOST: '127.0.0.1', LECTERN_PORT: String(port), DATABASE_URL: '' };
  const begun = performance.now();
  const server = spawn(process.execPath, [...NODE_FLAGS, PROGRAM, 'serve'], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const gone = once(server, 'exit');
  try {
    await untilHealthy(`http://127.0.0.1:${port}/api/health`, 60_000);
    const healthyMs = performance.now() - begun;
    if (options.idleSeconds === undefined) return { healthyMs };
    await wait(options.idleSeconds * 1000);
    return { healthyMs, idleBytes: await residentBytes(server.pid ?? 0) };
  } finally {
    server.kill('SIGTERM');
    await gone;
  }
}

/** Milliseconds that Node.js itself takes to start and exit: the baseline of all starts on this machine. */
export async function measureBareNode(): Promise<number> {
  const begun = performance.now();
  await once(spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' }), 'exit');
  return performance.now() - begun;
}
