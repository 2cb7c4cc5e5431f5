import { dailyCron } from '../../platform/jobs/daily-cron.js';
import { queuedTimes } from '../../platform/jobs/job-facts.js';
import type { JobDefinition, JobQueue } from '../../platform/jobs/job-queue.js';
import { defineJob, NO_PAYLOAD } from '../../platform/jobs/define-job.js';
import type { ServerKeys } from '../../platform/security/key-file.js';
import { sentence } from '../../platform/words/index.js';
import { CHECK_FOLLOWED, checkFollowed, followSubject, type FollowCheckDeps } from './follow-check.js';
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
  readonly keys: Pick<ServerKeys, 'jwtKey'>;
}

/** Returns the times of so many checks, evenly spread over the day but at most ten minutes apart. */
export function spreadChecks(count: number, from: Date, timeScale: number): Date[] {
  const apart = Math.min(SPREAD_MS / Math.max(1, count), MOST_APART_MS) * timeScale;
  return Array.from({ length: count }, (_, index) => new Date(from.getTime() + Math.round(index * apart)));
}

/** The check of everything that is followed, and of one series or author. */
export function followJobs(deps: FollowJobDeps): JobDefinition[] {
  const { database, jobs, keys, now, timeScale } = deps;
  return [
    CHECK_ALL_FOLLOWED.handledBy({
      title: sentence('job.check_all_followed'),
      cron: dailyCron(CHECK_ALL_FOLLOWED.name, keys),
      async run(job) {
        await database.transaction((tx) => removeOrphans(tx));
        const listings = await followedListings(database.read);
        const times = spreadChecks(listings.length, now(), timeScale);
        for (let start = 0; start < listings.length; start += AT_ONCE) {
          job.signal.throwIfAborted();
          const some = listings.slice(start, start + AT_ONCE);
          await database.transaction(async (tx) => {
            for (const [index, listing] of some.entries()) {
              await jobs.enqueue(tx, CHECK_FOLLOWED(listing, { runAt: times[start + index] ?? now() }));
            }
            // one that was queued for an earlier time keeps it
            const planned = await queuedTimes(tx, CHECK_FOLLOWED.name, some.map(followSubject));
            for (const listing of some) {
              const at = planned.get(followSubject(listing));
              if (at !== undefined) await planCheck(tx, listing, at);
            }
          });
        }
        job.progress({
          done: listings.length,
          total: listings.length,
          message: sentence('progress.checks_planned', { count: listings.length }),
        });
      },
    }),
    CHECK_FOLLOWED.handledBy({
      title: sentence('job.check_followed'),
      timeoutMs: CHECK_TIMEOUT_MS,
      run: (job) => checkFollowed(deps, job),
    }),
  ];
}
