import type { Call, CheckResult, Choice, InstanceMode, JsonObject, ProviderKind, Providers, StopReason } from '@lectern/plugin-api';
import { join } from 'node:path';
import { inEnglish, sentence, spokenError, type PluginWordsRegistry, type Said, type Sentence } from '../platform/words/index.js';
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
import { createHeldUpRecords, type HeldUp } from './sections/held-up-records.js';
import { sectionOwner, trackTurns, type SectionOwner } from './sections/sections.js';
import type { SettingsSchema } from './settings-schema.js';
import type { PackageTexts } from './package-texts.js';
import { createSupervisor, type Supervisor } from './supervisor.js';

export interface PluginHostDeps extends PluginDecisions {
  readonly integrations: IntegrationStore;
  readonly storage: StorageStore;
  readonly logger: Logger;
  readonly redactor: Redactor;
  /** Learns what the plugins say. When absent, everything of theirs is English. */
  readonly words?: Pick<PluginWordsRegistry, 'set'>;
  /** Lectern's data directory: installed plugins and the integrations' own directories live in it. */
  readonly dataDir: string;
  /** Directories whose `node_modules`, or one above them, contains plugins: core's own install root. */
  readonly pluginRoots: readonly string[];
  readonly userAgent: string;
  readonly allowPrivateHosts?: readonly string[];
  readonly standIns?: Readonly<Record<string, string>>;
  /** Lists plugins and runs none. */
  readonly safeMode?: boolean;
  readonly limits?: Partial<Limits>;
  readonly circuit?: CircuitOptions;
  /** Quarantines a plugin that changes built-in objects. When absent, such changes are not detected. */
  readonly quarantine?: CrashRecords['quarantine'];
  /** Milliseconds before the first retry of a plugin's request. */
  readonly retryDelayMs?: number;
  readonly now?: () => number;
}

/** With `ready`, the code is loaded, or would be without safe mode. */
export type PluginState = 'ready' | 'incompatible' | 'failed' | 'disabled' | 'quarantined';

export interface PluginInfo {
  readonly id: string;
  readonly packageName: string;
  readonly version: string;
  readonly displayName: string;
  readonly provides: readonly ProviderKind[];
  readonly instances: InstanceMode;
  /** Whether people may use it for themselves, with settings of their own. */
  readonly isPersonal: boolean;
  readonly source: 'bundled' | 'installed';
  /** The package that comes with Lectern, has the same id, and would serve if this one were removed. */
  readonly insteadOf?: string;
  readonly state: PluginState;
  /** The range of the plugin API that it is made for; absent when its manifest cannot be read. */
  readonly api?: string;
  /** Why it is not loaded; `at` in milliseconds since the epoch. */
  readonly error?: { readonly code: string; readonly message: Said; readonly at: number };
  readonly settingsSchema?: JsonObject;
  readonly texts: PackageTexts;
  /** Where the package says its source is. */
  readonly repository?: string;
  /** One sentence, from its package. */
  readonly description?: string;
  readonly recommends: readonly string[];
  /** How often its code held the server up since the start, and the last time; `at` in milliseconds since the epoch. */
  readonly heldUp?: HeldUp;
}

/** A provider of one integration. Calls go to the instance that runs at the time. */
export interface BoundProvider<K extends ProviderKind> {
  readonly integrationId: string;
  readonly pluginId: string;
  readonly name: string;
  /** What each language calls it, where no person named it; `name` is the English then. */
  readonly said?: Sentence;
  /** Lower is asked first. */
  readonly priority: number;
  /**
   * Calls the provider. By default a call may take 30 s.
   *
   * @param what names the call in messages and logs
   * @throws IntegrationError for any failure
   */
  call<T>(what: string, fn: (provider: NonNullable<Providers[K]>, call: Call) => Promise<T>, options?: CallOptions): Promise<T>;
}

/** The entry to everything about plugins. */
export interface PluginHost {
  /** Finds and imports all plugins. Never throws; a plugin that cannot be loaded is listed with the reason. */
  load(): Promise<void>;
  /**
   * Looks for one plugin again after it was installed, removed, enabled or disabled, and applies its integrations. Running
   * code is not replaced by another version unless `replace` says that it is gone. Never throws.
   */
  refresh(pluginId: string, options?: { readonly replace?: boolean }): Promise<void>;
  startAll(): Promise<void>;
  /** Stops all integrations concurrently, the last started first, within the time that one may take. A failure never skips the others. */
  stopAll(reason: StopReason): Promise<void>;
  plugins(): readonly PluginInfo[];
  plugin(id: string): PluginInfo | undefined;
  /** The schema of a plugin's settings, even if the plugin cannot be loaded. */
  settings(pluginId: string): SettingsSchema | undefined;
  /** Restarts an integration as it is stored now. Never throws for a plugin's fault. */
  apply(integration: StoredIntegration): Promise<void>;
  /** Stops and forgets an integration. With the reason `removed`, its data directory is deleted. */
  remove(integrationId: string, reason: StopReason): Promise<void>;
  instances(): readonly InstanceInfo[];
  /** The providers that can be called now, by priority, then name. */
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
  /** The id of the plugin whose code an uncaught error came from. */
  attribute(error: unknown): string | undefined;
}

const STATES: Partial<Record<PluginErrorCode, PluginState>> = {
  PLUGIN_INCOMPATIBLE: 'incompatible',
  PLUGIN_DISABLED: 'disabled',
  PLUGIN_QUARANTINED: 'quarantined',
};

