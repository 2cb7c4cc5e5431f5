import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { entities } from '../../app/entities.js';
import type { Database } from './database.js';
import { openDatabase } from './open-database.js';
import { lendPostgres } from './test-postgres-pool.js';

export { createPostgresDatabase, hasPostgres } from './test-postgres.js';

/** A fresh database for one spec, and a function that deletes it. */
export interface TestDatabase {
  readonly database: Database;
  readonly dataDir: string;
  readonly databaseUrl?: string;
  /** Closes and deletes it. */
  dispose(): Promise<void>;
}

let migratedSqlite: Promise<Buffer> | undefined;

/** The file of a migrated, empty SQLite database. It is made once, because migrating takes longer than most tests. */
function readMigratedSqlite(): Promise<Buffer> {
  const make = async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'lectern-db-'));
    try {
      // the last connection that closes moves the write-ahead log into the file
      await (await openDatabase({ dataDir, entities })).close();
      return await readFile(join(dataDir, 'lectern.db'));
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
  };
  return (migratedSqlite ??= make());
}

/** A migrated, empty database of the given dialect. */
export async function createTestDatabase(dialect: 'sqlite' | 'postgres'): Promise<TestDatabase> {
  const migrate = async (databaseUrl: string) => (await openDatabase({ dataDir: tmpdir(), databaseUrl, entities })).close();
  const postgres = dialect === 'postgres' ? await lendPostgres(migrate) : undefined;
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-db-'));
  if (!postgres) await writeFile(join(dataDir, 'lectern.db'), await readMigratedSqlite(), { mode: 0o600 });
  const database = await openDatabase({ dataDir, databaseUrl: postgres?.url, entities });
  return {
    database,
    dataDir,
    databaseUrl: postgres?.url,
    async dispose() {
      await database.close();
      await postgres?.giveBack();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
