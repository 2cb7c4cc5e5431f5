import Type from 'typebox';
import { ApiError } from '../../platform/http/problem.js';
import { defineRoute, json, noContent, type Route } from '../../platform/http/route.js';
import { sentence, type Say } from '../../platform/words/index.js';
import {
  InstallError,
  API_VERSION,
  ARCHIVE_LIMITS,
  assertPluginName,
  assertWantedVersion,
  checkPackage,
  readPackageArchive,
  type CrashRecords,
  type PluginHost,
  type PluginInfo,
  type Registry,
} from '../../plugin-host/index.js';
import { actorOf } from '../audit/index.js';
import { letsPeopleIn, LETS_PEOPLE_IN } from '../integrations/index.js';
import { INSTALL_CODES, installProblem } from './install-problem.js';
import type { InstallOrders } from './plugin-jobs.js';
import type { PluginPeople } from './people-of-plugins.js';
import type { PluginManager } from './plugin-manager.js';
import type { PluginRecord, PluginStore } from './plugin-store.js';
import { pluginSchema, presentPlugin, type PresentedPlugin } from './present-plugin.js';
import { registryRoutes } from './registry-routes.js';
import type { ServerUpdate } from './server-update.js';
import type { UpdateCheck } from './update-check.js';

/** Empty if npm, which knows it, is missing: plugins can be listed and uploaded without it. */
async function addressOf(registry: Registry): Promise<string> {
  try {
    return await registry.address();
  } catch (error) {
    if (error instanceof InstallError) return '';
    throw error;
  }
}

export interface PluginRoutesDeps {
  readonly host: Pick<PluginHost, 'plugins' | 'plugin' | 'instances'>;
  readonly store: Pick<PluginStore, 'get'>;
  readonly manager: PluginManager;
  readonly orders: InstallOrders;
  readonly registry: Registry;
  readonly updates: UpdateCheck;
  readonly serverUpdate: () => Promise<ServerUpdate>;
  readonly crashes: CrashRecords;
  readonly people: PluginPeople;
  readonly runs: (record: PluginRecord) => boolean;
  readonly redact: (text: string) => string;
  readonly safeMode: boolean;
}

const closed = { additionalProperties: false };
const common = { tag: 'plugins', access: { rule: 'admin' }, scopes: ['admin:write'] } as const;
/** These routes bring code into the server, or let it run again. */
const guarded = { ...common, scopes: 'none', confirmation: 'always' } as const;
const params = Type.Object({ id: Type.String({ maxLength: 100 }) });
const packageName = Type.String({ minLength: 1, maxLength: 214 });
const version = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'A version, a tag, or a range, of which the newest version that runs here is taken.',
});
const placed = Type.Object({ jobId: Type.String({ description: 'Follow it among the jobs.' }) });
const FILES = ['application/gzip', 'application/octet-stream'];

function requireInstalled(deps: PluginRoutesDeps, id: string): PluginInfo {
  const plugin = deps.host.plugin(id);
  if (!plugin) throw new ApiError('unknown_plugin', sentence('problem.plugin_not_installed', { plugin: id }));
  return plugin;
}

function show(deps: PluginRoutesDeps, id: string, say: Say): PresentedPlugin {
  return present(deps, requireInstalled(deps, id), say);
}

function present(deps: PluginRoutesDeps, plugin: PluginInfo, say: Say): PresentedPlugin {
  return presentPlugin(plugin, { ...deps, say, instances: () => deps.host.instances() });
}

async function refused<T>(redact: PluginRoutesDeps['redact'], work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw installProblem(error, redact);
  }
}

function assertOrder(redact: PluginRoutesDeps['redact'], name: string, wanted: string | undefined): void {
  try {
    assertPluginName(name);
    if (wanted !== undefined) assertWantedVersion(wanted);
  } catch (error) {
    throw installProblem(error, redact);
  }
}

