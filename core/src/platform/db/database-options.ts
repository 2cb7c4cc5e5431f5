import type { EntitySchema } from 'typeorm';
import type { FaultListener } from './database-fault.js';
import type { MigrationSteps } from './run-migrations.js';

/** Where the data lives. */
export interface DatabaseOptions extends FaultListener, MigrationSteps {
  readonly dataDir: string;
  /** PostgreSQL when given. */
  readonly databaseUrl?: string;
  readonly entities: readonly EntitySchema[];
  /** Only for tests that build old schemas. */
  readonly migrate?: boolean;
}
