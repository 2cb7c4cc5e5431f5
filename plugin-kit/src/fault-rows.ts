import type { LogEntry } from './recording-logger.js';
import { FAULT_ROWS, FAULTS, type Expected, type FaultExceptions, type FaultTarget } from './contract/fault.js';
import { runFault } from './contract/run-fault.js';

export interface FaultSetup {
  readonly target: FaultTarget;
  /** Does the call under test. Make its context with a small `timeoutMs`, or the row "hang" takes as long. */
  call(signal: AbortSignal): Promise<unknown>;
  readonly logs?: readonly LogEntry[];
  tearDown?(): Promise<void> | void;
}

export interface FaultRowsOptions {
  setUp(): Promise<FaultSetup> | FaultSetup;
  /** Values planted in the settings that must never be seen in messages or logs. */
  readonly secrets: readonly string[];
  /** The right outcomes where a fault means something else in the protocol. */
  readonly except?: FaultExceptions;
}

function wanted(expected: Expected): string {
  return typeof expected === 'string' ? expected : expected.join(' or ');
}

/**
 * A mocha table: the call meets 401, 403, 404, 429 with Retry-After, 500, a hang, a broken and a foreign body, a reset
 * and an abort, and must answer each with the code of the contract and without showing a secret.
 */
export function faultRows(title: string, options: FaultRowsOptions): void {
  describe(`${title}: faults of the service`, () => {
    for (const row of FAULT_ROWS) {
      const expected = options.except?.[row] ?? [FAULTS[row][1]];
      if (expected === 'skip') continue;
      it(`${row} → ${wanted(expected)}`, async () => {
        const setup = await options.setUp();
        try {
          await runFault({
            row,
            expected,
            target: setup.target,
            call: (signal) => setup.call(signal),
            secrets: options.secrets,
            logs: setup.logs,
          });
        } finally {
          await setup.tearDown?.();
        }
      });
    }
  });
}
