import { PROVIDER_KINDS, type ProviderKind } from '@lectern/plugin-api';
import Type from 'typebox';
import { defineRoute, json, type Route } from '../../platform/http/route.js';
import type { PluginHost, PluginInfo } from '../../plugin-host/index.js';

export interface PluginRoutesDeps {
  readonly host: Pick<PluginHost, 'plugins'>;
}

const modes = ['one', 'many', 'per-user'] as const;

const pluginSchema = Type.Object(
  {
    id: Type.String(),
    packageName: Type.String(),
    version: Type.String(),
    displayName: Type.String(),
    provides: Type.Array(Type.Unsafe<ProviderKind>(Type.String({ enum: [...PROVIDER_KINDS] }))),
    instances: Type.Union(modes.map((mode) => Type.Literal(mode))),
    source: Type.Union([Type.Literal('bundled'), Type.Literal('installed')]),
    state: Type.Union([Type.Literal('ready'), Type.Literal('incompatible'), Type.Literal('failed')]),
    error: Type.Optional(Type.Object({ code: Type.String(), message: Type.String() })),
    settingsSchema: Type.Optional(Type.Record(Type.String(), Type.Unknown(), { description: 'JSON Schema draft-07 with `x-ui` hints.' })),
    description: Type.Optional(Type.String()),
    recommends: Type.Array(Type.String()),
  },
  { $id: 'PluginInfo' },
);

function present({ readme: _readme, ...plugin }: PluginInfo): object {
  return plugin;
}

/** Plugins that are there, also those that cannot be loaded. */
export function pluginRoutes({ host }: PluginRoutesDeps): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/api/admin/plugins',
      summary: 'List plugins, with the schema of their settings',
      tag: 'plugins',
      access: { rule: 'admin' },
      scopes: ['admin:read'],
      responses: { 200: Type.Object({ items: Type.Array(pluginSchema) }) },
      handler: () => json({ items: host.plugins().map(present) }),
    }),
  ];
}
