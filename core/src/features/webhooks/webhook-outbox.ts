import { v7 as uuid } from 'uuid';
import type { Database, Tx } from '../../platform/db/index.js';
import { ApiError } from '../../platform/http/problem.js';
import type { JobQueue } from '../../platform/jobs/job-queue.js';
import type { Actor, AuditService } from '../audit/index.js';
import type { Announced } from '../notifications/index.js';
import type { SettingsService } from '../settings/index.js';
import { DELIVER_WEBHOOK } from './deliver-job.js';
import type { DeliveryLog } from './delivery-log.js';
import { queueEvent, type DeliveryStore, type WebhookDelivery } from './delivery-store.js';
import { addressed, dataOf, TEST_EVENT } from './event-body.js';
import type { Attempt, WebhookSender } from './send-webhook.js';
import { noteWebhook } from './webhook-audit.js';
import { existing, webhooksFor, type WebhookStore } from './webhook-store.js';
import { sentence } from '../../platform/words/index.js';

export interface WebhookOutboxDeps {
  readonly database: Database;
  readonly webhooks: WebhookStore;
  readonly deliveries: DeliveryStore;
  readonly log: DeliveryLog;
  readonly send: WebhookSender;
  readonly settings: Pick<SettingsService, 'get'>;
  readonly audit: Pick<AuditService, 'record'>;
  readonly jobs: Pick<JobQueue, 'enqueue' | 'add'>;
  readonly onChange: (webhookId: string) => void;
  readonly now: () => Date;
}

const UNREADABLE = sentence('problem.webhook_secret_unreadable');

/** What is sent to webhooks: events, tests, and what a person sends again. */
export function createWebhookOutbox(deps: WebhookOutboxDeps) {
  const { database, webhooks, deliveries, log, settings, audit, jobs, now } = deps;

  return {
    /** Sends the test event now, whatever events the webhook wants, and writes it into the log. @throws ApiError 404 `not_found` */
    async test(id: string, actor: Actor, signal: AbortSignal): Promise<Attempt> {
      const webhook = await existing(webhooks, id);
      const { url } = webhook;
      const secret = await webhooks.secretOf(id);
      if (secret === undefined) {
        return { isDelivered: false, status: null, answer: '', error: UNREADABLE, tookMs: 0, isGone: false, retryAfterMs: undefined };
      }
      const data = dataOf({ title: 'This is a test.', subject: {}, path: '/admin/webhooks' });
      const event = { id: uuid(), event: TEST_EVENT, at: now().toISOString(), data };
      const attempt = await deps.send({ url, secret }, addressed(event, (await settings.get()).server.publicUrl), signal);
      await database.transaction(async (tx) => {
        await existing(webhooks, id, tx);
        await log.insertTest(tx, id, event, attempt);
        await noteWebhook(audit, tx, actor, 'tested', webhook, { delivered: attempt.isDelivered });
        await webhooks.note(tx, id, attempt.isDelivered);
      });
      deps.onChange(id);
      return attempt;
    },

    /** Newest first, with the addresses that would be sent now. @throws ApiError 404 `not_found` */
    async page(id: string, { page, limit }: { readonly page: number; readonly limit: number }) {
      await existing(webhooks, id);
      const { server } = await settings.get();
      const { items, total } = await log.page(id, page, limit);
      return { items: items.map((one): WebhookDelivery => ({ ...one, event: addressed(one.event, server.publicUrl) })), total };
    },

    /** Sends an event once more, with the same id. @throws ApiError 404 `not_found`, 409 `webhook_off` */
    async sendAgain(id: string, deliveryId: string, actor: Actor): Promise<void> {
      await database.transaction(async (tx) => {
        const webhook = await existing(webhooks, id, tx);
        if (!webhook.enabled) throw new ApiError('webhook_off', sentence('problem.webhook_off'));
        if (!(await deliveries.again(tx, id, deliveryId))) throw new ApiError('not_found', sentence('problem.no_delivery'));
        await jobs.enqueue(tx, DELIVER_WEBHOOK({ webhookId: id }));
        await noteWebhook(audit, tx, actor, 'sent_again', webhook);
        tx.afterCommit(() => deps.onChange(id));
      });
    },

    /** Writes an event for every webhook that wants it, in the transaction of the event. */
    async announce(tx: Tx, announced: Announced): Promise<void> {
      const ids = await webhooksFor(tx, database.dialect, announced.event);
      if (ids.length === 0) return;
      const event = { id: uuid(), event: announced.event, at: announced.at, data: dataOf(announced) };
      if (!(await queueEvent(tx, ids, event, announced.dedupeKey))) return;
      for (const webhookId of ids) await jobs.enqueue(tx, DELIVER_WEBHOOK({ webhookId }));
      tx.afterCommit(() => ids.forEach((id) => deps.onChange(id)));
    },

    /** Takes up what waits, in case its job is gone. */
    async resume(): Promise<void> {
      for (const webhookId of await deliveries.waiting()) await jobs.add(DELIVER_WEBHOOK({ webhookId }));
    },
  };
}

export type WebhookOutbox = ReturnType<typeof createWebhookOutbox>;
