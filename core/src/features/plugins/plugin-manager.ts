import type { Database, Tx } from '../../platform/db/index.js';
import { ApiError } from '../../platform/http/problem.js';
import {
  InstallError,
  type CrashRecords,
  type InstalledPackage,
  type Installer,
  type InstallRun,
  type Logger,
} from '../../plugin-host/index.js';
import { byActor, type Actor, type AuditService } from '../audit/index.js';
import type { InstalledVersion, PluginChange, PluginRecord, PluginStore } from './plugin-store.js';
import { sentence } from '../../platform/words/index.js';

/** The source of a package. */
export type PackageSource =
  | { readonly kind: 'registry'; readonly name: string; readonly version?: string }
  | { readonly kind: 'upload'; readonly tarball: Uint8Array };

/** A plugin that exists, recorded or not. */
export interface KnownPlugin {
  readonly id: string;
  readonly packageName: string;
  readonly source: 'bundled' | 'installed';
}

export interface InstallChoices extends InstallRun {
  readonly allowIncompatible?: boolean;
}

/** The operations on plugins, for the server and, while it is down, for the command line. */
export interface PluginManager {
  /** @throws InstallError */
  install(source: PackageSource, actor: Actor, choices?: InstallChoices): Promise<InstalledPackage>;
  /** Updates to another version from the registry, by default the newest. @throws InstallError, ApiError 404, 409 */
  update(id: string, version: string | undefined, actor: Actor, choices?: InstallChoices): Promise<InstalledPackage>;
  /** Returns to the previous version. @throws InstallError, ApiError 404, 409 `plugin_bundled`, `no_previous_version` */
  rollback(id: string, actor: Actor, run?: InstallRun): Promise<PluginRecord>;
  /** @param options.settings also deletes its integrations, with their secrets. @throws ApiError 404, 409 `plugin_bundled` */
  remove(id: string, options: { readonly settings: boolean }, actor: Actor): Promise<void>;
  /** @throws ApiError 404 */
  change(id: string, change: PluginChange, actor: Actor): Promise<void>;
  /** Lets a quarantined plugin start again. @throws ApiError 404, 409 `not_quarantined` */
  release(id: string, actor: Actor): Promise<void>;
  /** Recorded plugins without code. */
  missing(): Promise<readonly PluginRecord[]>;
  /** Restores missing code, with the recorded version and integrity. @throws Error naming everything that could not be restored */
  restore(run?: InstallRun): Promise<void>;
}

export interface PluginManagerDeps {
  readonly database: Database;
  readonly store: PluginStore;
  readonly audit: AuditService;
  readonly installer: Installer;
  readonly crashes: CrashRecords;
  readonly log: Logger;
  readonly now: () => Date;
  /** Plugins that come with Lectern. */
  readonly bundled: () => Promise<readonly KnownPlugin[]>;
  readonly known: (id: string) => Promise<KnownPlugin | undefined> | KnownPlugin | undefined;
  /** Deletes the integrations of a plugin. */
  readonly removeIntegrations: (pluginId: string, actor: Actor) => Promise<void>;
  /** Called when something about a plugin has changed on disk or in the records. */
  readonly onChanged: (id: string, options?: { readonly replace?: boolean }) => Promise<void>;
}

function noSuchPlugin(id: string): ApiError {
  return new ApiError('unknown_plugin', sentence('problem.plugin_not_installed', { plugin: id }));
}

function bundledOnly(id: string): ApiError {
  return new ApiError('plugin_bundled', sentence('problem.plugin_bundled', { plugin: id }));
}

function note(deps: PluginManagerDeps, tx: Tx, action: string, id: string, detail: Record<string, unknown>, actor: Actor): Promise<void> {
  return deps.audit.record(tx, { ...byActor(actor), action: `plugin.${action}`, targetType: 'plugin', targetId: id, detail });
}

async function requireKnown(deps: PluginManagerDeps, id: string): Promise<KnownPlugin> {
  const { store } = deps;
  // the command line may have made changes meanwhile
  await store.load();
  const record = store.get(id);
  if (record) return { id, packageName: record.packageName, source: record.installed ? 'installed' : 'bundled' };
  const known = await deps.known(id);
  if (!known) throw noSuchPlugin(id);
  return known;
}

