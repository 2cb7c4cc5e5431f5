/** The limits of direct downloads. */
export interface TransferLimits {
  /** For all files of a download together. */
  readonly maxBytes: number;
  readonly maxFiles: number;
  /** For connecting, and again for the head of an answer. */
  readonly answerMs: number;
  /** Without a byte. */
  readonly idleMs: number;
  /** The period over which the average is computed. */
  readonly slowWindowMs: number;
  readonly leastBytesPerSecond: number;
  /** From the first try to the last. */
  readonly totalMs: number;
  /** Consecutive tries without progress. */
  readonly mostAttempts: number;
  /** Bytes to leave free on the disk. */
  readonly diskReserveBytes: number;
  readonly firstPauseMs: number;
  readonly longestPauseMs: number;
}

/** Generous enough for a long audiobook, tight enough that nothing hangs forever. */
export const TRANSFER_LIMITS: TransferLimits = {
  maxBytes: 20e9,
  maxFiles: 500,
  answerMs: 30_000,
  idleMs: 60_000,
  slowWindowMs: 120_000,
  leastBytesPerSecond: 512,
  totalMs: 24 * 3_600_000,
  mostAttempts: 6,
  diskReserveBytes: 200e6,
  firstPauseMs: 5_000,
  longestPauseMs: 300_000,
};
