import {
  IntegrationError,
  type Call,
  type CheckResult,
  type Choice,
  type InstanceMode,
  type JsonObject,
  type ProviderKind,
  type Providers,
  type StopReason,
} from '@lectern/plugin-api';
import { join } from 'node:path';
import type { CircuitOptions } from './circuit.js';
import { checkDraft, listChoices } from './drafts.js';
import type { PluginErrorCode } from './errors.js';
import { createHooks, type HookRunner } from './hooks.js';
import { DEFAULT_LIMITS, type InstanceInfo, type Limits } from './instance-info.js';
import type { CallOptions, CheckOptions } from './call-integration.js';
import type { Integration } from './integration.js';
import { createLoadedPlugins, type PluginDecisions } from './loaded-plugins.js';
import type { LoadedPlugin } from './loader.js';
import type { IntegrationStore, Logger, Redactor, StorageStore, StoredIntegration } from './ports.js';
import type { CrashRecords } from './quarantine/crash-records.js';
import { watchBuiltIns, type TamperReport } from './quarantine/tamper-watch.js';
import type { SettingsSchema } from './settings-schema.js';
import type { PackageTexts } from './package-texts.js';
import { createSupervisor, type Supervisor } from './supervisor.js';

export interface PluginHostDeps extends PluginDecisions {
  readonly integrations: IntegrationStore;
  readonly storage: StorageStore;
  readonly logger: Logger;
  readonly redactor: Redactor;
  /** Lectern's data directory: installed plugins and the integrations' own directories live in it. */
  readonly dataDir: string;
  /** Directories in or above which `node_modules` holds plugins; core's own install root. */
  readonly pluginRoots: readonly string[];
  readonly userAgent: string;
  readonly allowPrivateHosts?: readonly string[];
  readonly standIns?: Readonly<Record<string, string>>;
  /** Lists plugins and runs none. */
  readonly safeMode?: boolean;
  readonly limits?: Partial<Limits>;
  readonly circuit?: CircuitOptions;
  /** Quarantines a plugin that changes what all code shares. Absent: nobody looks. */
  readonly quarantine?: CrashRecords['quarantine'];
  /** First pause between repetitions of a plugin's request, milliseconds. */
  readonly retryDelayMs?: number;
  readonly now?: () => number;
}

/** `ready`: its code is loaded, or would be outside of safe mode. */
export type PluginState = 'ready' | 'incompatible' | 'failed' | 'disabled' | 'quarantined';

export interface PluginInfo {
  readonly id: string;
  readonly packageName: string;
  readonly version: string;
  readonly displayName: string;
  readonly provides: readonly ProviderKind[];
  readonly instances: InstanceMode;
  readonly source: 'bundled' | 'installed';
  readonly state: PluginState;
  /** Range of the plugin API it is made for; absent where its manifest cannot be read. */
  readonly api?: string;
  /** Why it is not loaded; `at` in milliseconds since the epoch. */
  readonly error?: { readonly code: string; readonly message: string; readonly at: number };
  readonly settingsSchema?: JsonObject;
  readonly texts: PackageTexts;
  /** Where its source is said to lie. */
  readonly repository?: string;
  /** One sentence, from its package. */
  readonly description?: string;
  readonly recommends: readonly string[];
}

/** A provider of one integration. Calls reach whatever instance runs when they are made. */
export interface BoundProvider<K extends ProviderKind> {
  readonly integrationId: string;
  readonly pluginId: string;
  readonly name: string;
  /** Lower is asked first. */
  readonly priority: number;
  /**
   * Calls the provider, 30 s at most unless told otherwise.
   *
   * @param what names the call in messages and logs
   * @throws IntegrationError always, whatever went wrong
   */
  call<T>(what: string, fn: (provider: NonNullable<Providers[K]>, call: Call) => Promise<T>, options?: CallOptions): Promise<T>;
}

