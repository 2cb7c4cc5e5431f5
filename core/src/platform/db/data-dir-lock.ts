import { mkdir, open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database as Connection } from 'sqlite3';
import { classifyDatabaseError } from './database-fault.js';

/** Another process works on the data directory. */
export class DataDirLockedError extends Error {
  override readonly name = 'DataDirLockedError';

  constructor(readonly dataDir: string) {
    super(
      `Another Lectern process works on ${dataDir}. With SQLite only one process may use a data directory: stop the other one first, or use PostgreSQL.`,
    );
  }
}

function execute(connection: Connection, sql: string): Promise<void> {
  return new Promise((resolve, reject) => connection.exec(sql, (error) => (error ? reject(error) : resolve())));
}

function close(connection: Connection): Promise<void> {
  return new Promise((resolve) => connection.close(() => resolve()));
}

/** How often the owner of the lock checks that its file still exists, in milliseconds. */
const LOOK_MS = 5_000;

/** Locks the file that currently has that name. @throws DataDirLockedError while another process has the lock */
async function take(dataDir: string, path: string): Promise<{ readonly connection: Connection; readonly file: number }> {
  let file: number;
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    const handle = await open(path, 'a', 0o600);
    file = (await handle.stat()).ino;
    await handle.close();
  } catch (error) {
    throw classifyDatabaseError(error);
  }
  const { default: sqlite3 } = await import('sqlite3');
  const connection = await new Promise<Connection>((resolve, reject) => {
    const opened: Connection = new sqlite3.Database(path, (error) => (error ? reject(error) : resolve(opened)));
  });
  try {
    await execute(connection, 'BEGIN EXCLUSIVE');
  } catch (error) {
    await close(connection);
    if ((error as NodeJS.ErrnoException).code === 'SQLITE_BUSY') throw new DataDirLockedError(dataDir);
    throw error;
  }
  return { connection, file };
}

/**
 * Locks a data directory with a SQLite database for this process. SQLite puts the lock on a file beside the database, so
 * the kernel frees it however the process ends, and it also works between containers.
 *
 * Deleting the file removes the lock until this process notices and makes it anew. Nobody has to delete the file, because
 * a file that is left behind locks nothing.
 *
 * @returns a function that frees the lock
 * @throws DataDirLockedError while another process has it
 */
export async function lockDataDir(dataDir: string, lookMs = LOOK_MS): Promise<() => Promise<void>> {
  const path = join(dataDir, 'lectern.lock');
  let held = await take(dataDir, path);
  let looking: Promise<void> = Promise.resolve();

  async function look(): Promise<void> {
    const found = await stat(path).catch(() => undefined);
    if (found?.ino === held.file) return;
    const before = held.connection;
    held = await take(dataDir, path);
    await close(before);
  }

  const timer = setInterval(() => {
    // the disk is away, or another process was faster; there is nothing to do
    looking = looking.then(look).catch(() => undefined);
  }, lookMs).unref();
  return async () => {
    clearInterval(timer);
    await looking;
    await close(held.connection);
  };
}

/** Whether another process has the lock of {@link lockDataDir} now. */
export async function isDataDirLocked(dataDir: string): Promise<boolean> {
  try {
    await (
      await lockDataDir(dataDir)
    )();
    return false;
  } catch (error) {
    if (error instanceof DataDirLockedError) return true;
    throw error;
  }
}
