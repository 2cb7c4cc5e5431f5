import { isIntegrationError, type IntegrationError, type IntegrationErrorCode, type NotificationMessage } from '@lectern/plugin-api';
import type { Database } from '../../platform/db/index.js';
import type { PayloadOf } from '../../platform/jobs/define-job.js';
import type { JobContext, JobDefinition, RunAgain } from '../../platform/jobs/job-queue.js';
import { crashPoint } from '../../platform/testing/crash-point.js';
import type { BoundProvider, PluginHost } from '../../plugin-host/plugin-host.js';
import type { SettingsService } from '../settings/index.js';
import { absoluteLinks } from './compose-message.js';
import { createDeliveryStore, DELIVER, type Delivery, type DeliveryStore } from './delivery-record.js';
import { afterGrace } from './grace.js';

/** The dependencies of deliveries. */
export interface DeliveryDeps {
  readonly database: Database;
  readonly host: Pick<PluginHost, 'provider'> & { readonly hooks: Pick<PluginHost['hooks'], 'transform'> };
  readonly settings: Pick<SettingsService, 'get'>;
  readonly now: () => Date;
}

const SEND_MS = 60_000;
/** The time that a message in transit may take once the server stops. */
const STOP_GRACE_MS = 5_000;
/** Older news is not sent any more. */
const LONGEST_WAIT_MS = 86_400_000;
/** 10 s, 30 s, 90 s, … up to an hour: ten attempts take about five hours. */
const MAX_ATTEMPTS = 10;
/** An unintelligible answer may still mean that the message arrived. */
const MAX_ODD_ANSWERS = 3;

/** Faults that only a person can fix. Trying on would make some services ban the server. */
const PERMANENT: readonly IntegrationErrorCode[] = [
  'INTEGRATION_UNAUTHORIZED',
  'INTEGRATION_FORBIDDEN',
  'INTEGRATION_NOT_FOUND',
  'INTEGRATION_MISCONFIGURED',
  'INTEGRATION_UNSUPPORTED',
];

/** The interval in which a message checks whether its backend is free. */
const TURN_MS = 250;

/** The longest pause without another try, in case the settings were changed. */
const LONGEST_REST_MS = 60_000;

const CUT_OFF = 'The server stopped while this was being sent. It may or may not have arrived, so it is not sent again.';

function backoffMs(attempt: number): number {
  return Math.min(3_600_000, 10_000 * 3 ** Math.max(0, attempt - 1));
}

/** The message to send: with addresses, and as modified by plugins. */
export async function prepareMessage(
  deps: Pick<DeliveryDeps, 'host' | 'settings'>,
  stored: NotificationMessage,
): Promise<NotificationMessage> {
  const { server } = await deps.settings.get();
  const message = { ...stored, links: absoluteLinks(stored.links, server.publicUrl) };
  const composed = await deps.host.hooks.transform('notification.composing', { message });
  const { event, dedupeKey, occurredAt } = stored;
  return { ...composed.message, event, dedupeKey, occurredAt };
}

/** The backends that are being called, and those that currently accept no messages. */
interface Backends {
  readonly busy: Set<string>;
  /** The end of the pause, by integration. Uses the clock of `performance.now`, which nobody can set. */
  readonly resting: Map<string, number>;
}

