import type { EventBus } from '../../platform/events/event-bus.js';
import type { JobInfo, JobQueue } from '../../platform/jobs/job-queue.js';
import { redactedJob } from './job-schemas.js';

export interface JobAnnouncerDeps {
  readonly jobs: Pick<JobQueue, 'onChange'>;
  readonly events: EventBus;
  readonly redact: (text: string) => string;
  /** Milliseconds within which changes to one job become one event. Default 500. */
  readonly everyMs?: number;
}

/**
 * Sends job states to admins' browsers as `job.updated`, at a limited rate per job, so that thousands of quick jobs do
 * not become thousands of events a second.
 *
 * @returns a function that stops it
 */
export function announceJobs({ jobs, events, redact, everyMs = 500 }: JobAnnouncerDeps): () => void {
  const pending = new Map<string, JobInfo>();
  let timer: NodeJS.Timeout | undefined;

  function flush(): void {
    timer = undefined;
    const changed = [...pending.values()];
    pending.clear();
    for (const job of changed) events.publish({ type: 'job.updated', data: { job: redactedJob(job, redact) }, audience: 'admins' });
  }

  const end = jobs.onChange((job) => {
    pending.set(job.id, job);
    timer ??= setTimeout(flush, everyMs).unref();
  });
  return () => {
    end();
    clearTimeout(timer);
  };
}
