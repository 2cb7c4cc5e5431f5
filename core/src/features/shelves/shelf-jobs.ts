import type { Sql } from '../../platform/db/index.js';
import { defineJob, NO_PAYLOAD } from '../../platform/jobs/define-job.js';
import type { JobDefinition, JobProgress, JobQueue } from '../../platform/jobs/job-queue.js';
import { shelfSubject, SYNC_SHELF, syncShelf, type ShelfSyncDeps } from './shelf-sync.js';
import { placeholders } from '../../platform/db/index.js';

/** Has all shelves read, one after the other. */
const SYNC_ALL_SHELVES = defineJob('shelf.sync-all', NO_PAYLOAD, { key: 'schedule' });

/** Spreads shelves, so that sites do not see all users of a server at once. */
const APART_MS = 20_000;
const HOUR_MS = 3_600_000;

/** A sync that waits or runs. */
export interface SyncUnderWay {
  readonly state: 'queued' | 'running';
  /** Waits until then. */
  readonly runAt: string;
  readonly progress?: JobProgress;
}

/** Syncs under way by shelf, in one statement; the running one where another waits behind it. */
export async function syncsUnderWay(sql: Sql, shelfIds: readonly string[]): Promise<Map<string, SyncUnderWay>> {
  if (shelfIds.length === 0) return new Map();
  const rows = await sql.all<{ subject: string; state: 'queued' | 'running'; runAt: string; progress: string | null }>(
    `SELECT subject, state, run_at, progress FROM jobs
     WHERE subject IN (${placeholders(shelfIds.length)}) AND name = ? AND state IN ('queued', 'running') ORDER BY state`,
    [...shelfIds.map(shelfSubject), SYNC_SHELF.name],
  );
  return new Map(
    rows.map(({ subject, state, runAt, progress }) => [
      subject.slice('shelf:'.length),
      { state, runAt, ...(progress === null ? {} : { progress: JSON.parse(progress) as JobProgress }) },
    ]),
  );
}

export interface ShelfJobDeps extends ShelfSyncDeps {
  readonly jobs: Pick<JobQueue, 'enqueue'>;
}

/** The shelf sync of everybody, and of one shelf. */
export function shelfJobs(deps: ShelfJobDeps): JobDefinition[] {
  return [
    SYNC_ALL_SHELVES.handledBy({
      title: 'Shelf sync',
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
        job.progress({ done: ids.length, total: ids.length, message: `${ids.length} shelves are being read.` });
      },
    }),
    SYNC_SHELF.handledBy({
      title: 'Read a shelf',
      concurrency: 2,
      timeoutMs: HOUR_MS,
      run: (job) => syncShelf(deps, job),
    }),
  ];
}
