import type { JsonObject } from '@lectern/plugin-api';
import Type from 'typebox';
import type { Database } from '../../platform/db/index.js';
import { pageOf, pageQuery } from '../../platform/http/page.js';
import { defineRoute, json, noContent, type Route } from '../../platform/http/route.js';
import { sayingNoPlaces } from '../../platform/logging/hide-places.js';
import { storedSaid, type Say } from '../../platform/words/index.js';
import { descriptionOf, formOf, type PluginHost } from '../../plugin-host/index.js';
import { actorOf } from '../audit/index.js';
import type { CatalogService } from '../catalog/index.js';
import type { IgnoreService } from '../ignore-list/index.js';
import { checkAnswerSchema, createIntegrationChecks, sayAnswer, type IntegrationRecords } from '../integrations/index.js';
import { listShelfBooks } from './shelf-book-list.js';
import { countOutcomes } from './shelf-counts.js';
import { syncsUnderWay } from './shelf-jobs.js';
import type { ShelfRecord } from './shelf-record.js';
import { outcomeSchema, presentShelf, shelfBookSchema, shelfProviderSchema, shelfSchema, type Shelf } from './shelf-schemas.js';
import type { ShelfService } from './shelf-service.js';
import type { ShelfStore } from './shelf-store.js';

export interface ShelfRoutesDeps {
  readonly database: Database;
  readonly shelves: ShelfService;
  readonly store: Pick<ShelfStore, 'ofUser'>;
  readonly host: Pick<PluginHost, 'check' | 'checkDraft' | 'choices' | 'plugin' | 'settings'>;
  readonly ignoreList: Pick<IgnoreService, 'which'>;
  readonly catalog: Pick<CatalogService, 'cached'>;
  readonly redact: (text: string) => string;
}

const params = Type.Object({ id: Type.String({ format: 'uuid', maxLength: 36 }) });
const settings = Type.Record(Type.String(), Type.Unknown(), {
  maxProperties: 200,
  description: 'As defined by the settings schema of the provider.',
});
const pluginId = Type.String({ maxLength: 100 });
const shelfId = Type.Optional(Type.String({ format: 'uuid', maxLength: 36, description: 'The saved shelf that supplies omitted values.' }));
const one = Type.Object({ shelf: shelfSchema });
const closed = { additionalProperties: false };
/** Each handler checks whose shelf it is: not even admins see those of others. */
const common = { tag: 'shelves', access: { rule: 'user' }, scopes: ['requests:write'] } as const;
const owned = { rule: 'user', owns: { param: 'id', resource: 'shelf', ownerOnly: true } } as const;
const reads = { ...common, scopes: ['read'] } as const;

async function show(deps: ShelfRoutesDeps, records: readonly ShelfRecord[], say: Say): Promise<Shelf[]> {
  const { database, host } = deps;
  const ids = records.map(({ id }) => id);
  const [counts, syncs] = [await countOutcomes(database.read, ids), await syncsUnderWay(database.read, ids)];
  return records.map((record) => presentShelf(record, host, { counts: counts.get(record.id) ?? {}, underWay: syncs.get(record.id) }, say));
}

async function answer(deps: ShelfRoutesDeps, say: Say, record: ShelfRecord, status = 200): Promise<ReturnType<typeof json>> {
  const [shelf] = await show(deps, [record], say);
  return json({ shelf }, status);
}

/** Tests settings with the saved secrets of the caller's own shelves only. */
function checksOf(deps: ShelfRoutesDeps, userId: string): ReturnType<typeof createIntegrationChecks> {
  const { store, host, redact } = deps;
  const own: Pick<IntegrationRecords, 'get'> = {
    async get(id) {
      const shelf = await store.ofUser(userId, id);
      return shelf && { ...shelf, enabled: true, priority: 0, pathMappings: [], subscriptions: [] };
    },
  };
  return createIntegrationChecks({ store: own, host, redact, accepts: ({ instances }) => instances === 'per-user' });
}

