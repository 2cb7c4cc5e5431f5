import type { Database } from '../../platform/db/index.js';
import { subjectsAtWork } from '../../platform/jobs/job-facts.js';
import type { Logger } from '../../platform/logging/logger.js';
import { IMPORT, requestSubject } from '../lifecycle/request-jobs.js';
import type { Settings } from '../settings/settings.js';
import { sweepWorkingFolders } from '../../files/placing/placement.js';

/**
 * Removes the leftovers of interrupted imports. It spares the working folders of imports that are still running, in
 * another process on the same database, and of those that will run again, because they begin by removing them.
 *
 * @returns names of removed folders; empty if there is no library folder or it cannot be read
 */
export async function sweepAbandonedImports(deps: {
  readonly database: Database;
  readonly settings: { get(): Promise<Pick<Settings, 'library'>> };
  readonly log: Pick<Logger, 'info' | 'warn'>;
}): Promise<string[]> {
  const { path } = (await deps.settings.get()).library;
  if (path === null) return [];
  const running = await subjectsAtWork(deps.database.read, IMPORT.name);
  try {
    const removed = await sweepWorkingFolders(path, (id) => running.has(requestSubject(id)));
    if (removed.length > 0) deps.log.info({ count: removed.length }, 'folders of abandoned imports were removed');
    return removed;
  } catch (error) {
    deps.log.warn({ err: error }, 'the library folder cannot be swept');
    return [];
  }
}