/** All that core knows of plugins. */
export interface PluginHost {
  /** Finds and imports all plugins. Never throws; what cannot load is listed with its reason. */
  load(): Promise<void>;
  /**
   * Looks for one plugin again, after it was installed, removed, switched on or off, and applies its integrations. Code
   * that runs is not exchanged for another version unless `replace` says that it is gone. Never throws.
   */
  refresh(pluginId: string, options?: { readonly replace?: boolean }): Promise<void>;
  startAll(): Promise<void>;
  /** Side by side, the last started first, and bounded by the time that one may take; one failing step never skips the rest. */
  stopAll(reason: StopReason): Promise<void>;
  plugins(): readonly PluginInfo[];
  plugin(id: string): PluginInfo | undefined;
  /** The schema of a plugin's settings, also of one that cannot load. */
  settings(pluginId: string): SettingsSchema | undefined;
  /** Stops an integration where it runs and starts it as it is stored now. Never throws for a plugin's fault. */
  apply(integration: StoredIntegration): Promise<void>;
  /** Stops an integration and forgets it; its data directory goes when the reason is `removed`. */
  remove(integrationId: string, reason: StopReason): Promise<void>;
  instances(): readonly InstanceInfo[];
  /** What can be called now, by priority, then name. */
  providers<K extends ProviderKind>(kind: K): readonly BoundProvider<K>[];
  provider<K extends ProviderKind>(kind: K, integrationId: string): BoundProvider<K> | undefined;
  /** @throws IntegrationError */
  check(integrationId: string, options?: Pick<CheckOptions, 'signal' | 'lectern'>): Promise<CheckResult>;
  /** Checks settings that are not saved, on an instance that is stopped afterwards. @throws IntegrationError */
  checkDraft(pluginId: string, settings: JsonObject, options?: Pick<CheckOptions, 'signal' | 'lectern'>): Promise<CheckResult>;
  /** @throws IntegrationError */
  choices(pluginId: string, name: string, draft: JsonObject, options?: { readonly signal?: AbortSignal }): Promise<readonly Choice[]>;
  readonly hooks: Pick<HookRunner, 'veto' | 'transform' | 'told'>;
  onStateChange(listener: (info: InstanceInfo) => void): () => void;
  /** Id of the plugin in whose code an error arose, for uncaught ones. */
  attribute(error: unknown): string | undefined;
}

const STATES: Partial<Record<PluginErrorCode, PluginState>> = {
  PLUGIN_INCOMPATIBLE: 'incompatible',
  PLUGIN_DISABLED: 'disabled',
  PLUGIN_QUARANTINED: 'quarantined',
};

function toInfo(plugin: LoadedPlugin): PluginInfo {
  const { id, packageName, version, displayName, source, manifest, error, settings, texts, repository, description } = plugin;
  return {
    id,
    packageName,
    version,
    displayName,
    provides: manifest?.provides ?? [],
    instances: manifest?.instances ?? 'many',
    source,
    state: error === undefined ? 'ready' : (STATES[error.code] ?? 'failed'),
    ...(manifest ? { api: manifest.api } : {}),
    ...(error ? { error: { code: error.code, message: error.message, at: plugin.readAt } } : {}),
    settingsSchema: settings?.schema,
    texts,
    ...(repository === undefined ? {} : { repository }),
    ...(description === undefined ? {} : { description }),
    recommends: manifest?.recommends ?? [],
  };
}

function bind<K extends ProviderKind>(integration: Integration, kind: K): BoundProvider<K> {
  const { id, pluginId, name, priority } = integration.stored;
  return { integrationId: id, pluginId, name, priority, call: (what, fn, options) => integration.call(kind, what, fn, options) };
}

/** What can be called now, by priority, then name. */
function providersOf<K extends ProviderKind>(supervisor: Supervisor, kind: K): readonly BoundProvider<K>[] {
  return supervisor
    .all()
    .filter((integration) => integration.offers(kind))
    .map((integration) => bind(integration, kind))
    .sort((a, b) => a.priority - b.priority || a.name.localeCompare(b.name));
}

/** Ids are ours, yet a dot in one must never walk up. */
function dataDirIn(dataDir: string, integrationId: string): string {
  return join(dataDir, 'integrations', encodeURIComponent(integrationId).replaceAll('.', '%2E'));
}

type StateListener = (info: InstanceInfo) => void;

/** Tells listeners and plugins of the state of an integration. A listener that fails keeps nobody else from hearing of it. */
function createStateAnnouncer(logger: Logger, hooks: HookRunner) {
  const listeners = new Set<StateListener>();
  return {
    onStateChange(listener: StateListener): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    announce(info: InstanceInfo): void {
      for (const listener of listeners) {
        try {
          listener(info);
        } catch (error) {
          logger.error({ err: error }, 'a listener to integration states failed');
        }
      }
      const { pluginId, integrationId, state } = info;
      void hooks.told('plugin.stateChanged', { pluginId, integrationId, state });
    },
  };
}

