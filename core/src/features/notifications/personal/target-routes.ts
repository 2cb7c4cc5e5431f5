import type { JsonObject } from '@lectern/plugin-api';
import Type from 'typebox';
import { defineRoute, json, noContent, type Caller, type Route } from '../../../platform/http/route.js';
import { actorOf } from '../../audit/index.js';
import { presentTest, testSchema } from '../test-outcome.js';
import { MOST_TARGETS, type TargetService } from './target-service.js';
import type { WayTests } from './way-tests.js';

const settings = Type.Record(Type.String({ maxLength: 100 }), Type.Unknown(), {
  maxProperties: 200,
  description: 'As defined by the settings schema of the plugin.',
});
const name = Type.String({ minLength: 1, maxLength: 100, pattern: '\\S', description: 'Default: the name of the plugin.' });

const targetSchema = Type.Object(
  {
    id: Type.String(),
    pluginId: Type.String(),
    pluginName: Type.String(),
    name: Type.String(),
    settings: Type.Record(Type.String(), Type.Unknown(), { description: 'Without secrets.' }),
    secretsSet: Type.Array(Type.String(), { description: 'Names of the secrets that have a value. They are never answered.' }),
    lastError: Type.Optional(Type.String({ description: 'Why the last message was not sent.' })),
  },
  { $id: 'NotificationTarget' },
);

const params = Type.Object({ id: Type.String({ format: 'uuid', maxLength: 36 }) });
const closed = { additionalProperties: false };
const path = '/api/notifications/targets';
/** Not even admins see the targets of others. */
const owned = { rule: 'user', owns: { param: 'id', resource: 'notification target', ownerOnly: true } } as const;

/** Messages to admins hold links that decide without signing in, so that a target of theirs is a way in that outlives the session. */
const ofAdmins = {
  when: 'the caller is an admin',
  isNeeded: ({ caller }: { readonly caller: Caller }): boolean => caller.role === 'admin',
};

/** The caller's own targets: services that send to them alone. */
export function targetRoutes({ targets, tests }: { readonly targets: TargetService; readonly tests: WayTests }): Route[] {
  const common = { tag: 'notifications', access: { rule: 'user' }, scopes: 'none' } as const;
  return [
    defineRoute({
      ...common,
      method: 'GET',
      path,
      summary: 'Your own targets, and the plugins of which you can have some',
      scopes: ['read'],
      responses: {
        200: Type.Object({
          items: Type.Array(targetSchema),
          plugins: Type.Array(
            Type.Object({
              id: Type.String(),
              displayName: Type.String(),
              schema: Type.Record(Type.String(), Type.Unknown(), { description: 'JSON Schema of the settings, for the form.' }),
            }),
          ),
        }),
      },
      handler: async ({ caller, say }) => json({ items: await targets.list(caller, say), plugins: targets.plugins(say) }),
    }),
    defineRoute({
      ...common,
      method: 'POST',
      path,
      summary: 'Add a target of your own',
      description: `At most ${MOST_TARGETS}. It may lead to the public internet only. Nothing is sent.`,
      body: Type.Object({ pluginId: Type.String({ maxLength: 100 }), name: Type.Optional(name), settings }, closed),
      confirmation: ofAdmins,
      errors: ['unknown_plugin', 'plugin_unusable', 'too_many_targets', 'settings_invalid'],
      responses: { 201: targetSchema },
      async handler(context) {
        const { caller, body } = context;
        const input = { ...body, settings: body.settings as JsonObject };
        return json(await targets.add(caller, body.pluginId, input, actorOf(context)), 201);
      },
    }),
    defineRoute({
      ...common,
      method: 'PATCH',
      path: `${path}/{id}`,
      access: owned,
      summary: 'Change one of your targets',
      description: 'Settings left out keep their value, and `null` clears one.',
      params,
      body: Type.Object({ name: Type.Optional(name), settings: Type.Optional(settings) }, closed),
      confirmation: ofAdmins,
      errors: ['unknown_plugin', 'plugin_unusable', 'settings_invalid'],
      responses: { 200: targetSchema },
      async handler(context) {
        const { caller, body } = context;
        const patch = { ...body, settings: body.settings as JsonObject | undefined };
        return json(await targets.change(caller, context.params.id, patch, actorOf(context)));
      },
    }),
    defineRoute({
      ...common,
      method: 'DELETE',
      path: `${path}/{id}`,
      access: owned,
      summary: 'Remove one of your targets',
      params,
      responses: { 204: null },
      async handler(context) {
        await targets.remove(context.caller, context.params.id, actorOf(context));
        return noContent();
      },
    }),
    defineRoute({
      ...common,
      method: 'POST',
      path: `${path}/{id}/test`,
      access: owned,
      summary: 'Send a test message to one of your targets',
      description: 'If it cannot be sent, the answer has `ok: false`. Quiet hours do not count.',
      callerRateLimit: 'notification-test',
      params,
      responses: { 200: testSchema },
      async handler({ caller, params: { id }, language, say, signal }) {
        return json(presentTest(await tests.test(caller, await targets.record(caller.userId, id), { language, say, signal }), say));
      },
    }),
  ];
}
