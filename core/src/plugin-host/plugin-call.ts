import { IntegrationError, type Call } from '@lectern/plugin-api';
import { isA, readThrown } from './answers/thrown.js';
import { PluginFault } from './errors.js';
import { enter } from './watchdog/entered.js';
import { OutOfTime, within } from './within.js';

/** The integration that a call belongs to. */
export interface CallOwner {
  /** The name of the integration for people. */
  readonly name: string;
  readonly pluginId: string;
  /** Fires when the integration stops. */
  readonly signal: AbortSignal;
  redact(text: string): string;
  /** Called when a plugin threw something that is not an `IntegrationError`. */
  onDefect(what: string, error: unknown): void;
}

const FAILURES = new Set(['INTEGRATION_UNAVAILABLE', 'INTEGRATION_BAD_RESPONSE', 'INTEGRATION_RATE_LIMITED']);

/** Whether a fault means that the service or the plugin does not work. */
export function countsAsFailure(error: IntegrationError): boolean {
  return FAILURES.has(error.code);
}

/**
 * Calls a plugin within limits of time.
 *
 * @param what names the call in messages: `search`
 * @throws IntegrationError always: the plugin's own, redacted; UNAVAILABLE when time is up; ABORTED when the caller or
 *   the host ended it; BAD_RESPONSE, as a PluginFault, for a defect of the plugin, including a wrong answer
 */
export async function callPlugin<T>(
  owner: CallOwner,
  what: string,
  fn: (call: Call) => Promise<T> | T,
  options: { readonly timeoutMs: number; readonly signal?: AbortSignal },
): Promise<T> {
  try {
    return await within(options.timeoutMs, [owner.signal, options.signal], (signal) => enter(owner.pluginId, () => fn({ signal })));
  } catch (error) {
    const { code, message, options: told, copy: cause } = readThrown(error);
    if (owner.signal.aborted || options.signal?.aborted) {
      throw new IntegrationError('INTEGRATION_ABORTED', `${owner.name}: ${what} was cancelled.`, { cause });
    }
    if (isA(error, OutOfTime)) {
      throw new IntegrationError('INTEGRATION_UNAVAILABLE', `${owner.name} did not answer within ${error.ms / 1000} s (${what}).`, {
        cause,
      });
    }
    if (isA(error, PluginFault)) throw error;
    if (code !== undefined) {
      // nobody cancelled the call, so for the caller it failed
      const known = code === 'INTEGRATION_ABORTED' ? 'INTEGRATION_UNAVAILABLE' : code;
      throw new IntegrationError(known, owner.redact(message), { ...told, cause });
    }
    owner.onDefect(what, cause);
    const text = `${owner.name}: the plugin ${owner.pluginId} has a defect in ${what}: ${message}`;
    throw new PluginFault('INTEGRATION_BAD_RESPONSE', owner.redact(text), { cause });
  }
}
