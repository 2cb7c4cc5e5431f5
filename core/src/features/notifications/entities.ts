import type { JsonObject, NotificationMessage } from '@lectern/plugin-api';
import { defineEntity, flag, id, integer, json, key, nullable, text, time } from '../../platform/db/index.js';
import type { MessageFacts } from './compose-message.js';

/**
 * `queued` until just before the backend is called, `sending` during the call. `sent`, `failed`, `dropped` and `unknown` are
 * final. `dropped`: events overtook it before it was sent. `unknown`: the process ended, or was stopped, during the call, so the message may or may not have arrived.
 */
export type DeliveryState = 'queued' | 'sending' | 'sent' | 'failed' | 'dropped' | 'unknown';

export const NotificationEntity = defineEntity('notifications', {
  id: key(id()),
  userId: id(),
  event: text(50),
  title: text(),
  lines: json<string[]>(),
  /** What it was written from, so that it can be told in another language; absent in those written by older versions. */
  facts: nullable(json<MessageFacts>()),
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
  /** Whom it goes to, if it goes to one person. */
  userId: nullable(id()),
  /** The integration; for one person the way: `push`, `mail`, or the id of a target of theirs. */
  integrationId: id(),
  /** Ends in the id of the person, if it goes to one. */
  dedupeKey: text(200),
  message: json<NotificationMessage>(),
  state: text<DeliveryState>(10),
  error: nullable(text()),
  createdAt: time(),
  finishedAt: nullable(time()),
});

/** Where a person wants something else than the default of an event. */
export const NotificationChoiceEntity = defineEntity('notification_choices', {
  userId: key(id()),
  event: key(text(50)),
  /** `push`, `mail`, or the id of a target. */
  way: key(text(36)),
  wanted: flag(),
});

/** When messages may reach a person; without a row: always, and no digest. */
export const NotificationPersonEntity = defineEntity('notification_people', {
  userId: key(id()),
  /** HH:MM; both are null without quiet hours. */
  quietFrom: nullable(text(5)),
  quietTo: nullable(text(5)),
  /** IANA name of the zone that the person named last; null: the server's. */
  timeZone: nullable(text(64)),
  /** 1 is Monday; null without digest. */
  digestWeekday: nullable(integer()),
  /** 0 to 23. */
  digestHour: nullable(integer()),
  /** What was due until then is done. */
  digestAfter: nullable(time()),
  /** The next digest tells what is new since then. */
  digestSince: nullable(time()),
});

/** A person's own target of a notifier plugin. */
export const PersonalTargetEntity = defineEntity('personal_targets', {
  id: key(id()),
  userId: id(),
  pluginId: text(100),
  name: text(100),
  settings: json<JsonObject>(),
  secretsSealed: nullable(text()),
  pluginVersion: text(50),
  createdAt: time(),
  updatedAt: time(),
});
