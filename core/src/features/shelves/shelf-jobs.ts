import type { Sql } from '../../platform/db/index.js';
import { defineJob, NO_PAYLOAD } from '../../platform/jobs/define-job.js';
import { jobsUnderWay, type JobUnderWay } from '../../platform/jobs/job-facts.js';
import type { JobDefinition, JobQueue } from '../../platform/jobs/job-queue.js';
import { sentence } from '../../platform/words/index.js';
import { shelfSubject, SYNC_SHELF, syncShelf, type ShelfSyncDeps } from './shelf-sync.js';

/** Reads all shelves, one at a time. */
const SYNC_ALL_SHELVES = defineJob('shelf.sync-all', NO_PAYLOAD, { key: 'schedule' });

/** Spreads shelves, so that sites do not see all users of a server at once. */
const APART_MS = 20_000;
const HOUR_MS = 3_600_000;

/** Current syncs by shelf, in one statement; the running one if another waits behind it. */
export async function syncsUnderWay(sql: Sql, shelfIds: readonly string[]): Promise<Map<string, JobUnderWay>> {
  if (shelfIds.length === 0) return new Map();
  const jobs = await jobsUnderWay(sql, SYNC_SHELF.name, shelfIds.map(shelfSubject));
  return new Map([...jobs].map(([subject, job]) => [subject.slice('shelf:'.length), job]));
}

export interface ShelfJobDeps extends ShelfSyncDeps {
  readonly jobs: Pick<JobQueue, 'enqueue'>;
}

/** The jobs that sync all shelves, and one shelf. */
export function shelfJobs(deps: ShelfJobDeps): JobDefinition[] {
  return [
    SYNC_ALL_SHELVES.handledBy({
      title: sentence('job.sync_shelves'),
      cron: '41 */6 * * *',
      async run(job) {
        await deps.database.transaction((tx) => deps.store.deleteOrphans(tx));
        const ids = await deps.store.due(deps.database.read);
        await deps.database.transaction(async (tx) => {
          for (const [index, id] of ids.entries()) {
            const runAt = new Date(deps.now().getTime() + index * APART_MS * deps.timeScale);
            await deps.jobs.enqueue(tx, SYNC_SHELF({ shelfId: id }, { runAt }));
          }
        });
        job.progress({ done: ids.length, total: ids.length, message: sentence('progress.shelves_read', { count: ids.length }) });
      },
    }),
    SYNC_SHELF.handledBy({
      title: sentence('job.sync_shelf'),
      concurrency: 2,
      timeoutMs: HOUR_MS,
      run: (job) => syncShelf(deps, job),
    }),
  ];
}
