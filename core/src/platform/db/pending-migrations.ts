import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { migrations } from './migrations/index.js';
import { sinceBaseline } from './since-baseline.js';

interface Place {
  readonly dataDir: string;
  readonly databaseUrl?: string;
}

const EXECUTED = 'SELECT name FROM migrations';

async function executedInSqlite(dataDir: string): Promise<readonly string[]> {
  const file = join(dataDir, 'lectern.db');
  if (!existsSync(file)) return [];
  const { default: sqlite3 } = await import('sqlite3');
  // without a log of writes beside it, the file is all there is; opened as unchanging, SQLite makes no file of its own
  const address = existsSync(`${file}-wal`) ? file : `${pathToFileURL(file).href}?immutable=1`;
  return new Promise((resolve, reject) => {
    const connection = new sqlite3.Database(address, sqlite3.OPEN_READONLY | sqlite3.OPEN_URI, (failed) => {
      if (failed) return reject(failed);
      connection.all(EXECUTED, (error: Error | null, rows: readonly { name: string }[] | undefined) => {
        connection.close(() => {
          if (error && !error.message.includes('no such table')) reject(error);
          else resolve((rows ?? []).map(({ name }) => name));
        });
      });
    });
  });
}

async function executedInPostgres(url: string): Promise<readonly string[]> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(EXECUTED);
    return rows.map(({ name }) => name);
  } catch (error) {
    // a database that Lectern has not used has no such table
    if ((error as { code?: string }).code === '42P01') return [];
    throw error;
  } finally {
    await client.end();
  }
}

/** The names of the migrations that have not run, oldest first. It writes nothing, neither into the database nor beside it. */
export async function pendingMigrations({ dataDir, databaseUrl }: Place): Promise<string[]> {
  const found = await (databaseUrl === undefined ? executedInSqlite(dataDir) : executedInPostgres(databaseUrl));
  const executed = new Set(sinceBaseline(found));
  return migrations.map((migration) => new migration().name ?? migration.name).filter((name) => !executed.has(name));
}
