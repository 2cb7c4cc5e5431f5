import { isIntegrationError, type PluginInstance } from '@lectern/plugin-api';
import { saidOf, withTexts } from '../platform/words/index.js';
import type { Circuit, CircuitOptions } from './circuit.js';
import type { CreateDeps } from './create-instance.js';
import { PluginFault } from './errors.js';
import type { HookRunner } from './hooks.js';
import type { InstanceInfo, InstanceState, Limits } from './instance-info.js';
import type { LoadedPlugin } from './loader.js';
import type { CallOwner } from './plugin-call.js';
import type { ContextDeps, Traffic } from './plugin-context.js';
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

/** The parts of an integration that exist only while it starts or runs. */
export interface Live {
  readonly controller: AbortController;
  readonly circuit: Circuit;
  readonly owner: CallOwner;
  readonly traffic: Traffic;
  /** How often a section of it held the server up. */
  readonly heldUp: { times: number };
  instance?: PluginInstance;
}

/** The state of one integration under supervision, which its parts share. */
export interface Supervised {
  readonly deps: IntegrationDeps;
  readonly now: () => number;
  stored: StoredIntegration;
  plugin?: LoadedPlugin;
  state: InstanceState;
  since: number;
  lastError: InstanceInfo['lastError'];
  /** Whether the last error is the plugin's own, and not one of the service behind it. */
  isOwnFault: boolean;
  lastCheck: InstanceInfo['lastCheck'];
  lastCall: InstanceInfo['lastCall'];
  lastHook: InstanceInfo['lastHook'];
  live: Live | undefined;
  retryTimer?: NodeJS.Timeout;
  failedStarts: number;
  /** Whether the last command was to stop. A start that still waits for its turn is then skipped. */
  isToStop: boolean;
  queue: Promise<void>;
}

/** Notes how a call or a hook went. @returns whether it went otherwise than the one before */
export function noteOutcome(self: Supervised, what: 'lastCall' | 'lastHook', ok: boolean): boolean {
  const at = self.now();
  const before = self[what];
  self[what] = { ok, at, since: before?.ok === ok ? before.since : at };
  return before?.ok !== ok;
}

/** The fault, as it is shown to people. */
export interface NotedError extends Error {
  readonly code: string;
  readonly message: string;
  readonly field?: string;
}

export function createSupervised(deps: IntegrationDeps, stored: StoredIntegration): Supervised {
  const now = deps.now ?? Date.now;
  return {
    deps,
    now,
    stored,
    state: 'stopped',
    since: now(),
    lastError: undefined,
    isOwnFault: false,
    lastCheck: undefined,
    lastCall: undefined,
    lastHook: undefined,
    live: undefined,
    failedStarts: 0,
    isToStop: false,
    queue: Promise.resolve(),
  };
}

/** Names the integration in log lines. */
export function labelsOf({ stored }: Supervised): { plugin: string; integration: string; name: string } {
  return { plugin: stored.pluginId, integration: stored.id, name: stored.name };
}

export function infoOf({ stored, state, since, lastError, lastCheck, lastCall, lastHook }: Supervised): InstanceInfo {
  const { id: integrationId, pluginId, name } = stored;
  return { integrationId, pluginId, name, state, since, lastError, lastCheck, lastCall, lastHook };
}

export function setState(self: Supervised, next: InstanceState): void {
  if (next === self.state) return;
  self.state = next;
  self.since = self.now();
  self.deps.onChange(infoOf(self));
}

export function noteError(self: Supervised, error: NotedError): void {
  const { code, field } = error;
  self.isOwnFault = error instanceof PluginFault || !isIntegrationError(error);
  self.lastError = {
    code,
    message: withTexts(saidOf(error), (text) => self.deps.redactor.redact(text)),
    at: self.now(),
    ...(field === undefined ? {} : { field }),
  };
}

export function fail(self: Supervised, next: InstanceState, error: NotedError): void {
  noteError(self, error);
  self.deps.logger.warn({ ...labelsOf(self), code: error.code, err: error }, 'integration cannot run');
  setState(self, next);
}

/** One thing at a time: a save during a slow start waits for its turn. */
export function enqueue(self: Supervised, work: () => Promise<void>): Promise<void> {
  self.queue = self.queue.then(work).catch((error: unknown) => {
    self.deps.logger.error({ ...labelsOf(self), err: error }, 'supervising an integration failed');
  });
  return self.queue;
}