function listRoutes(deps: ShelfRoutesDeps): Route[] {
  const { shelves } = deps;
  return [
    defineRoute({
      ...reads,
      method: 'GET',
      path: '/api/user/shelves/providers',
      summary: 'Sites whose shelves can be read, with the settings each one needs',
      responses: { 200: Type.Object({ items: Type.Array(shelfProviderSchema) }) },
      handler: ({ say }) =>
        json({
          items: shelves.providers().map((plugin) => ({
            pluginId: plugin.id,
            name: plugin.displayName,
            ...(plugin.description === undefined ? {} : { description: descriptionOf(plugin, say) }),
            settingsSchema: formOf(plugin, say),
          })),
        }),
    }),
    defineRoute({
      ...reads,
      method: 'GET',
      path: '/api/user/shelves',
      summary: 'Your shelves, what became of their books, and the state of their sync',
      responses: { 200: Type.Object({ items: Type.Array(shelfSchema) }) },
      handler: async ({ caller, say }) => json({ items: await show(deps, await shelves.list(caller.userId), say) }),
    }),
    defineRoute({
      ...common,
      method: 'POST',
      path: '/api/user/shelves',
      summary: 'Add a shelf',
      description: 'It is read once to check that it can be, and then synced.',
      body: Type.Object({ pluginId, settings, autoRequest: Type.Optional(Type.Boolean()) }, closed),
      errors: ['unknown_plugin', 'plugin_unusable', 'shelf_exists', 'too_many_shelves', 'settings_invalid', 'integration_failed'],
      responses: { 201: one },
      async handler(context) {
        const { caller, body } = context;
        const input = { pluginId: body.pluginId, settings: body.settings as JsonObject, autoRequest: body.autoRequest ?? true };
        return answer(deps, context.say, await shelves.add(caller.userId, input, actorOf(context)), 201);
      },
    }),
  ];
}

function trialRoutes(deps: ShelfRoutesDeps): Route[] {
  return [
    defineRoute({
      ...common,
      method: 'POST',
      path: '/api/user/shelves/check',
      summary: 'Try out the settings of a shelf before they are saved',
      body: Type.Object({ pluginId, shelfId, settings }, closed),
      errors: ['not_found', 'unknown_plugin'],
      responses: { 200: checkAnswerSchema },
      async handler({ caller, body, signal, say }) {
        const draft = { pluginId: body.pluginId, integrationId: body.shelfId, settings: body.settings as JsonObject };
        const answered = await checksOf(deps, caller.userId).checkDraft(draft, signal);
        // as with refusals: a member must not learn where a site leads, and the form shows their own entries anyway
        return json(sayAnswer(answered, say, caller.role === 'admin' ? say : sayingNoPlaces(say)));
      },
    }),
    defineRoute({
      ...common,
      method: 'POST',
      path: '/api/user/shelves/choices',
      summary: 'A list for the form, as the site offers it',
      body: Type.Object({ pluginId, shelfId, name: Type.String({ maxLength: 100 }), settings }, closed),
      errors: ['not_found', 'unknown_plugin', 'settings_invalid', 'integration_failed'],
      responses: {
        200: Type.Object({
          choices: Type.Array(Type.Object({ value: Type.Union([Type.String(), Type.Number()]), title: Type.String() })),
        }),
      },
      async handler({ caller, body, signal }) {
        const draft = { pluginId: body.pluginId, integrationId: body.shelfId, name: body.name, settings: body.settings as JsonObject };
        return json({ choices: await checksOf(deps, caller.userId).choices(draft, signal) });
      },
    }),
  ];
}

