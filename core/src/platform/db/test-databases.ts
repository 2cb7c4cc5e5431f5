import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { entities } from '../../app/entities.js';
import { openDatabase } from './open-database.js';
import type { Database } from './database.js';

/** A fresh database for one spec, and how to be rid of it. */
export interface TestDatabase {
  readonly database: Database;
  readonly dataDir: string;
  readonly databaseUrl?: string;
  /** Closes and deletes it. */
  dispose(): Promise<void>;
}

const ADMIN_URL = process.env['LECTERN_TEST_POSTGRES'] ?? 'postgres://postgres@127.0.0.1:5432/postgres';

/** Whether a PostgreSQL answers where tests look for one (`LECTERN_TEST_POSTGRES`). */
export async function hasPostgres(): Promise<boolean> {
  const client = new pg.Client({ connectionString: ADMIN_URL, connectionTimeoutMillis: 2000 });
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}

async function admin(sql: string): Promise<object[]> {
  const client = new pg.Client({ connectionString: ADMIN_URL });
  await client.connect();
  const { rows } = await client.query<object>(sql);
  await client.end();
  return rows;
}

/** The process of the PostgreSQL server, on this machine. */
export async function postgresPid(): Promise<number> {
  const [row] = await admin("SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1) AS pid");
  return Number((row as { pid: string }).pid);
}

/**
 * An empty PostgreSQL database of its own.
 *
 * @param options `tablespaceIn`: a folder of the database server’s user on this machine, where its files are put
 * @returns its URL and a function that drops it
 */
export async function createPostgresDatabase({ tablespaceIn }: { readonly tablespaceIn?: string } = {}): Promise<{
  url: string;
  drop: () => Promise<void>;
}> {
  const name = `lectern_test_${randomBytes(6).toString('hex')}`;
  if (tablespaceIn !== undefined) await admin(`CREATE TABLESPACE ${name} LOCATION '${tablespaceIn}'`);
  await admin(`CREATE DATABASE ${name}${tablespaceIn === undefined ? '' : ` TABLESPACE ${name}`}`);
  const url = new URL(ADMIN_URL);
  url.pathname = `/${name}`;
  return {
    url: url.toString(),
    async drop() {
      await admin(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      if (tablespaceIn !== undefined) await admin(`DROP TABLESPACE ${name}`);
    },
  };
}

/** A migrated, empty database of the given dialect. */
export async function createTestDatabase(dialect: 'sqlite' | 'postgres'): Promise<TestDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-db-'));
  const postgres = dialect === 'postgres' ? await createPostgresDatabase() : undefined;
  const database = await openDatabase({ dataDir, databaseUrl: postgres?.url, entities });
  return {
    database,
    dataDir,
    databaseUrl: postgres?.url,
    async dispose() {
      await database.close();
      await postgres?.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
