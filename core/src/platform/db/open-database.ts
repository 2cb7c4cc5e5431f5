import type { EntitySchema } from 'typeorm';
import { createFaultWatch, type FaultListener } from './database-fault.js';
import type { Database } from './database.js';
import { openPostgres } from './open-postgres.js';
import { openSqlite } from './open-sqlite.js';
import type { MigrationSteps } from './run-migrations.js';
import { createStatementListeners } from './statement-listeners.js';

/** Where the data lives. */
export interface DatabaseOptions extends FaultListener, MigrationSteps {
  readonly dataDir: string;
  /** PostgreSQL when given. */
  readonly databaseUrl?: string;
  readonly entities: readonly EntitySchema[];
  /** Only for tests that build old schemas. */
  readonly migrate?: boolean;
}

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
