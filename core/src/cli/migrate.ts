import { entities } from '../app/entities.js';
import { loadConfig } from '../platform/config/config.js';
import { openDatabase } from '../platform/db/index.js';

/** Brings the database up to date. @returns the exit code */
export async function migrate(env: NodeJS.ProcessEnv): Promise<number> {
  const config = loadConfig(env);
  const database = await openDatabase({ dataDir: config.dataDir, databaseUrl: config.databaseUrl, entities });
  console.log(database.migrated.length === 0 ? 'The database is up to date.' : `Ran ${database.migrated.join(', ')}.`);
  await database.close();
  return 0;
}
