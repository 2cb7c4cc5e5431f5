import type { NotificationMessage } from '@lectern/plugin-api';
import { defineEntity, id, json, key, nullable, text, time } from '../../platform/db/index.js';

/**
 * `queued` until just before the backend is called, `sending` during the call. `sent`, `failed` and `unknown` are
 * final. `unknown`: the process ended, or was stopped, during the call, so the message may or may not have arrived.
 */
export type DeliveryState = 'queued' | 'sending' | 'sent' | 'failed' | 'unknown';

export const NotificationEntity = defineEntity('notifications', {
  id: key(id()),
  userId: id(),
  event: text(50),
  title: text(),
  lines: json<string[]>(),
  requestId: nullable(id()),
  /** The page of the web UI that it is about; absent in those written by older versions. */
  path: nullable(text()),
  /** The book that it is about. */
  asin: nullable(text(10)),
  dedupeKey: text(200),
  createdAt: time(),
  readAt: nullable(time()),
});

export const DeliveryEntity = defineEntity('notification_deliveries', {
  id: key(id()),
  integrationId: id(),
  dedupeKey: text(200),
  message: json<NotificationMessage>(),
  state: text<DeliveryState>(10),
  error: nullable(text()),
  createdAt: time(),
  finishedAt: nullable(time()),
});
