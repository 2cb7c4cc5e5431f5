import type { Logger } from '../logging/logger.js';
import type { Tx } from '../db/index.js';
import type { Said, Say } from '../words/index.js';

export type JobState = 'queued' | 'running' | 'done' | 'failed' | 'cancelled';

/** JSON that a job carries. Never put a secret into it. */
export type JobPayload = Record<string, unknown>;

/** How far a job is. `total` is absent when it cannot be known. */
export interface JobProgress {
  readonly done: number;
  readonly total?: number;
  readonly message?: Said;
}

/** How far a job is, in the language of a reader. */
export function sayProgress({ message, ...progress }: JobProgress, say: Say): Omit<JobProgress, 'message'> & { readonly message?: string } {
  return message === undefined ? progress : { ...progress, message: say(message) };
}

/** A job to be enqueued. */
export interface JobRequest {
  readonly name: string;
  readonly payload?: JobPayload;
  /**
   * At most one queued and one running job carry the same key. Asking again while one is queued moves it forward to
   * the earlier of both times; asking while one runs queues one more run after it.
   */
  readonly singletonKey?: string;
  /** The thing that the job is about, such as `request:<id>`. Jobs can be cancelled by their subject. */
  readonly subject?: string;
  /** The job does not run before this time. */
  readonly runAt?: Date;
  /** Lower runs first. Default 0. */
  readonly priority?: number;
}

export interface JobContext<P = JobPayload> {
  readonly id: string;
  readonly payload: P;
  /** 1 for the first run. */
  readonly attempt: number;
  readonly maxAttempts: number;
  /** Fires when the job is cancelled, at its deadline, and when the queue stops. */
  readonly signal: AbortSignal;
  readonly log: Logger;
  progress(progress: JobProgress): void;
  /**
   * Makes sure that nobody else runs the job: a worker that was silent for long has lost it to another, and may still be at work. Call it before
   * each step that must not happen twice. Within a transaction it keeps others from taking the job over until that ends.
   *
   * @param tx default: a transaction of its own
   * @throws RunTakenOver; let it pass
   */
  readonly hold: (tx?: Tx) => Promise<void>;
}

/** Another run of the same job has begun: this one is to change nothing more. */
export class RunTakenOver extends Error {
  override readonly name = 'RunTakenOver';

  constructor() {
    super('Another worker has taken this job over.');
  }
}

/** The payload of a job does not fit its type. A retry cannot help, so the job fails at once and for good. */
export class UnfitPayloadError extends Error {
  override readonly name = 'UnfitPayloadError';
}

/** The key of scheduled runs of a job. */
export function scheduleKey(name: string): string {
  return `schedule:${name}`;
}

/** The request that the schedule of a job enqueues. */
export function scheduledRun(name: string): JobRequest {
  return { name, singletonKey: scheduleKey(name) };
}

/** A handler returns this to be run again at a time. That does not count as a failure. */
export interface RunAgain {
  readonly againAt: Date;
}

/** A job that a person cancelled. */
export interface CancelledJob<P = JobPayload> {
  readonly id: string;
  readonly payload: P;
}

/**
 * A kind of job, as the queue knows it; features declare theirs with `defineJob`. Handlers must be idempotent: a job
 * whose worker died runs again.
 */
