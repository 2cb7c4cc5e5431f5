import { Cron } from 'croner';
import { v7 as uuid } from 'uuid';
import type { Database, Tx } from '../db/index.js';
import type { Logger } from '../logging/logger.js';
import type { Metrics } from '../metrics/metrics.js';
import { crashPoint } from '../testing/crash-point.js';
import { exponentialBackoff } from './backoff.js';
import {
  scheduledRun,
  UnfitPayloadError,
  type JobContext,
  type JobDefinition,
  type JobInfo,
  type JobProgress,
  type JobQueue,
  type JobRequest,
} from './job-queue.js';
import { createJobStore, type ClaimedJob } from './job-store.js';

/** What the embedded queue works with. */
export interface EmbeddedJobQueueOptions {
  readonly database: Database;
  readonly log: Logger;
  readonly metrics?: Metrics;
  readonly now?: () => Date;
  /** Longest sleep between two looks at the table. Default 1000 ms. */
  readonly pollMs?: number;
  /** After which a silent worker counts as dead. Default 30 s. */
  readonly leaseMs?: number;
  /** True when no other process uses the database: running jobs found at start are dead. */
  readonly exclusive: boolean;
  /** Multiplies back-offs. */
  readonly timeScale?: number;
}

interface Running {
  readonly job: ClaimedJob;
  readonly abort: AbortController;
  cancelled: boolean;
  progress?: JobProgress;
  progressSavedAt: number;
  done: Promise<void>;
}

