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

async function admin(sql: string): Promise<object[]> {
  const client = new pg.Client({ connectionString: ADMIN_URL });
  await client.connect();
  const { rows } = await client.query<object>(sql).finally(() => client.end());
  return rows;
}

/** The process of the PostgreSQL server, on this machine. */
export async function postgresPid(): Promise<number> {
  const [row] = await admin("SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1) AS pid");
  return Number((row as { pid: string }).pid);
}

/** An empty database and how to be rid of it. */
export interface PostgresDatabase {
  readonly name: string;
  readonly url: string;
  readonly drop: () => Promise<void>;
}

/**
 * An empty PostgreSQL database of its own.
 *
 * @param options `tablespaceIn`: a folder of the database server’s user on this machine, where its files are put
 */
export async function createPostgresDatabase({ tablespaceIn }: { readonly tablespaceIn?: string } = {}): Promise<PostgresDatabase> {
  const name = `lectern_test_${randomBytes(6).toString('hex')}`;
  if (tablespaceIn !== undefined) await admin(`CREATE TABLESPACE ${name} LOCATION '${tablespaceIn}'`);
  await admin(`CREATE DATABASE ${name}${tablespaceIn === undefined ? '' : ` TABLESPACE ${name}`}`);
  const url = new URL(ADMIN_URL);
  url.pathname = `/${name}`;
  return {
    name,
    url: url.toString(),
    async drop() {
      await dropPostgresDatabase(name);
      if (tablespaceIn !== undefined) await admin(`DROP TABLESPACE ${name}`);
    },
  };
}

export async function dropPostgresDatabase(name: string): Promise<void> {
  await admin(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
}
