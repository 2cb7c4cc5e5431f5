import type { JsonObject, ProviderKind } from '@lectern/plugin-api';
import { v7 as uuid } from 'uuid';
import type { ChangeFeed } from '../../platform/change-feed/index.js';
import type { Database, Tx } from '../../platform/db/index.js';
import type { EventBus } from '../../platform/events/event-bus.js';
import { ApiError } from '../../platform/http/problem.js';
import { settingsInvalid } from '../../platform/http/settings-invalid.js';
import { plainLabel } from '../../platform/text/plain-label.js';
import {
  changeSettings,
  knownSettings,
  type Logger,
  type PluginHost,
  type PluginInfo,
  type SettingsSchema,
} from '../../plugin-host/index.js';
import { byActor, type Actor, type AuditService } from '../audit/index.js';
import { validatePathPairs, type PathPair } from '../../files/path-mapping.js';
import { completeDraft } from './draft-settings.js';
import { INTEGRATION_CHANGED } from './follow-integrations.js';
import { noSuchIntegration } from './integration-errors.js';
import type { IntegrationChange, IntegrationRecord, IntegrationRecords } from '../integration-records/integration-store.js';
import { standingOf, verdictOf, type HealthVerdict, type KindStandings } from '../integration-records/health-verdict.js';
import { hasPaths } from './present-integration.js';
import { countOfPlugin } from '../integration-records/integration-facts.js';
import { asForeign, sentence } from '../../platform/words/index.js';

export interface NewIntegration {
  readonly pluginId: string;
  readonly name: string;
  readonly enabled?: boolean;
  readonly priority?: number;
  /** Secrets included. */
  readonly settings: JsonObject;
}

export interface IntegrationPatch {
  readonly name?: string;
  readonly enabled?: boolean;
  readonly priority?: number;
  /** A missing member keeps its value, `null` clears it. */
  readonly settings?: JsonObject;
}

/** Configured plugins. Saved integrations run at once. If a service does not answer, its health shows that; it is not an error. */
export interface IntegrationService {
  list(): Promise<readonly IntegrationRecord[]>;
  /** @throws ApiError 404 */
  get(id: string): Promise<IntegrationRecord>;
  /** @throws ApiError 404 `unknown_plugin`, 409 `plugin_unusable`, 409 `only_one`, 409 `per_user`, 422 `settings_invalid` */
  create(input: NewIntegration, actor: Actor): Promise<IntegrationRecord>;
  /** @throws ApiError 404, 409 `plugin_unusable`, 422 `settings_invalid` */
  update(id: string, patch: IntegrationPatch, actor: Actor): Promise<IntegrationRecord>;
  /** @throws ApiError 404, 409 `no_paths`, 422 `settings_invalid` with paths such as `/mappings/0/remote` */
  setPathMappings(id: string, mappings: readonly PathPair[], actor: Actor): Promise<IntegrationRecord>;
  /** @throws ApiError 404 */
  remove(id: string, actor: Actor): Promise<void>;
  /** How many enabled integrations offer a kind. */
  countByKind(): Promise<Partial<Record<ProviderKind, number>>>;
  /** How the enabled integrations of each kind were seen last; a kind of which there is none is left out. */
  standingByKind(): Promise<KindStandings>;
}

export interface IntegrationServiceDeps {
  readonly database: Database;
  readonly store: IntegrationRecords;
  readonly host: Pick<PluginHost, 'plugin' | 'settings' | 'apply' | 'remove' | 'instances'>;
  readonly audit: AuditService;
  readonly events: EventBus;
  /** Makes other processes run what was saved here. */
  readonly feed?: Pick<ChangeFeed, 'tell'>;
  readonly log: Logger;
  readonly now: () => Date;
  /** Called after a change was saved and applied, for each kind the integration offers: whatever waits for it can continue. */
  readonly onConnected?: (kind: ProviderKind) => void;
  /** Events that a new notifier is subscribed to. */
  readonly defaultSubscriptions?: readonly string[];
  /** Milliseconds that an answer waits for an integration to start. Default 3 s; the start continues after that. */
  readonly startWaitMs?: number;
}

const DEFAULT_PRIORITY = 10;

/** Names of the fields whose values differ, except those that no form shows. */
function changedFields(before: JsonObject, after: JsonObject, schema: SettingsSchema | undefined): string[] {
  const isShown = (name: string): boolean => !schema || Object.hasOwn((schema.schema['properties'] ?? {}) as object, name);
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => isShown(name) && JSON.stringify(before[name]) !== JSON.stringify(after[name]));
}

