import type { NotificationMessage } from '@lectern/plugin-api';
import type { Database } from '../../platform/db/index.js';
import type { PayloadOf } from '../../platform/jobs/define-job.js';
import type { JobContext, JobDefinition, RunAgain } from '../../platform/jobs/job-queue.js';
import { SaidError, sentence } from '../../platform/words/index.js';
import type { PluginHost } from '../../plugin-host/plugin-host.js';
import type { SettingsService } from '../settings/index.js';
import { absoluteLinks } from './compose-message.js';
import { createDeliveryStore, DELIVER } from './delivery-record.js';
import { overtakenBy } from './overtaken.js';
import { createTargets, endCutOff, sendingJob, sendInTurn, type SendDeps } from './send-once.js';

/** The dependencies of deliveries. */
export interface DeliveryDeps {
  readonly database: Database;
  readonly host: Pick<PluginHost, 'provider'> & { readonly hooks: Pick<PluginHost['hooks'], 'transform'> };
  readonly settings: Pick<SettingsService, 'get'>;
  readonly now: () => Date;
}

const SEND_MS = 60_000;
/** Older news is not sent any more. */
const LONGEST_WAIT_MS = 86_400_000;
/** All the jobs that run at once. */
const AT_ONCE = 4;

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

type DeliveryRun = JobContext<PayloadOf<typeof DELIVER>>;

async function deliver(deps: DeliveryDeps, sends: SendDeps, job: DeliveryRun): Promise<RunAgain | void> {
  const { store } = sends;
  const delivery = await store.get(job.payload.deliveryId);
  if (!delivery) return;
  const { id, integrationId, state, backend } = delivery;
  if (state === 'sending') {
    job.log.warn({ delivery: id, integration: integrationId }, 'a notification was cut off while it was sent');
    return endCutOff(store, id);
  }
  if (state !== 'queued') return;
  if (!backend) return store.finish(id, 'failed', sentence('delivery_fault.integration_removed'));
  if (!backend.enabled) return store.finish(id, 'failed', sentence('delivery_fault.integration_off', { name: backend.name }));
  if (deps.now().getTime() - Date.parse(delivery.createdAt) > LONGEST_WAIT_MS) {
    return store.finish(id, 'failed', sentence('delivery_fault.not_within_a_day'));
  }
  const provider = deps.host.provider('notifier', integrationId);
  if (!provider) throw new SaidError(sentence('delivery_fault.integration_not_ready', { name: backend.name }));
  return sendInTurn(sends, job, {
    delivery,
    target: integrationId,
    kind: { name: 'shared', atOnce: AT_ONCE },
    longestWaitMs: LONGEST_WAIT_MS,
    overtakenBy: () => overtakenBy(deps.database.read, { target: integrationId, message: delivery.message }),
    async prepare() {
      const message = await prepareMessage(deps, delivery.message);
      return (signal) => provider.call('send', (notifier, call) => notifier.send(message, call), { timeoutMs: SEND_MS, signal });
    },
  });
}

/** Sends the messages in the outbox. */
export function deliveryJob(deps: DeliveryDeps): JobDefinition {
  const store = createDeliveryStore(deps.database, deps.now);
  const sends: SendDeps = { store, targets: createTargets(), now: deps.now };
  return DELIVER.handledBy({
    title: sentence('job.notify'),
    quiet: true,
    concurrency: AT_ONCE,
    ...sendingJob(store),
    run: (job) => deliver(deps, sends, job),
  });
}
