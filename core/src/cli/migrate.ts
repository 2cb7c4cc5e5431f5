import { openServerDatabase } from '../app/open-server-database.js';
import { loadConfig } from '../platform/config/config.js';
import { lockSqliteDataDir } from './lock-sqlite-data-dir.js';

/** Brings the database up to date. A server that uses the same SQLite database must be down. @returns the exit code */
export async function migrate(env: NodeJS.ProcessEnv): Promise<number> {
  const config = loadConfig(env);
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
