import type { LogEntry } from './recording-logger.js';
import { FAULT_ROWS, FAULTS, type Expected, type FaultExceptions, type FaultTarget } from './contract/fault.js';
import { runFault } from './contract/run-fault.js';

export interface FaultSetup {
  readonly target: FaultTarget;
  /** Does the call under test. Its context has the `timeoutMs` that `setUp` was given. */
  call(signal: AbortSignal): Promise<unknown>;
  readonly logs?: readonly LogEntry[];
  tearDown?(): Promise<void> | void;
}

/** Milliseconds until a call gives a service up that hangs. */
const HANG_MS = 150;
/** Milliseconds that a service which answers may take on a machine with other work. */
const ANSWER_MS = 15_000;

export interface FaultRowsOptions {
  /** @param timeoutMs how long a call may take, in milliseconds: short where the service hangs, so that the row is soon over */
  setUp(timeoutMs: number): Promise<FaultSetup> | FaultSetup;
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
        const setup = await options.setUp(row === 'hang' ? HANG_MS : ANSWER_MS);
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
