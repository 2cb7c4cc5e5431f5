import {
  INTEGRATION_ERROR_CODES,
  IntegrationError,
  isIntegrationError,
  type CheckingLectern,
  type CheckResult,
  type PluginInstance,
  type ProviderKind,
  type Providers,
  type StopReason,
} from '@lectern/plugin-api';
import type { Call, JsonObject } from '@lectern/plugin-api';
import { isA, readThrown } from './answers/thrown.js';
import { createCircuit, type Circuit, type CircuitOptions } from './circuit.js';
import { createInstance, type CreateDeps } from './create-instance.js';
import { describePackage, PluginError, PluginFault, type PluginErrorCode } from './errors.js';
import type { HookRunner } from './hooks.js';
import { fullSettings, settingsProblem } from './integration-settings.js';
import type { CheckOutcome, InstanceInfo, InstanceState, Limits } from './instance-info.js';
import type { LoadedPlugin } from './loader.js';
import { callPlugin, countsAsFailure, type CallOwner } from './plugin-call.js';
import { createContext, type ContextDeps } from './plugin-context.js';
import type { IntegrationStore, StoredIntegration } from './ports.js';

export interface IntegrationDeps extends ContextDeps, CreateDeps {
  readonly integrations: IntegrationStore;
  readonly hooks: HookRunner;
  readonly limits: Limits;
  readonly circuit: CircuitOptions;
  readonly safeMode: boolean;
  dataDirOf(integrationId: string): string;
  onChange(info: InstanceInfo): void;
}

