import type { Config } from '../platform/config/config.js';
import { lockDataDir } from '../platform/db/index.js';

/**
 * Locks the data directory for this process when the SQLite database is in it. Processes on PostgreSQL may share one.
 *
 * @returns a function that frees it
 * @throws DataDirLockedError
 */
export async function lockSqliteDataDir({ dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>): Promise<() => Promise<void>> {
  return databaseUrl === undefined ? lockDataDir(dataDir) : async () => undefined;
}
