import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';

interface Mark {
  readonly pid: number;
  readonly host: string;
  readonly startedAt: string;
}

function pathOf(dataDir: string): string {
  return join(dataDir, 'server.json');
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Leaves a mark in the data directory that a server runs on it. @returns a function that takes it away */
export async function writeServerMark(dataDir: string): Promise<() => Promise<void>> {
  const mark: Mark = { pid: process.pid, host: hostname(), startedAt: new Date().toISOString() };
  await mkdir(dataDir, { recursive: true });
  await writeFile(pathOf(dataDir), JSON.stringify(mark), { mode: 0o600 });
  return async () => {
    await rm(pathOf(dataDir), { force: true });
  };
}

/**
 * Whether a server runs on a data directory: `unknown` when one on another machine, or in another container, may.
 * What was left by one that crashed does not count.
 */
export async function serverState(dataDir: string): Promise<'down' | 'up' | 'unknown'> {
  let mark: Mark;
  try {
    mark = JSON.parse(await readFile(pathOf(dataDir), 'utf8')) as Mark;
  } catch {
    return 'down';
  }
  if (mark.host !== hostname()) return 'unknown';
  // a container begins to count anew, and its server is process 1 each time: that is this one, or nobody
  return mark.pid !== process.pid && isAlive(mark.pid) ? 'up' : 'down';
}
