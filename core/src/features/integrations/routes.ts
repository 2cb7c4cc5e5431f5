import { readdir, stat } from 'node:fs/promises';
import type { JsonObject } from '@lectern/plugin-api';
import Type from 'typebox';
import { defineRoute, json, noContent, type Route } from '../../platform/http/route.js';
import { inRow, type Say } from '../../platform/words/index.js';
import { actorOf } from '../audit/index.js';
import { explainMapping } from '../../files/path-mapping.js';
import { checkAnswerSchema, sayAnswer, type IntegrationChecks } from './integration-checks.js';
import type { IntegrationService } from './integration-service.js';
import { letsPeopleInById, LETS_PEOPLE_IN } from './sign-in-integrations.js';
import type { IntegrationRecord } from '../integration-records/integration-store.js';
import { integrationSchema, pathPairSchema, presentIntegrations, type PresentDeps } from './present-integration.js';

export interface IntegrationRoutesDeps extends PresentDeps {
  readonly integrations: IntegrationService;
  readonly checks: IntegrationChecks;
}

const params = Type.Object({ id: Type.String({ maxLength: 36 }) });
const name = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' });
const priority = Type.Optional(
  Type.Integer({ minimum: 0, maximum: 1000, description: 'Integrations with a lower number are asked first.' }),
);
const enabled = Type.Optional(Type.Boolean());
const settings = Type.Record(Type.String(), Type.Unknown(), {
  maxProperties: 200,
  description: 'As defined by the settings schema of the plugin.',
});
const one = Type.Object({ integration: integrationSchema });
const pluginId = Type.String({ maxLength: 100 });
const integrationId = Type.Optional(Type.String({ maxLength: 36, description: 'The saved integration that supplies omitted values.' }));

const common = { tag: 'integrations', access: { rule: 'admin' }, scopes: ['admin:write'] } as const;

/** What is connected, where it leads and which paths are read outlives whoever set it: a leaked token may not. */
const lasting = { ...common, scopes: 'none', confirmation: 'always' } as const;

const closed = { additionalProperties: false };

function show(deps: IntegrationRoutesDeps, record: IntegrationRecord, say: Say): object {
  return { integration: presentIntegrations([record], { ...deps, say })[0] };
}

function savedRoutes(deps: IntegrationRoutesDeps): Route[] {
  const { integrations } = deps;
  return [
    defineRoute({
      ...common,
      method: 'GET',
      path: '/api/admin/integrations',
      summary: 'List integrations with their health',
      scopes: ['admin:read'],
      responses: { 200: Type.Object({ items: Type.Array(integrationSchema) }) },
      handler: async ({ say }) => json({ items: presentIntegrations(await integrations.list(), { ...deps, say }) }),
    }),
    defineRoute({
      ...common,
      method: 'GET',
      path: '/api/admin/integrations/{id}',
      summary: 'One integration',
      scopes: ['admin:read'],
      params,
      responses: { 200: one },
      handler: async (context) => json(show(deps, await integrations.get(context.params.id), context.say)),
    }),
    defineRoute({
      ...lasting,
      method: 'POST',
      path: '/api/admin/integrations',
      summary: 'Connect a service',
      body: Type.Object({ pluginId, name, enabled, priority, settings }, closed),
      errors: ['unknown_plugin', 'only_one', 'per_user', 'plugin_unusable', 'settings_invalid'],
      responses: { 201: one },
      async handler(context) {
        const input = { ...context.body, name: context.body.name.trim(), settings: context.body.settings as JsonObject };
        return json(show(deps, await integrations.create(input, actorOf(context)), context.say), 201);
      },
    }),
    defineRoute({
      ...common,
      method: 'PATCH',
      path: '/api/admin/integrations/{id}',
      summary: 'Change an integration',
      description: 'Settings left out keep their value, and `null` clears one. It is restarted with the saved settings.',
      params,
      body: Type.Object({ name: Type.Optional(name), enabled, priority, settings: Type.Optional(settings) }, closed),
      confirmation: {
        when: `its settings change, or ${LETS_PEOPLE_IN}`,
        isNeeded: ({ params: { id }, body }) => body.settings !== undefined || letsPeopleInById(id, deps),
      },
      errors: ['unknown_plugin', 'plugin_unusable', 'settings_invalid'],
      responses: { 200: one },
      async handler(context) {
        const { name: newName, settings: patch, ...rest } = context.body;
        const change = {
          ...rest,
          ...(newName === undefined ? {} : { name: newName.trim() }),
          ...(patch ? { settings: patch as JsonObject } : {}),
        };
        return json(show(deps, await integrations.update(context.params.id, change, actorOf(context)), context.say));
      },
    }),
    defineRoute({
      ...lasting,
      method: 'DELETE',
      path: '/api/admin/integrations/{id}',
      summary: 'Disconnect a service',
      params,
      responses: { 204: null },
      async handler(context) {
        await integrations.remove(context.params.id, actorOf(context));
        return noContent();
      },
    }),
  ];
}

