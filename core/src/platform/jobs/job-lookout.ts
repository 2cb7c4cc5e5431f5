import type { ClaimedJob } from './job-rows.js';
import { freeNames, tellSoon, type JobWorker, type RunningJob } from './job-worker.js';
import { runJob } from './run-job.js';

/** Looks at the table for jobs that are due, and launches them. */
export interface Lookout {
  /** Looks now, or once more after the current look. Does nothing while the worker is not started. */
  look(): void;
  /** Cancels the next planned look. */
  unplan(): void;
  /** Resolves when the current look has ended. */
  settled(): Promise<void>;
}

export interface ClockCare {
  /** By how many milliseconds the clock was set back since this was asked last. */
  readonly setBack: () => number;
  /** Plans anew what was planned by the clock. */
  readonly planAgain: () => void;
}

export function createLookout(worker: JobWorker, { setBack, planAgain }: ClockCare): Lookout {
  const { leases, leaseMs, log, now, pollMs, running, store } = worker;
  let wake: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;
  let lookAgain = false;
  /** Milliseconds by which the clock was set back and due times were not yet. */
  let behind = 0;

  async function followClock(): Promise<void> {
    behind += setBack();
    if (behind === 0) return;
    await leases.pullIn(now(), behind, leaseMs);
    log.warn({ seconds: Math.round(behind / 1000) }, 'the clock was set back; what waits for a time was moved with it');
    behind = 0;
    planAgain();
  }

  function launch(job: ClaimedJob): void {
    const entry: RunningJob = { job, abort: new AbortController(), cancelled: false, progressSavedAt: 0, done: Promise.resolve() };
    running.set(job.lease, entry);
    tellSoon(worker, job.id);
    entry.done = runJob(worker, entry)
      .catch((error: unknown) =>
        log.error({ err: error, job: job.name, jobId: job.id }, 'job outcome could not be saved; it runs again after its lease'),
      )
      .then(() => {
        running.delete(job.lease);
        tellSoon(worker, job.id);
        look();
      });
  }

  async function lookOnce(): Promise<void> {
    do {
      lookAgain = false;
      await followClock();
      await leases.reclaim(now(), new Set(running.keys()));
      for (;;) {
        if (!worker.isStarted) return;
        const at = now();
        const job = await leases.claim(freeNames(worker), at, new Date(at.getTime() + leaseMs));
        if (!job) break;
        launch(job);
      }
    } while (lookAgain);
    if (!worker.isStarted) return;
    const due = await store.nextDue(freeNames(worker));
    const wait = due ? Math.min(pollMs, Math.max(5, due.getTime() - now().getTime())) : pollMs;
    clearTimeout(wake);
    wake = setTimeout(look, wait);
  }

  function look(): void {
    if (!worker.isStarted) return;
    if (looking) {
      lookAgain = true;
      return;
    }
    looking = lookOnce()
      .catch((error: unknown) => {
        log.error({ err: error }, 'job table could not be read');
        wake = setTimeout(look, pollMs);
      })
      .finally(() => {
        looking = undefined;
        if (lookAgain) look();
      });
  }

  return {
    look,
    unplan: () => clearTimeout(wake),
    settled: async () => looking,
  };
}
