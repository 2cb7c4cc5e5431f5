import { MigrationExecutor, type DataSource } from 'typeorm';
import { adoptBaseline, DatabaseTooOldError, sinceBaseline } from './since-baseline.js';

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
 * @throws DatabaseTooOldError
 */
export async function runMigrations(source: DataSource, { mayMigrate, beforeUpgrade }: MigrationSteps): Promise<string[]> {
  const executor = new MigrationExecutor(source);
  const executed = (await executor.getExecutedMigrations()).map(({ name }) => name);
  const known = sinceBaseline(executed);
  if (!known) throw new DatabaseTooOldError();
  const pending = (await executor.getPendingMigrations()).filter(({ name }) => !known.includes(name));
  const isToAdopt = known !== executed;
  if (pending.length > 0 || isToAdopt) await mayMigrate?.();
  if (executed.length > 0 && pending.length > 0) await beforeUpgrade?.();
  if (isToAdopt) await adoptBaseline(source);
  return (await source.runMigrations({ transaction: 'each' })).map((migration) => migration.name);
}
