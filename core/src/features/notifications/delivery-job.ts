import { isIntegrationError, type IntegrationError, type IntegrationErrorCode, type NotificationMessage } from '@lectern/plugin-api';
import type { Database } from '../../platform/db/index.js';
import type { JobContext, JobDefinition, RunAgain } from '../../platform/jobs/job-queue.js';
import { crashPoint } from '../../platform/testing/crash-point.js';
import type { BoundProvider, PluginHost } from '../../plugin-host/plugin-host.js';
import type { SettingsService } from '../settings/index.js';
import { absoluteLinks } from './compose-message.js';
import { createDeliveryStore, DELIVER_JOB, type Delivery, type DeliveryStore } from './delivery-record.js';
import { afterGrace } from './grace.js';

/** What deliveries work with. */
export interface DeliveryDeps {
  readonly database: Database;
  readonly host: Pick<PluginHost, 'provider'> & { readonly hooks: Pick<PluginHost['hooks'], 'transform'> };
  readonly settings: Pick<SettingsService, 'get'>;
  readonly now: () => Date;
}

const SEND_MS = 60_000;
/** How long a message that is on its way may take once the server stops. */
const STOP_GRACE_MS = 5_000;
/** Old news is not sent any more. */
const LONGEST_WAIT_MS = 86_400_000;
/** 10 s, 30 s, 90 s, … up to an hour: ten attempts take about five hours. */
const MAX_ATTEMPTS = 10;
/** An answer that is not understood may still mean that the message arrived. */
const MAX_ODD_ANSWERS = 3;

/** Faults that only a person can mend. Going on would get the server banned by some services. */
const PERMANENT: readonly IntegrationErrorCode[] = [
  'INTEGRATION_UNAUTHORIZED',
  'INTEGRATION_FORBIDDEN',
  'INTEGRATION_NOT_FOUND',
  'INTEGRATION_MISCONFIGURED',
  'INTEGRATION_UNSUPPORTED',
];

/** Until a message looks again whether its backend is free. */
const TURN_MS = 250;

const CUT_OFF = 'The server stopped while this was being sent. It may or may not have arrived; it is not sent again.';

function backoffMs(attempt: number): number {
  return Math.min(3_600_000, 10_000 * 3 ** Math.max(0, attempt - 1));
}

/** The message as it goes out: with addresses, and as plugins want it. */
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

/** Tries again when the service said, or with the back-off of the queue. */
async function settleFault(deps: DeliveryDeps, store: DeliveryStore, id: string, error: IntegrationError): Promise<RunAgain> {
  await store.postpone(id, error.message);
  if (error.retryAfterMs === undefined) throw error;
  return { againAt: new Date(deps.now().getTime() + error.retryAfterMs) };
}

function isFinal(error: IntegrationError, attempt: number): boolean {
  return PERMANENT.includes(error.code) || (error.code === 'INTEGRATION_BAD_RESPONSE' && attempt >= MAX_ODD_ANSWERS);
}

/**
 * Sends once. Services offer no way to ask whether a message arrived, so a crash between their accepting it and our
 * writing that down leaves two choices: perhaps twice, or perhaps not at all. A message is shown at most once, so one
 * found `sending` is not sent again. To keep the window small, `sending` is written right before the call, after
 * everything that takes time, and messages of one backend take turns before it: what is lost at worst is the one
 * message whose process died within that single call. The window that remains is from the commit of `sending` to the
 * service's accepting the message; pauses that a plugin makes for a rate limit of its service fall into it. The in-app
 * centre has the message in any case. A fault that the service or the network reports is no crash, and is retried.
 */
async function send(
  deps: DeliveryDeps,
  store: DeliveryStore,
  job: JobContext,
  delivery: Delivery,
  provider: BoundProvider<'notifier'>,
): Promise<RunAgain | void> {
  const { id } = delivery;
  const message = await prepareMessage(deps, delivery.message);
  job.signal.throwIfAborted();
  crashPoint('message ready');
  if (!(await store.begin(id))) return;
  // a stopping server lets it arrive: what is aborted halfway may have arrived or not
  const grace = afterGrace(job.signal, STOP_GRACE_MS);
  try {
    await provider.call('send', (notifier, call) => notifier.send(message, call), { timeoutMs: SEND_MS, signal: grace.signal });
  } catch (error) {
    if (!isIntegrationError(error)) throw error;
    if (error.code === 'INTEGRATION_ABORTED') return await store.finish(id, 'unknown', CUT_OFF);
    if (!isFinal(error, job.attempt)) return await settleFault(deps, store, id, error);
    job.log.warn({ integration: delivery.integrationId, code: error.code, err: error }, 'a notification cannot be delivered');
    return await store.finish(id, 'failed', error.message);
  } finally {
    grace.release();
  }
  await store.finish(id, 'sent');
}

async function deliver(deps: DeliveryDeps, store: DeliveryStore, busy: Set<string>, job: JobContext): Promise<RunAgain | void> {
  const delivery = await store.get(String(job.payload['deliveryId']));
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
  if (busy.has(integrationId)) return { againAt: new Date(deps.now().getTime() + TURN_MS) };
  busy.add(integrationId);
  try {
    return await send(deps, store, job, delivery, provider);
  } finally {
    busy.delete(integrationId);
  }
}

/** Sends what the outbox holds. */
export function deliveryJob(deps: DeliveryDeps): JobDefinition {
  const store = createDeliveryStore(deps.database, deps.now);
  const busy = new Set<string>();
  return {
    name: DELIVER_JOB,
    title: 'Send a notification',
    concurrency: 4,
    maxAttempts: MAX_ATTEMPTS,
    timeoutMs: 120_000,
    backoffMs,
    run: (job) => deliver(deps, store, busy, job),
    onExhausted: (job, error) =>
      store.finish(String(job.payload['deliveryId']), 'failed', error instanceof Error ? error.message : String(error)),
  };
}
