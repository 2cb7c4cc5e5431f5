import { v7 as uuid } from 'uuid';
import type { Database, Tx } from '../../platform/db/index.js';
import { ApiError } from '../../platform/http/problem.js';
import type { Actor, AuditService } from '../audit/index.js';
import { MOST_WEBHOOKS } from './deliver-job.js';
import { SWITCHED_OFF, type DeliveryStore } from './delivery-store.js';
import { makeSecret } from './sign-webhook.js';
import { addressFault, type Resolve } from './webhook-address.js';
import { noteWebhook } from './webhook-audit.js';
import { existing, type Webhook, type WebhookInput, type WebhookStore } from './webhook-store.js';
import { sentence } from '../../platform/words/index.js';

/** A webhook in the list. */
export interface ListedWebhook extends Webhook {
  /** How many events wait for their turn or another attempt. */
  readonly waiting: number;
}

export interface WebhookServiceDeps {
  readonly database: Database;
  readonly webhooks: WebhookStore;
  readonly deliveries: DeliveryStore;
  readonly audit: Pick<AuditService, 'record'>;
  readonly onChange: (webhookId: string) => void;
  readonly resolve?: Resolve | undefined;
}

/** What admins do with webhooks. A secret is answered once, when it is made. */
export function createWebhookService(deps: WebhookServiceDeps) {
  const { database, webhooks, deliveries, audit } = deps;

  async function note(
    tx: Tx,
    actor: Actor,
    verb: string,
    webhook: Pick<Webhook, 'id' | 'name' | 'url'>,
    detail: object = {},
  ): Promise<void> {
    await noteWebhook(audit, tx, actor, verb, webhook, detail);
    tx.afterCommit(() => deps.onChange(webhook.id));
  }

  async function mustBeUsable(url: string): Promise<void> {
    const fault = await addressFault(url, deps.resolve);
    if (fault !== undefined) throw new ApiError('webhook_address', fault, { errors: [{ path: '/url', message: fault }] });
  }

  const mustExist = (id: string, tx?: Tx) => existing(webhooks, id, tx);

  return {
    /** Oldest first. Two statements. */
    async list(): Promise<ListedWebhook[]> {
      const [all, waiting] = [await webhooks.list(), await deliveries.countWaiting()];
      return all.map((webhook) => ({ ...webhook, waiting: waiting.get(webhook.id) ?? 0 }));
    },

    /** @throws ApiError 422 `webhook_address`, 409 `too_many_webhooks` */
    async create(input: WebhookInput, actor: Actor): Promise<{ readonly webhook: ListedWebhook; readonly secret: string }> {
      await mustBeUsable(input.url);
      const id = uuid();
      const secret = makeSecret();
      const webhook = await database.transaction(async (tx) => {
        await tx.lock('webhooks');
        if ((await webhooks.list(tx)).length >= MOST_WEBHOOKS)
          throw new ApiError('too_many_webhooks', sentence('problem.too_many_webhooks', { most: MOST_WEBHOOKS }));
        await webhooks.insert(tx, id, input, secret);
        await note(tx, actor, 'created', { id, ...input });
        return mustExist(id, tx);
      });
      return { webhook: { ...webhook, waiting: 0 }, secret };
    },

    /** What waits is given up when it is switched off. @throws ApiError 404 `not_found`, 422 `webhook_address` */
    async change(id: string, change: Partial<WebhookInput>, actor: Actor): Promise<ListedWebhook> {
      if (change.url !== undefined) await mustBeUsable(change.url);
      await database.transaction(async (tx) => {
        const { name, url, events, enabled } = await mustExist(id, tx);
        const after = { name, url, events, enabled, ...change };
        await webhooks.change(tx, id, after);
        if (after.enabled && !enabled) await webhooks.beginAnew(tx, id);
        if (!after.enabled) await deliveries.giveUp(tx, id, SWITCHED_OFF);
        await note(tx, actor, 'updated', { id, ...after }, { changed: Object.keys(change) });
      });
      return { ...(await mustExist(id)), waiting: (await deliveries.countWaiting()).get(id) ?? 0 };
    },

    /** @throws ApiError 404 `not_found` */
    async remove(id: string, actor: Actor): Promise<void> {
      await database.transaction(async (tx) => {
        const webhook = await mustExist(id, tx);
        await webhooks.remove(tx, id);
        await note(tx, actor, 'deleted', webhook);
      });
    },

    /** The old secret signs nothing any more. @returns the new one @throws ApiError 404 `not_found` */
    async renew(id: string, actor: Actor): Promise<string> {
      const secret = makeSecret();
      await database.transaction(async (tx) => {
        const webhook = await mustExist(id, tx);
        await webhooks.renew(tx, id, secret);
        await note(tx, actor, 'renewed', webhook);
      });
      return secret;
    },
  };
}

export type WebhookService = ReturnType<typeof createWebhookService>;