function requirePlugin(deps: IntegrationServiceDeps, pluginId: string): { plugin: PluginInfo; schema: SettingsSchema | undefined } {
  const { host } = deps;
  const plugin = host.plugin(pluginId);
  if (!plugin) throw new ApiError('unknown_plugin', sentence('problem.plugin_not_installed', { plugin: pluginId }));
  const schema = host.settings(pluginId);
  if (!schema && plugin.error) throw new ApiError('plugin_unusable', asForeign(plugin.error.message));
  return { plugin, schema };
}

function mergeSettings(
  deps: IntegrationServiceDeps,
  record: IntegrationRecord,
  patch: JsonObject,
): Pick<IntegrationChange, 'settings' | 'secrets' | 'pluginVersion'> {
  const { plugin, schema } = requirePlugin(deps, record.pluginId);
  if (!schema) throw new ApiError('plugin_unusable', sentence('problem.plugin_without_settings', { plugin: plugin.displayName }));
  const merged = changeSettings(schema, record, patch);
  if (!merged.ok) throw settingsInvalid(merged.errors);
  // as with a draft: somebody who may edit an address must not be able to have the saved key sent to their own server
  const completed = completeDraft(schema, knownSettings(schema, record), patch);
  if ('errors' in completed) throw settingsInvalid(completed.errors);
  return { ...merged.value, pluginVersion: plugin.version };
}

/** Records a change in its transaction. */
async function note(
  deps: IntegrationServiceDeps,
  tx: Tx,
  action: string,
  target: IntegrationRecord,
  detail: Record<string, unknown>,
  actor: Actor,
): Promise<void> {
  const { audit } = deps;
  await deps.feed?.tell(tx, INTEGRATION_CHANGED, { id: target.id });
  await audit.record(tx, {
    ...byActor(actor),
    action: `integration.${action}`,
    targetType: 'integration',
    targetId: target.id,
    detail: { name: target.name, pluginId: target.pluginId, ...detail },
  });
}

function announceKinds(deps: IntegrationServiceDeps, pluginId: string): void {
  const { host, log } = deps;
  for (const kind of host.plugin(pluginId)?.provides ?? []) {
    try {
      deps.onConnected?.(kind);
    } catch (error) {
      log.error({ kind, err: error }, 'what is waiting for an integration could not be notified');
    }
  }
}

/** Applies the stored version, which may be newer than the caller's. */
async function apply(deps: IntegrationServiceDeps, id: string): Promise<IntegrationRecord> {
  const { store, host, log, startWaitMs = 3_000 } = deps;
  const stored = await store.get(id);
  if (!stored) throw noSuchIntegration();
  const started = host.apply(stored).then(() => {
    if (stored.enabled) announceKinds(deps, stored.pluginId);
  });
  started.catch((error: unknown) => log.error({ integration: id, err: error }, 'an integration could not be applied'));
  let timer: NodeJS.Timeout | undefined;
  await Promise.race([started.catch(() => undefined), new Promise((resolve) => (timer = setTimeout(resolve, startWaitMs)))]);
  clearTimeout(timer);
  return stored;
}

/** The first stored version. @throws ApiError 409 `per_user`, 422 `settings_invalid` */
function newRecord(deps: IntegrationServiceDeps, input: NewIntegration, plugin: PluginInfo): IntegrationRecord {
  if (plugin.instances === 'per-user') {
    throw new ApiError('per_user', sentence('problem.per_user', { plugin: plugin.displayName }));
  }
  const nothing = { settings: {}, secrets: {} };
  const merged = deps.host.settings(plugin.id)?.merge(nothing, input.settings) ?? { ok: true as const, value: nothing };
  if (!merged.ok) throw settingsInvalid(merged.errors);
  const at = deps.now().toISOString();
  return {
    id: uuid(),
    pluginId: plugin.id,
    name: plainLabel(input.name) || plugin.displayName,
    enabled: input.enabled ?? true,
    priority: input.priority ?? DEFAULT_PRIORITY,
    ...merged.value,
    pluginVersion: plugin.version,
    pathMappings: [],
    subscriptions: plugin.provides.includes('notifier') ? (deps.defaultSubscriptions ?? []) : [],
    createdAt: at,
    updatedAt: at,
  };
}

