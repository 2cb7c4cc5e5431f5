import type { Said } from '../../../platform/words/index.js';
import type { Candidate } from './candidate.js';

/** The result of one gate. `doubtful` did not fail but must not be picked without a person. */
export interface GateResult {
  readonly name: string;
  readonly passed: boolean;
  readonly doubtful?: boolean;
  readonly reason: Said;
  /** Whole sentences that show how the name was read. */
  readonly evidence?: Said;
}

export type Gate = (candidate: Candidate) => GateResult;

export const pass = (name: string, reason: Said): GateResult => ({ name, passed: true, reason });
export const fail = (name: string, reason: Said): GateResult => ({ name, passed: false, reason });
export const doubt = (name: string, reason: Said): GateResult => ({ name, passed: true, doubtful: true, reason });
