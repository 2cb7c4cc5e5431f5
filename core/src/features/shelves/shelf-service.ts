import { isDeepStrictEqual } from 'node:util';
import { isIntegrationError, type JsonObject } from '@lectern/plugin-api';
import { v7 as uuid } from 'uuid';
import type { Database, Tx } from '../../platform/db/index.js';
import { integrationFailed } from '../../platform/http/integration-failed.js';
import { ApiError } from '../../platform/http/problem.js';
import { settingsInvalid } from '../../platform/http/settings-invalid.js';
import type { JobQueue } from '../../platform/jobs/job-queue.js';
import { changeSettings, type PluginHost, type PluginInfo, type SettingsSchema } from '../../plugin-host/index.js';
import { byActor, type Actor, type AuditService } from '../audit/index.js';
import { lockAccount } from '../users/account-rows.js';
import { instanceOfShelf, useShelf } from './shelf-instance.js';
import { shelfSubject, SYNC_SHELF } from './shelf-sync.js';
import type { ShelfRecord } from './shelf-record.js';
import type { ShelfChange, ShelfStore } from './shelf-store.js';
import { saidOf, sentence, withTexts } from '../../platform/words/index.js';

export interface NewShelf {
  readonly pluginId: string;
  /** Secrets included. */
  readonly settings: JsonObject;
  readonly autoRequest: boolean;
}

export interface ShelfPatch {
  /** A missing member keeps its value, `null` clears it. */
  readonly settings?: JsonObject;
  readonly autoRequest?: boolean;
}

/** The shelves of users. Every method sees only one user's shelves; for it, no others exist. */
export interface ShelfService {
  /** Plugins that can read shelves. */
  providers(): readonly PluginInfo[];
  list(userId: string): Promise<ShelfRecord[]>;
  /** @throws ApiError 404 */
  get(userId: string, id: string): Promise<ShelfRecord>;
  /**
   * Adds a shelf after reading it successfully, and starts a sync.
   *
   * @throws ApiError 404 `unknown_plugin`, 409 `shelf_exists`, `too_many_shelves`, 422 `settings_invalid`, 502 `integration_failed`
   */
  add(userId: string, input: NewShelf, actor: Actor): Promise<ShelfRecord>;
  /** @throws ApiError 404, 409 `plugin_unusable`, `shelf_exists`, 422 `settings_invalid`, 502 `integration_failed` */
  update(userId: string, id: string, patch: ShelfPatch, actor: Actor): Promise<ShelfRecord>;
  /** Its requests stay. @throws ApiError 404 */
  remove(userId: string, id: string, actor: Actor): Promise<void>;
  /** @throws ApiError 404 */
  sync(userId: string, id: string): Promise<void>;
  /** Ends a queued or running sync. @throws ApiError 404 */
  cancelSync(userId: string, id: string): Promise<void>;
}

export interface ShelfServiceDeps {
  readonly database: Database;
  readonly store: ShelfStore;
  readonly host: Pick<PluginHost, 'plugins' | 'plugin' | 'settings' | 'apply' | 'remove' | 'provider'>;
  readonly jobs: Pick<JobQueue, 'enqueue' | 'cancelSubject'>;
  readonly audit: AuditService;
  readonly redact: (text: string) => string;
  readonly now: () => Date;
}

const MOST_SHELVES = 20;

function noSuchShelf(): ApiError {
  return new ApiError('not_found', sentence('problem.no_shelf'));
}

function isShelfPlugin({ instances, provides }: PluginInfo): boolean {
  return instances === 'per-user' && provides.includes('shelfProvider');
}

function requirePlugin(deps: ShelfServiceDeps, pluginId: string): { readonly plugin: PluginInfo; readonly schema: SettingsSchema } {
  const { host } = deps;
  const plugin = host.plugin(pluginId);
  if (!plugin || !isShelfPlugin(plugin)) throw new ApiError('unknown_plugin', sentence('problem.no_shelf_kind'));
  const schema = host.settings(pluginId);
  if (plugin.state !== 'ready' || !schema) {
    throw new ApiError('plugin_unusable', sentence('problem.plugin_unusable_now', { plugin: plugin.displayName }));
  }
  return { plugin, schema };
}

async function get(deps: ShelfServiceDeps, userId: string, id: string): Promise<ShelfRecord> {
  const { store } = deps;
  const shelf = await store.ofUser(userId, id);
  if (!shelf) throw noSuchShelf();
  return shelf;
}

type ReadShelf = Pick<ShelfRecord, 'id' | 'pluginId' | 'settings' | 'secrets'>;

function readsTheSame(one: ReadShelf, other: ReadShelf): boolean {
  return one.pluginId === other.pluginId && isDeepStrictEqual([one.settings, one.secrets], [other.settings, other.secrets]);
}

/** @throws ApiError 409 `shelf_exists` when another shelf of the person reads the same */
function refuseTwice(shelves: readonly ShelfRecord[], shelf: ReadShelf): void {
  const twin = shelves.find((other) => other.id !== shelf.id && readsTheSame(other, shelf));
  if (twin) throw new ApiError('shelf_exists', sentence('problem.shelf_exists', { name: twin.name }));
}

/** @throws ApiError 409 `too_many_shelves`, `shelf_exists` */
function refuseNew(shelves: readonly ShelfRecord[], shelf: ReadShelf): void {
  if (shelves.length >= MOST_SHELVES) throw new ApiError('too_many_shelves', sentence('problem.too_many_shelves', { most: MOST_SHELVES }));
  refuseTwice(shelves, shelf);
}

