import Type from 'typebox';
import type { Database } from '../../platform/db/index.js';
import { defineJob, type PayloadOf } from '../../platform/jobs/define-job.js';
import type { JobContext, JobDefinition, RunAgain } from '../../platform/jobs/job-queue.js';
import { crashPoint } from '../../platform/testing/crash-point.js';
import { inRow, sentence } from '../../platform/words/index.js';
import type { SettingsService } from '../settings/index.js';
import { SWITCHED_OFF, type DeliveryStore, type WebhookDelivery } from './delivery-store.js';
import { addressed } from './event-body.js';
import { pauseHopeless, type PauseDeps } from './pause-webhook.js';
import { MOST_ATTEMPTS, pauseAfter } from './retry-times.js';
import type { Receiver, WebhookSender } from './send-webhook.js';
import type { Webhook, WebhookStore } from './webhook-store.js';

/** The most webhooks there may be. Each has a run of its own, so that a slow receiver keeps nobody else waiting. */
export const MOST_WEBHOOKS = 20;

/** How many events one receiver gets at the same time. */
const AT_ONCE = 4;
const UNREADABLE = sentence('delivery_fault.secret_unreadable');
/** After so long the run makes way, for the sake of its deadline. */
const ROUND_MS = 60_000;

/** The job that sends what is due to one webhook. */
export const DELIVER_WEBHOOK = defineJob('webhooks.deliver', Type.Object({ webhookId: Type.String() }), {
  key: ({ webhookId }) => `webhooks.deliver:${webhookId}`,
});

export interface DeliverDeps extends PauseDeps {
  readonly database: Database;
  readonly webhooks: WebhookStore;
  readonly deliveries: DeliveryStore;
  readonly send: WebhookSender;
  readonly settings: Pick<SettingsService, 'get'>;
  readonly onChange: (webhookId: string) => void;
}

type Run = JobContext<PayloadOf<typeof DELIVER_WEBHOOK>>;

/**
 * Sends once and stores how it ended. Whoever dies between the two sends it again, with the same id: webhooks get an event at least once, and
 * receivers drop doubles.
 *
 * @returns whether it was delivered, and whether it was given up
 */
async function attempt(
  deps: DeliverDeps,
  { id: webhookId, name }: Webhook,
  receiver: Receiver,
  { id, event, attempts }: WebhookDelivery,
  job: Run,
): Promise<{ readonly isDelivered: boolean; readonly isGivenUp: boolean }> {
  const { server } = await deps.settings.get();
  const result = await deps.send(receiver, addressed(event, server.publicUrl), job.signal);
  crashPoint('webhook sent');
  const pauseMs = result.isDelivered || result.isGone ? undefined : pauseAfter(attempts + 1, result.retryAfterMs);
  const nextAt = pauseMs === undefined ? undefined : new Date(deps.now().getTime() + pauseMs * deps.timeScale);
  const isGivenUp = !result.isDelivered && nextAt === undefined;
  const why = isGivenUp && !result.isGone ? sentence('delivery_fault.given_up', { attempts: MOST_ATTEMPTS }) : undefined;
  if (isGivenUp) job.log.warn({ webhook: webhookId, delivery: id, status: result.status }, `an event could not be delivered to ${name}`);
  await deps.database.transaction(async (tx) => {
    await deps.deliveries.record(tx, id, { ...result, error: result.error === null ? null : inRow(result.error, why) }, nextAt);
    await deps.webhooks.note(tx, webhookId, result.isDelivered);
  });
  deps.onChange(webhookId);
  return { isDelivered: result.isDelivered, isGivenUp };
}

async function deliverDue(deps: DeliverDeps, job: Run): Promise<RunAgain | void> {
  const { webhookId } = job.payload;
  const until = performance.now() + ROUND_MS;
  while (performance.now() < until) {
    job.signal.throwIfAborted();
    const due = await deps.deliveries.due(webhookId, AT_ONCE);
    if (due.length === 0) break;
    const webhook = await deps.webhooks.get(webhookId);
    if (!webhook) return;
    const secret = await deps.webhooks.secretOf(webhookId);
    // an event may be written at the very moment in which its webhook is switched off
    if (!webhook.enabled || secret === undefined) {
      const why = webhook.enabled ? UNREADABLE : SWITCHED_OFF;
      await deps.database.transaction((tx) => deps.deliveries.giveUp(tx, webhookId, why));
      return;
    }
    // of several faults the first is told, but none before all have ended
    const ends = await Promise.allSettled(due.map((one) => attempt(deps, webhook, { url: webhook.url, secret }, one, job)));
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
    const failed = ends.flatMap((end) => (end.status === 'fulfilled' && !end.value.isDelivered ? [end.value] : []));
    const gaveUp = failed.some(({ isGivenUp }) => isGivenUp);
    if (failed.length > 0 && (await pauseHopeless(deps, webhookId, gaveUp))) {
      job.log.warn({ webhook: webhookId }, `no more events are sent to ${webhook.name}, which takes none`);
      deps.onChange(webhookId);
      return;
    }
  }
  const nextAt = await deps.deliveries.nextAt(webhookId);
  return nextAt === undefined ? undefined : { againAt: new Date(nextAt) };
}

/** Sends events to webhooks. */
export function deliverWebhookJob(deps: DeliverDeps): JobDefinition {
  return DELIVER_WEBHOOK.handledBy({
    title: sentence('job.deliver_webhook'),
    quiet: true,
    concurrency: MOST_WEBHOOKS,
    maxAttempts: 10,
    run: (job) => deliverDue(deps, job),
    onCancelled: (tx, { payload }) => deps.deliveries.giveUp(tx, payload.webhookId, sentence('finding.job_cancelled')),
  });
}
