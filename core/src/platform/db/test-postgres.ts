import { randomBytes } from 'node:crypto';
import pg from 'pg';

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

/** Runs a statement on the shared server as its admin. */
export async function askPostgres(sql: string): Promise<object[]> {
  const client = new pg.Client({ connectionString: ADMIN_URL });
  await client.connect();
  const { rows } = await client.query<object>(sql).finally(() => client.end());
  return rows;
}

/** An empty database, and a function that drops it. */
export interface PostgresDatabase {
  readonly name: string;
  readonly url: string;
  readonly drop: () => Promise<void>;
}

/** Makes an empty PostgreSQL database. */
export async function createPostgresDatabase(): Promise<PostgresDatabase> {
  const name = `lectern_test_${randomBytes(6).toString('hex')}`;
  await askPostgres(`CREATE DATABASE ${name}`);
  // it need not outlive the machine, so that no commit waits for the disk
  await askPostgres(`ALTER DATABASE ${name} SET synchronous_commit = off`);
  const url = new URL(ADMIN_URL);
  url.pathname = `/${name}`;
  return { name, url: url.toString(), drop: () => dropPostgresDatabase(name) };
}

export async function dropPostgresDatabase(name: string): Promise<void> {
  await askPostgres(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
}