/** Retries when the service says, or with the queue's back-off; not at all if it would be old news by then. */
async function settleFault(
  deps: DeliveryDeps,
  store: DeliveryStore,
  { resting }: Backends,
  { id, integrationId, createdAt }: Delivery,
  error: IntegrationError,
): Promise<RunAgain | void> {
  if (error.retryAfterMs === undefined) {
    await store.postpone(id, error.message);
    throw error;
  }
  const againAt = deps.now().getTime() + error.retryAfterMs;
  // the others need not try: each refusal would count against the integration
  if (error.code === 'INTEGRATION_RATE_LIMITED') {
    resting.set(integrationId, performance.now() + Math.min(error.retryAfterMs, LONGEST_REST_MS));
  }
  if (againAt - Date.parse(createdAt) > LONGEST_WAIT_MS) return store.finish(id, 'failed', error.message);
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
 * that takes time, and messages of one backend take turns before it: at worst, the only message lost is the one whose
 * process died within that single call. The remaining window is from the commit of `sending` to the service's accepting
 * the message; that is why notifiers do not wait for rate limits but say how long to wait. The in-app center has the
 * message in any case. A fault that the service or the network reports is not a crash, and is retried.
 */
async function send(
  deps: DeliveryDeps,
  store: DeliveryStore,
  backends: Backends,
  job: DeliveryRun,
  delivery: Delivery,
  provider: BoundProvider<'notifier'>,
): Promise<RunAgain | void> {
  const { id } = delivery;
  const message = await prepareMessage(deps, delivery.message);
  job.signal.throwIfAborted();
  crashPoint('message ready');
  if (!(await store.begin(id))) return;
  // a stopping server lets it arrive, because an aborted message may or may not have arrived
  const grace = afterGrace(job.signal, STOP_GRACE_MS);
  try {
    await provider.call('send', (notifier, call) => notifier.send(message, call), { timeoutMs: SEND_MS, signal: grace.signal });
  } catch (error) {
    if (!isIntegrationError(error)) throw error;
    if (error.code === 'INTEGRATION_ABORTED') return await store.finish(id, 'unknown', CUT_OFF);
    if (!isFinal(error, job.attempt)) return await settleFault(deps, store, backends, delivery, error);
    job.log.warn({ integration: delivery.integrationId, code: error.code, err: error }, 'a notification cannot be delivered');
    return await store.finish(id, 'failed', error.message);
  } finally {
    grace.release();
  }
  await store.finish(id, 'sent');
}

type DeliveryRun = JobContext<PayloadOf<typeof DELIVER>>;

async function deliver(deps: DeliveryDeps, store: DeliveryStore, backends: Backends, job: DeliveryRun): Promise<RunAgain | void> {
  const delivery = await store.get(job.payload.deliveryId);
  if (!delivery) return;
  const { id, integrationId, state, backend } = delivery;
  if (state === 'sending') {
    job.log.warn({ delivery: id, integration: delivery.integrationId }, 'a notification was cut off while it was sent');
    return store.finish(id, 'unknown', CUT_OFF);
  }
  if (state !== 'queued') return;
  if (!backend) return store.finish(id, 'failed', 'The integration was removed.');
  if (!backend.enabled) return store.finish(id, 'failed', `${backend.name} is switched off.`);
  if (deps.now().getTime() - Date.parse(delivery.createdAt) > LONGEST_WAIT_MS) {
    return store.finish(id, 'failed', 'It could not be delivered within a day.');
  }
  const provider = deps.host.provider('notifier', integrationId);
  if (!provider) throw new Error(`${backend.name} is not ready.`);
  const { busy, resting } = backends;
  const present = deps.now().getTime();
  const restMs = Math.ceil((resting.get(integrationId) ?? 0) - performance.now());
  if (busy.has(integrationId)) return { againAt: new Date(present + TURN_MS) };
  if (restMs > 0) return { againAt: new Date(present + restMs) };
  busy.add(integrationId);
  try {
    return await send(deps, store, backends, job, delivery, provider);
  } finally {
    busy.delete(integrationId);
  }
}

/** Sends the messages in the outbox. */
export function deliveryJob(deps: DeliveryDeps): JobDefinition {
  const store = createDeliveryStore(deps.database, deps.now);
  const backends: Backends = { busy: new Set(), resting: new Map() };
  return DELIVER.handledBy({
    title: 'Send a notification',
    concurrency: 4,
    maxAttempts: MAX_ATTEMPTS,
    timeoutMs: 120_000,
    backoffMs,
    run: (job) => deliver(deps, store, backends, job),
    onCancelled: (tx, { payload }) => store.cancel(tx, payload.deliveryId),
    onExhausted: (job, error) => store.finish(job.payload.deliveryId, 'failed', error instanceof Error ? error.message : String(error)),
  });
}
