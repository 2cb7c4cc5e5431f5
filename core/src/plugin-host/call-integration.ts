import {
  INTEGRATION_ERROR_CODES,
  type Call,
  type CheckingLectern,
  type CheckResult,
  type IntegrationError,
  type PluginInstance,
  type ProviderKind,
  type Providers,
} from '@lectern/plugin-api';
import { saidOf, saidOfRemark, sentence, spokenError, withTexts } from '../platform/words/index.js';
import { PluginFault } from './errors.js';
import type { CheckOutcome } from './instance-info.js';
import type { LoadedPlugin } from './loader.js';
import { callPlugin, countsAsFailure } from './plugin-call.js';
import { startIntegration } from './start-integration.js';
import { enqueue, infoOf, noteError, noteOutcome, setState, type Live, type Supervised } from './supervised.js';

export interface CallOptions {
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

export interface CheckOptions extends CallOptions {
  /** Facts about this server for the plugin. */
  readonly lectern?: CheckingLectern;
}

function settleWell(self: Supervised, mine: Live): void {
  mine.circuit.success();
  if (self.live === mine && self.state === 'degraded') setState(self, 'running');
}

function settle(self: Supervised, mine: Live, error: IntegrationError): void {
  if (self.live !== mine) return;
  if (error.code === 'INTEGRATION_ABORTED') return mine.circuit.release();
  noteError(self, error);
  if (countsAsFailure(error)) {
    mine.circuit.failure();
    if (mine.circuit.isOpen()) setState(self, 'degraded');
  } else if (mine.circuit.isOpen()) {
    // a refusal is an answer, so the service is there
    settleWell(self, mine);
  }
}

/** Notes a check. A failing one is reported at once, but only the circuit decides whether calls are let through. */
function noteCheck(self: Supervised, mine: Live, outcome: Omit<CheckOutcome, 'at' | 'since'>): void {
  if (self.live !== mine) return;
  const at = self.now();
  const before = self.lastCheck;
  self.lastCheck = { ...outcome, at, since: before?.ok === outcome.ok ? before.since : at };
  if (before?.ok !== outcome.ok) self.deps.onChange(infoOf(self));
}

function noteCall(self: Supervised, mine: Live, ok: boolean): void {
  if (self.live === mine && noteOutcome(self, 'lastCall', ok)) self.deps.onChange(infoOf(self));
}

/** What was counted when a call began. */
interface CallStart {
  readonly answered: number;
  readonly heldUp: number;
}

/** A call that held up everybody else counts as one that failed, although its answer is used. */
function noteHoldUp(self: Supervised, mine: Live): void {
  mine.circuit.failure();
  if (self.live === mine && mine.circuit.isOpen()) setState(self, 'degraded');
}

/**
 * Notes a call that succeeded. One that asked the service nothing, because the plugin knew the answer, says nothing of a service that is
 * asked otherwise; of a plugin that asks none, each call does.
 */
function noteSuccess(self: Supervised, mine: Live, before: CallStart): void {
  const { asked, answered } = mine.traffic;
  if (mine.heldUp.times > before.heldUp) noteHoldUp(self, mine);
  else if (asked > 0 && answered === before.answered) return mine.circuit.release();
  else settleWell(self, mine);
  noteCall(self, mine, true);
}

export function isRunning({ state }: Supervised): boolean {
  return state === 'running' || state === 'degraded';
}

function requireRunning(self: Supervised): Live & { instance: PluginInstance } {
  const { live, state, stored } = self;
  if (live?.instance && isRunning(self)) return live as Live & { instance: PluginInstance };
  const error = state === 'disabled' ? undefined : self.lastError;
  const { name } = stored;
  const said = error
    ? sentence('fault.not_running_because', { name, state, reason: error.message })
    : sentence('fault.not_running', { name, state });
  // the integration's own code says more than "unavailable": a refused key needs a person, not a retry
  const code = INTEGRATION_ERROR_CODES.find((known) => known === error?.code);
  if (code === undefined || self.isOwnFault) throw spokenError(code ?? 'INTEGRATION_UNAVAILABLE', said, {}, PluginFault);
  throw spokenError(code, said, error?.field === undefined ? {} : { field: error.field });
}

/** Calls a provider of the integration. @throws IntegrationError for any failure */
export async function callProvider<K extends ProviderKind, T>(
  self: Supervised,
  kind: K,
  what: string,
  fn: (provider: NonNullable<Providers[K]>, call: Call) => Promise<T>,
  options: CallOptions,
): Promise<T> {
  const { deps, stored } = self;
  const mine = requireRunning(self);
  const provider = mine.instance.provides[kind];
  if (!provider) throw spokenError('INTEGRATION_UNSUPPORTED', sentence('fault.no_such_provider', { name: stored.name, kind }));
  if (!mine.circuit.enter()) {
    const { lastError } = self;
    const { name } = stored;
    const said = lastError ? sentence('fault.paused_because', { name, reason: lastError.message }) : sentence('fault.paused', { name });
    throw spokenError('INTEGRATION_UNAVAILABLE', said, { retryAfterMs: mine.circuit.waitMs() });
  }
  const before: CallStart = { answered: mine.traffic.answered, heldUp: mine.heldUp.times };
  try {
    const result = await callPlugin(mine.owner, what, (call) => fn(provider, call), {
      timeoutMs: options.timeoutMs ?? deps.limits.callMs,
      signal: options.signal,
    });
    noteSuccess(self, mine, before);
    return result;
  } catch (error) {
    const fault = error as IntegrationError;
    settle(self, mine, fault);
    // a refusal is an answer
    if (fault.code !== 'INTEGRATION_ABORTED') noteCall(self, mine, !countsAsFailure(fault));
    throw error;
  }
}

/** Checks the integration. If it failed to start, it is started first. @throws IntegrationError */
export async function checkIntegration(self: Supervised, { timeoutMs, signal, lectern }: CheckOptions): Promise<CheckResult> {
  const { deps } = self;
  if (self.state === 'failed' && self.stored.enabled && self.plugin && !self.plugin.error) {
    await enqueue(self, () => startIntegration(self, self.plugin as LoadedPlugin));
  }
  const mine = requireRunning(self);
  try {
    const ask = (call: Call) => mine.instance.check({ ...call, ...(lectern ? { lectern } : {}) });
    const result = await callPlugin(mine.owner, 'check', ask, { timeoutMs: timeoutMs ?? deps.limits.callMs, signal });
    const { version } = result;
    const redact = (text: string) => deps.redactor.redact(text);
    const details = result.details?.map((detail) => withTexts(saidOfRemark(detail, self.stored.pluginId), redact));
    settleWell(self, mine);
    noteCheck(self, mine, { ok: true, ...(version === undefined ? {} : { version }), ...(details === undefined ? {} : { details }) });
    return result;
  } catch (error) {
    const { code, field } = error as IntegrationError;
    settle(self, mine, error as IntegrationError);
    const message = withTexts(saidOf(error), (text) => deps.redactor.redact(text));
    const found = { code, message, ...(field === undefined ? {} : { field }) };
    if (code !== 'INTEGRATION_ABORTED') noteCheck(self, mine, { ok: false, error: found });
    throw error;
  }
}