async function requireInstalled(deps: PluginManagerDeps, id: string): Promise<PluginRecord & { readonly installed: InstalledVersion }> {
  const { store } = deps;
  const known = await requireKnown(deps, id);
  const { installed, ...record } = store.get(id) ?? { ...known, installed: undefined };
  if (!installed || !('enabled' in record)) throw bundledOnly(id);
  return { ...record, installed };
}

/** Records the error that an admin sees beside the plugin to be updated. */
async function noteFailure(deps: PluginManagerDeps, packageName: string | undefined, error: unknown): Promise<void> {
  const { store, now, database } = deps;
  const record = store.list().find((one) => one.packageName === packageName);
  if (!record || (error instanceof InstallError && error.code === 'INSTALL_CANCELLED')) return;
  const lastError = { message: error instanceof Error ? error.message : String(error), at: now().toISOString() };
  await database.transaction((tx) => store.save(tx, { ...record, lastError }));
}

async function install(
  deps: PluginManagerDeps,
  source: PackageSource,
  actor: Actor,
  choices: InstallChoices = {},
): Promise<InstalledPackage> {
  const { store, installer } = deps;
  let packageName = source.kind === 'registry' ? source.name : undefined;
  try {
    await store.load();
    const bundled = await deps.bundled();
    const tarball = source.kind === 'upload' ? source.tarball : await installer.fetch(source.name, source.version, choices);
    const installed = await installer.install(tarball, {
      ...choices,
      admit({ name, version, lectern }, integrity) {
        packageName = name;
        const { id } = lectern;
        const ours = bundled.find((one) => one.id === id);
        const record = store.get(id);
        // one that was there before Lectern had a plugin of that id keeps it, updates included
        const isKept = record?.installed !== undefined && record.packageName === name;
        if (ours && ours.packageName !== name && !isKept) {
          throw new InstallError('INSTALL_ID_TAKEN', sentence('install.id_of_bundled', { plugin: name, id, other: ours.packageName }));
        }
        if (!record?.installed) return;
        if (record.packageName !== name) {
          throw new InstallError('INSTALL_ID_TAKEN', sentence('install.id_of_other', { plugin: name, id, other: record.packageName }));
        }
        if (record.installed.version !== version) return;
        const isSame = record.installed.integrity === integrity;
        const key = isSame ? 'install.already' : 'install.already_other_contents';
        throw new InstallError('INSTALL_ALREADY', sentence(key, { plugin: `${name} ${version}` }));
      },
    });
    await keep(deps, installed, source.kind, choices.allowIncompatible, actor);
    return installed;
  } catch (error) {
    await noteFailure(deps, packageName, error);
    throw error;
  }
}

async function keep(
  deps: PluginManagerDeps,
  { id, name, version, integrity }: InstalledPackage,
  source: 'registry' | 'upload',
  allowIncompatible: boolean | undefined,
  actor: Actor,
): Promise<void> {
  const { store, now, database, installer } = deps;
  const record = store.get(id);
  const at = now().toISOString();
  await database.transaction(async (tx) => {
    await store.save(tx, {
      id,
      packageName: name,
      enabled: record?.enabled ?? true,
      ignoreCompatibility: allowIncompatible ?? record?.ignoreCompatibility ?? false,
      installed: { source, version, integrity },
      previous: record?.installed ?? record?.previous,
      installedAt: at,
    });
    const detail = { package: name, version, integrity, source, ...(allowIncompatible ? { allowIncompatible } : {}) };
    if (record?.installed) await note(deps, tx, 'updated', id, { ...detail, from: record.installed.version }, actor);
    else await note(deps, tx, 'installed', id, detail, actor);
  });
  const versions = [version, record?.installed?.version].filter((one) => one !== undefined);
  await installer
    .remove(id, versions)
    .catch((error: unknown) => deps.log.warn({ plugin: id, err: error }, 'old versions of a plugin are still there'));
  await deps.onChanged(id);
}

