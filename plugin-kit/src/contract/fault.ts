import type { IntegrationErrorCode } from '@lectern/plugin-api';

/** A way in which a service fails. */
export interface Fault {
  readonly kind: 'status' | 'hang' | 'reset' | 'malformed' | 'html';
  /** For `status`. */
  readonly status?: number;
  /** For `status`: sent as Retry-After, seconds. */
  readonly retryAfter?: number;
}

/** A stand-in for the remote service that can be told to fail: an `httpMock`, or a simulator with its own server. */
export interface FaultTarget {
  fail(fault: Fault): void;
  heal(): void;
}

/** The rows of every table of faults, with the expected code of each. */
export const FAULTS = {
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
} as const satisfies Record<string, readonly [Fault, IntegrationErrorCode]>;

export type FaultRow = keyof typeof FAULTS;

export const FAULT_ROWS = Object.keys(FAULTS) as FaultRow[];

/** The correct outcome of a row: one of these codes, an answer if the list says so, or anything. */
export type Expected = readonly (IntegrationErrorCode | 'answer')[] | 'answer' | 'skip';

/** For protocols that give a fault another meaning. */
export type FaultExceptions = Partial<Record<FaultRow, Expected>>;

/** A 404 for an existing thing: the configured address may be wrong. */
export const NOT_THERE = { '404': ['INTEGRATION_NOT_FOUND', 'INTEGRATION_MISCONFIGURED'] } as const satisfies FaultExceptions;

/** For commands: the service's content beside the status does not matter. */
export const OF_COMMANDS = {
  malformed: ['INTEGRATION_BAD_RESPONSE', 'answer'],
  html: ['INTEGRATION_BAD_RESPONSE', 'answer'],
} as const satisfies FaultExceptions;
