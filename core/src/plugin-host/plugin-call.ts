import { IntegrationError, type Call, type IntegrationErrorCode } from '@lectern/plugin-api';
import { mayHaveHappened, noteUncertain } from '../platform/http-client/uncertain-faults.js';
import { noteThrower, sentence, spokenError, withTexts } from '../platform/words/index.js';
import { isA, readThrown, type Thrown } from './answers/thrown.js';
import { PluginFault } from './errors.js';
import type { TamperWatch } from './quarantine/tamper-watch.js';
import { enter, type SectionOwner } from './sections/sections.js';
import { OutOfTime, within } from './within.js';

/** The integration that a call belongs to. */
export interface CallOwner {
  /** The name of the integration for people. */
  readonly name: string;
  readonly pluginId: string;
  /** Whose sections its calls are. */
  readonly sections: SectionOwner;
  /** Looks at built-in objects when a call has ended. Optional. */
  readonly tampering?: Pick<TamperWatch, 'during'>;
  /** Fires when the integration stops. */
  readonly signal: AbortSignal;
  readonly redact: (text: string) => string;
  /** Called when a plugin threw something that is not an `IntegrationError`. */
  onDefect(what: string, error: unknown): void;
}

const FAILURES = new Set(['INTEGRATION_UNAVAILABLE', 'INTEGRATION_BAD_RESPONSE', 'INTEGRATION_RATE_LIMITED']);

/** Whether a fault means that the service or the plugin does not work. */
export function countsAsFailure(error: IntegrationError): boolean {
  return FAILURES.has(error.code);
}

/** What a plugin threw, as an error of ours without secrets. Its sentence is one of the plugin's. */
export function foreignError(
  code: IntegrationErrorCode,
  { message, options, copy: cause }: Omit<Thrown, 'code'>,
  { pluginId, redact }: { readonly pluginId: string; readonly redact: (text: string) => string },
): IntegrationError {
  const said = options.sentence && withTexts(options.sentence, redact);
  return noteThrower(new IntegrationError(code, redact(message), { ...options, ...(said ? { sentence: said } : {}), cause }), pluginId);
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
    const work = () => within(options.timeoutMs, [owner.signal, options.signal], (signal) => enter(owner.sections, () => fn({ signal })));
    return await (owner.tampering ? owner.tampering.during(owner.pluginId, work) : work());
  } catch (error) {
    const { code, message, options: told, copy: cause } = readThrown(error);
    if (owner.signal.aborted || options.signal?.aborted) {
      throw spokenError('INTEGRATION_ABORTED', sentence('fault.call_cancelled', { name: owner.name, what }), { cause });
    }
    if (isA(error, OutOfTime)) {
      const values = { name: owner.name, seconds: error.ms / 1000, what };
      throw noteUncertain(spokenError('INTEGRATION_UNAVAILABLE', sentence('fault.call_timed_out', values), { cause }));
    }
    if (isA(error, PluginFault)) throw error;
    if (code !== undefined) {
      // nobody cancelled the call, so for the caller it failed
      const known = code === 'INTEGRATION_ABORTED' ? 'INTEGRATION_UNAVAILABLE' : code;
      const fault = foreignError(known, { message, options: told, copy: cause }, owner);
      throw mayHaveHappened(error) ? noteUncertain(fault) : fault;
    }
    owner.onDefect(what, cause);
    const values = { name: owner.name, plugin: owner.pluginId, what, message };
    const said = withTexts(sentence('fault.plugin_defect', values), owner.redact);
    throw spokenError('INTEGRATION_BAD_RESPONSE', said, { cause }, PluginFault);
  }
}
