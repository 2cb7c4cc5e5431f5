import { setTimeout as wait } from 'node:timers/promises';
import { isDatabaseUnavailable } from '../db/database-fault.js';
import { crashPoint } from '../testing/crash-point.js';
import { exponentialBackoff } from './backoff.js';
import { RunTakenOver, UnfitPayloadError, type JobContext, type RunAgain } from './job-queue.js';
import type { ClaimedJob } from './job-rows.js';
import { definitionOf, tell, type JobWorker, type RunningJob } from './job-worker.js';
import { SaidError, saidOf, sentence, storeSaid } from '../words/index.js';
import { MOST_DEATHS } from './job-leases.js';

const DEFAULT_TIMEOUT_MS = 600_000;
const PROGRESS_EVERY_MS = 1000;

/** What people read of an error, as it is stored. */
function messageOf(error: unknown): string {
  return storeSaid(saidOf(error));
}

/** What the log lines of a run say of its job. */
function labelsOf({ name, id, subject }: ClaimedJob): object {
  return { job: name, jobId: id, ...(subject === undefined ? {} : { subject }) };
}

/** The server ended each time that this job ran. */
class DeadlyJobError extends SaidError {
  constructor(deaths: number) {
    super(sentence('progress.server_died', { deaths }));
  }
}

function contextOf(worker: JobWorker, entry: RunningJob): JobContext {
  const { job, abort } = entry;
  const { leases, leaseMs, log, now, store } = worker;
  return {
    id: job.id,
    payload: job.payload ?? {},
    attempt: job.attempt,
    maxAttempts: job.maxAttempts,
    signal: abort.signal,
    log: log.child(labelsOf(job)),
    async hold(tx) {
      const until = new Date(now().getTime() + leaseMs);
      const isHeld = tx ? await leases.hold(tx, job, until) : await store.within((own) => leases.hold(own, job, until));
      if (!isHeld) throw new RunTakenOver();
    },
    progress(progress) {
      entry.progress = progress;
      if (Date.now() - entry.progressSavedAt < PROGRESS_EVERY_MS) return;
      entry.progressSavedAt = Date.now();
      leases
        .saveProgress(job, progress)
        .then(() => tell(worker, job.id))
        .catch((error: unknown) => log.warn({ err: error, jobId: job.id }, 'job progress not saved'));
    },
  };
}

function passTakenOver(error: unknown): false {
  if (error instanceof RunTakenOver) return false;
  throw error;
}

async function settleFailure(worker: JobWorker, entry: RunningJob, error: unknown): Promise<void> {
  const { leases, log, now } = worker;
  const { job } = entry;
  const definition = definitionOf(worker, job.name);
  const context = contextOf(worker, entry);
  const isOurs = await context.hold().then(
    () => true,
    (lost: unknown) => passTakenOver(lost),
  );
  if (!isOurs) {
    log.warn({ err: error, ...labelsOf(job) }, 'a run that was taken over has ended');
    return;
  }
  if (entry.cancelled) {
    await leases.finish(job, 'cancelled', undefined, now());
    return;
  }
  if (!worker.isStarted) {
    const reason = storeSaid(sentence('progress.server_stopped'));
    await leases.requeue(job, { runAt: now(), resetAttempts: false, error: reason }, now());
    return;
  }
  const isUnfit = error instanceof UnfitPayloadError;
  const isFinal = isUnfit || error instanceof DeadlyJobError;
  if (!isFinal && job.attempt < job.maxAttempts) {
    const delay = (definition.backoffMs ?? exponentialBackoff)(job.attempt) * worker.timeScale;
    const runAt = new Date(now().getTime() + delay);
    await leases.requeue(job, { runAt, error: messageOf(error), resetAttempts: false }, now());
    log.warn({ err: error, ...labelsOf(job), attempt: job.attempt }, 'job failed, will be tried again');
    return;
  }
  // it comes before the job is marked, because a crash in between then repeats this idempotent call instead of losing it
  if (!isUnfit) await definition.onExhausted?.(context, error);
  await leases.finish(job, 'failed', messageOf(error), now());
  log.error({ err: error, ...labelsOf(job) }, 'job failed for the last time');
}

/** How a handler ended. */
type Ending = { readonly answer: RunAgain | void } | { readonly error: unknown };

async function callHandler(worker: JobWorker, entry: RunningJob): Promise<Ending> {
  const { job, abort } = entry;
  const definition = definitionOf(worker, job.name);
  const timeoutMs = definition.timeoutMs ?? DEFAULT_TIMEOUT_MS;
  const deadline = setTimeout(() => abort.abort(new Error(`took longer than ${timeoutMs / 1000} s`)), timeoutMs);
  try {
    if (job.deaths >= MOST_DEATHS) throw new DeadlyJobError(job.deaths);
    if (job.payload === undefined) throw new UnfitPayloadError('The payload of this job is no JSON object.');
    const answer = await definition.run(contextOf(worker, entry));
    crashPoint('ran', job.name);
    return { answer };
  } catch (error) {
    return { error };
  } finally {
    clearTimeout(deadline);
  }
}

async function saveOutcome(worker: JobWorker, entry: RunningJob, ending: Ending): Promise<void> {
  const { leases, now } = worker;
  const { job } = entry;
  if ('error' in ending) return settleFailure(worker, entry, ending.error);
  if (entry.progress) await leases.saveProgress(job, entry.progress);
  if (ending.answer && !entry.cancelled) await leases.requeue(job, { runAt: ending.answer.againAt, resetAttempts: true }, now());
  else await leases.finish(job, entry.cancelled ? 'cancelled' : 'done', undefined, now());
}

/**
 * Saves the outcome of a run, again and again while the database is unavailable. Until then the run counts as running, so that as many
 * outcomes wait as jobs may run at once, and nobody repeats what was done. When the queue stops, the outcome is given up and the job repeated.
 */
async function saveWhenPossible(worker: JobWorker, entry: RunningJob, ending: Ending): Promise<void> {
  const { log, pollMs, unsaved } = worker;
  const { lease, name } = entry.job;
  for (;;) {
    try {
      await saveOutcome(worker, entry, ending);
      break;
    } catch (error) {
      if (!isDatabaseUnavailable(error) || !worker.isStarted) throw error;
      if (unsaved.size === 0)
        log.error({ err: error, job: name }, 'outcomes of jobs cannot be saved; they are kept and saved once the database works');
      unsaved.add(lease);
      await wait(pollMs);
    }
  }
  if (unsaved.delete(lease) && unsaved.size === 0) log.info({}, 'all outcomes of jobs are saved');
}

/** Calls the handler of a claimed job and stores the outcome. Rejects only when the outcome cannot be stored. */
export async function runJob(worker: JobWorker, entry: RunningJob): Promise<void> {
  const { metrics } = worker;
  const { name } = entry.job;
  metrics?.jobsRunning.inc({ name });
  const ending = await callHandler(worker, entry);
  try {
    await saveWhenPossible(worker, entry, ending);
  } finally {
    metrics?.jobsRunning.dec({ name });
    metrics?.jobsFinished.inc({ name, state: 'error' in ending ? 'failed' : 'done' });
  }
}
