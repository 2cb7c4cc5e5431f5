import Type from 'typebox';
import { cursorQuery } from '../../platform/http/page.js';
import { defineRoute, json, noContent, type Route } from '../../platform/http/route.js';
import { actorOf } from '../audit/index.js';
import { listenLinkSchema } from '../integration-records/listen-link.js';
import { eventSaid } from './compose-message.js';
import type { NotificationCenter } from './notification-center.js';
import { NOTIFICATION_EVENTS, offeredEvents, type NotificationEventId } from './notification-events.js';
import type { Subscriptions } from './subscriptions.js';
import { presentTest, testSchema } from './test-outcome.js';

export interface NotificationRoutesDeps {
  readonly center: NotificationCenter;
  readonly subscriptions: Subscriptions;
}

const id = Type.String({ format: 'uuid', maxLength: 36 });

const notificationSchema = Type.Object(
  {
    id: Type.String(),
    event: Type.String(),
    title: Type.String(),
    lines: Type.Array(Type.String()),
    at: Type.String(),
    read: Type.Boolean(),
    requestId: Type.Optional(Type.String()),
    path: Type.Optional(Type.String({ description: 'The page of the web interface that it is about.' })),
    asin: Type.Optional(Type.String({ description: 'The book that it is about.' })),
    awaitsDecision: Type.Optional(Type.Literal(true, { description: 'You may approve or deny the request that it is about.' })),
    listen: Type.Optional(Type.Array(listenLinkSchema, { description: 'Where you listen to the audiobook that came.' })),
  },
  { $id: 'Notification' },
);

const eventId = Type.Unsafe<NotificationEventId>(Type.String({ enum: NOTIFICATION_EVENTS.map((event) => event.id) }));

const subscriptionSchema = Type.Object({ integrationId: Type.String(), events: Type.Array(eventId) }, { $id: 'NotificationSubscription' });

const ofIntegration = Type.Object({ integrationId: id });

function ownRoutes(center: NotificationCenter): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/api/notifications',
      compress: true,
      summary: 'Your notifications, newest first',
      tag: 'notifications',
      access: { rule: 'user' },
      scopes: ['read'],
      query: Type.Object({ ...cursorQuery, cursor: Type.Optional(id) }),
      responses: {
        200: Type.Object({ items: Type.Array(notificationSchema), unread: Type.Integer(), nextCursor: Type.Optional(Type.String()) }),
      },
      handler: async ({ query, caller, say }) => json(await center.list(caller, query, say)),
    }),
    defineRoute({
      method: 'POST',
      path: '/api/notifications/read',
      summary: 'Mark notifications as read',
      description: 'Marks all of yours unless ids are given.',
      tag: 'notifications',
      access: { rule: 'user' },
      scopes: 'none',
      body: Type.Object({ ids: Type.Optional(Type.Array(id, { maxItems: 500 })) }, { additionalProperties: false }),
      responses: { 204: null },
      async handler({ body, caller }) {
        await center.markRead(caller.userId, body.ids);
        return noContent();
      },
    }),
  ];
}

function adminRoutes(subscriptions: Subscriptions): Route[] {
  const common = { tag: 'notifications', access: { rule: 'admin' } } as const;
  return [
    defineRoute({
      ...common,
      method: 'GET',
      path: '/api/admin/notifications/subscriptions',
      compress: true,
      summary: 'The events, and which of them each backend announces',
      scopes: ['admin:read'],
      responses: {
        200: Type.Object({
          events: Type.Array(Type.Object({ id: eventId, title: Type.String() })),
          items: Type.Array(subscriptionSchema),
        }),
      },
      async handler({ say }) {
        const events = offeredEvents().map((event) => ({ id: event.id, title: say(eventSaid(event, 'title')) }));
        return json({ events, items: await subscriptions.list() });
      },
    }),
    defineRoute({
      ...common,
      method: 'PUT',
      path: '/api/admin/notifications/subscriptions/{integrationId}',
      summary: 'Choose what a backend announces',
      scopes: ['admin:write'],
      params: ofIntegration,
      body: Type.Object({ events: Type.Array(eventId, { maxItems: 100, uniqueItems: true }) }, { additionalProperties: false }),
      responses: { 200: subscriptionSchema },
      handler: async (context) => json(await subscriptions.set(context.params.integrationId, context.body.events, actorOf(context))),
    }),
    defineRoute({
      ...common,
      method: 'POST',
      path: '/api/admin/notifications/test/{integrationId}',
      summary: 'Send a test message',
      description: 'If a backend refuses it, the answer has `ok: false`.',
      scopes: ['admin:write'],
      params: ofIntegration,
      responses: { 200: testSchema },
      handler: async (context) =>
        json(
          presentTest(await subscriptions.test(context.params.integrationId, actorOf(context), context.say, context.signal), context.say),
        ),
    }),
  ];
}

/** The notification center of each user, and the backends for admins. */
export function notificationRoutes({ center, subscriptions }: NotificationRoutesDeps): Route[] {
  return [...ownRoutes(center), ...adminRoutes(subscriptions)];
}
