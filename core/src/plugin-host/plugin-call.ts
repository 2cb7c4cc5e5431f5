import { IntegrationError, isIntegrationError, type Call } from '@lectern/plugin-api';
import { OutOfTime, within } from './within.js';

/** Whom a call is charged to. */
export interface CallOwner {
  /** What people call the integration. */
  readonly name: string;
  readonly pluginId: string;
  /** Fires when the integration stops. */
  readonly signal: AbortSignal;
  redact(text: string): string;
  /** Hears of what a plugin threw that is not an `IntegrationError`. */
  onDefect(what: string, error: unknown): void;
}

const FAILURES = new Set(['INTEGRATION_UNAVAILABLE', 'INTEGRATION_BAD_RESPONSE', 'INTEGRATION_RATE_LIMITED']);

/** Whether a fault says that the service, or the plugin, is not in order. */
export function countsAsFailure(error: IntegrationError): boolean {
  return FAILURES.has(error.code);
}

function fromPlugin(error: IntegrationError, owner: CallOwner): IntegrationError {
  // Nobody cancelled, so for the caller the work failed.
  const code = error.code === 'INTEGRATION_ABORTED' ? 'INTEGRATION_UNAVAILABLE' : error.code;
  const { retryAfterMs, blame, field } = error;
  return new IntegrationError(code, owner.redact(error.message), { cause: error, retryAfterMs, blame, field });
}

/**
 * Calls into a plugin within bounds.
 *
 * @param what names the call in messages: `search`
 * @throws IntegrationError always: the plugin's own, redacted; UNAVAILABLE when time is up; ABORTED when the caller or
 *   the host ended it; BAD_RESPONSE for the plugin's own defect
 */
export async function callPlugin<T>(
  owner: CallOwner,
  what: string,
  fn: (call: Call) => Promise<T> | T,
  options: { readonly timeoutMs: number; readonly signal?: AbortSignal },
): Promise<T> {
  try {
    return await within(options.timeoutMs, [owner.signal, options.signal], (signal) => fn({ signal }));
  } catch (error) {
    if (owner.signal.aborted || options.signal?.aborted) {
      throw new IntegrationError('INTEGRATION_ABORTED', `${owner.name}: ${what} was cancelled.`, { cause: error });
    }
    if (error instanceof OutOfTime) {
      throw new IntegrationError('INTEGRATION_UNAVAILABLE', `${owner.name} did not answer within ${error.ms / 1000} s (${what}).`, {
        cause: error,
      });
    }
    if (isIntegrationError(error)) throw fromPlugin(error, owner);
    owner.onDefect(what, error);
    const text = `${owner.name}: the plugin ${owner.pluginId} has a defect in ${what}: ${error instanceof Error ? error.message : String(error)}`;
    throw new IntegrationError('INTEGRATION_BAD_RESPONSE', owner.redact(text), { cause: error });
  }
}
