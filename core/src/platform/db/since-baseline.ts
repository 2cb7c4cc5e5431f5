import type { DataSource } from 'typeorm';
import { migrations } from './migrations/index.js';

/** The last of the migrations that the baseline replaced. They ran in order, so that a database that has it has the schema of the baseline. */
const LAST_REPLACED = 'RemovedItems1764461000000';

const BASELINE = new migrations[0]().name;

/** The names of migrations end in the time of their making, in ms. */
const timeOf = (name: string): number => Number(/\d{13}$/.exec(name)?.[0]);

const isReplaced = (name: string): boolean => timeOf(name) < timeOf(BASELINE);

/**
 * What has run on a database, by the names that this version knows: the migrations before 1.0 are one now.
 *
 * @param executed oldest first
 * @returns `undefined` for a database that was left before the last of those
 */
export function sinceBaseline(executed: readonly string[]): readonly string[] | undefined {
  if (!executed.some(isReplaced)) return executed;
  if (!executed.includes(LAST_REPLACED)) return undefined;
  return [BASELINE, ...executed.filter((name) => !isReplaced(name))];
}

/** The database is older than what this version can upgrade. */
class DatabaseTooOldError extends Error {
  override readonly name = 'DatabaseTooOldError';

  constructor() {
    super(
      'This database was last used by a version from before 1.0 that is too old to go on from. Nothing was changed. Start it once with the last version before 1.0, then with this one.',
    );
  }
}

/**
 * Notes in a database from before 1.0 that the baseline has run, since its tables are the same. Nothing else of it changes.
 *
 * @throws DatabaseTooOldError
 */
export async function adoptBaseline(source: DataSource): Promise<void> {
  const runner = source.createQueryRunner();
  try {
    if (!(await runner.hasTable('migrations'))) return;
    const executed = ((await runner.query('SELECT name FROM migrations ORDER BY id')) as { name: string }[]).map(({ name }) => name);
    const names = sinceBaseline(executed);
    if (names === undefined) throw new DatabaseTooOldError();
    if (names === executed) return;
    await runner.startTransaction();
    const time = timeOf(BASELINE);
    await runner.query(`DELETE FROM migrations WHERE timestamp < ${time} AND name <> '${LAST_REPLACED}'`);
    // its place among the others stays
    await runner.query(`UPDATE migrations SET name = '${BASELINE}', timestamp = ${time} WHERE name = '${LAST_REPLACED}'`);
    await runner.commitTransaction();
  } catch (error) {
    if (runner.isTransactionActive) await runner.rollbackTransaction();
    throw error;
  } finally {
    await runner.release();
  }
}