function toInfo(plugin: LoadedPlugin, heldUp: HeldUp | undefined): PluginInfo {
  const { id, packageName, version, displayName, source, manifest, error, settings, texts, repository, description } = plugin;
  return {
    id,
    packageName,
    version,
    displayName,
    provides: manifest?.provides ?? [],
    instances: manifest?.instances ?? 'many',
    isPersonal: manifest?.personal === true && manifest.provides.includes('notifier'),
    source,
    state: error === undefined ? 'ready' : (STATES[error.code] ?? 'failed'),
    ...(manifest ? { api: manifest.api } : {}),
    ...(error ? { error: { code: error.code, message: error.said, at: plugin.readAt } } : {}),
    settingsSchema: settings?.schema,
    texts,
    ...(repository === undefined ? {} : { repository }),
    ...(description === undefined ? {} : { description }),
    recommends: manifest?.recommends ?? [],
    ...(heldUp ? { heldUp } : {}),
    ...(plugin.insteadOf === undefined ? {} : { insteadOf: plugin.insteadOf }),
  };
}

function bind<K extends ProviderKind>(integration: Integration, kind: K): BoundProvider<K> {
  const { id, pluginId, name, priority } = integration.stored;
  return { integrationId: id, pluginId, name, priority, call: (what, fn, options) => integration.call(kind, what, fn, options) };
}

/** The providers that can be called now, by priority, then name. */
function providersOf<K extends ProviderKind>(supervisor: Supervisor, kind: K): readonly BoundProvider<K>[] {
  return supervisor
    .all()
    .filter((integration) => integration.offers(kind))
    .map((integration) => bind(integration, kind))
    .sort((a, b) => a.priority - b.priority || a.name.localeCompare(b.name));
}

/** The data directory of an integration. Ids are ours, but a dot in one must never lead to a parent folder. */
function dataDirIn(dataDir: string, integrationId: string): string {
  return join(dataDir, 'integrations', encodeURIComponent(integrationId).replaceAll('.', '%2E'));
}

type StateListener = (info: InstanceInfo) => void;

/**
 * Tells listeners of the state of an integration and of what its calls and hooks came to, and plugins of the state where it changed. A
 * listener that fails keeps nobody else from hearing of it.
 */
function createStateAnnouncer(logger: Logger, hooks: HookRunner) {
  const listeners = new Set<StateListener>();
  const told = new Map<string, InstanceInfo['state']>();
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
      if (told.get(integrationId) === state) return;
      told.set(integrationId, state);
      void hooks.told('plugin.stateChanged', { pluginId, integrationId, state });
    },
  };
}

/** Quarantines the plugin that changed built-in objects and unloads it, by ending the process if the changes are permanent. */
function answerTampering(
  { logger, quarantine }: PluginHostDeps,
  { pluginId, message, stuck }: TamperReport,
  host: { versionOf(pluginId: string): string | undefined; refresh(pluginId: string): Promise<void> },
): void {
  logger.error({ plugin: pluginId, message: inEnglish(message), stuck }, 'built-in objects were changed');
  if (pluginId === undefined) return;
  quarantine?.({ pluginId, version: host.versionOf(pluginId) ?? 'unknown', message });
  setImmediate(() => {
    // uncaught on purpose: the process ends, and starts again without the plugin
    if (stuck.length > 0)
      throw new Error(`The plugin ${pluginId} is in quarantine: ${inEnglish(message)}. Its changes cannot be undone, so the server ends.`);
    void host.refresh(pluginId);
  });
}

/** Makes the host. Nothing is read or run before `load`. */
export function createPluginHost(deps: PluginHostDeps): PluginHost {
  trackTurns();
  const limits: Limits = { ...DEFAULT_LIMITS, ...deps.limits };
  const versionOf = (pluginId: string) => plugins.get(pluginId)?.version;
  const tampering = deps.quarantine && watchBuiltIns((report) => answerTampering(deps, report, { versionOf, refresh }));
  const plugins = createLoadedPlugins({
    ...deps,
    importMs: limits.importMs,
    importing: tampering && ((id, work) => tampering.importing(id, work)),
    look: tampering && ((id) => tampering.look(id)),
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

  const heldUp = createHeldUpRecords(deps);
  function sectionsOf(pluginId: string, onHeld?: (ms: number) => void): SectionOwner {
    return sectionOwner(pluginId, {
      ...(tampering ? { look: () => tampering.look(pluginId) } : {}),
      onHeld(ms) {
        heldUp.add(pluginId, ms);
        onHeld?.(ms);
      },
    });
  }

  const hooks = createHooks({
    timeoutMs: limits.hookMs,
    tampering,
    redact: (text) => deps.redactor.redact(text),
    onFailure(error) {
      deps.logger.warn({ integration: error.owner, hook: error.hook, code: error.code, err: error }, 'a hook handler failed');
      supervisor.get(error.owner)?.noteHook(error);
    },
    onSuccess: (owner) => supervisor.get(owner)?.noteHook(),
  });

  const announcer = createStateAnnouncer(deps.logger, hooks);
  const shared = {
    ...deps,
    limits,
    hooks,
    tampering,
    sectionsOf,
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
        .map((plugin) => toInfo(plugin, heldUp.get(plugin.id)))
        .sort((a, b) => a.displayName.localeCompare(b.displayName)),
    plugin: (id) => [plugins.get(id)].flatMap((plugin) => (plugin ? [toInfo(plugin, heldUp.get(id))] : []))[0],
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
      if (!integration) throw spokenError('INTEGRATION_NOT_FOUND', sentence('fault.no_such_integration'));
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
