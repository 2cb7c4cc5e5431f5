import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';

type ServerState = 'down' | 'up' | 'unknown';

interface Mark {
  readonly pid: number;
  readonly host: string;
  readonly startedAt: string;
}

/** A worker has its own mark, because it may share the data directory with a process that serves. Neither may remove the other's mark. */
const NAMES = { all: 'server.json', web: 'server.json', worker: 'server-worker.json' } as const;

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Leaves a mark in the data directory that a server runs on it. @returns a function that takes it away */
export async function writeServerMark(dataDir: string, role: keyof typeof NAMES = 'all'): Promise<() => Promise<void>> {
  const path = join(dataDir, NAMES[role]);
  const mark: Mark = { pid: process.pid, host: hostname(), startedAt: new Date().toISOString() };
  await mkdir(dataDir, { recursive: true });
  await writeFile(path, JSON.stringify(mark), { mode: 0o600 });
  return async () => {
    await rm(path, { force: true });
  };
}

async function stateOf(path: string): Promise<ServerState> {
  let mark: Mark;
  try {
    mark = JSON.parse(await readFile(path, 'utf8')) as Mark;
  } catch {
    return 'down';
  }
  if (mark.host !== hostname()) return 'unknown';
  // process ids start again in each container, and the server there is always process 1: that is this process, or a dead one
  return mark.pid !== process.pid && isAlive(mark.pid) ? 'up' : 'down';
}

/**
 * Whether a server runs on a data directory: `unknown` when one on another machine, or in another container, may.
 * A mark that a crashed server left behind does not count.
 */
export async function serverState(dataDir: string): Promise<ServerState> {
  const states = await Promise.all([...new Set(Object.values(NAMES))].map((name) => stateOf(join(dataDir, name))));
  return (['up', 'unknown'] as const).find((state) => states.includes(state)) ?? 'down';
}
