import { MigrationExecutor, type DataSource } from 'typeorm';
import { adoptBaseline } from './since-baseline.js';

/** Calls that come before the schema is changed. When one of them fails, nothing is changed. */
export interface MigrationSteps {
  /** Called before a database is made or upgraded. */
  readonly mayMigrate?: () => Promise<void>;
  /** Called before an upgrade changes a database that has been used. */
  readonly beforeUpgrade?: () => Promise<void>;
}

/**
 * Brings the schema up to date, each migration in a transaction of its own.
 *
 * @returns names of the migrations that ran, oldest first
 */
export async function runMigrations(source: DataSource, { mayMigrate, beforeUpgrade }: MigrationSteps): Promise<string[]> {
  await adoptBaseline(source);
  const executor = new MigrationExecutor(source);
  const [executed, pending] = [await executor.getExecutedMigrations(), await executor.getPendingMigrations()];
  if (pending.length > 0) await mayMigrate?.();
  if (executed.length > 0 && pending.length > 0) await beforeUpgrade?.();
  return (await source.runMigrations({ transaction: 'each' })).map((migration) => migration.name);
}
