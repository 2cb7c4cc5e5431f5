import Type, { type Static } from 'typebox';
import { pageOf, pageQuery } from '../../platform/http/page.js';
import { defineRoute, json, noContent, type Route } from '../../platform/http/route.js';
import type { Say } from '../../platform/words/index.js';
import { actorOf } from '../audit/index.js';
import { eventSaid, offeredEvents } from '../notifications/index.js';
import type { WebhookDelivery } from './delivery-store.js';
import { PAUSE_REASONS, type PauseReason } from './pause-reasons.js';
import type { Attempt } from './send-webhook.js';
import type { WebhookOutbox } from './webhook-outbox.js';
import type { ListedWebhook, WebhookService } from './webhook-service.js';

const id = Type.String({ format: 'uuid', maxLength: 36 });
const ofWebhook = Type.Object({ id });
const eventId = Type.Unsafe<string>(Type.String({ enum: offeredEvents().map((event) => event.id) }));
const orNull = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) => Type.Union([schema, Type.Null()]);

const input = {
  name: Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }),
  url: Type.String({ minLength: 1, maxLength: 2000, description: 'https://, or http:// for a host of your own network.' }),
  events: Type.Union([Type.Array(eventId, { minItems: 1, maxItems: 100, uniqueItems: true }), Type.Null()], {
    description: 'Null: every event, also those of later versions.',
  }),
  enabled: Type.Boolean(),
};

const webhookSchema = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    url: Type.String(),
    events: orNull(Type.Array(Type.String())),
    enabled: Type.Boolean(),
    waiting: Type.Integer({ description: 'Events that wait for their turn or for another attempt.' }),
    failingSince: Type.Union([Type.String(), Type.Null()], { description: 'The first failure since the last success.' }),
    pausedBecause: orNull(
      Type.Unsafe<PauseReason>(
        Type.String({
          enum: [...PAUSE_REASONS],
          description: 'Why Lectern itself switched it off: it took nothing for 3 days, or more than 10,000 events waited for it.',
        }),
      ),
    ),
    deliveredAt: orNull(Type.String()),
    createdAt: Type.String(),
  },
  { $id: 'Webhook' },
);

const bodySchema = Type.Object({
  id: Type.String(),
  event: Type.String(),
  at: Type.String(),
  data: Type.Record(Type.String(), Type.Unknown()),
});

const deliverySchema = Type.Object(
  {
    id: Type.String(),
    state: Type.Union([Type.Literal('queued'), Type.Literal('delivered'), Type.Literal('failed')]),
    body: bodySchema,
    attempts: Type.Integer(),
    nextAt: orNull(Type.String()),
    triedAt: orNull(Type.String()),
    status: orNull(Type.Integer()),
    answer: Type.Union([Type.String(), Type.Null()], { description: 'The first 2 kB of the last answer, as text.' }),
    error: orNull(Type.String()),
    tookMs: orNull(Type.Integer()),
  },
  { $id: 'WebhookDelivery' },
);

const attemptSchema = Type.Object(
  {
    delivered: Type.Boolean(),
    status: orNull(Type.Integer()),
    answer: Type.String(),
    error: orNull(Type.String()),
    tookMs: Type.Integer(),
  },
  { $id: 'WebhookAttempt' },
);

const secret = Type.String({ description: 'Shown only this once.' });
const made = Type.Object({ webhook: webhookSchema, secret });

function present({
  id: webhookId,
  name,
  url,
  events,
  enabled,
  waiting,
  failingSince,
  pausedBecause,
  deliveredAt,
  createdAt,
}: ListedWebhook) {
  return { id: webhookId, name, url, events, enabled, waiting, failingSince, pausedBecause, deliveredAt, createdAt };
}

function presentDelivery(delivery: WebhookDelivery, say: Say): Static<typeof deliverySchema> {
  const { id: deliveryId, state, event, attempts, nextAt, triedAt, status, answer, tookMs } = delivery;
  const error = delivery.error === null ? null : say(delivery.error);
  return { id: deliveryId, state, body: { ...event, data: { ...event.data } }, attempts, nextAt, triedAt, status, answer, error, tookMs };
}

function presentAttempt({ isDelivered, status, answer, error, tookMs }: Attempt, say: Say): Static<typeof attemptSchema> {
  return { delivered: isDelivered, status, answer, error: error === null ? null : say(error), tookMs };
}

