import { isIntegrationError, type IntegrationError, type IntegrationErrorCode } from '@lectern/plugin-api';
import type { Tx } from '../../platform/db/index.js';
import type { JobContext, RunAgain } from '../../platform/jobs/job-queue.js';
import { crashPoint } from '../../platform/testing/crash-point.js';
import type { DeliveryStore } from './delivery-record.js';
import { afterGrace } from './grace.js';

/** The time that a message in transit may take once the server stops. */
const STOP_GRACE_MS = 5_000;
/** An unintelligible answer may still mean that the message arrived. */
const MAX_ODD_ANSWERS = 3;
/** The interval in which a message checks whether its target is free. */
const TURN_MS = 250;
/** The longest pause without another try, in case the settings were changed. */
const LONGEST_REST_MS = 60_000;

/** 10 s, 30 s, 90 s, … up to an hour: ten attempts take about five hours. */
const MAX_ATTEMPTS = 10;

function backoffMs(attempt: number): number {
  return Math.min(3_600_000, 10_000 * 3 ** Math.max(0, attempt - 1));
}

/** Faults that only a person can fix. Trying on would make some services ban the server. */
const PERMANENT: readonly IntegrationErrorCode[] = [
  'INTEGRATION_UNAUTHORIZED',
  'INTEGRATION_FORBIDDEN',
  'INTEGRATION_NOT_FOUND',
  'INTEGRATION_MISCONFIGURED',
  'INTEGRATION_UNSUPPORTED',
];

const CUT_OFF = 'The server stopped while this was being sent. It may or may not have arrived, so it is not sent again.';

/** The targets that are being called, and those that currently accept no messages. */
export interface Targets {
  /** Each with its kind. */
  readonly busy: Map<string, string>;
  /** The end of the pause, by target. Uses the clock of `performance.now`, which nobody can set. */
  readonly resting: Map<string, number>;
}

export function createTargets(): Targets {
  return { busy: new Map(), resting: new Map() };
}

/** What sending takes. */
export interface SendDeps {
  readonly store: DeliveryStore;
  readonly targets: Targets;
  readonly now: () => Date;
}

/** One message to one target. */
export interface Sending {
  readonly delivery: { readonly id: string; readonly createdAt: string };
  /** Messages of one target take turns. */
  readonly target: string;
  /** At most so many targets of one kind are called at a time, so that slow ones leave room for the others. */
  readonly kind: { readonly name: string; readonly atOnce: number };
  /** Older news is not sent any more; milliseconds. */
  readonly longestWaitMs: number;
  /** Does everything that takes time. @returns what hands the message over, once. @throws before anything was sent */
  prepare(): Promise<(signal: AbortSignal) => Promise<void>>;
}

type Run = Pick<JobContext<unknown>, 'signal' | 'attempt' | 'log'>;

/** Ends a delivery that a dead process was sending. */
export async function endCutOff(store: DeliveryStore, id: string): Promise<void> {
  await store.finish(id, 'unknown', CUT_OFF);
}

/** Retries when the service says, or with the queue's back-off; not at all if it would be old news by then. */
async function settleFault(
  { store, targets, now }: SendDeps,
  { delivery: { id, createdAt }, target, longestWaitMs }: Sending,
  error: IntegrationError,
): Promise<RunAgain | void> {
  if (error.retryAfterMs === undefined) {
    await store.postpone(id, error.message);
    throw error;
  }
  const againAt = now().getTime() + error.retryAfterMs;
  // the others need not try: each refusal would count against the integration
  if (error.code === 'INTEGRATION_RATE_LIMITED') {
    targets.resting.set(target, performance.now() + Math.min(error.retryAfterMs, LONGEST_REST_MS));
  }
  if (againAt - Date.parse(createdAt) > longestWaitMs) return store.finish(id, 'failed', error.message);
  await store.postpone(id, error.message);
  return { againAt: new Date(againAt) };
}

function isFinal(error: IntegrationError, attempt: number): boolean {
  return PERMANENT.includes(error.code) || (error.code === 'INTEGRATION_BAD_RESPONSE' && attempt >= MAX_ODD_ANSWERS);
}

/**
 * Sends once. Services offer no way to check whether a message arrived, so a crash between their accepting it and our
 * recording it leaves two choices: perhaps twice, or perhaps never. A message is shown at most once, so one found
 * `sending` is not sent again. To keep the window small, `sending` is written right before the call, after everything
 * that takes time, and messages of one target take turns before it: at worst, the only message lost is the one whose
 * process died within that single call. The remaining window is from the commit of `sending` to the service's accepting
 * the message; that is why notifiers do not wait for rate limits but say how long to wait. The in-app center has the
 * message in any case. A fault that the service or the network reports is not a crash, and is retried.
 */
async function send(deps: SendDeps, job: Run, sending: Sending): Promise<RunAgain | void> {
  const { store } = deps;
  const { id } = sending.delivery;
  const handOver = await sending.prepare();
  job.signal.throwIfAborted();
  crashPoint('message ready');
  if (!(await store.begin(id))) return;
  crashPoint('message claimed');
  // a stopping server lets it arrive, because an aborted message may or may not have arrived
  const grace = afterGrace(job.signal, STOP_GRACE_MS);
  try {
    await handOver(grace.signal);
  } catch (error) {
    if (!isIntegrationError(error)) throw error;
    if (error.code === 'INTEGRATION_ABORTED') return await endCutOff(store, id);
    if (!isFinal(error, job.attempt)) return await settleFault(deps, sending, error);
    job.log.warn({ target: sending.target, code: error.code, err: error }, 'a notification cannot be delivered');
    return await store.finish(id, 'failed', error.message);
  } finally {
    grace.release();
  }
  await store.finish(id, 'sent');
}

/** Sends a message once its target is free and accepts messages. */
export async function sendInTurn(deps: SendDeps, job: Run, sending: Sending): Promise<RunAgain | void> {
  const { busy, resting } = deps.targets;
  const { target, kind } = sending;
  const present = deps.now().getTime();
  const restMs = Math.ceil((resting.get(target) ?? 0) - performance.now());
  const ofKind = [...busy.values()].filter((name) => name === kind.name).length;
  if (busy.has(target) || ofKind >= kind.atOnce) return { againAt: new Date(present + TURN_MS) };
  if (restMs > 0) return { againAt: new Date(present + restMs) };
  busy.set(target, kind.name);
  try {
    return await send(deps, job, sending);
  } finally {
    busy.delete(target);
  }
}

/** What the jobs that send have in common. */
export function sendingJob(store: DeliveryStore) {
  return {
    maxAttempts: MAX_ATTEMPTS,
    timeoutMs: 120_000,
    backoffMs,
    onCancelled: (tx: Tx, { payload }: { readonly payload: { readonly deliveryId: string } }) => store.cancel(tx, payload.deliveryId),
    onExhausted: ({ payload }: { readonly payload: { readonly deliveryId: string } }, error: unknown) =>
      store.finish(payload.deliveryId, 'failed', error instanceof Error ? error.message : String(error)),
  };
}
