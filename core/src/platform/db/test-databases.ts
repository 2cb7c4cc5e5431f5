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

async function admin(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: ADMIN_URL });
  await client.connect();
  await client.query(sql);
  await client.end();
}

/** An empty PostgreSQL database of its own. @returns its URL and a function that drops it */
export async function createPostgresDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `lectern_test_${randomBytes(6).toString('hex')}`;
  await admin(`CREATE DATABASE ${name}`);
  const url = new URL(ADMIN_URL);
  url.pathname = `/${name}`;
  return { url: url.toString(), drop: () => admin(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
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
