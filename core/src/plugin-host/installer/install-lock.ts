import { mkdir, open, readFile, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { InstallError } from './install-error.js';
import { sentence } from '../../platform/words/index.js';

interface Holder {
  readonly pid: number;
  readonly host: string;
}

/** How long a lock from another machine or container is trusted. */
const STALE_MS = 30 * 60_000;

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function isStale(path: string): Promise<boolean> {
  try {
    const [text, { mtimeMs }] = await Promise.all([readFile(path, 'utf8'), stat(path)]);
    if (Date.now() - mtimeMs > STALE_MS) return true;
    const { pid, host } = JSON.parse(text) as Holder;
    return host === hostname() && !isAlive(pid);
  } catch (error) {
    // it is gone by now, or its writer died before writing
    return (
      (error as NodeJS.ErrnoException).code === 'ENOENT' || Date.now() - (await stat(path).catch(() => ({ mtimeMs: 0 }))).mtimeMs > 10_000
    );
  }
}

/**
 * Runs work that changes installed plugins while no other process does, because the server and the command line share a folder.
 *
 * @throws InstallError INSTALL_BUSY if the other process does not finish within `waitMs`
 */
export async function withInstallLock<T>(path: string, waitMs: number, work: () => Promise<T>): Promise<T> {
  await mkdir(dirname(path), { recursive: true });
  const deadline = Date.now() + waitMs;
  for (;;) {
    try {
      const handle = await open(path, 'wx', 0o600);
      await handle.writeFile(JSON.stringify({ pid: process.pid, host: hostname() } satisfies Holder));
      await handle.close();
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    if (await isStale(path)) await rm(path, { force: true });
    else if (Date.now() >= deadline) throw new InstallError('INSTALL_BUSY', sentence('install.busy'));
    else await sleep(100);
  }
  try {
    return await work();
  } finally {
    await rm(path, { force: true });
  }
}
