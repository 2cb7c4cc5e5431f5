import type { JsonObject } from '@lectern/plugin-api';
import { v7 as uuid } from 'uuid';
import type { Database, Tx } from '../../../platform/db/index.js';
import { ApiError } from '../../../platform/http/problem.js';
import type { Caller } from '../../../platform/http/route.js';
import { settingsInvalid } from '../../../platform/http/settings-invalid.js';
import {
  changeSettings,
  formOf,
  knownSettings,
  liveMembers,
  type PluginHost,
  type PluginInfo,
  type SettingsSchema,
} from '../../../plugin-host/index.js';
import { byActor, type Actor, type AuditService } from '../../audit/index.js';
import { lockAccount } from '../../users/account-rows.js';
import { lastFaults } from './last-faults.js';
import { shownFault } from './preferences.js';
import { targetsOf } from './preference-store.js';
import type { TargetChange, TargetRecord, TargetStore } from './target-store.js';
import { sentence, type Say } from '../../../platform/words/index.js';

/** The most targets of one person. */
export const MOST_TARGETS = 10;

/** A target as its person sees it, without any secrets. */
export interface ShownTarget {
  readonly id: string;
  readonly pluginId: string;
  readonly pluginName: string;
  readonly name: string;
  readonly settings: JsonObject;
  /** Names of the secrets that have a value. */
  readonly secretsSet: readonly string[];
  /** Why the last message was not sent. */
  readonly lastError?: string;
}

/** A plugin of which people may have targets. */
export interface TargetPlugin {
  readonly id: string;
  readonly displayName: string;
  readonly schema: JsonObject;
}

/** Values of a form. A missing setting keeps its value, `null` clears it. */
export interface TargetPatch {
  readonly name?: string;
  readonly settings?: JsonObject;
}

type Person = Pick<Caller, 'userId' | 'role'>;

/** The own targets of people. Every method sees only one person's targets; for it, no others exist. */
export interface TargetService {
  plugins(say: Say): TargetPlugin[];
  list(person: Person, say: Say): Promise<ShownTarget[]>;
  /** @throws ApiError 404 */
  record(userId: string, id: string): Promise<TargetRecord>;
  /** @throws ApiError 404 `unknown_plugin`, 409 `plugin_unusable`, `too_many_targets`, 422 `settings_invalid` */
  add(person: Person, pluginId: string, input: TargetPatch, actor: Actor): Promise<ShownTarget>;
  /** @throws ApiError 404, 409 `plugin_unusable`, 422 `settings_invalid` */
  change(person: Person, id: string, patch: TargetPatch, actor: Actor): Promise<ShownTarget>;
  /** @throws ApiError 404 */
  remove(person: Person, id: string, actor: Actor): Promise<void>;
}

export interface TargetServiceDeps {
  readonly database: Database;
  readonly store: TargetStore;
  readonly host: Pick<PluginHost, 'plugins' | 'plugin' | 'settings'>;
  readonly audit: Pick<AuditService, 'record'>;
  readonly now: () => Date;
}

/** A form without lists that a running integration would have to be asked for. */
function withoutChoices(schema: JsonObject): JsonObject {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, JsonObject>).map(([name, property]) => {
    const { choices: _, ...hints } = (property['x-ui'] ?? {}) as JsonObject;
    return [name, { ...property, 'x-ui': hints }];
  });
  return { ...schema, properties: Object.fromEntries(properties) as JsonObject };
}

function noSuchTarget(): ApiError {
  return new ApiError('not_found', sentence('problem.no_target'));
}

function requirePlugin({ host }: TargetServiceDeps, pluginId: string): { readonly plugin: PluginInfo; readonly schema: SettingsSchema } {
  const plugin = host.plugin(pluginId);
  if (!plugin?.isPersonal) throw new ApiError('unknown_plugin', sentence('problem.no_target_kind'));
  const schema = host.settings(pluginId);
  if (plugin.state !== 'ready' || !schema) {
    throw new ApiError('plugin_unusable', sentence('problem.plugin_unusable_now', { plugin: plugin.displayName }));
  }
  return { plugin, schema };
}

