import { openServerDatabase } from '../app/open-server-database.js';
import { loadConfig } from '../platform/config/config.js';
import { pendingMigrations } from '../platform/db/index.js';
import { lockSqliteDataDir } from './lock-sqlite-data-dir.js';

/**
 * Brings the database up to date. A server that uses the same SQLite database must be down.
 *
 * @param options.isDryRun lists what would run and changes nothing, even while a server runs
 * @returns the exit code
 */
export async function migrate(env: NodeJS.ProcessEnv, { isDryRun }: { readonly isDryRun: boolean }): Promise<number> {
  const config = loadConfig(env);
  if (isDryRun) {
    const pending = await pendingMigrations(config);
    console.log(pending.length === 0 ? 'The database is up to date.' : `Would run ${pending.join(', ')}.`);
    return 0;
  }
  const unlock = await lockSqliteDataDir(config);
  try {
    const database = await openServerDatabase(config);
    console.log(database.migrated.length === 0 ? 'The database is up to date.' : `Ran ${database.migrated.join(', ')}.`);
    await database.close();
    return 0;
  } finally {
    await unlock();
  }
}