const DEFAULT_TIMEOUT_MS = 600_000;
const PROGRESS_EVERY_MS = 1000;

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The job queue inside the server process, on the `jobs` table. */
export function createEmbeddedJobQueue(options: EmbeddedJobQueueOptions): JobQueue {
  const { database, log } = options;
  const now = options.now ?? (() => new Date());
  const leaseMs = options.leaseMs ?? 30_000;
  const pollMs = options.pollMs ?? 1000;
  const definitions = new Map<string, JobDefinition>();
  const store = createJobStore(database, uuid(), (name) => definitions.get(name)?.title ?? name);
  const running = new Map<string, Running>();
  const listeners = new Set<(job: JobInfo) => void>();
  const crons: Cron[] = [];
  let started = false;
  let wake: NodeJS.Timeout | undefined;
  let renewer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;
  let lookAgain = false;

  function definitionOf(name: string): JobDefinition {
    const definition = definitions.get(name);
    if (!definition) throw new Error(`No job is defined with the name ${name}.`);
    return definition;
  }

  async function tell(id: string): Promise<void> {
    if (listeners.size === 0) return;
    const info = await store.get(id);
    if (info) for (const listener of listeners) listener(info);
  }

  /** What goes wrong while people are shown a job must not end the process, or the job. */
  function tellSoon(id: string): void {
    tell(id).catch((error: unknown) => log.warn({ err: error, jobId: id }, 'a job could not be shown'));
  }

  function freeNames(): string[] {
    const counts = new Map<string, number>();
    for (const entry of running.values()) counts.set(entry.job.name, (counts.get(entry.job.name) ?? 0) + 1);
    return [...definitions.values()].filter((d) => (counts.get(d.name) ?? 0) < (d.concurrency ?? 1)).map((d) => d.name);
  }

  function contextOf(entry: Running): JobContext {
    const { job, abort } = entry;
    return {
      id: job.id,
      payload: job.payload ?? {},
      attempt: job.attempt,
      maxAttempts: job.maxAttempts,
      signal: abort.signal,
      log: log.child({ job: job.name, jobId: job.id }),
      progress(progress) {
        entry.progress = progress;
        if (Date.now() - entry.progressSavedAt < PROGRESS_EVERY_MS) return;
        entry.progressSavedAt = Date.now();
        store
          .saveProgress(job.id, progress)
          .then(() => tell(job.id))
          .catch((error: unknown) => log.warn({ err: error, jobId: job.id }, 'job progress not saved'));
      },
    };
  }

  async function settleFailure(entry: Running, error: unknown): Promise<void> {
    const { job } = entry;
    const definition = definitionOf(job.name);
    if (entry.cancelled) {
      await store.finish(job.id, 'cancelled', undefined, now());
      return;
    }
    if (!started) {
      await store.requeue(
        job.id,
        now(),
        { resetAttempts: false, error: 'The server stopped while this was at work; it runs again.' },
        now(),
      );
      return;
    }
    const isUnfit = error instanceof UnfitPayloadError;
    if (!isUnfit && job.attempt < job.maxAttempts) {
      const wait = (definition.backoffMs ?? exponentialBackoff)(job.attempt) * (options.timeScale ?? 1);
      log.warn({ err: error, job: job.name, jobId: job.id, attempt: job.attempt }, 'job failed, will be tried again');
      await store.requeue(job.id, new Date(now().getTime() + wait), { error: messageOf(error), resetAttempts: false }, now());
      return;
    }
    log.error({ err: error, job: job.name, jobId: job.id }, 'job failed for the last time');
    // before it is marked: a crash in between repeats the call, which is idempotent, and loses nothing
    if (!isUnfit) await definition.onExhausted?.(contextOf(entry), error);
    await store.finish(job.id, 'failed', messageOf(error), now());
  }

  async function execute(entry: Running): Promise<void> {
    const definition = definitionOf(entry.job.name);
    const deadline = setTimeout(
      () => entry.abort.abort(new Error(`took longer than ${(definition.timeoutMs ?? DEFAULT_TIMEOUT_MS) / 1000} s`)),
      definition.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    );
    options.metrics?.jobsRunning.inc({ name: entry.job.name });
    let outcome = 'done';
    try {
      if (entry.job.payload === undefined) throw new UnfitPayloadError('The payload of this job is no JSON object.');
      const answer = await definition.run(contextOf(entry));
      crashPoint('ran', entry.job.name);
      if (entry.progress) await store.saveProgress(entry.job.id, entry.progress);
      if (answer && !entry.cancelled) await store.requeue(entry.job.id, answer.againAt, { resetAttempts: true }, now());
      else await store.finish(entry.job.id, entry.cancelled ? 'cancelled' : 'done', undefined, now());
    } catch (error) {
      outcome = 'failed';
      await settleFailure(entry, error);
    } finally {
      clearTimeout(deadline);
      options.metrics?.jobsRunning.dec({ name: entry.job.name });
      options.metrics?.jobsFinished.inc({ name: entry.job.name, state: outcome });
    }
  }

  function launch(job: ClaimedJob): void {
    const entry: Running = { job, abort: new AbortController(), cancelled: false, progressSavedAt: 0, done: Promise.resolve() };
    running.set(job.id, entry);
    tellSoon(job.id);
    entry.done = execute(entry)
      .catch((error: unknown) =>
        log.error({ err: error, job: job.name, jobId: job.id }, 'job outcome could not be saved; it runs again after its lease'),
      )
      .then(() => {
        running.delete(job.id);
        tellSoon(job.id);
        look();
      });
  }

  async function lookOnce(): Promise<void> {
    do {
      lookAgain = false;
      if (!options.exclusive) await store.reclaim(now(), false);
      for (;;) {
        if (!started) return;
        const at = now();
        const job = await store.claim(freeNames(), at, new Date(at.getTime() + leaseMs));
        if (!job) break;
        launch(job);
      }
    } while (lookAgain);
    if (!started) return;
    const due = await store.nextDue(freeNames());
    const wait = due ? Math.min(pollMs, Math.max(5, due.getTime() - now().getTime())) : pollMs;
    clearTimeout(wake);
    wake = setTimeout(look, wait);
  }

  function look(): void {
    if (!started) return;
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

  function abortRunning(ids: readonly string[], cancelled: boolean): void {
    for (const id of ids) {
      const entry = running.get(id);
      if (!entry) continue;
      entry.cancelled = cancelled;
      entry.abort.abort(new Error(cancelled ? 'cancelled' : 'the lease was lost'));
    }
  }

  async function renewLeases(): Promise<void> {
    const { cancelled, lost } = await store.renew([...running.keys()], new Date(now().getTime() + leaseMs));
    abortRunning(cancelled, true);
    abortRunning(lost, false);
  }

  async function enqueue(tx: Tx, request: JobRequest): Promise<void> {
    await store.insert(tx, request, definitionOf(request.name).maxAttempts ?? 5, now());
    tx.afterCommit(look);
  }

  return {
    define(definition) {
      if (definitions.has(definition.name)) throw new Error(`The job ${definition.name} is defined twice.`);
      definitions.set(definition.name, definition);
    },
    enqueue,
    add: (request) => database.transaction((tx) => enqueue(tx, request)),
    async start() {
      started = true;
      await store.reclaim(now(), options.exclusive);
      for (const definition of definitions.values()) {
        if (definition.cron === undefined) continue;
        crons.push(
          new Cron(definition.cron, { name: `${definition.name}-${uuid()}`, timezone: 'UTC', catch: true }, () =>
            database.transaction((tx) => enqueue(tx, scheduledRun(definition.name))),
          ),
        );
      }
      renewer = setInterval(() => {
        renewLeases().catch((error: unknown) => log.error({ err: error }, 'leases could not be renewed'));
      }, leaseMs / 3);
      renewer.unref();
      look();
    },
    async stop() {
      started = false;
      for (const cron of crons.splice(0)) cron.stop();
      clearTimeout(wake);
      clearInterval(renewer);
      await looking;
      for (const entry of running.values()) entry.abort.abort(new Error('the server is stopping'));
      await Promise.all([...running.values()].map((entry) => entry.done));
    },
    async cancelSubject(tx, subject, names) {
      const filter = names && names.length > 0 ? ` AND name IN (${names.map(() => '?').join(', ')})` : '';
      const ids = await store.cancel(tx, `subject = ?${filter}`, [subject, ...(names ?? [])], now());
      tx.afterCommit(() => abortRunning(ids, true));
    },
    async cancel(id) {
      const before = await store.get(id);
      if (!before || (before.state !== 'queued' && before.state !== 'running')) return false;
      const ids = await database.transaction((tx) => store.cancel(tx, 'id = ?', [id], now()));
      abortRunning(ids, true);
      await tell(id);
      return true;
    },
    schedules: () =>
      [...definitions.values()]
        .filter((definition) => definition.cron !== undefined)
        .map((definition) => ({
          name: definition.name,
          title: definition.title,
          cron: definition.cron ?? '',
          nextRun: new Cron(definition.cron ?? '', { timezone: 'UTC', paused: true }).nextRun()?.toISOString(),
        })),
    list: (query = {}) => store.list({ name: query.name, limit: query.limit ?? 50 }),
    get: (id) => store.get(id),
    lastRuns: () => store.lastRuns(),
    prune: (before) => store.prune(before),
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async idle() {
      for (;;) {
        await looking;
        const due = await store.nextDue([...definitions.keys()]);
        if (running.size === 0 && (!due || due > now())) return;
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    },
  };
}