function oneShelfRoutes(deps: ShelfRoutesDeps): Route[] {
  const { shelves, database, ignoreList, catalog } = deps;
  return [
    defineRoute({
      ...reads,
      method: 'GET',
      path: '/api/user/shelves/{id}',
      access: owned,
      summary: 'One of your shelves',
      params,
      responses: { 200: one },
      handler: async ({ caller, params: { id }, say }) => answer(deps, say, await shelves.get(caller.userId, id)),
    }),
    defineRoute({
      ...reads,
      method: 'GET',
      path: '/api/user/shelves/{id}/books',
      compress: true,
      access: owned,
      summary: 'Books of a shelf and what became of them',
      params,
      query: Type.Object({ ...pageQuery, outcome: Type.Optional(Type.Union([outcomeSchema, Type.Literal('removed')])) }),
      responses: { 200: pageOf(shelfBookSchema) },
      async handler({ caller, params: { id }, query, say }) {
        const shelf = await shelves.get(caller.userId, id);
        const { page, limit } = query;
        const { items, total } = await listShelfBooks(database.read, shelf, query);
        const asins = items.flatMap(({ asin }) => asin ?? []);
        const [ignored, books] = await Promise.all([ignoreList.which(caller.userId, asins), catalog.cached(asins)]);
        const sayTo = caller.role === 'admin' ? say : sayingNoPlaces(say);
        const marked = items.map(({ reason, ...item }) => ({
          ...item,
          coverUrl: item.asin !== undefined && books.get(item.asin)?.coverUrl !== undefined ? `/api/covers/${item.asin}` : null,
          ...(reason === undefined ? {} : { reason: sayTo(storedSaid(reason)) }),
          ignored: item.asin !== undefined && ignored.has(item.asin),
        }));
        return json({ items: marked, total, page, limit });
      },
    }),
    defineRoute({
      ...common,
      method: 'PATCH',
      path: '/api/user/shelves/{id}',
      access: owned,
      summary: 'Change a shelf',
      description: 'Settings left out keep their value, and `null` clears one. It is synced with the saved settings.',
      params,
      body: Type.Object({ settings: Type.Optional(settings), autoRequest: Type.Optional(Type.Boolean()) }, closed),
      errors: ['unknown_plugin', 'plugin_unusable', 'shelf_exists', 'settings_invalid', 'integration_failed'],
      responses: { 200: one },
      async handler(context) {
        const { caller, body } = context;
        const patch = { ...body, settings: body.settings as JsonObject | undefined };
        return answer(deps, context.say, await shelves.update(caller.userId, context.params.id, patch, actorOf(context)));
      },
    }),
    defineRoute({
      ...common,
      method: 'DELETE',
      path: '/api/user/shelves/{id}',
      access: owned,
      summary: 'Remove a shelf; requests made from it stay',
      params,
      responses: { 204: null },
      async handler(context) {
        await shelves.remove(context.caller.userId, context.params.id, actorOf(context));
        return noContent();
      },
    }),
  ];
}

function syncRoutes(deps: ShelfRoutesDeps): Route[] {
  const { shelves } = deps;
  return [
    defineRoute({
      ...common,
      method: 'POST',
      path: '/api/user/shelves/{id}/sync',
      access: owned,
      summary: 'Sync a shelf now',
      params,
      responses: { 202: one },
      async handler({ caller, params: { id }, say }) {
        await shelves.sync(caller.userId, id);
        return answer(deps, say, await shelves.get(caller.userId, id), 202);
      },
    }),
    defineRoute({
      ...common,
      method: 'DELETE',
      path: '/api/user/shelves/{id}/sync',
      access: owned,
      summary: 'Stop the sync of a shelf',
      params,
      responses: { 204: null },
      async handler({ caller, params: { id } }) {
        await shelves.cancelSync(caller.userId, id);
        return noContent();
      },
    }),
  ];
}

/** A user's own shelves at book-tracking sites. */
export function shelfRoutes(deps: ShelfRoutesDeps): Route[] {
  return [...listRoutes(deps), ...trialRoutes(deps), ...oneShelfRoutes(deps), ...syncRoutes(deps)];
}