function overviewRoutes(deps: PluginRoutesDeps): Route[] {
  const { host, redact, registry } = deps;
  return [
    defineRoute({
      ...common,
      method: 'GET',
      path: '/api/admin/plugins',
      compress: true,
      summary: 'List plugins, with the schema of their settings',
      scopes: ['admin:read'],
      responses: {
        200: Type.Object({
          items: Type.Array(pluginSchema),
          safeMode: Type.Boolean({ description: 'The server was started without running plugins.' }),
          apiVersion: Type.String({ description: 'The plugin API of this server, to which the `api` of a plugin is compared.' }),
          registry: Type.String({ description: 'The address that plugins are installed from. Empty if none is known.' }),
        }),
      },
      async handler({ say }) {
        const [people, address] = await Promise.all([deps.people(), addressOf(registry)]);
        const items = host.plugins().map((plugin) => {
          const isPeoples = plugin.isPersonal || plugin.instances === 'per-user';
          return { ...present(deps, plugin, say), ...(isPeoples ? { people: people.get(plugin.id)?.size ?? 0 } : {}) };
        });
        return json({ items, safeMode: deps.safeMode, apiVersion: API_VERSION, registry: redact(address) });
      },
    }),
    defineRoute({
      ...common,
      method: 'GET',
      path: '/api/admin/plugins/mode',
      summary: 'Whether plugins run at all',
      scopes: ['admin:read'],
      responses: { 200: Type.Object({ safeMode: Type.Boolean({ description: 'The server was started without running plugins.' }) }) },
      handler: () => json({ safeMode: deps.safeMode }),
    }),
  ];
}

function textRoutes(deps: PluginRoutesDeps): Route[] {
  const { host } = deps;
  return [
    defineRoute({
      ...common,
      method: 'GET',
      path: '/api/admin/plugins/{id}/texts',
      summary: 'The README and the CHANGELOG of a plugin',
      scopes: ['admin:read'],
      params,
      errors: ['unknown_plugin'],
      responses: {
        200: Type.Object({
          readme: Type.Optional(Type.String({ description: 'Markdown, as its author wrote it.' })),
          changelog: Type.Optional(Type.String({ description: 'Markdown, as its author wrote it.' })),
        }),
      },
      handler({ params: { id } }) {
        requireInstalled(deps, id);
        return json({ ...host.plugin(id)?.texts });
      },
    }),
  ];
}

function installRoutes(deps: PluginRoutesDeps): Route[] {
  const { orders } = deps;
  return [
    defineRoute({
      ...guarded,
      method: 'POST',
      path: '/api/admin/plugins/install',
      summary: 'Install a plugin from the registry',
      description:
        'If no version is given, the newest one made for this server is installed. A job installs it and reports what went wrong.',
      body: Type.Object({ name: packageName, version: Type.Optional(version), allowIncompatible: Type.Optional(Type.Boolean()) }, closed),
      errors: INSTALL_CODES,
      responses: { 202: placed },
      async handler(context) {
        const { name, version: wanted, allowIncompatible } = context.body;
        assertOrder(deps.redact, name, wanted);
        return json({ jobId: await orders.place({ name, version: wanted, allowIncompatible, actor: actorOf(context) }) }, 202);
      },
    }),
    defineRoute({
      ...guarded,
      method: 'POST',
      path: '/api/admin/plugins/upload',
      summary: 'Install a plugin from a file, as npm pack makes it',
      query: Type.Object({ allowIncompatible: Type.Boolean({ default: false }) }),
      rawBody: FILES,
      maxBodyBytes: ARCHIVE_LIMITS.packedBytes,
      errors: INSTALL_CODES,
      responses: { 202: placed },
      async handler(context) {
        const { rawBody, query } = context;
        // checked at once, while the person who chose the wrong file is still looking
        const pkg = await refused(
          deps.redact,
          readPackageArchive(rawBody).then((archive) => checkPackage(archive, query)),
        );
        const upload = await orders.keepUpload(rawBody);
        const order = { name: pkg.name, version: pkg.version, upload, allowIncompatible: query.allowIncompatible || undefined };
        return json({ jobId: await orders.place({ ...order, actor: actorOf(context) }) }, 202);
      },
    }),
  ];
}

