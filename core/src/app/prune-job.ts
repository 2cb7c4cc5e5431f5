import { pruneRateStore } from '../platform/http/rate-store.js';
import type { JobDefinition } from '../platform/jobs/job-queue.js';
import type { Cradle } from './cradle.js';

const DAY_MS = 86_400_000;
const KEEP_JOBS_DAYS = 7;
const KEEP_SEARCHES_DAYS = 30;

/** Keeps histories bounded: finished jobs, searches of requests that are over, and the audit log as the settings say. */
export function pruneJob({
  jobs,
  database,
  now,
  loginTokens,
  downloadLinks,
  audit,
  settings,
}: Pick<Cradle, 'jobs' | 'database' | 'now' | 'loginTokens' | 'downloadLinks' | 'audit' | 'settings'>): JobDefinition {
  const before = (days: number) => new Date(now().getTime() - days * DAY_MS);
  return {
    name: 'history.prune',
    title: 'Forget old history',
    cron: '23 3 * * *',
    async run(job) {
      const pruned = await jobs.prune(before(KEEP_JOBS_DAYS));
      const searches = await database.transaction((tx) =>
        tx.run(
          `DELETE FROM searches WHERE started_at < ? AND request_id IN (SELECT id FROM requests WHERE status_group IN ('completed', 'closed'))`,
          [before(KEEP_SEARCHES_DAYS).toISOString()],
        ),
      );
      await loginTokens.prune();
      await downloadLinks.prune();
      await pruneRateStore(database, now());
      const { keepDays } = (await settings.get()).audit;
      if (keepDays !== null) await audit.prune(before(keepDays));
      job.progress({ done: pruned + searches, message: `${pruned} jobs and ${searches} searches were forgotten.` });
    },
  };
}
