import type { ChangeFeed } from '../change-feed/index.js';
import type { Database, Tx } from '../db/index.js';
import type { Logger } from '../logging/logger.js';
import { sentence } from '../words/index.js';
import type { Metrics } from '../metrics/metrics.js';
import { createJobLeases } from './job-leases.js';
import { createLookout } from './job-lookout.js';
import { UnfitPayloadError, type JobDefinition, type JobQueue, type JobRequest } from './job-queue.js';
import { createSchedules, schedulesOf } from './job-schedules.js';
import { createSharedJobs, type SharedJobs } from './shared-jobs.js';
import { createClockWatch } from './clock-watch.js';
import { createJobStore } from './job-store.js';
import type { ServerClock } from './pull-in.js';
import { abortCancelled, definitionOf, renewLeases, tell, type JobWorker } from './job-worker.js';

export interface EmbeddedJobQueueOptions {
  readonly database: Database;
  readonly log: Logger;
  readonly metrics?: Metrics;
  readonly now?: () => Date;
  /** Milliseconds by a clock that is never set. */
  readonly steady?: () => number;
  /** The clock of the database server. */
  readonly serverNow?: ServerClock;
  /** Tells other processes of the same database, and hears from them, what is due and what was cancelled. */
  readonly feed?: Pick<ChangeFeed, 'tell' | 'hear'>;
  /** Longest sleep between two looks at the table. Default 1000 ms. */
  readonly pollMs?: number;
  /** A worker that is silent for this long counts as dead. Default 30 s. */
  readonly leaseMs?: number;
  /** True when no other process uses the database. Jobs that seem to run at the start are then left from a dead process. */
  readonly exclusive: boolean;
  /** Multiplies back-offs. */
  readonly timeScale?: number;
}

function createWorker(options: EmbeddedJobQueueOptions): JobWorker {
  const { database } = options;
  const definitions = new Map<string, JobDefinition>();
  const timeScale = options.timeScale ?? 1;
  return {
    log: options.log,
    metrics: options.metrics,
    now: options.now ?? (() => new Date()),
    leaseMs: options.leaseMs ?? 30_000,
    pollMs: options.pollMs ?? 1000,
    timeScale,
    definitions,
    store: createJobStore(database, definitions),
    leases: createJobLeases(database, timeScale, options.serverNow),
    running: new Map(),
    unsaved: new Set(),
    listeners: new Set(),
    isStarted: false,
  };
}

const BY_PERSON = sentence('progress.cancelled_by_admin');

/** The job ended while it was being cancelled. */
class JobIsOver extends Error {
  override readonly name = 'JobIsOver';
}

/** @returns ids of running jobs that must be aborted; `undefined` when there was nothing to cancel */
async function cancelByPerson(
  { definitions, now, store }: JobWorker,
  { database, enqueue, shared }: { readonly database: Database; readonly enqueue: JobQueue['enqueue']; readonly shared: SharedJobs },
  id: string,
): Promise<string[] | undefined> {
  try {
    return await database.transaction(async (tx) => {
      const job = await store.underWay(tx, id);
      if (!job) throw new JobIsOver();
      const { name, payload } = job;
      // a payload that cannot be read names nothing that could end with the job
      const next = payload === undefined ? undefined : await definitions.get(name)?.onCancelled?.(tx, { id, payload }).catch(passUnfit);
      const { ended, running } = await store.cancel(tx, 'id = ?', [id], now(), BY_PERSON);
      if (ended + running.length === 0) throw new JobIsOver();
      if (next) await enqueue(tx, next);
      await shared.tellCancelled(tx, running);
      return running;
    });
  } catch (error) {
    if (error instanceof JobIsOver) return undefined;
    throw error;
  }
}

function passUnfit(error: unknown): void {
  if (!(error instanceof UnfitPayloadError)) throw error;
}

/** The job queue inside the server process, on the `jobs` table. */
export function createEmbeddedJobQueue(options: EmbeddedJobQueueOptions): JobQueue {
  const { database } = options;
  const worker = createWorker(options);
  const { definitions, leaseMs, leases, listeners, log, now, running, store } = worker;
  const schedules = createSchedules(worker, database, enqueue);
  const lookout = createLookout(worker, {
    setBack: createClockWatch(now, options.steady ?? (() => performance.now())),
    planAgain() {
      schedules.stop();
      schedules.start();
    },
  });
  const shared = createSharedJobs(worker, lookout, options.feed);
  let renewer: NodeJS.Timeout | undefined;

  async function enqueue(tx: Tx, request: JobRequest): Promise<void> {
    await store.insert(tx, request, definitionOf(worker, request.name).maxAttempts ?? 5, now());
    await shared.tellDue(tx, request);
    tx.afterCommit(() => lookout.look());
  }

  const add = (request: JobRequest): Promise<void> => database.transaction((tx) => enqueue(tx, request));

  return {
    define(definition) {
      if (definitions.has(definition.name)) throw new Error(`The job ${definition.name} is defined twice.`);
      definitions.set(definition.name, definition);
    },
    enqueue,
    add,
    titleOf: (name) => definitions.get(name)?.title,
    async start() {
      worker.isStarted = true;
      if (options.exclusive) await leases.reclaimAll(now());
      schedules.start();
      shared.start();
      renewer = setInterval(() => {
        renewLeases(worker).catch((error: unknown) => log.error({ err: error }, 'leases could not be renewed'));
      }, leaseMs / 3);
      renewer.unref();
      lookout.look();
    },
    async stop() {
      worker.isStarted = false;
      schedules.stop();
      shared.stop();
      lookout.unplan();
      clearInterval(renewer);
      await lookout.settled();
      for (const entry of running.values()) entry.abort.abort(new Error('the server is stopping'));
      await Promise.all([...running.values()].map((entry) => entry.done));
    },
    async cancelSubject(tx, subject, names) {
      const filter = names && names.length > 0 ? ` AND name IN (${names.map(() => '?').join(', ')})` : '';
      const cancelled = await store.cancel(tx, `subject = ?${filter}`, [subject, ...(names ?? [])], now());
      await shared.tellCancelled(tx, cancelled.running);
      tx.afterCommit(() => abortCancelled(worker, cancelled.running));
    },
    async cancel(id) {
      const ids = await cancelByPerson(worker, { database, enqueue, shared }, id);
      if (!ids) return false;
      abortCancelled(worker, ids);
      await tell(worker, id);
      return true;
    },
    schedules: () => schedulesOf(definitions.values()),
    list: ({ limit = 50, ...query } = {}) => store.list({ ...query, limit }),
    live: (limit) => store.live(limit),
    waiting: () => store.waiting(),
    get: (id) => store.get(id),
    lastRuns: () => store.lastRuns(),
    prune: (before) => store.prune(before),
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async idle() {
      for (;;) {
        await lookout.settled();
        const due = await store.nextDue([...definitions.keys()]);
        if (running.size === 0 && (!due || due > now())) return;
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    },
  };
}