function checkRoutes(deps: IntegrationRoutesDeps): Route[] {
  const { checks } = deps;
  return [
    defineRoute({
      ...common,
      method: 'POST',
      path: '/api/admin/integrations/check',
      summary: 'Try out settings before they are saved',
      description: 'Saved secrets are used where none is sent, as long as the address leads to the same server.',
      body: Type.Object({ pluginId, integrationId, settings }, closed),
      errors: ['not_found', 'unknown_plugin'],
      responses: { 200: checkAnswerSchema },
      handler: async ({ body, signal, say }) =>
        json(sayAnswer(await checks.checkDraft({ ...body, settings: body.settings as JsonObject }, signal), say)),
    }),
    defineRoute({
      ...common,
      method: 'POST',
      path: '/api/admin/integrations/choices',
      summary: 'A list for the settings form, as the service offers it',
      body: Type.Object({ pluginId, integrationId, name: Type.String({ maxLength: 100 }), settings }, closed),
      errors: ['not_found', 'unknown_plugin', 'settings_invalid', 'integration_failed'],
      responses: {
        200: Type.Object({
          choices: Type.Array(Type.Object({ value: Type.Union([Type.String(), Type.Number()]), title: Type.String() })),
        }),
      },
      async handler({ body, signal }) {
        return json({ choices: await checks.choices({ ...body, settings: body.settings as JsonObject }, signal) });
      },
    }),
    defineRoute({
      ...common,
      method: 'POST',
      path: '/api/admin/integrations/{id}/check',
      summary: 'Check an integration now',
      params,
      responses: { 200: checkAnswerSchema },
      handler: async (context) => json(sayAnswer(await checks.check(context.params.id, context.signal), context.say)),
    }),
  ];
}

function pathMappingRoutes(deps: IntegrationRoutesDeps): Route[] {
  const { integrations } = deps;
  return [
    defineRoute({
      ...lasting,
      method: 'PUT',
      path: '/api/admin/integrations/{id}/path-mappings',
      summary: 'Set how paths of the service map to paths here',
      params,
      body: Type.Object({ mappings: Type.Array(pathPairSchema, { maxItems: 100 }) }, closed),
      errors: ['no_paths', 'settings_invalid'],
      responses: { 200: one },
      async handler(context) {
        return json(
          show(deps, await integrations.setPathMappings(context.params.id, context.body.mappings, actorOf(context)), context.say),
        );
      },
    }),
    defineRoute({
      ...common,
      method: 'POST',
      path: '/api/admin/integrations/{id}/path-mappings/test',
      summary: 'Translate a path of the service and check whether it exists here',
      params,
      body: Type.Object({ path: Type.String({ minLength: 1, maxLength: 4000 }) }, closed),
      responses: {
        200: Type.Object({
          remote: Type.String(),
          local: Type.String(),
          rule: Type.Optional(pathPairSchema),
          existsHere: Type.Boolean(),
          message: Type.String(),
        }),
      },
      async handler(context) {
        const { pathMappings } = await integrations.get(context.params.id);
        const { remote, local, pair, found, steps } = await explainMapping(pathMappings, context.body.path, { stat, readdir });
        const existsHere = found === 'file' || found === 'directory';
        return json({ remote, local, ...(pair ? { rule: pair } : {}), existsHere, message: context.say(inRow(...steps)) });
      },
    }),
  ];
}

/** Configured plugins, for admins. */
export function integrationRoutes(deps: IntegrationRoutesDeps): Route[] {
  return [...savedRoutes(deps), ...checkRoutes(deps), ...pathMappingRoutes(deps)];
}
