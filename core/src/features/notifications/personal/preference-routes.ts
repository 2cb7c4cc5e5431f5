import Type from 'typebox';
import { defineRoute, json, type Route } from '../../../platform/http/route.js';
import { presentTest, testSchema } from '../test-outcome.js';
import { presentPreferences, type PreferencesService } from './preferences.js';
import type { WayTests } from './way-tests.js';

const wayId = Type.String({ description: '`push`, `mail`, or the id of a target.' });

const quietHoursSchema = Type.Object(
  {
    from: Type.String({ maxLength: 5, pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' }),
    to: Type.String({ maxLength: 5, pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', description: 'Earlier than `from`: on the next day.' }),
    timeZone: Type.String({ minLength: 1, maxLength: 64, description: 'The IANA name.' }),
  },
  { additionalProperties: false },
);

const digestSchema = Type.Object(
  {
    weekday: Type.Integer({ minimum: 1, maximum: 7, description: '1 is Monday.' }),
    hour: Type.Integer({ minimum: 0, maximum: 23, description: 'In the time zone of the quiet hours, or that of the server.' }),
  },
  { additionalProperties: false },
);

const preferencesSchema = Type.Object(
  {
    ways: Type.Array(
      Type.Object({
        id: wayId,
        kind: Type.Union([Type.Literal('push'), Type.Literal('mail'), Type.Literal('plugin')]),
        name: Type.String(),
        ready: Type.Boolean({ description: 'Whether messages can be sent by it.' }),
        why: Type.Optional(
          Type.Union(
            (['no_devices', 'mail_off', 'no_address', 'plugin_unusable', 'last_failed'] as const).map((one) => Type.Literal(one)),
            { description: 'Why they cannot; `last_failed`: they can, but the last one was not sent.' },
          ),
        ),
      }),
    ),
    events: Type.Array(
      Type.Object({
        id: Type.String(),
        title: Type.String(),
        wants: Type.Record(Type.String(), Type.Boolean(), { description: 'By id of the way.' }),
      }),
    ),
    quietHours: Type.Union([quietHoursSchema, Type.Null()]),
    digest: Type.Union([digestSchema, Type.Null()]),
  },
  { $id: 'NotificationPreferences' },
);

const chosen = Type.Record(Type.String({ maxLength: 36 }), Type.Boolean(), { maxProperties: 50 });

const patchSchema = Type.Object(
  {
    wants: Type.Optional(
      Type.Record(Type.String({ maxLength: 50 }), chosen, { maxProperties: 100, description: 'By event and way. What is left out stays.' }),
    ),
    quietHours: Type.Optional(Type.Union([quietHoursSchema, Type.Null()])),
    digest: Type.Optional(Type.Union([digestSchema, Type.Null()])),
  },
  { additionalProperties: false },
);

/** What reaches the caller, and how. */
export function preferenceRoutes({ preferences, tests }: { readonly preferences: PreferencesService; readonly tests: WayTests }): Route[] {
  const common = { tag: 'notifications', access: { rule: 'user' } } as const;
  return [
    defineRoute({
      ...common,
      method: 'GET',
      path: '/api/notifications/preferences',
      summary: 'What reaches you, by which ways, and when',
      description: 'The list in the app has everything in any case.',
      scopes: ['read'],
      responses: { 200: preferencesSchema },
      handler: async ({ caller, say }) => json(presentPreferences(await preferences.get(caller), say)),
    }),
    defineRoute({
      ...common,
      method: 'PATCH',
      path: '/api/notifications/preferences',
      summary: 'Choose what reaches you, by which ways, and when',
      description: 'What is left out stays. `null` ends quiet hours or the weekly summary.',
      scopes: 'none',
      body: patchSchema,
      errors: ['settings_invalid'],
      responses: { 200: preferencesSchema },
      handler: async ({ caller, body, say }) => json(presentPreferences(await preferences.change(caller, body), say)),
    }),
    defineRoute({
      ...common,
      method: 'POST',
      path: '/api/notifications/test/{way}',
      summary: 'Send yourself a test message',
      description: 'If it cannot be sent, the answer has `ok: false`. Quiet hours do not count.',
      scopes: 'none',
      callerRateLimit: 'notification-test',
      params: Type.Object({ way: Type.Unsafe<'push' | 'mail'>(Type.String({ enum: ['push', 'mail'], maxLength: 4 })) }),
      responses: { 200: testSchema },
      handler: async ({ caller, params, language, say, signal }) =>
        json(presentTest(await tests.test(caller, params.way, { language, say, signal }), say)),
    }),
  ];
}
