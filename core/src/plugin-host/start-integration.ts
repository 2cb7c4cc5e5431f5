import { IntegrationError, isIntegrationError, type Hooks, type JsonObject, type StopReason } from '@lectern/plugin-api';
import { noteThrower, sentence } from '../platform/words/index.js';
import { isA, readThrown } from './answers/thrown.js';
import { createCircuit } from './circuit.js';
import { createInstance } from './create-instance.js';
import { describePackage, PluginError, PluginFault, type PluginErrorCode } from './errors.js';
import type { InstanceState } from './instance-info.js';
import { fullSettings, settingsProblem } from './integration-settings.js';
import type { LoadedPlugin } from './loader.js';
import { callPlugin, type CallOwner } from './plugin-call.js';
import { createContext } from './plugin-context.js';
import { createMemoryStore } from './storage.js';
import { enqueue, fail, labelsOf, setState, type Live, type Supervised } from './supervised.js';

/** The state of integrations whose plugin is not loaded. */
const STATE_OF: Partial<Record<PluginErrorCode, InstanceState>> = {
  PLUGIN_INCOMPATIBLE: 'incompatible',
  PLUGIN_DISABLED: 'disabled',
  PLUGIN_QUARANTINED: 'quarantined',
};
const FAILED_TO_START = new Set(['INTEGRATION_UNAVAILABLE', 'INTEGRATION_RATE_LIMITED', 'INTEGRATION_BAD_RESPONSE']);

/** The state of an integration that cannot be started now, with the reason. */
export function obstacleTo({ deps, stored }: Supervised, loaded: LoadedPlugin | undefined): [InstanceState, PluginError?] | undefined {
  if (!stored.enabled) return ['disabled'];
  if (deps.safeMode) return ['stopped'];
  if (!loaded)
    return [
      'failed',
      new PluginError('PLUGIN_NOT_INSTALLED', sentence('plugin_problem.not_installed_of', { plugin: stored.pluginId, name: stored.name })),
    ];
  if (loaded.error) return [STATE_OF[loaded.error.code] ?? 'failed', loaded.error];
  if (deps.isQuarantined(loaded.id))
    return [
      'quarantined',
      new PluginError('PLUGIN_QUARANTINED', sentence('plugin_problem.quarantined', { package: describePackage(loaded) })),
    ];
  return undefined;
}

export async function stopLive(self: Supervised, reason: StopReason): Promise<void> {
  const { deps } = self;
  clearTimeout(self.retryTimer);
  const old = self.live;
  self.live = undefined;
  if (!old) return;
  deps.hooks.revoke(self.stored.id);
  old.controller.abort();
  if (!old.instance?.stop) return;
  const { instance } = old;
  // the integration's own signal has already fired, so only time bounds the stop
  const owner = { ...old.owner, signal: new AbortController().signal };
  try {
    await callPlugin(owner, 'stop', async () => instance.stop?.(reason), { timeoutMs: deps.limits.stopMs });
  } catch (error) {
    deps.logger.warn({ ...labelsOf(self), err: error }, 'stopping an integration failed');
  }
}

function begin(self: Supervised, loaded: LoadedPlugin): Live {
  const { deps } = self;
  const controller = new AbortController();
  const heldUp = { times: 0 };
  const owner: CallOwner = {
    name: self.stored.name,
    pluginId: loaded.id,
    sections: deps.sectionsOf(loaded.id, () => (heldUp.times += 1)),
    tampering: deps.tampering,
    signal: controller.signal,
    redact: (text) => deps.redactor.redact(text),
    onDefect: (what, error) => deps.logger.error({ ...labelsOf(self), what, err: error }, 'a plugin has a defect'),
  };
  return { controller, owner, heldUp, traffic: { asked: 0, answered: 0 }, circuit: createCircuit({ ...deps.circuit, now: self.now }) };
}