/** Quarantines the plugin that changed built-in objects, and takes it out: at once, or by ending the process. */
function answerTampering(
  { logger, quarantine }: PluginHostDeps,
  { pluginId, message, stuck }: TamperReport,
  host: { versionOf(pluginId: string): string | undefined; refresh(pluginId: string): Promise<void> },
): void {
  logger.error({ plugin: pluginId, message, stuck }, 'built-in objects were changed');
  if (pluginId === undefined) return;
  quarantine?.({ pluginId, version: host.versionOf(pluginId) ?? 'unknown', message });
  setImmediate(() => {
    // uncaught on purpose: the process ends, and starts again without the plugin
    if (stuck.length > 0)
      throw new Error(`The plugin ${pluginId} is in quarantine: ${message}. That cannot be put back, so the server ends.`);
    void host.refresh(pluginId);
  });
}

/** Makes the host. Nothing is read or run before `load`. */
export function createPluginHost(deps: PluginHostDeps): PluginHost {
  const limits: Limits = { ...DEFAULT_LIMITS, ...deps.limits };
  const versionOf = (pluginId: string) => plugins.get(pluginId)?.version;
  const tampering = deps.quarantine && watchBuiltIns((report) => answerTampering(deps, report, { versionOf, refresh }));
  const plugins = createLoadedPlugins({
    ...deps,
    importMs: limits.importMs,
    importing: tampering && ((id, work) => tampering.importing(id, work)),
  });

  async function refresh(pluginId: string, options?: { readonly replace?: boolean }): Promise<void> {
    try {
      await plugins.refresh(pluginId, options);
      const stored = (await deps.integrations.list()).filter((integration) => integration.pluginId === pluginId);
      await Promise.all(stored.map((integration) => supervisor.apply(integration)));
    } catch (error) {
      deps.logger.error({ plugin: pluginId, err: error }, 'a plugin could not be looked at again');
    }
  }

  const hooks = createHooks({
    timeoutMs: limits.hookMs,
    onFailure(error) {
      deps.logger.warn({ integration: error.owner, hook: error.hook, code: error.code, err: error }, 'a hook handler failed');
      supervisor.get(error.owner)?.note(error);
    },
  });

  const announcer = createStateAnnouncer(deps.logger, hooks);
  const shared = {
    ...deps,
    limits,
    hooks,
    tampering,
    circuit: deps.circuit ?? {},
    safeMode: deps.safeMode ?? false,
    isQuarantined: deps.isQuarantined ?? (() => false),
    dataDirOf: (integrationId: string) => dataDirIn(deps.dataDir, integrationId),
    onChange: (info: InstanceInfo) => announcer.announce(info),
    pluginOf: (pluginId: string) => plugins.get(pluginId),
  };
  const supervisor = createSupervisor(shared);

  return {
    load: () => plugins.load(),
    refresh,
    startAll: () => supervisor.startAll(),
    stopAll: (reason) => supervisor.stopAll(reason),
    plugins: () =>
      plugins
        .all()
        .map(toInfo)
        .sort((a, b) => a.displayName.localeCompare(b.displayName)),
    plugin: (id) => {
      const plugin = plugins.get(id);
      return plugin && toInfo(plugin);
    },
    settings: (pluginId) => plugins.get(pluginId)?.settings,
    apply: (integration) => supervisor.apply(integration),
    remove: (integrationId, reason) => supervisor.remove(integrationId, reason),
    instances: () => supervisor.infos(),
    providers: (kind) => providersOf(supervisor, kind),
    provider(kind, integrationId) {
      const integration = supervisor.get(integrationId);
      return integration && plugins.get(integration.stored.pluginId)?.manifest?.provides.includes(kind)
        ? bind(integration, kind)
        : undefined;
    },
    async check(integrationId, options = {}) {
      const integration = supervisor.get(integrationId);
      if (!integration) throw new IntegrationError('INTEGRATION_NOT_FOUND', 'There is no such integration.');
      return integration.check(options);
    },
    checkDraft: (pluginId, settings, options = {}) => checkDraft(shared, pluginId, plugins.get(pluginId), settings, options),
    choices: (pluginId, name, draft, options) => listChoices(shared, pluginId, plugins.get(pluginId), name, draft, options?.signal),
    hooks: {
      veto: (name, payload) => hooks.veto(name, payload),
      transform: (name, payload) => hooks.transform(name, payload),
      told: (name, payload) => hooks.told(name, payload),
    },
    onStateChange: (listener) => announcer.onStateChange(listener),
    attribute: (error) => plugins.attribute(error),
  };
}
