import type { LogEntry } from '../recording-logger.js';
import { FAULTS, type Expected, type FaultRow, type FaultTarget } from './fault.js';
import { assertNoSecret, outcomeOf } from './outcome.js';

export interface FaultRun {
  readonly row: FaultRow;
  readonly expected: Expected;
  readonly target: FaultTarget;
  call(signal: AbortSignal): Promise<unknown>;
  readonly secrets: readonly string[];
  readonly logs?: readonly LogEntry[];
  /** Tells that an answer says of the fault, as that of a search whose every source failed does. */
  readonly tells?: (value: unknown) => boolean;
  /** Milliseconds within which the call has to end. Default 8,000. */
  readonly deadlineMs?: number;
}

/** Milliseconds before a hanging call is aborted. */
const ABORT_AFTER_MS = 50;
const DEADLINE_MS = 8_000;

function judge({ row, expected, tells }: FaultRun, code: string, value: unknown): boolean {
  if (expected === 'skip') return true;
  if (code === 'answer' && tells?.(value) && row !== 'abort') return true;
  return [expected].flat().includes(code as 'answer');
}

/** Lets the service fail in one way and checks how the call ends. @throws Error when it is not as it should be */
export async function runFault(run: FaultRun): Promise<void> {
  const { row, target, secrets } = run;
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  target.fail(FAULTS[row][0]);
  try {
    if (row === 'abort') timer = setTimeout(() => controller.abort(), ABORT_AFTER_MS);
    const outcome = await outcomeOf(run.call(controller.signal), run.deadlineMs ?? DEADLINE_MS);
    const { error } = outcome;
    const code = error?.code ?? 'answer';
    if (!judge(run, code, error ? undefined : outcome.value)) {
      const wanted = [run.expected].flat().join(' or ');
      throw new Error(`expected ${wanted}, got ${code}${error ? `: ${error.message}` : ''}`, { cause: error });
    }
    if (code === 'INTEGRATION_RATE_LIMITED' && row === '429' && error?.retryAfterMs !== 7000) {
      throw new Error(`expected retryAfterMs 7000, got ${String(error?.retryAfterMs)}`);
    }
    assertNoSecret(secrets, 'the error', error ?? outcome.value);
    assertNoSecret(secrets, 'the logs', run.logs ?? []);
  } finally {
    clearTimeout(timer);
    target.heal();
  }
}
