import { createFaultWatch } from './database-fault.js';
import type { DatabaseOptions } from './database-options.js';
import type { Database } from './database.js';
import { openPostgres } from './open-postgres.js';
import { openSqlite } from './open-sqlite.js';
import { createStatementListeners } from './statement-listeners.js';

/**
 * Opens the database and brings its schema up to date.
 *
 * @throws DatabaseUnavailableError when it cannot be read or does not answer
 */
export function openDatabase(options: DatabaseOptions): Promise<Database> {
  const heard = createStatementListeners();
  const faults = createFaultWatch(options);
  const { databaseUrl } = options;
  return faults.watch('write', () =>
    databaseUrl === undefined ? openSqlite(options, heard, faults) : openPostgres(options, databaseUrl, heard, faults),
  );
}