/** The person's shelves, which no other call changes until the transaction ends. */
async function lockShelves({ store }: Pick<ShelfServiceDeps, 'store'>, tx: Tx, userId: string): Promise<ShelfRecord[]> {
  await lockAccount(tx, userId);
  return store.listOf(userId, tx);
}

/** Reads the shelf's name with unsaved settings. */
async function nameOf(
  deps: ShelfServiceDeps,
  shelf: Pick<ShelfRecord, 'pluginId' | 'settings' | 'secrets' | 'pluginVersion'>,
): Promise<string> {
  const { host, redact } = deps;
  // under a new id, because the shelf itself may be read at the same time
  const draft = { ...shelf, id: uuid() };
  try {
    const { name } = await useShelf(
      { host },
      draft,
      undefined,
      (call) => call('describe', (provider, { signal }) => provider.describe({ signal })),
      'removed',
    );
    const text = redact(name).trim().slice(0, 200);
    return text === '' ? (host.plugin(shelf.pluginId)?.displayName ?? shelf.pluginId) : text;
  } catch (error) {
    if (isIntegrationError(error) && error.code === 'INTEGRATION_MISCONFIGURED' && error.field !== undefined) {
      throw settingsInvalid([{ path: `/${error.field}`, message: withTexts(saidOf(error), redact) }]);
    }
    throw integrationFailed(error, { redact });
  }
}

function record(deps: ShelfServiceDeps, tx: Tx, action: string, shelf: Pick<ShelfRecord, 'id' | 'pluginId'>, actor: Actor): Promise<void> {
  const { audit } = deps;
  const { id: targetId, pluginId } = shelf;
  return audit.record(tx, { ...byActor(actor), action: `shelf.${action}`, targetType: 'shelf', targetId, detail: { pluginId } });
}

export function createShelfService(deps: ShelfServiceDeps): ShelfService {
  const { database, store, host, jobs, now } = deps;

  return {
    get: (userId, id) => get(deps, userId, id),
    providers: () => host.plugins().filter((plugin) => isShelfPlugin(plugin) && plugin.state === 'ready'),
    list: (userId) => store.listOf(userId),

    async add(userId, { pluginId, settings, autoRequest }, actor) {
      const { plugin, schema } = requirePlugin(deps, pluginId);
      const merged = schema.merge({ settings: {}, secrets: {} }, settings);
      if (!merged.ok) throw settingsInvalid(merged.errors);
      const at = now().toISOString();
      const draft = { id: uuid(), pluginId, ...merged.value, pluginVersion: plugin.version };
      // checked twice: the site is not asked for a shelf that is refused, and must not be asked inside a transaction
      refuseNew(await store.listOf(userId), draft);
      const shelf: ShelfRecord = {
        ...draft,
        userId,
        name: await nameOf(deps, draft),
        autoRequest,
        paused: false,
        failures: 0,
        lastWalk: null,
        readAt: null,
        triedAt: null,
        nextAt: null,
        createdAt: at,
        updatedAt: at,
      };
      await database.transaction(async (tx) => {
        refuseNew(await lockShelves(deps, tx, userId), shelf);
        await store.insert(tx, shelf);
        await jobs.enqueue(tx, SYNC_SHELF({ shelfId: shelf.id }));
        await record(deps, tx, 'added', shelf, actor);
      });
      return shelf;
    },

    async update(userId, id, { settings: patch, autoRequest }, actor) {
      const before = await get(deps, userId, id);
      let change: ShelfChange = autoRequest === undefined ? {} : { autoRequest };
      let moved: ShelfRecord | undefined;
      if (patch) {
        const { plugin, schema } = requirePlugin(deps, before.pluginId);
        const merged = changeSettings(schema, before, patch);
        if (!merged.ok) throw settingsInvalid(merged.errors);
        const next = { ...before, ...merged.value, pluginVersion: plugin.version };
        // one that reads what it read before may stand beside a twin from earlier times
        if (!readsTheSame(before, next)) moved = next;
        if (moved) refuseTwice(await store.listOf(userId), moved);
        const { pluginVersion, settings, secrets } = next;
        change = {
          ...change,
          settings,
          secrets,
          pluginVersion,
          name: await nameOf(deps, next),
          error: null,
          failures: 0,
          paused: false,
          nextAt: null,
        };
      }
      await database.transaction(async (tx) => {
        if (moved) refuseTwice(await lockShelves(deps, tx, userId), moved);
        await store.update(tx, id, change);
        await jobs.enqueue(tx, SYNC_SHELF({ shelfId: id }));
        await record(deps, tx, 'changed', before, actor);
      });
      return get(deps, userId, id);
    },

    async remove(userId, id, actor) {
      const shelf = await get(deps, userId, id);
      await database.transaction(async (tx) => {
        await jobs.cancelSubject(tx, shelfSubject(id), [SYNC_SHELF.name]);
        if (!(await store.delete(tx, userId, id))) throw noSuchShelf();
        await record(deps, tx, 'removed', shelf, actor);
      });
      await host.remove(instanceOfShelf(id), 'removed');
    },

    async sync(userId, id) {
      await get(deps, userId, id);
      await database.transaction(async (tx) => {
        await store.update(tx, id, { paused: false, failures: 0, nextAt: null });
        await jobs.enqueue(tx, SYNC_SHELF({ shelfId: id }));
      });
    },

    async cancelSync(userId, id) {
      await get(deps, userId, id);
      await database.transaction(async (tx) => {
        await jobs.cancelSubject(tx, shelfSubject(id), [SYNC_SHELF.name]);
        await store.update(tx, id, { nextAt: null });
      });
    },
  };
}
