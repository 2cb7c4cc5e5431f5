import type { JobContext } from '../../platform/jobs/job-queue.js';
import type { ImportDependencies } from './import-dependencies.js';

/**
 * What a run of an import works with: it writes only while nobody has taken the run over, so that a run that was paused for long changes no row
 * beside the next one.
 */
export function whileHeld(deps: ImportDependencies, { hold }: Pick<JobContext, 'hold'>): ImportDependencies {
  const { database } = deps;
  const held: ImportDependencies['database'] = {
    ...database,
    transaction: (work) =>
      database.transaction(async (tx) => {
        await hold(tx);
        return work(tx);
      }),
  };
  return Object.create(deps, { database: { value: held, enumerable: true } }) as ImportDependencies;
}
