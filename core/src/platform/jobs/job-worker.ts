import type { Logger } from '../logging/logger.js';
import type { Metrics } from '../metrics/metrics.js';
import type { JobLeases } from './job-leases.js';
import type { JobDefinition, JobInfo, JobProgress } from './job-queue.js';
import type { ClaimedJob } from './job-rows.js';
import type { JobStore } from './job-store.js';

/** A run in this process. */
export interface RunningJob {
  readonly job: ClaimedJob;
  readonly abort: AbortController;
  cancelled: boolean;
  progress?: JobProgress;
  progressSavedAt: number;
  done: Promise<void>;
}

/** The state of one embedded queue, which its parts share. */
export interface JobWorker {
  readonly log: Logger;
  readonly metrics?: Metrics;
  readonly now: () => Date;
  readonly leaseMs: number;
  /** Longest sleep between two looks at the table, and between two tries to save an outcome. */
  readonly pollMs: number;
  readonly store: JobStore;
  readonly leases: JobLeases;
  /** Multiplies back-offs. */
  readonly timeScale: number;
  readonly definitions: Map<string, JobDefinition>;
  /** By lease, since a run that lost its lease may still be at work beside the next one. */
  readonly running: Map<string, RunningJob>;
  /** Leases of the runs among them that have ended, and whose outcome could not be saved yet. */
  readonly unsaved: Set<string>;
  readonly listeners: Set<(job: JobInfo) => void>;
  /** False before the start, and as soon as the queue is told to stop. */
  isStarted: boolean;
}

export function definitionOf({ definitions }: JobWorker, name: string): JobDefinition {
  const definition = definitions.get(name);
  if (!definition) throw new Error(`No job is defined with the name ${name}.`);
  return definition;
}

/** The names of the kinds that may begin one more run. */
export function freeNames({ definitions, running }: JobWorker): string[] {
  const counts = new Map<string, number>();
  for (const { job } of running.values()) counts.set(job.name, (counts.get(job.name) ?? 0) + 1);
  return [...definitions.values()].filter((d) => (counts.get(d.name) ?? 0) < (d.concurrency ?? 1)).map((d) => d.name);
}

/** Shows listeners the job as it is stored now. */
export async function tell({ listeners, store }: JobWorker, id: string): Promise<void> {
  if (listeners.size === 0) return;
  const info = await store.get(id);
  if (info) for (const listener of listeners) listener(info);
}

/** Does not wait, and only logs failures: a job that cannot be shown must end neither the process nor the job. */
export function tellSoon(worker: JobWorker, id: string): void {
  tell(worker, id).catch((error: unknown) => worker.log.warn({ err: error, jobId: id }, 'a job could not be shown'));
}

function abortRun(entry: RunningJob, cancelled: boolean): void {
  entry.cancelled = cancelled;
  entry.abort.abort(new Error(cancelled ? 'cancelled' : 'the lease was lost'));
}

/** Aborts the runs of cancelled jobs. */
export function abortCancelled({ running }: JobWorker, ids: readonly string[]): void {
  for (const entry of running.values()) if (ids.includes(entry.job.id)) abortRun(entry, true);
}

/** Prolongs the leases of all runs, and aborts those that were cancelled or taken over by another worker. */
export async function renewLeases(worker: JobWorker): Promise<void> {
  const { leases, leaseMs, now, running } = worker;
  const { cancelled, lost } = await leases.renew([...running.keys()], new Date(now().getTime() + leaseMs));
  for (const [lease, entry] of [...running]) {
    if (cancelled.includes(lease)) abortRun(entry, true);
    else if (lost.includes(lease)) abortRun(entry, false);
  }
}
