import { hostname } from 'node:os';
import { dailyCron } from '../catalog/index.js';
import type { JobDefinition, JobQueue } from '../../platform/jobs/job-queue.js';
import { defineJob, NO_PAYLOAD } from '../../platform/jobs/define-job.js';
import { CHECK_FOLLOWED, checkFollowed, type FollowCheckDeps } from './follow-check.js';
import { followedListings, planCheck, removeOrphans } from './follow-store.js';

/** Plans the check of everything that is followed. */
const CHECK_ALL_FOLLOWED = defineJob('following.check-all', NO_PAYLOAD, { key: 'schedule' });

const MINUTE_MS = 60_000;
/** The checks of a day are spread over this long. */
const SPREAD_MS = 20 * 60 * MINUTE_MS;
const MOST_APART_MS = 10 * MINUTE_MS;
/** Planned in one transaction. */
const AT_ONCE = 200;
/** One listing may have a thousand books, and a rate-limited catalogue is slow. */
const CHECK_TIMEOUT_MS = 30 * MINUTE_MS;

export interface FollowJobDeps extends FollowCheckDeps {
  readonly jobs: Pick<JobQueue, 'enqueue'>;
}

/** Returns the times of so many checks, evenly spread over the day but at most ten minutes apart. */
export function spreadChecks(count: number, from: Date, timeScale: number): Date[] {
  const apart = Math.min(SPREAD_MS / Math.max(1, count), MOST_APART_MS) * timeScale;
  return Array.from({ length: count }, (_, index) => new Date(from.getTime() + Math.round(index * apart)));
}

/** The check of everything that is followed, and of one series or author. */
export function followJobs(deps: FollowJobDeps): JobDefinition[] {
  const { database, jobs, now, timeScale } = deps;
  return [
    CHECK_ALL_FOLLOWED.handledBy({
      title: 'Check followed series and authors',
      cron: dailyCron(`following ${hostname()}`),
      async run(job) {
        await database.transaction((tx) => removeOrphans(tx));
        const listings = await followedListings(database.read);
        const times = spreadChecks(listings.length, now(), timeScale);
        for (let start = 0; start < listings.length; start += AT_ONCE) {
          job.signal.throwIfAborted();
          await database.transaction(async (tx) => {
            for (const [index, listing] of listings.slice(start, start + AT_ONCE).entries()) {
              const runAt = times[start + index] ?? now();
              await jobs.enqueue(tx, CHECK_FOLLOWED(listing, { runAt }));
              await planCheck(tx, listing, runAt.toISOString());
            }
          });
        }
        job.progress({ done: listings.length, total: listings.length, message: `Checks planned for today: ${listings.length}.` });
      },
    }),
    CHECK_FOLLOWED.handledBy({
      title: 'Check a followed series or author',
      timeoutMs: CHECK_TIMEOUT_MS,
      run: (job) => checkFollowed(deps, job),
    }),
  ];
}
