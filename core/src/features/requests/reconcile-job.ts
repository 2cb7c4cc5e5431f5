import type { Database } from '../../platform/db/index.js';
import { defineJob, NO_PAYLOAD } from '../../platform/jobs/define-job.js';
import type { JobDefinition, JobQueue, JobRequest } from '../../platform/jobs/job-queue.js';
import { sentence } from '../../platform/words/index.js';
import type { CatalogService } from '../catalog/index.js';
import { MONITOR } from '../downloads/monitor-job.js';
import { GRAB, IMPORT, SEARCH } from '../lifecycle/request-jobs.js';
import { unreleasedUntil } from '../lifecycle/reasons/unreleased.js';
import { waitReason } from '../lifecycle/reasons/wait-reasons.js';
import { factsOf, statusesThat, type StatusFacts } from '../lifecycle/statuses.js';
import type { RequestTransitions } from '../lifecycle/transitions.js';
import { requestsIn, requestsWithoutJob } from '../lifecycle/request-store.js';
import type { DownloadStore } from '../lifecycle/download-store.js';

/** Looks for requests that nothing moves any more, at start and hourly; there should be none. */
export const RECONCILE = defineJob('requests.reconcile', NO_PAYLOAD, { key: 'schedule' });

/** Reads release dates again, daily. */
export const READ_RELEASE_DATES = defineJob('requests.release-dates', NO_PAYLOAD, { key: 'schedule' });

const MOVED_BY_JOB = statusesThat(({ movedBy }) => movedBy !== null);

const MOVERS: Record<NonNullable<StatusFacts['movedBy']>, (payload: { readonly requestId: string }) => JobRequest> = {
  search: SEARCH,
  grab: GRAB,
  import: IMPORT,
};

interface Dependencies {
  readonly database: Database;
  readonly jobs: JobQueue;
  readonly transitions: RequestTransitions;
  readonly catalog: CatalogService;
  readonly downloads: Pick<DownloadStore, 'busyClients'>;
  readonly now: () => Date;
}

/** The safety net under the state machine, and the release-date gate. */
export function reconcileJobs(deps: Dependencies): JobDefinition[] {
  const { database, jobs, now } = deps;

  async function reconcile(): Promise<number> {
    const orphans = await requestsWithoutJob(database.read, MOVED_BY_JOB);
    const watched = await deps.downloads.busyClients();
    await database.transaction(async (tx) => {
      for (const { integrationId } of watched) {
        await jobs.enqueue(tx, MONITOR({ integrationId }));
      }
      for (const request of orphans) {
        const { movedBy } = factsOf(request.status);
        if (movedBy !== null) await jobs.enqueue(tx, MOVERS[movedBy]({ requestId: request.id }));
      }
    });
    return orphans.length;
  }

  /** @returns how many books came out */
  async function releaseDates(signal: AbortSignal): Promise<number> {
    const waiting = await requestsIn(database.read, 'awaiting_release');
    const today = now().toISOString().slice(0, 10);
    let released = 0;
    for (const request of waiting) {
      signal.throwIfAborted();
      // an unreachable catalogue leaves the known date
      const book = await deps.catalog.book(request.asin, { region: request.region, signal, fresh: true }).catch(() => undefined);
      const date = book?.releaseDate;
      if (book && (date === undefined || date <= today)) {
        released += 1;
        await database.transaction((tx) =>
          deps.transitions.apply(tx, request.id, 'release_date_reached', {
            message: sentence('timeline.come_out'),
            reason: waitReason('queued'),
          }),
        );
      } else if (date !== undefined) {
        await database.transaction((tx) => deps.transitions.setReason(tx, request.id, unreleasedUntil(date), 'awaiting_release'));
      }
    }
    return released;
  }

  return [
    RECONCILE.handledBy({
      title: sentence('job.reconcile'),
      cron: '41 * * * *',
      async run(job) {
        const found = await reconcile();
        job.progress({
          done: found,
          message: found === 0 ? sentence('progress.none_stuck') : sentence('progress.set_moving', { count: found }),
        });
      },
    }),
    READ_RELEASE_DATES.handledBy({
      title: sentence('job.refresh_release_dates'),
      cron: '7 0 * * *',
      async run(job) {
        const released = await releaseDates(job.signal);
        job.progress({ done: released, message: sentence('progress.came_out', { count: released }) });
      },
    }),
  ];
}
