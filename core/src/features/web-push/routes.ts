import Type from 'typebox';
import { defineRoute, json, noContent, type Route } from '../../platform/http/route.js';
import { sentence } from '../../platform/words/index.js';
import { MOST_DEVICES, type DeviceStore } from './device-store.js';
import type { ServerKeyPair } from './server-keys.js';
import { checkSubscription } from './subscription-check.js';
import type { WebPushService } from './web-push-service.js';

const deviceSchema = Type.Object(
  {
    id: Type.String(),
    host: Type.String({ description: 'The push service of the browser. The address there is a secret and is never shown.' }),
    userAgent: Type.String(),
    createdAt: Type.String(),
  },
  { $id: 'PushDevice' },
);

const subscriptionSchema = Type.Object(
  {
    endpoint: Type.String({ maxLength: 1000, pattern: '^https://[^\\s]+$' }),
    keys: Type.Object(
      {
        p256dh: Type.String({ maxLength: 87, pattern: '^[A-Za-z0-9_-]{87}$', description: 'A point of P-256, uncompressed, base64url.' }),
        auth: Type.String({ maxLength: 22, pattern: '^[A-Za-z0-9_-]{22}$', description: '16 random bytes, base64url.' }),
      },
      { additionalProperties: false },
    ),
  },
  { additionalProperties: false },
);

const resultSchema = Type.Object(
  {
    deviceId: Type.String(),
    outcome: Type.Union(
      ['sent', 'gone', 'temporary', 'failed'].map((one) => Type.Literal(one as 'sent' | 'gone' | 'temporary' | 'failed')),
    ),
    retryAfterMs: Type.Optional(Type.Number()),
    fault: Type.Optional(Type.String({ description: 'Why it was not sent, in a sentence.' })),
  },
  { $id: 'PushResult' },
);

export interface WebPushRoutesDeps {
  readonly devices: DeviceStore;
  readonly serverKeys: () => Promise<ServerKeyPair>;
  readonly webPush: WebPushService;
}

/** Devices that are notified; everybody turns on, sees and removes their own only. */
export function webPushRoutes({ devices, serverKeys, webPush }: WebPushRoutesDeps): Route[] {
  // a device belongs to a sign-in of a browser, which no API token is
  const common = { tag: 'web push', access: { rule: 'user' }, scopes: 'none' } as const;
  return [
    defineRoute({
      ...common,
      method: 'GET',
      path: '/api/web-push/key',
      summary: 'The public key for which a browser subscribes',
      responses: { 200: Type.Object({ publicKey: Type.String({ description: 'A point of P-256, uncompressed, base64url.' }) }) },
      handler: async () => json({ publicKey: (await serverKeys()).publicKey }),
    }),
    defineRoute({
      ...common,
      method: 'GET',
      path: '/api/web-push/subscriptions',
      summary: 'Your devices that are notified',
      responses: { 200: Type.Object({ items: Type.Array(deviceSchema) }) },
      handler: async ({ caller }) => json({ items: await devices.listOf(caller.userId) }),
    }),
    defineRoute({
      ...common,
      method: 'POST',
      path: '/api/web-push/subscriptions',
      summary: 'Have a browser notified',
      description: `At most ${MOST_DEVICES} a person. A browser is notified for one person: whoever asks last.`,
      callerRateLimit: 'web-push',
      body: subscriptionSchema,
      errors: ['too_many_devices'],
      responses: { 201: deviceSchema },
      async handler({ body, caller, userAgent }) {
        checkSubscription(body);
        return json(await devices.save({ userId: caller.userId, sessionId: caller.sessionId, userAgent }, body), 201);
      },
    }),
    defineRoute({
      tag: 'web push',
      scopes: 'none',
      method: 'POST',
      path: '/api/web-push/subscriptions/renew',
      // the worker of a browser asks when no page is open and the sign-in may need a refresh; the secret of the old subscription is the right
      access: { rule: 'public' },
      rateLimit: 'push-renewal',
      summary: 'Replace a subscription that the browser’s push service has ended',
      description: 'An old one that is not known, or whose secret does not fit, changes nothing.',
      body: Type.Object(
        {
          old: Type.Object(
            { endpoint: subscriptionSchema.properties.endpoint, auth: subscriptionSchema.properties.keys.properties.auth },
            { additionalProperties: false },
          ),
          subscription: subscriptionSchema,
        },
        { additionalProperties: false },
      ),
      responses: { 204: null },
      async handler({ body }) {
        checkSubscription(body.subscription);
        await devices.renew(body.old, body.subscription);
        return noContent();
      },
    }),
    defineRoute({
      ...common,
      method: 'DELETE',
      path: '/api/web-push/subscriptions/{id}',
      access: { rule: 'user', owns: { param: 'id', resource: 'push device', ownerOnly: true } },
      summary: 'End the notifications of one of your devices',
      params: Type.Object({ id: Type.String({ maxLength: 36 }) }),
      responses: { 204: null },
      async handler({ params }) {
        await devices.remove([params.id]);
        return noContent();
      },
    }),
    defineRoute({
      ...common,
      method: 'POST',
      path: '/api/web-push/test',
      summary: 'Send a test message to your own devices',
      callerRateLimit: 'web-push',
      responses: { 200: Type.Object({ results: Type.Array(resultSchema) }) },
      async handler({ caller, say, signal }) {
        const message = {
          title: 'Lectern',
          body: say(sentence('notice_test.push')),
          path: '/account',
          dedupeKey: 'test',
          urgency: 'high',
          ttlSeconds: 600,
        } as const;
        const results = await webPush.send(caller.userId, message, { signal });
        return json({ results: results.map(({ fault, ...rest }) => (fault === undefined ? rest : { ...rest, fault: say(fault) })) });
      },
    }),
  ];
}
