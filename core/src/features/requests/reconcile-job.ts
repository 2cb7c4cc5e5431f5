import type { Database } from '../../platform/db/index.js';
import type { JobDefinition, JobQueue } from '../../platform/jobs/job-queue.js';
import type { CatalogService } from '../catalog/index.js';
import { MONITOR_JOB } from '../downloads/monitor-job.js';
import type { RequestRow } from '../lifecycle/request-record.js';
import { REQUEST_JOBS, requestSubject, type RequestTransitions } from '../lifecycle/transitions.js';

/** Looks for requests that nothing moves any more, at start and hourly; there should be none. */
export const RECONCILE_JOB = 'requests.reconcile';

/** Reads release dates again, daily. */
export const RELEASE_DATES_JOB = 'requests.release-dates';

const RESUMED_BY: Partial<Record<RequestRow['status'], string>> = {
  pending: REQUEST_JOBS.search,
  searching: REQUEST_JOBS.search,
  awaiting_search: REQUEST_JOBS.search,
  downloading: REQUEST_JOBS.grab,
  processing: REQUEST_JOBS.import,
  awaiting_import: REQUEST_JOBS.import,
};

interface Dependencies {
  readonly database: Database;
  readonly jobs: JobQueue;
  readonly transitions: RequestTransitions;
  readonly catalog: CatalogService;
  readonly now: () => Date;
}

/** The safety net under the state machine, and the release-date gate. */
export function reconcileJobs(deps: Dependencies): JobDefinition[] {
  const { database, jobs, now } = deps;

  async function reconcile(): Promise<number> {
    const statuses = Object.keys(RESUMED_BY);
    const orphans = await database.read.all<RequestRow>(
      `SELECT r.* FROM requests r WHERE r.status_group IN ('active', 'waiting') AND r.status IN (${statuses.map(() => '?').join(', ')})
       AND NOT EXISTS (SELECT 1 FROM jobs j WHERE j.subject = 'request:' || r.id AND j.state IN ('queued', 'running'))
       AND NOT (r.status = 'downloading' AND EXISTS (
         SELECT 1 FROM download_history d WHERE d.id = r.current_download_id AND d.state = 'added'))
       ORDER BY r.created_at LIMIT 1000`,
      statuses,
    );
    const watched = await database.read.all<{ integrationId: string }>(
      `SELECT DISTINCT d.integration_id FROM download_history d JOIN requests r ON r.current_download_id = d.id
       WHERE d.state = 'added' AND r.status = 'downloading' AND d.integration_id IS NOT NULL`,
    );
    await database.transaction(async (tx) => {
      for (const { integrationId } of watched) {
        await jobs.enqueue(tx, { name: MONITOR_JOB, payload: { integrationId }, singletonKey: `${MONITOR_JOB}:${integrationId}` });
      }
      for (const request of orphans) {
        const name = RESUMED_BY[request.status];
        if (name === undefined) continue;
        await jobs.enqueue(tx, {
          name,
          payload: { requestId: request.id },
          singletonKey: `${name}:${request.id}`,
          subject: requestSubject(request.id),
        });
      }
    });
    return orphans.length;
  }

  /** @returns how many books came out */
  async function releaseDates(signal: AbortSignal): Promise<number> {
    const waiting = await database.read.all<RequestRow>(
      "SELECT * FROM requests WHERE status_group = 'waiting' AND status = 'awaiting_release'",
    );
    const today = now().toISOString().slice(0, 10);
    let released = 0;
    for (const request of waiting) {
      signal.throwIfAborted();
      // a dead catalogue leaves the date that is known
      const book = await deps.catalog.book(request.asin, { signal, fresh: true }).catch(() => undefined);
      const date = book?.releaseDate;
      if (book && (date === undefined || date <= today)) {
        released += 1;
        await database.transaction((tx) =>
          deps.transitions.apply(tx, request.id, 'release_date_reached', {
            message: 'The book is out.',
            reason: { code: 'queued', message: 'The search is about to start.' },
          }),
        );
      } else if (date !== undefined) {
        await database.transaction((tx) =>
          deps.transitions.setReason(
            tx,
            request.id,
            {
              code: 'awaiting_release',
              message: `The book comes out on ${date}.`,
              nextAt: `${date}T00:00:00.000Z`,
              nextStep: 'The search starts on that day.',
            },
            'awaiting_release',
          ),
        );
      }
    }
    return released;
  }

  return [
    {
      name: RECONCILE_JOB,
      title: 'Look after stuck requests',
      cron: '41 * * * *',
      async run(job) {
        const found = await reconcile();
        job.progress({ done: found, message: found === 0 ? 'Every request is being moved.' : `${found} requests were given a push.` });
      },
    },
    {
      name: RELEASE_DATES_JOB,
      title: 'Read release dates again',
      cron: '7 0 * * *',
      async run(job) {
        const released = await releaseDates(job.signal);
        job.progress({ done: released, message: `${released} books came out.` });
      },
    },
  ];
}
