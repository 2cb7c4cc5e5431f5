import { openServerDatabase } from '../app/open-server-database.js';
import { loadConfig } from '../platform/config/config.js';

/** Brings the database up to date. @returns the exit code */
export async function migrate(env: NodeJS.ProcessEnv): Promise<number> {
  const config = loadConfig(env);
  const database = await openServerDatabase(config);
  console.log(database.migrated.length === 0 ? 'The database is up to date.' : `Ran ${database.migrated.join(', ')}.`);
  await database.close();
  return 0;
}
