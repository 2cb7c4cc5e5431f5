import { isIntegrationError, type IntegrationError, type IntegrationErrorCode } from '@lectern/plugin-api';
import { inspect } from 'node:util';
import type { LogEntry } from './recording-logger.js';

/** A stand-in of the remote service that can be told to fail, such as the simulators of `@lectern/demo`. */
export interface FaultTarget {
  fail(fault: { kind: 'status' | 'hang' | 'reset' | 'malformed' | 'html'; status?: number; retryAfter?: number }): void;
  heal(): void;
}

export interface FaultSetup {
  readonly target: FaultTarget;
  /** Does the call under test. Make its context with a small `timeoutMs`, or the row "hang" takes as long. */
  call(signal: AbortSignal): Promise<unknown>;
  readonly logs?: readonly LogEntry[];
  tearDown?(): Promise<void> | void;
}

const ROWS = {
  '401': [{ kind: 'status', status: 401 }, 'INTEGRATION_UNAUTHORIZED'],
  '403': [{ kind: 'status', status: 403 }, 'INTEGRATION_FORBIDDEN'],
  '404': [{ kind: 'status', status: 404 }, 'INTEGRATION_NOT_FOUND'],
  '429': [{ kind: 'status', status: 429, retryAfter: 7 }, 'INTEGRATION_RATE_LIMITED'],
  '500': [{ kind: 'status', status: 500 }, 'INTEGRATION_UNAVAILABLE'],
  hang: [{ kind: 'hang' }, 'INTEGRATION_UNAVAILABLE'],
  malformed: [{ kind: 'malformed' }, 'INTEGRATION_BAD_RESPONSE'],
  html: [{ kind: 'html' }, 'INTEGRATION_BAD_RESPONSE'],
  reset: [{ kind: 'reset' }, 'INTEGRATION_UNAVAILABLE'],
  abort: [{ kind: 'hang' }, 'INTEGRATION_ABORTED'],
} as const satisfies Record<string, readonly [Parameters<FaultTarget['fail']>[0], IntegrationErrorCode]>;

export type FaultRow = keyof typeof ROWS;

export interface FaultRowsOptions {
  setUp(): Promise<FaultSetup> | FaultSetup;
  /** Values planted in the settings that must never be seen in messages or logs. */
  readonly secrets: readonly string[];
  /**
   * Where the protocol means something else: the codes that are right, `'answer'` when the call must succeed, or
   * `'skip'`.
   */
  readonly except?: Partial<Record<FaultRow, readonly IntegrationErrorCode[] | 'answer' | 'skip'>>;
}

async function outcomeOf(work: Promise<unknown>): Promise<IntegrationError | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    if (isIntegrationError(error)) return error;
    throw new Error(`expected an IntegrationError, got ${inspect(error)}`, { cause: error });
  }
}

function assertNoSecret(secrets: readonly string[], where: string, content: unknown): void {
  const text = inspect(content, { depth: 8, showHidden: true });
  for (const secret of secrets) {
    if (text.includes(secret)) throw new Error(`a planted secret is visible in ${where}`);
  }
}

async function runRow(row: FaultRow, options: FaultRowsOptions, expected: readonly IntegrationErrorCode[] | 'answer'): Promise<void> {
  const setup = await options.setUp();
  const controller = new AbortController();
  try {
    setup.target.fail(ROWS[row][0]);
    const timer = row === 'abort' ? setTimeout(() => controller.abort(), 50) : undefined;
    const error = await outcomeOf(setup.call(controller.signal));
    clearTimeout(timer);

    const code = error?.code ?? 'answer';
    const isRight = expected === 'answer' ? code === 'answer' : (expected as readonly string[]).includes(code);
    const wanted = expected === 'answer' ? 'an answer' : expected.join(' or ');
    if (!isRight) throw new Error(`expected ${wanted}, got ${code}${error ? `: ${error.message}` : ''}`, { cause: error });
    if (code === 'INTEGRATION_RATE_LIMITED' && error?.retryAfterMs !== 7000) {
      throw new Error(`expected retryAfterMs 7000, got ${String(error?.retryAfterMs)}`);
    }
    assertNoSecret(options.secrets, 'the error', error);
    assertNoSecret(options.secrets, 'the logs', setup.logs ?? []);
  } finally {
    setup.target.heal();
    await setup.tearDown?.();
  }
}

/**
 * A mocha table: the call meets 401, 403, 404, 429 with Retry-After, 500, a hang, a broken and a foreign body, a reset
 * and an abort, and must answer each with the code of the contract and without showing a secret.
 */
export function faultRows(title: string, options: FaultRowsOptions): void {
  describe(`${title}: faults of the service`, () => {
    for (const row of Object.keys(ROWS) as FaultRow[]) {
      const expected = options.except?.[row] ?? [ROWS[row][1]];
      if (expected === 'skip') continue;
      it(`${row} → ${expected === 'answer' ? 'answer' : expected.join(' or ')}`, () => runRow(row, options, expected));
    }
  });
}
