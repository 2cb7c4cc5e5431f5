import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from 'pg';
import type sqlite3 from 'sqlite3';
import { numberPlaceholders, type SqlValue } from '../db/sql.js';
import { UNLIMITED } from '../db/unlimited-transaction.js';
import { BackupError } from './backup-error.js';

/** The location of a database. */
export interface DatabasePlace {
  readonly dataDir: string;
  /** Set for PostgreSQL. */
  readonly databaseUrl?: string;
}

/** A row by the names of its columns in the database. */
export type RawRow = Record<string, unknown>;

/** The data committed at one moment, unaffected by later writes. It has its own connection. */
export interface Snapshot {
  readonly dialect: 'sqlite' | 'postgres';
  /** Names of the migrations that have run, oldest first, as the version that ran them calls them. */
  readonly migrations: readonly string[];
  all(sql: string, params?: readonly SqlValue[]): Promise<RawRow[]>;
  close(): Promise<void>;
}

const MIGRATIONS = 'SELECT name FROM migrations ORDER BY id';

async function migrationsIn(all: Snapshot['all']): Promise<readonly string[]> {
  try {
    return (await all(MIGRATIONS)).map(({ name }) => String(name));
  } catch (error) {
    throw new BackupError('There is no database of Lectern there yet.', { cause: error });
  }
}

function openFile(file: string, driver: typeof sqlite3): Promise<sqlite3.Database> {
  return new Promise((resolve, reject) => {
    // not created if it is absent
    const opened: sqlite3.Database = new driver.Database(file, driver.OPEN_READWRITE, (error) => (error ? reject(error) : resolve(opened)));
  });
}

async function sqliteSnapshot(dataDir: string): Promise<Snapshot> {
  const file = join(dataDir, 'lectern.db');
  await access(file).catch((cause: unknown) => {
    throw new BackupError(`There is no database ${file}.`, { cause });
  });
  const connection = await openFile(file, (await import('sqlite3')).default);
  const all: Snapshot['all'] = (sql, params = []) =>
    new Promise((resolve, reject) => {
      connection.all(sql, params, (error: Error | null, rows: RawRow[]) => (error ? reject(error) : resolve(rows)));
    });
  const close = (): Promise<void> => new Promise((resolve, reject) => connection.close((error) => (error ? reject(error) : resolve())));
  try {
    await all('PRAGMA busy_timeout = 5000');
    await all('PRAGMA query_only = ON');
    await all('BEGIN');
    // the first read fixes the moment
    return { dialect: 'sqlite', migrations: await migrationsIn(all), all, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function postgresSnapshot(databaseUrl: string): Promise<Snapshot> {
  const { default: pg } = await import('pg');
  pg.types.setTypeParser(pg.types.builtins.INT8, Number);
  const client: Client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 10_000,
    application_name: 'lectern backup',
  });
  await client.connect();
  // a broken connection fails the running statement; without a listener it would end the process
  client.on('error', () => undefined);
  const all: Snapshot['all'] = async (sql, params = []) => (await client.query<RawRow>(numberPlaceholders(sql), [...params])).rows;
  try {
    // it idles while what was read is written
    await client.query(`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${UNLIMITED}`);
    return { dialect: 'postgres', migrations: await migrationsIn(all), all, close: () => client.end() };
  } catch (error) {
    await client.end();
    throw error;
  }
}

/**
 * Opens a snapshot of what is committed now. The server may keep running. Nothing is migrated.
 *
 * @throws BackupError if there is no database
 */
export function openSnapshot({ dataDir, databaseUrl }: DatabasePlace): Promise<Snapshot> {
  return databaseUrl === undefined ? sqliteSnapshot(dataDir) : postgresSnapshot(databaseUrl);
}