function switchRoutes(deps: PluginRoutesDeps): Route[] {
  const { host, manager } = deps;
  return [
    defineRoute({
      ...common,
      method: 'PATCH',
      path: '/api/admin/plugins/{id}',
      summary: 'Switch a plugin on or off, or run it although it is made for a different plugin API',
      params,
      body: Type.Object({ enabled: Type.Optional(Type.Boolean()), ignoreCompatibility: Type.Optional(Type.Boolean()) }, closed),
      confirmation: {
        when: `it lets code run that does not run now, or ${LETS_PEOPLE_IN}`,
        isNeeded: ({ params: { id }, body }) =>
          body.enabled === true || body.ignoreCompatibility === true || (body.enabled === false && letsPeopleIn(id, { host })),
      },
      errors: ['unknown_plugin'],
      responses: { 200: pluginSchema },
      async handler(context) {
        await manager.change(context.params.id, context.body, actorOf(context));
        return json(show(deps, context.params.id, context.say));
      },
    }),
  ];
}

function versionRoutes(deps: PluginRoutesDeps): Route[] {
  const { orders, manager } = deps;
  return [
    defineRoute({
      ...guarded,
      method: 'POST',
      path: '/api/admin/plugins/{id}/update',
      summary: 'Install another version of a plugin from the registry',
      description: 'The version that runs stays until the next start.',
      params,
      body: Type.Object({ version: Type.Optional(version), allowIncompatible: Type.Optional(Type.Boolean()) }, closed),
      errors: [...INSTALL_CODES, 'unknown_plugin', 'plugin_bundled'],
      responses: { 202: placed },
      async handler(context) {
        const { id } = context.params;
        const { version: wanted, allowIncompatible } = context.body;
        const { packageName: name, origin } = show(deps, id, context.say);
        if (origin === 'bundled') throw new ApiError('plugin_bundled', sentence('problem.plugin_updated_with_server', { plugin: name }));
        assertOrder(deps.redact, name, wanted);
        return json({ jobId: await orders.place({ name, version: wanted, allowIncompatible, actor: actorOf(context) }) }, 202);
      },
    }),
    defineRoute({
      ...guarded,
      method: 'POST',
      path: '/api/admin/plugins/{id}/rollback',
      summary: 'Go back to the version before',
      description: 'It applies at the next start.',
      params,
      errors: [...INSTALL_CODES, 'unknown_plugin', 'plugin_bundled', 'no_previous_version'],
      responses: { 200: pluginSchema },
      async handler(context) {
        await refused(deps.redact, manager.rollback(context.params.id, actorOf(context), { signal: context.signal }));
        return json(show(deps, context.params.id, context.say));
      },
    }),
  ];
}

function releaseAndRemoveRoutes(deps: PluginRoutesDeps): Route[] {
  const { manager, host } = deps;
  return [
    defineRoute({
      ...guarded,
      method: 'POST',
      path: '/api/admin/plugins/{id}/release',
      summary: 'Let a plugin in quarantine start again',
      params,
      errors: ['unknown_plugin', 'not_quarantined'],
      responses: { 200: pluginSchema },
      async handler(context) {
        await manager.release(context.params.id, actorOf(context));
        return json(show(deps, context.params.id, context.say));
      },
    }),
    defineRoute({
      ...common,
      method: 'DELETE',
      path: '/api/admin/plugins/{id}',
      summary: 'Remove an installed plugin and its code',
      description: 'Its integrations stay and work again when it is installed again, unless `settings` is `remove`.',
      params,
      query: Type.Object({ settings: Type.Union([Type.Literal('keep'), Type.Literal('remove')], { default: 'keep' }) }),
      errors: [...INSTALL_CODES, 'unknown_plugin', 'plugin_bundled'],
      confirmation: { when: LETS_PEOPLE_IN, isNeeded: ({ params: { id } }) => letsPeopleIn(id, { host }) },
      responses: { 204: null },
      async handler(context) {
        await refused(deps.redact, manager.remove(context.params.id, { settings: context.query.settings === 'remove' }, actorOf(context)));
        return noContent();
      },
    }),
  ];
}

/** Plugins: listing, installing, updating and removing them. */
export function pluginRoutes(deps: PluginRoutesDeps): Route[] {
  return [
    ...overviewRoutes(deps),
    ...registryRoutes(deps),
    ...textRoutes(deps),
    ...installRoutes(deps),
    ...switchRoutes(deps),
    ...versionRoutes(deps),
    ...releaseAndRemoveRoutes(deps),
  ];
}
