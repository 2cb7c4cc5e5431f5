import type { Sql, Tx } from '../../platform/db/index.js';
import type { JobDefinition, JobProgress, JobQueue } from '../../platform/jobs/job-queue.js';
import { syncShelf, type ShelfSyncDeps } from './shelf-sync.js';
import { placeholders } from '../../platform/db/index.js';

/** Reads one shelf. */
export const SHELF_SYNC_JOB = 'shelf.sync';
/** Has all shelves read, one after the other. */
export const SHELF_SYNC_ALL_JOB = 'shelf.sync-all';

/** Spreads shelves, so that sites do not see all users of a server at once. */
const APART_MS = 20_000;
const HOUR_MS = 3_600_000;

export function shelfSubject(shelfId: string): string {
  return `shelf:${shelfId}`;
}

/** Has a shelf read as soon as possible, in the caller's transaction. A sync that waits for its time is moved forward. */
export function enqueueSync(jobs: Pick<JobQueue, 'enqueue'>, tx: Tx, shelfId: string, runAt?: Date): Promise<void> {
  const subject = shelfSubject(shelfId);
  return jobs.enqueue(tx, {
    name: SHELF_SYNC_JOB,
    payload: { shelfId },
    singletonKey: `${SHELF_SYNC_JOB}:${shelfId}`,
    subject,
    ...(runAt ? { runAt } : {}),
  });
}

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
    [...shelfIds.map(shelfSubject), SHELF_SYNC_JOB],
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
    {
      name: SHELF_SYNC_ALL_JOB,
      title: 'Shelf sync',
      cron: '41 */6 * * *',
      async run(job) {
        await deps.database.transaction((tx) => deps.store.deleteOrphans(tx));
        const ids = await deps.store.due(deps.database.read);
        await deps.database.transaction(async (tx) => {
          for (const [index, id] of ids.entries()) {
            await enqueueSync(deps.jobs, tx, id, new Date(deps.now().getTime() + index * APART_MS * deps.timeScale));
          }
        });
        job.progress({ done: ids.length, total: ids.length, message: `${ids.length} shelves are read.` });
      },
    },
    {
      name: SHELF_SYNC_JOB,
      title: 'Read a shelf',
      concurrency: 2,
      timeoutMs: HOUR_MS,
      run: (job) => syncShelf(deps, job),
    },
  ];
}
