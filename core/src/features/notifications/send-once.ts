import { isIntegrationError, type IntegrationError, type IntegrationErrorCode } from '@lectern/plugin-api';
import type { Tx } from '../../platform/db/index.js';
import type { JobContext, RunAgain } from '../../platform/jobs/job-queue.js';
import { mayHaveHappened } from '../../platform/http-client/uncertain-faults.js';
import { crashPoint } from '../../platform/testing/crash-point.js';
import { asWhole, inRow, saidOf, sentence, type Said } from '../../platform/words/index.js';
import type { DeliveryStore } from './delivery-record.js';
import { afterGrace } from './grace.js';

/** The time that a message in transit may take once the server stops. */
const STOP_GRACE_MS = 5_000;
/** The interval in which a message checks whether its target is free. */
const TURN_MS = 250;
/** The longest pause without another try, in case the settings were changed. */
const LONGEST_REST_MS = 60_000;

/** 10 s, 30 s, 90 s, … up to an hour: ten attempts take about five hours. */
const MAX_ATTEMPTS = 10;

function backoffMs(attempt: number): number {
  return Math.min(3_600_000, 10_000 * 3 ** Math.max(0, attempt - 1));
}

/** Faults that only a person can fix, and answers that may mean that the message arrived. Trying on would make some services ban the server. */
const PERMANENT: readonly IntegrationErrorCode[] = [
  'INTEGRATION_UNAUTHORIZED',
  'INTEGRATION_FORBIDDEN',
  'INTEGRATION_NOT_FOUND',
  'INTEGRATION_MISCONFIGURED',
  'INTEGRATION_UNSUPPORTED',
  'INTEGRATION_BAD_RESPONSE',
];

const PERHAPS_ARRIVED = sentence('delivery_fault.perhaps_arrived');

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
  /** Why it is not worth sending any more. */
  overtakenBy(): Promise<Said | undefined>;
  /** Does everything that takes time. @returns what hands the message over, once. @throws before anything was sent */
  prepare(): Promise<(signal: AbortSignal) => Promise<void>>;
}

type Run = Pick<JobContext<unknown>, 'signal' | 'attempt' | 'log'>;

/** Ends a delivery that a dead process was sending. */
export async function endCutOff(store: DeliveryStore, id: string): Promise<void> {
  await store.finish(id, 'unknown', inRow(sentence('delivery_fault.cut_off'), PERHAPS_ARRIVED));
}

/** Ends a delivery that its target took whole and did not answer. */
async function endUnanswered(store: DeliveryStore, id: string, error: IntegrationError): Promise<void> {
  await store.finish(id, 'unknown', inRow(asWhole(saidOf(error)), PERHAPS_ARRIVED));
}

/** Retries when the service says, or with the queue's back-off; not at all if it would be old news by then. */
async function settleFault(
  { store, targets, now }: SendDeps,
  { delivery: { id, createdAt }, target, longestWaitMs }: Sending,
  error: IntegrationError,
): Promise<RunAgain | void> {
  if (error.retryAfterMs === undefined) {
    await store.postpone(id, saidOf(error));
    throw error;
  }
  const againAt = now().getTime() + error.retryAfterMs;
  // the others need not try: each refusal would count against the integration
  if (error.code === 'INTEGRATION_RATE_LIMITED') {
    targets.resting.set(target, performance.now() + Math.min(error.retryAfterMs, LONGEST_REST_MS));
  }
  if (againAt - Date.parse(createdAt) > longestWaitMs) return store.finish(id, 'failed', saidOf(error));
  await store.postpone(id, saidOf(error));
  return { againAt: new Date(againAt) };
}

/**
 * Sends once. Services offer no way to check whether a message arrived, so a crash between their accepting it and our
 * recording it leaves two choices: perhaps twice, or perhaps never. A message is shown at most once, so one found
 * `sending` is not sent again. To keep the window small, `sending` is written right before the call, after everything
 * that takes time, and messages of one target take turns before it: at worst, the only message lost is the one whose
 * process died within that single call. The remaining window is from the commit of `sending` to the service's accepting
 * the message; that is why notifiers do not wait for rate limits but say how long to wait. The in-app center has the
 * message in any case. A fault that the service reports is not a crash, and is retried, as is one of the network before the message had left
 * whole; a target that had all of it and never answered may have shown it.
 */
async function send(deps: SendDeps, job: Run, sending: Sending): Promise<RunAgain | void> {
  const { store } = deps;
  const { id } = sending.delivery;
  const handOver = await sending.prepare();
  const why = await sending.overtakenBy();
  if (why !== undefined) return store.finish(id, 'dropped', why);
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
    if (mayHaveHappened(error)) return await endUnanswered(store, id, error);
    if (!PERMANENT.includes(error.code)) return await settleFault(deps, sending, error);
    job.log.warn({ target: sending.target, code: error.code, err: error }, 'a notification cannot be delivered');
    return await store.finish(id, 'failed', saidOf(error));
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
      store.finish(payload.deliveryId, 'failed', saidOf(error)),
  };
}
