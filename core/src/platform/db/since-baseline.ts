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
export class DatabaseTooOldError extends Error {
  override readonly name = 'DatabaseTooOldError';

  constructor() {
    super(
      'This database was last used by a version from before 1.0 that is too old to go on from. Nothing was changed. Start it once with the last version before 1.0, then with this one.',
    );
  }
}

/** Notes in a database from before 1.0 that the baseline has run, since its tables are the same. Nothing else of it changes. */
export async function adoptBaseline(source: DataSource): Promise<void> {
  const time = timeOf(BASELINE);
  await source.transaction(async (tx) => {
    await tx.query(`DELETE FROM migrations WHERE timestamp < ${time} AND name <> '${LAST_REPLACED}'`);
    // its place among the others stays
    await tx.query(`UPDATE migrations SET name = '${BASELINE}', timestamp = ${time} WHERE name = '${LAST_REPLACED}'`);
  });
}
