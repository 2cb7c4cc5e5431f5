import type { Candidate } from './candidate.js';

/** The result of one gate. `doubtful` did not fail but must not be picked without a person. */
export interface GateResult {
  readonly name: string;
  readonly passed: boolean;
  readonly doubtful?: boolean;
  readonly reason: string;
  /** Whole sentences that show how the name was read. */
  readonly evidence?: string;
}

export type Gate = (candidate: Candidate) => GateResult;

export const pass = (name: string, reason: string): GateResult => ({ name, passed: true, reason });
export const fail = (name: string, reason: string): GateResult => ({ name, passed: false, reason });
export const doubt = (name: string, reason: string): GateResult => ({ name, passed: true, doubtful: true, reason });