export interface JobDefinition {
  readonly name: string;
  /** The name that people see. */
  readonly title: Said;
  /** The thing that a job works on, such as `request:<id>`. Default: its subject. */
  readonly about?: (payload: JobPayload) => string;
  /** Runs that went well tell people nothing: what they did is in the notifications, the webhook's log or nowhere. */
  readonly quiet?: boolean;
  /** How many of this kind run at once in this process. Default 1. */
  readonly concurrency?: number;
  /** Default 5. */
  readonly maxAttempts?: number;
  /** How long a run may take, in milliseconds. Default 10 minutes. */
  readonly timeoutMs?: number;
  /** Milliseconds before attempt `attempt + 1`. Default: exponential from 5 s to 1 h with jitter. */
  readonly backoffMs?: (attempt: number) => number;
  readonly run: (job: JobContext) => Promise<RunAgain | void>;
  /** Called once, after the last attempt failed; never while a retry is pending, and never for an {@link UnfitPayloadError}. */
  readonly onExhausted?: (job: Omit<JobContext, 'signal' | 'progress'>, error: unknown) => Promise<void>;
  /**
   * Called in the transaction in which a person cancels a job that waits or runs, so that what stands beside the job in the
   * database does not wait for it for ever. It comes before the job is marked, since others change their records before
   * their jobs, too. A run is aborted after the commit, and may still write something. Not called by
   * {@link JobQueue.cancelSubject}, whose caller knows what it ends, nor for an {@link UnfitPayloadError}.
   *
   * @returns a job that settles what the cancelled one leaves behind; it may have the same key
   */
  readonly onCancelled?: (tx: Tx, job: CancelledJob) => Promise<JobRequest | void>;
  /** Cron expression (5 fields, UTC) for jobs that also run on a schedule. */
  readonly cron?: string;
}

/** A job as the jobs page shows it. */
export interface JobInfo {
  readonly id: string;
  readonly name: string;
  readonly title: Said;
  readonly state: JobState;
  readonly attempt: number;
  readonly maxAttempts: number;
  readonly progress?: JobProgress;
  readonly error?: Said;
  readonly subject?: string;
  /** The thing that it works on, such as `request:<id>`. */
  readonly about?: string;
  /** Its kind is {@link JobDefinition.quiet}. */
  readonly quiet?: boolean;
  readonly createdAt: string;
  readonly runAt: string;
  readonly startedAt?: string;
  readonly finishedAt?: string;
}

/** A schedule as the jobs page shows it. */
export interface ScheduleInfo {
  readonly name: string;
  readonly title: Said;
  readonly cron: string;
  readonly nextRun?: string;
}

/** The jobs of one kind that wait. */
export interface WaitingJobs {
  readonly name: string;
  /** In words. */
  readonly title: Said;
  readonly count: number;
  /** When the first of them is due; ISO 8601. */
  readonly nextAt: string;
}

/**
 * Durable background work. A job runs at least once: a run that a crash cut off is repeated. Every adapter is tested with
 * `jobQueueContract`.
 */
export interface JobQueue {
  define(definition: JobDefinition): void;
  /** Joins the caller's transaction: the job exists only if that commits. */
  enqueue(tx: Tx, request: JobRequest): Promise<void>;
  /** Enqueues in a transaction of its own. */
  add(request: JobRequest): Promise<void>;
  start(): Promise<void>;
  /** Aborts what runs, waits for it, and gives the rest back to the queue. */
  stop(): Promise<void>;
  /** Cancels queued and running jobs of a subject, in the caller's transaction. */
  cancelSubject(tx: Tx, subject: string, names?: readonly string[]): Promise<void>;
  /** Cancels a job because a person wants it. @returns false when the job does not exist or has ended */
  cancel(id: string): Promise<boolean>;
  schedules(): readonly ScheduleInfo[];
  /** What a kind of job is called; nothing for a kind that this version does not have. */
  titleOf(name: string): Said | undefined;
  /**
   * Lists live jobs first, then finished ones, newest first.
   *
   * @param options.telling leaves out quiet ones that are done
   */
  list(options?: { name?: string; states?: readonly JobInfo['state'][]; limit?: number; telling?: boolean }): Promise<JobInfo[]>;
  /** What runs, then what waits: the next of each kind, then the second of each, so that thousands of one kind hide no other. */
  live(limit: number): Promise<JobInfo[]>;
  /** How many jobs of each kind wait, the one that is due first first. */
  waiting(): Promise<WaitingJobs[]>;
  get(id: string): Promise<JobInfo | undefined>;
  /** The last finished run of each kind. */
  lastRuns(): Promise<Map<string, JobInfo>>;
  /** Deletes finished jobs that ended before a time. @returns how many */
  prune(before: Date): Promise<number>;
  /** Calls the listener for every change of a job in this process. @returns a function that removes the listener */
  onChange(listener: (job: JobInfo) => void): () => void;
  /** Resolves when nothing is running and nothing is due. For tests. */
  idle(): Promise<void>;
}