const BASE = '/api/admin/webhooks';
/** No API token reads addresses, which may hold a key. */
const common = { tag: 'webhooks', access: { rule: 'admin' }, scopes: 'none' } as const;
/** A receiver goes on getting events after whatever added it has ended. */
const lasting = { ...common, confirmation: 'always' } as const;
const closed = { additionalProperties: false };

function savedRoutes(webhooks: WebhookService): Route[] {
  return [
    defineRoute({
      ...common,
      method: 'GET',
      path: BASE,
      summary: 'The webhooks, and the events there are',
      responses: {
        200: Type.Object({
          items: Type.Array(webhookSchema),
          events: Type.Array(Type.Object({ id: eventId, title: Type.String() })),
        }),
      },
      async handler({ say }) {
        const events = offeredEvents().map((event) => ({ id: event.id, title: say(eventSaid(event, 'title')) }));
        return json({ items: (await webhooks.list()).map(present), events });
      },
    }),
    defineRoute({
      ...lasting,
      method: 'POST',
      path: BASE,
      summary: 'Add a webhook',
      body: Type.Object(input, closed),
      errors: ['webhook_address', 'too_many_webhooks'],
      responses: { 201: made },
      async handler(context) {
        const { webhook, secret: shown } = await webhooks.create(context.body, actorOf(context));
        return json({ webhook: present(webhook), secret: shown }, 201);
      },
    }),
    defineRoute({
      ...lasting,
      method: 'PATCH',
      path: `${BASE}/{id}`,
      summary: 'Change a webhook',
      params: ofWebhook,
      body: Type.Partial(Type.Object(input), closed),
      errors: ['webhook_address'],
      responses: { 200: Type.Object({ webhook: webhookSchema }) },
      handler: async (context) => json({ webhook: present(await webhooks.change(context.params.id, context.body, actorOf(context))) }),
    }),
    defineRoute({
      ...lasting,
      method: 'DELETE',
      path: `${BASE}/{id}`,
      summary: 'Delete a webhook and its log',
      params: ofWebhook,
      responses: { 204: null },
      async handler(context) {
        await webhooks.remove(context.params.id, actorOf(context));
        return noContent();
      },
    }),
    defineRoute({
      ...lasting,
      method: 'POST',
      path: `${BASE}/{id}/secret`,
      summary: 'Make a new secret',
      description: 'The old one signs nothing any more.',
      params: ofWebhook,
      responses: { 200: Type.Object({ secret }) },
      handler: async (context) => json({ secret: await webhooks.renew(context.params.id, actorOf(context)) }),
    }),
  ];
}

function deliveryRoutes(outbox: WebhookOutbox): Route[] {
  return [
    defineRoute({
      ...common,
      method: 'POST',
      path: `${BASE}/{id}/test`,
      summary: 'Send a test event',
      description: 'If the receiver does not take it, the answer has `delivered: false`.',
      params: ofWebhook,
      responses: { 200: attemptSchema },
      handler: async (context) => json(presentAttempt(await outbox.test(context.params.id, actorOf(context), context.signal), context.say)),
    }),
    defineRoute({
      ...common,
      method: 'GET',
      path: `${BASE}/{id}/deliveries`,
      summary: 'What was sent to a webhook, newest first',
      params: ofWebhook,
      query: Type.Object(pageQuery),
      responses: { 200: pageOf(deliverySchema) },
      async handler({ params, query, say }) {
        const { items, total } = await outbox.page(params.id, query);
        return json({ items: items.map((one) => presentDelivery(one, say)), page: query.page, limit: query.limit, total });
      },
    }),
    defineRoute({
      ...common,
      method: 'POST',
      path: `${BASE}/{id}/deliveries/{deliveryId}/again`,
      summary: 'Send an event again',
      description: 'It keeps its id.',
      params: Type.Object({ id, deliveryId: id }),
      errors: ['webhook_off'],
      responses: { 204: null },
      async handler(context) {
        const { params } = context;
        await outbox.sendAgain(params.id, params.deliveryId, actorOf(context));
        return noContent();
      },
    }),
  ];
}

/** Webhooks, for admins. */
export function webhookRoutes({ webhooks, outbox }: { readonly webhooks: WebhookService; readonly outbox: WebhookOutbox }): Route[] {
  return [...savedRoutes(webhooks), ...deliveryRoutes(outbox)];
}