export interface CallOptions {
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

export interface CheckOptions extends CallOptions {
  /** What the plugin is told of this server. */
  readonly lectern?: CheckingLectern;
}

/** One configured integration under supervision. Nothing here rejects for a plugin's fault but calls into it. */
export interface Integration {
  readonly stored: StoredIntegration;
  info(): InstanceInfo;
  /** Whether a provider of this kind can be called now. */
  offers(kind: ProviderKind): boolean;
  /** Stops what runs and starts it as it is stored now. */
  apply(stored: StoredIntegration, plugin: LoadedPlugin | undefined): Promise<void>;
  stop(reason: StopReason): Promise<void>;
  call<K extends ProviderKind, T>(
    kind: K,
    what: string,
    fn: (provider: NonNullable<Providers[K]>, call: Call) => Promise<T>,
    options?: CallOptions,
  ): Promise<T>;
  check(options: CheckOptions): Promise<CheckResult>;
  /** Notes a fault that happened outside a call, in a hook for example. */
  note(error: { readonly code: string; readonly message: string }): void;
}

/** What exists while an integration starts or runs. */
interface Live {
  readonly controller: AbortController;
  readonly circuit: Circuit;
  readonly owner: CallOwner;
  instance?: PluginInstance;
}

/** What a plugin that is not loaded makes of its integrations. */
const STATE_OF: Partial<Record<PluginErrorCode, InstanceState>> = {
  PLUGIN_INCOMPATIBLE: 'incompatible',
  PLUGIN_DISABLED: 'disabled',
  PLUGIN_QUARANTINED: 'quarantined',
};
const FAILED_TO_START = new Set(['INTEGRATION_UNAVAILABLE', 'INTEGRATION_RATE_LIMITED', 'INTEGRATION_BAD_RESPONSE']);

export function createIntegration(deps: IntegrationDeps, first: StoredIntegration): Integration {
  const now = deps.now ?? Date.now;
  let stored = first;
  let plugin: LoadedPlugin | undefined;
  let state: InstanceState = 'stopped';
  let since = now();
  let lastError: InstanceInfo['lastError'];
  /** Whether the last error is of the plugin itself, and not of the service it talks to. */
  let isOwnFault = false;
  let lastCheck: InstanceInfo['lastCheck'];
  let live: Live | undefined;
  let retryTimer: NodeJS.Timeout | undefined;
  let failedStarts = 0;
  /** Whether the last word was to stop: what still waits for its turn is then not to start. */
  let isToStop = false;
  let queue: Promise<void> = Promise.resolve();

  const labels = () => ({ plugin: stored.pluginId, integration: stored.id, name: stored.name });

  function info(): InstanceInfo {
    return { integrationId: stored.id, pluginId: stored.pluginId, name: stored.name, state, since, lastError, lastCheck };
  }

  function setState(next: InstanceState): void {
    if (next === state) return;
    state = next;
    since = now();
    deps.onChange(info());
  }

  function noteError(error: { readonly code: string; readonly message: string; readonly field?: string }): void {
    const { code, message, field } = error;
    isOwnFault = error instanceof PluginFault || !isIntegrationError(error);
    lastError = { code, message: deps.redactor.redact(message), at: now(), ...(field === undefined ? {} : { field }) };
  }

  function fail(next: InstanceState, error: { readonly code: string; readonly message: string; readonly field?: string }): void {
    noteError(error);
    deps.logger.warn({ ...labels(), code: error.code, err: error }, 'integration cannot run');
    setState(next);
  }

  /** One thing at a time: a save during a slow start waits for its turn. */
  function enqueue(work: () => Promise<void>): Promise<void> {
    queue = queue.then(work).catch((error: unknown) => {
      deps.logger.error({ ...labels(), err: error }, 'supervising an integration failed');
    });
    return queue;
  }

  async function stopLive(reason: StopReason): Promise<void> {
    clearTimeout(retryTimer);
    const old = live;
    live = undefined;
    if (!old) return;
    deps.hooks.revoke(stored.id);
    old.controller.abort();
    if (!old.instance?.stop) return;
    const { instance } = old;
    // The integration's own signal has fired already, so stopping is bounded by time alone.
    const owner = { ...old.owner, signal: new AbortController().signal };
    try {
      await callPlugin(owner, 'stop', async () => instance.stop?.(reason), { timeoutMs: deps.limits.stopMs });
    } catch (error) {
      deps.logger.warn({ ...labels(), err: error }, 'stopping an integration failed');
    }
  }

  function begin(loaded: LoadedPlugin): Live {
    const controller = new AbortController();
    const owner: CallOwner = {
      name: stored.name,
      pluginId: loaded.id,
      signal: controller.signal,
      redact: (text) => deps.redactor.redact(text),
      onDefect: (what, error) => deps.logger.error({ ...labels(), what, err: error }, 'a plugin has a defect'),
    };
    return { controller, owner, circuit: createCircuit({ ...deps.circuit, now }) };
  }

  function startFailed(error: unknown): void {
    const { code, message, options, copy: cause } = readThrown(error);
    const owner = plugin ? describePackage(plugin) : stored.pluginId;
    const fault =
      isA(error, PluginError) || isA(error, PluginFault)
        ? error
        : code === undefined
          ? new PluginError('PLUGIN_SHAPE_INVALID', `create of ${owner} failed: ${message}.`, { cause })
          : new IntegrationError(code, message, { ...options, cause });
    fail(isA(fault, PluginError) ? (STATE_OF[fault.code] ?? 'failed') : 'failed', fault);
    if (code === undefined || !FAILED_TO_START.has(code)) return;
    const { startRetryMs, longestStartRetryMs } = deps.limits;
    const pause = Math.max(options.retryAfterMs ?? 0, Math.min(startRetryMs * 2 ** failedStarts, longestStartRetryMs));
    failedStarts += 1;
    const loaded = plugin;
    retryTimer = setTimeout(() => void enqueue(() => (state === 'failed' && loaded ? start(loaded) : Promise.resolve())), pause);
    retryTimer.unref();
  }

  async function readSettings(loaded: LoadedPlugin): Promise<JsonObject | undefined> {
    const problem = (error: PluginError | IntegrationError, next: InstanceState) => {
      fail(next, error);
      return undefined;
    };
    try {
      const outcome = await fullSettings(stored, loaded, deps.integrations);
      if (outcome.ok) return outcome.value;
      return problem(settingsProblem(stored.name, outcome.errors), 'unconfigured');
    } catch (error) {
      const { message, copy: cause } = readThrown(error);
      const text = `migrateSettings of ${describePackage(loaded)} failed: ${message}.`;
      return problem(new PluginError('PLUGIN_SHAPE_INVALID', text, { cause }), 'failed');
    }
  }

  async function start(loaded: LoadedPlugin): Promise<void> {
    const settings = await readSettings(loaded);
    if (!settings || isToStop) return;
    setState('starting');
    const mine = begin(loaded);
    live = mine;
    try {
      const { signal } = mine.controller;
      const context = createContext(deps, {
        plugin: loaded,
        integrationId: stored.id,
        settings,
        dataDir: deps.dataDirOf(stored.id),
        signal,
      });
      const instance = await createInstance(deps, loaded, context);
      mine.instance = instance;
      if (instance.start) await callPlugin(mine.owner, 'start', (call) => instance.start?.(call), { timeoutMs: deps.limits.startMs });
      if (instance.hooks) deps.hooks.register({ id: stored.id, pluginId: loaded.id, name: stored.name, signal }, instance.hooks);
      failedStarts = 0;
      lastError = undefined;
      setState('running');
    } catch (error) {
      await stopLive('failed');
      // Whoever aborted the start has the next word.
      if (!mine.controller.signal.aborted || !isIntegrationError(error) || error.code !== 'INTEGRATION_ABORTED') startFailed(error);
    }
  }

  /** A state in which starting makes no sense, with its reason. */
  function obstacle(loaded: LoadedPlugin | undefined): [InstanceState, PluginError?] | undefined {
    if (!stored.enabled) return ['disabled'];
    if (deps.safeMode) return ['stopped'];
    if (!loaded)
      return ['failed', new PluginError('PLUGIN_NOT_INSTALLED', `The plugin ${stored.pluginId} of ${stored.name} is not installed.`)];
    if (loaded.error) return [STATE_OF[loaded.error.code] ?? 'failed', loaded.error];
    if (deps.isQuarantined(loaded.id))
      return ['quarantined', new PluginError('PLUGIN_QUARANTINED', `${describePackage(loaded)} is in quarantine.`)];
    return undefined;
  }

  function settle(mine: Live, error: IntegrationError): void {
    if (live !== mine) return;
    if (error.code === 'INTEGRATION_ABORTED') return mine.circuit.release();
    noteError(error);
    if (countsAsFailure(error)) {
      mine.circuit.failure();
      if (mine.circuit.isOpen()) setState('degraded');
    } else if (mine.circuit.isOpen()) {
      // A refusal is an answer: the service is there.
      settleWell(mine);
    }
  }

  function settleWell(mine: Live): void {
    mine.circuit.success();
    if (live === mine && state === 'degraded') setState('running');
  }

  /** One failing check is told at once; whether calls are let through is for the circuit to say. */
  function noteCheck(mine: Live, outcome: Omit<CheckOutcome, 'at' | 'since'>): void {
    if (live !== mine) return;
    const at = now();
    const before = lastCheck;
    lastCheck = { ...outcome, at, since: before?.ok === outcome.ok ? before.since : at };
    if (before?.ok !== outcome.ok) deps.onChange(info());
  }

  function requireRunning(): Live & { instance: PluginInstance } {
    if (live?.instance && (state === 'running' || state === 'degraded')) return live as Live & { instance: PluginInstance };
    const error = state === 'disabled' ? undefined : lastError;
    const text = `${stored.name} is not running (${state})${error ? `: ${error.message}` : ''}`;
    // Its own code says more than "unavailable": a refused key needs a person, not a retry.
    const code = INTEGRATION_ERROR_CODES.find((known) => known === error?.code);
    if (code === undefined || isOwnFault) throw new PluginFault(code ?? 'INTEGRATION_UNAVAILABLE', text);
    throw new IntegrationError(code, text, error?.field === undefined ? {} : { field: error.field });
  }

  return {
    get stored() {
      return stored;
    },
    info,
    offers: (kind) => (state === 'running' || state === 'degraded') && live?.instance?.provides[kind] !== undefined && live.circuit.isDue(),
    apply(next, loaded) {
      isToStop = false;
      if (state === 'starting') live?.controller.abort();
      return enqueue(async () => {
        await stopLive(next.enabled ? 'settings' : 'disabled');
        stored = next;
        plugin = loaded;
        failedStarts = 0;
        // it was about other settings
        lastCheck = undefined;
        const blocked = obstacle(loaded);
        if (!blocked && loaded) return start(loaded);
        const [state_, error] = blocked ?? ['failed'];
        if (error) return fail(state_, error);
        lastError = undefined;
        setState(state_);
      });
    },
    stop(reason) {
      isToStop = true;
      if (state === 'starting') live?.controller.abort();
      return enqueue(async () => {
        await stopLive(reason);
        setState('stopped');
      });
    },
    async call(kind, what, fn, options = {}) {
      const mine = requireRunning();
      const provider = mine.instance.provides[kind];
      if (!provider) throw new IntegrationError('INTEGRATION_UNSUPPORTED', `${stored.name} is no ${kind}.`);
      if (!mine.circuit.enter()) {
        const text = `${stored.name} failed repeatedly and is given a rest${lastError ? `: ${lastError.message}` : '.'}`;
        throw new IntegrationError('INTEGRATION_UNAVAILABLE', text, { retryAfterMs: mine.circuit.waitMs() });
      }
      try {
        const result = await callPlugin(mine.owner, what, (call) => fn(provider, call), {
          timeoutMs: options.timeoutMs ?? deps.limits.callMs,
          signal: options.signal,
        });
        settleWell(mine);
        return result;
      } catch (error) {
        settle(mine, error as IntegrationError);
        throw error;
      }
    },
    async check({ timeoutMs = deps.limits.callMs, signal, lectern }) {
      if (state === 'failed' && stored.enabled && plugin && !plugin.error) await enqueue(() => start(plugin as LoadedPlugin));
      const mine = requireRunning();
      try {
        const ask = (call: Call) => mine.instance.check({ ...call, ...(lectern ? { lectern } : {}) });
        const result = await callPlugin(mine.owner, 'check', ask, { timeoutMs, signal });
        const { version, details } = result;
        settleWell(mine);
        noteCheck(mine, { ok: true, ...(version === undefined ? {} : { version }), ...(details === undefined ? {} : { details }) });
        return result;
      } catch (error) {
        const { code, message, field } = error as IntegrationError;
        settle(mine, error as IntegrationError);
        const found = { code, message: deps.redactor.redact(message), ...(field === undefined ? {} : { field }) };
        if (code !== 'INTEGRATION_ABORTED') noteCheck(mine, { ok: false, error: found });
        throw error;
      }
    },
    note: noteError,
  };
}
