import { defineEntity, flag, id, integer, json, key, nullable, text, time } from '../../platform/db/index.js';
import type { EventData } from './event-body.js';
import type { PauseReason } from './pause-reasons.js';

/** `queued` until the receiver takes it; `failed` once it is given up. */
export type WebhookDeliveryState = 'queued' | 'delivered' | 'failed';

export const WebhookEntity = defineEntity('webhooks', {
  id: key(id()),
  name: text(100),
  url: text(),
  /** Null: every event, also those of later versions. */
  events: nullable(json<string[]>()),
  enabled: flag(),
  secretSealed: text(),
  /** The first failure since the last success. */
  failingSince: nullable(time()),
  /** Null unless Lectern itself switched it off. */
  pausedBecause: nullable(text<PauseReason>(20)),
  /** The last success. */
  deliveredAt: nullable(time()),
  createdAt: time(),
  updatedAt: time(),
});

export const WebhookDeliveryEntity = defineEntity('webhook_deliveries', {
  id: key(id()),
  webhookId: id(),
  /** The same in each attempt and for each webhook, so that receivers recognize doubles. */
  eventId: id(),
  event: text(50),
  dedupeKey: text(200),
  data: json<EventData>(),
  state: text<WebhookDeliveryState>(10),
  /** Attempts since the event, or since a person had it sent again. */
  attempts: integer(),
  nextAt: nullable(time()),
  triedAt: nullable(time()),
  /** The HTTP status of the last attempt. */
  status: nullable(integer()),
  /** The beginning of the last answer. */
  answer: nullable(text()),
  error: nullable(text()),
  tookMs: nullable(integer()),
  /** The time of the event. */
  createdAt: time(),
});