async function restoreOne(deps: PluginManagerDeps, { id, packageName, installed }: PluginRecord, run: InstallRun): Promise<void> {
  const { installer } = deps;
  if (!installed || (await installer.hasCode(id, installed.version, packageName))) return;
  const { version, integrity, source } = installed;
  await installer.restore({ id, name: packageName, displayName: id, version, integrity, fromRegistry: source === 'registry' }, run);
}

export function createPluginManager(deps: PluginManagerDeps): PluginManager {
  const { database, store, installer, crashes, now } = deps;

  async function missing(): Promise<readonly PluginRecord[]> {
    const found: PluginRecord[] = [];
    for (const record of store.list()) {
      const { id, packageName, installed } = record;
      if (installed && !(await installer.hasCode(id, installed.version, packageName))) found.push(record);
    }
    return found;
  }

  return {
    install: (source, actor, choices) => install(deps, source, actor, choices),
    missing,
    async update(id, version, actor, choices) {
      const { packageName } = await requireInstalled(deps, id);
      return install(deps, { kind: 'registry', name: packageName, version }, actor, choices);
    },
    async rollback(id, actor, run = {}) {
      const record = await requireInstalled(deps, id);
      const { installed, previous } = record;
      if (!previous) throw new ApiError('no_previous_version', sentence('problem.no_previous_version', { plugin: record.packageName }));
      await restoreOne(deps, { ...record, installed: previous }, run);
      await database.transaction(async (tx) => {
        await store.save(tx, { ...record, installed: previous, previous: installed, lastError: undefined });
        await note(deps, tx, 'rolled_back', id, { package: record.packageName, from: installed.version, version: previous.version }, actor);
      });
      await deps.onChanged(id);
      return store.get(id) ?? record;
    },
    async remove(id, { settings }, actor) {
      const { packageName, source } = await requireKnown(deps, id);
      if (source === 'bundled') throw bundledOnly(id);
      const version = store.get(id)?.installed?.version;
      await database.transaction(async (tx) => {
        await store.delete(tx, id);
        await note(deps, tx, 'removed', id, { package: packageName, version, settings }, actor);
      });
      crashes.release(id);
      // removed from the records, so it is stopped before its files are deleted
      await deps.onChanged(id, { replace: true });
      if (settings) await deps.removeIntegrations(id, actor);
      await installer.remove(id);
      // a plugin that was put there by hand counts as long as its files exist
      if (version === undefined) await deps.onChanged(id, { replace: true });
    },
    async change(id, change, actor) {
      const { packageName } = await requireKnown(deps, id);
      const at = now().toISOString();
      const record = store.get(id) ?? { id, packageName, enabled: true, ignoreCompatibility: false, installedAt: at, updatedAt: at };
      const changed = { ...record, ...change };
      const actions = [
        ...(changed.enabled === record.enabled ? [] : [changed.enabled ? 'enabled' : 'disabled']),
        ...(changed.ignoreCompatibility === record.ignoreCompatibility
          ? []
          : [changed.ignoreCompatibility ? 'compatibility_ignored' : 'compatibility_required']),
      ];
      if (actions.length === 0) return;
      await database.transaction(async (tx) => {
        await store.save(tx, changed);
        for (const action of actions) await note(deps, tx, action, id, { package: packageName }, actor);
      });
      await deps.onChanged(id);
    },
    async release(id, actor) {
      const { packageName } = await requireKnown(deps, id);
      if (!crashes.isQuarantined(id)) throw new ApiError('not_quarantined', sentence('problem.not_quarantined', { plugin: packageName }));
      await database.transaction((tx) => note(deps, tx, 'released', id, { package: packageName }, actor));
      crashes.release(id);
      await deps.onChanged(id);
    },
    async restore(run = {}) {
      const problems: string[] = [];
      for (const record of await missing()) {
        try {
          await restoreOne(deps, record, run);
        } catch (error) {
          if (run.signal?.aborted) throw error;
          await noteFailure(deps, record.packageName, error);
          problems.push(error instanceof Error ? error.message : String(error));
          continue;
        }
        await deps.onChanged(record.id);
      }
      if (problems.length > 0) throw new Error(problems.join(' '));
    },
  };
}
