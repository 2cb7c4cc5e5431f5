import type { Call, CheckResult, ProviderKind, Providers, StopReason } from '@lectern/plugin-api';
import { callProvider, checkIntegration, isRunning, type CallOptions, type CheckOptions } from './call-integration.js';
import type { InstanceInfo } from './instance-info.js';
import type { LoadedPlugin } from './loader.js';
import type { StoredIntegration } from './ports.js';
import { obstacleTo, startIntegration, stopLive } from './start-integration.js';
import {
  createSupervised,
  enqueue,
  fail,
  infoOf,
  noteError,
  noteOutcome,
  setState,
  type IntegrationDeps,
  type NotedError,
  type Supervised,
} from './supervised.js';

/** One configured integration under supervision. A plugin's fault rejects only calls into the plugin. */
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
  /** Notes how a hook went that was handed to it. */
  noteHook(error?: NotedError): void;
}

/** Starts an integration as it is stored now, or says why it does not run. */
async function applyStored(self: Supervised, next: StoredIntegration, loaded: LoadedPlugin | undefined): Promise<void> {
  await stopLive(self, next.enabled ? 'settings' : 'disabled');
  self.stored = next;
  self.plugin = loaded;
  self.failedStarts = 0;
  // they belonged to other settings
  self.lastCheck = undefined;
  self.lastCall = undefined;
  self.lastHook = undefined;
  const blocked = obstacleTo(self, loaded);
  if (!blocked && loaded) return startIntegration(self, loaded);
  const [state, error] = blocked ?? ['failed'];
  if (error) return fail(self, state, error);
  self.lastError = undefined;
  setState(self, state);
}

export function createIntegration(deps: IntegrationDeps, first: StoredIntegration): Integration {
  const self = createSupervised(deps, first);

  return {
    get stored() {
      return self.stored;
    },
    info: () => infoOf(self),
    offers: (kind) => isRunning(self) && self.live?.instance?.provides[kind] !== undefined && self.live.circuit.isDue(),
    apply(next, loaded) {
      self.isToStop = false;
      if (self.state === 'starting') self.live?.controller.abort();
      return enqueue(self, () => applyStored(self, next, loaded));
    },
    stop(reason) {
      self.isToStop = true;
      if (self.state === 'starting') self.live?.controller.abort();
      return enqueue(self, async () => {
        await stopLive(self, reason);
        setState(self, 'stopped');
      });
    },
    call: (kind, what, fn, options = {}) => callProvider(self, kind, what, fn, options),
    check: (options) => checkIntegration(self, options),
    noteHook(error) {
      if (error) noteError(self, error);
      if (noteOutcome(self, 'lastHook', error === undefined)) deps.onChange(infoOf(self));
    },
  };
}
