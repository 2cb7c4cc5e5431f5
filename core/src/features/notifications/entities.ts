import { defineEntity, id, key, nullable, text, time } from '../../platform/db/index.js';
import type { DeliveryState } from './delivery-record.js';

export const NotificationEntity = defineEntity('notifications', {
  id: key(id()),
  userId: id(),
  event: text(50),
  title: text(),
  lines: text(),
  requestId: nullable(id()),
  dedupeKey: text(200),
  createdAt: time(),
  readAt: nullable(time()),
});

export const DeliveryEntity = defineEntity('notification_deliveries', {
  id: key(id()),
  integrationId: id(),
  dedupeKey: text(200),
  message: text(),
  state: text<DeliveryState>(10),
  error: nullable(text()),
  createdAt: time(),
  finishedAt: nullable(time()),
});