/** Saves the changes of a patch. */
async function change(deps: IntegrationServiceDeps, tx: Tx, id: string, patch: IntegrationPatch, actor: Actor): Promise<void> {
  const { store, host } = deps;
  const before = await store.lock(tx, id);
  if (!before) throw noSuchIntegration();
  const { settings: settingsPatch, name, ...others } = patch;
  const plain = { ...others, ...(name === undefined ? {} : { name: plainLabel(name) || before.name }) };
  const merged = settingsPatch ? mergeSettings(deps, before, settingsPatch) : {};
  await store.update(tx, id, { ...plain, ...merged });
  const schema = host.settings(before.pluginId);
  // only names of settings: their values may reveal locations, and secrets never leave their column
  const settingsChanged = [
    ...changedFields(before.settings, merged.settings ?? before.settings, schema),
    ...changedFields(before.secrets, merged.secrets ?? before.secrets, schema),
  ].sort();
  await note(deps, tx, 'updated', before, { ...plain, ...(settingsPatch ? { settingsChanged } : {}) }, actor);
}

export function createIntegrationService(deps: IntegrationServiceDeps): IntegrationService {
  const { database, store, host, events } = deps;

  async function get(id: string): Promise<IntegrationRecord> {
    const found = await store.get(id);
    if (!found) throw noSuchIntegration();
    return found;
  }

  return {
    get,
    list: () => store.list(),
    async create(input, actor) {
      const { plugin } = requirePlugin(deps, input.pluginId);
      const created = newRecord(deps, input, plugin);
      await database.transaction(async (tx) => {
        await store.insert(tx, created);
        if (plugin.instances === 'one') {
          if ((await countOfPlugin(tx, plugin.id)) > 1) {
            throw new ApiError('only_one', sentence('problem.only_one', { plugin: plugin.displayName }));
          }
        }
        await note(deps, tx, 'created', created, { enabled: created.enabled, priority: created.priority }, actor);
      });
      return apply(deps, created.id);
    },
    async update(id, patch, actor) {
      await database.transaction((tx) => change(deps, tx, id, patch, actor));
      return apply(deps, id);
    },
    async setPathMappings(id, mappings, actor) {
      const errors = validatePathPairs(mappings);
      if (errors.length > 0) {
        throw settingsInvalid(errors.map(({ index, field, message }) => ({ path: `/mappings/${index}/${field}`, message })));
      }
      const changed = await database.transaction(async (tx) => {
        const before = await store.lock(tx, id);
        if (!before) throw noSuchIntegration();
        if (!hasPaths(host.plugin(before.pluginId)?.provides ?? [])) {
          throw new ApiError('no_paths', sentence('problem.no_paths', { integration: before.name }));
        }
        await store.update(tx, id, { pathMappings: mappings });
        await note(deps, tx, 'paths_changed', before, { mappings }, actor);
        return before;
      });
      announceKinds(deps, changed.pluginId);
      return get(id);
    },
    async remove(id, actor) {
      await database.transaction(async (tx) => {
        const before = await store.lock(tx, id);
        if (!before) throw noSuchIntegration();
        await store.delete(tx, id);
        await note(deps, tx, 'deleted', before, {}, actor);
      });
      await host.remove(id, 'removed');
      events.publish({ type: 'integration.updated', data: { integrationId: id, state: 'stopped' }, audience: 'admins' });
    },
    async countByKind() {
      const counts: Partial<Record<ProviderKind, number>> = {};
      for (const { pluginId, enabled } of await store.list()) {
        for (const kind of (enabled && host.plugin(pluginId)?.provides) || []) counts[kind] = (counts[kind] ?? 0) + 1;
      }
      return counts;
    },
    async standingByKind() {
      const infos = new Map(host.instances().map((info) => [info.integrationId, info]));
      const verdicts = new Map<ProviderKind, HealthVerdict[]>();
      for (const { id, pluginId, enabled } of await store.list()) {
        const info = infos.get(id);
        const verdict = info ? verdictOf(info) : 'stopped';
        for (const kind of (enabled && host.plugin(pluginId)?.provides) || []) verdicts.set(kind, [...(verdicts.get(kind) ?? []), verdict]);
      }
      return Object.fromEntries([...verdicts].map(([kind, all]) => [kind, standingOf(all)]));
    },
  };
}

/** Sends state changes to admins' browsers. @returns a function that stops it */
export function announceIntegrationStates({
  host,
  events,
}: {
  readonly host: Pick<PluginHost, 'onStateChange'>;
  readonly events: EventBus;
}): () => void {
  return host.onStateChange(({ integrationId, state }) =>
    events.publish({ type: 'integration.updated', data: { integrationId, state }, audience: 'admins' }),
  );
}