/** Starts it once more after a pause, which doubles each time. */
function retryLater(self: Supervised, retryAfterMs: number | undefined): void {
  const { startRetryMs, longestStartRetryMs } = self.deps.limits;
  const pause = Math.max(retryAfterMs ?? 0, Math.min(startRetryMs * 2 ** self.failedStarts, longestStartRetryMs));
  self.failedStarts += 1;
  const loaded = self.plugin;
  const retry = (): Promise<void> => (self.state === 'failed' && loaded ? startIntegration(self, loaded) : Promise.resolve());
  self.retryTimer = setTimeout(() => void enqueue(self, retry), pause);
  self.retryTimer.unref();
}

function startFailed(self: Supervised, error: unknown): void {
  const { code, message, options, copy: cause } = readThrown(error);
  const owner = self.plugin ? describePackage(self.plugin) : self.stored.pluginId;
  const fault =
    isA(error, PluginError) || isA(error, PluginFault)
      ? error
      : code === undefined
        ? new PluginError('PLUGIN_SHAPE_INVALID', sentence('plugin_problem.create_failed', { package: owner, reason: message }), { cause })
        : noteThrower(new IntegrationError(code, message, { ...options, cause }), self.stored.pluginId);
  fail(self, isA(fault, PluginError) ? (STATE_OF[fault.code] ?? 'failed') : 'failed', fault);
  if (code !== undefined && FAILED_TO_START.has(code)) retryLater(self, options.retryAfterMs);
}

/** @returns `undefined` for settings that cannot be used, after noting the reason */
async function readSettings(self: Supervised, loaded: LoadedPlugin): Promise<JsonObject | undefined> {
  const { deps, stored } = self;
  try {
    const outcome = await fullSettings(stored, loaded, { store: deps.integrations, sections: deps.sectionsOf(loaded.id) });
    if (outcome.ok) return outcome.value;
    fail(self, 'unconfigured', settingsProblem(stored.name, outcome.errors));
  } catch (error) {
    const { message, copy: cause } = readThrown(error);
    const problem = sentence('plugin_problem.migrate_failed', { package: describePackage(loaded), reason: message });
    fail(self, 'failed', new PluginError('PLUGIN_SHAPE_INVALID', problem, { cause }));
  }
  return undefined;
}

function registerHooks({ deps, stored }: Supervised, { owner }: Live, hooks: Hooks): void {
  const { pluginId, sections, signal } = owner;
  deps.hooks.register({ id: stored.id, pluginId, sections, name: stored.name, signal }, hooks);
}

async function bringUp(self: Supervised, mine: Live, loaded: LoadedPlugin, settings: JsonObject): Promise<void> {
  const { deps, stored } = self;
  const { signal } = mine.controller;
  const dataDir = deps.dataDirOf(stored.id);
  const { isPersonal = false } = stored;
  // nothing of a person's own stays but its settings
  const parts = isPersonal ? { ...deps, storage: createMemoryStore() } : deps;
  const { traffic } = mine;
  const context = createContext(parts, { plugin: loaded, integrationId: stored.id, settings, dataDir, isPersonal, signal, traffic });
  const instance = await createInstance(deps, loaded, context, mine.owner.sections);
  mine.instance = instance;
  if (instance.start) await callPlugin(mine.owner, 'start', (call) => instance.start?.(call), { timeoutMs: deps.limits.startMs });
  if (instance.hooks && !isPersonal) registerHooks(self, mine, instance.hooks);
}

/** Starts an integration that does not run. Never rejects for a plugin's fault, which is noted. */
export async function startIntegration(self: Supervised, loaded: LoadedPlugin): Promise<void> {
  const settings = await readSettings(self, loaded);
  if (!settings || self.isToStop) return;
  setState(self, 'starting');
  const mine = begin(self, loaded);
  self.live = mine;
  try {
    await bringUp(self, mine, loaded, settings);
    self.failedStarts = 0;
    self.lastError = undefined;
    setState(self, 'running');
  } catch (error) {
    await stopLive(self, 'failed');
    // whoever aborted the start decides what happens next
    if (!mine.controller.signal.aborted || !isIntegrationError(error) || error.code !== 'INTEGRATION_ABORTED') startFailed(self, error);
  }
}