function present({ host }: TargetServiceDeps, target: TargetRecord, lastError?: string): ShownTarget {
  const { id, pluginId, name } = target;
  const schema = host.settings(pluginId);
  const { settings, secrets } = schema
    ? knownSettings(schema, target)
    : { settings: liveMembers(target.settings), secrets: liveMembers(target.secrets) };
  return {
    id,
    pluginId,
    pluginName: host.plugin(pluginId)?.displayName ?? pluginId,
    name,
    settings,
    secretsSet: schema?.secretsSet(secrets) ?? Object.keys(secrets),
    ...(lastError === undefined ? {} : { lastError }),
  };
}

async function note(
  { audit }: TargetServiceDeps,
  tx: Tx,
  action: 'added' | 'changed' | 'removed',
  { id: targetId, pluginId }: Pick<TargetRecord, 'id' | 'pluginId'>,
  actor: Actor,
): Promise<void> {
  await audit.record(tx, {
    ...byActor(actor),
    action: `notifications.target_${action}`,
    targetType: 'notification target',
    targetId,
    detail: { pluginId },
  });
}

/** The columns that a patch changes. @throws ApiError */
function changeOf(deps: TargetServiceDeps, before: TargetRecord, { name, settings: patch }: TargetPatch): TargetChange {
  const renamed = name === undefined ? {} : { name };
  if (!patch) return renamed;
  const { plugin, schema } = requirePlugin(deps, before.pluginId);
  const merged = changeSettings(schema, before, patch);
  if (!merged.ok) throw settingsInvalid(merged.errors);
  return { ...renamed, ...merged.value, pluginVersion: plugin.version };
}

export function createTargetService(deps: TargetServiceDeps): TargetService {
  const { database, store, host, now } = deps;

  async function record(userId: string, id: string): Promise<TargetRecord> {
    const target = await store.ofUser(userId, id);
    if (!target) throw noSuchTarget();
    return target;
  }

  return {
    record,
    plugins: (say) =>
      host
        .plugins()
        .filter(({ isPersonal, state }) => isPersonal && state === 'ready')
        .map((plugin) => ({ id: plugin.id, displayName: plugin.displayName, schema: withoutChoices(formOf(plugin, say)) })),

    async list(person, say) {
      const targets = await store.listOf(person.userId);
      const changedAt = new Map(targets.map(({ id, updatedAt }) => [id, updatedAt]));
      // a fault of settings that were changed since then says nothing any more
      const faults = await lastFaults(database.read, person.userId, (way, at) => (changedAt.get(way) ?? '') > at);
      return targets.map((target) => {
        const fault = faults.get(target.id);
        return present(deps, target, fault === undefined ? undefined : shownFault(person.role, fault, say));
      });
    },

    async add(person, pluginId, { name, settings = {} }, actor) {
      const { plugin, schema } = requirePlugin(deps, pluginId);
      const merged = schema.merge({ settings: {}, secrets: {} }, settings);
      if (!merged.ok) throw settingsInvalid(merged.errors);
      const at = now().toISOString();
      const { userId } = person;
      const label = name ?? plugin.displayName;
      const target = {
        id: uuid(),
        userId,
        pluginId,
        name: label,
        ...merged.value,
        pluginVersion: plugin.version,
        createdAt: at,
        updatedAt: at,
      };
      await database.transaction(async (tx) => {
        await lockAccount(tx, userId);
        if ((await targetsOf(tx, [userId])).length >= MOST_TARGETS) {
          throw new ApiError('too_many_targets', sentence('problem.too_many_targets', { most: MOST_TARGETS }));
        }
        await store.insert(tx, target);
        await note(deps, tx, 'added', target, actor);
      });
      return present(deps, target);
    },

    async change(person, id, patch, actor) {
      const before = await record(person.userId, id);
      const change = changeOf(deps, before, patch);
      await database.transaction(async (tx) => {
        await store.update(tx, before, change);
        await note(deps, tx, 'changed', before, actor);
      });
      return present(deps, { ...before, ...change });
    },

    async remove({ userId }, id, actor) {
      const target = await record(userId, id);
      await database.transaction(async (tx) => {
        if (!(await store.delete(tx, userId, id))) throw noSuchTarget();
        await note(deps, tx, 'removed', target, actor);
      });
    },
  };
}
