import type { Config } from '../platform/config/config.js';
import { lockDataDir } from '../platform/db/index.js';

/**
 * Takes the data directory for this process alone where the database lies in it. Processes on PostgreSQL may share one.
 *
 * @returns frees it
 * @throws DataDirLockedError
 */
export async function lockSqliteDataDir({ dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>): Promise<() => Promise<void>> {
  return databaseUrl === undefined ? lockDataDir(dataDir) : async () => undefined;
}
