/** Bounds of direct downloads. */
export interface TransferLimits {
  /** The limit for all files of a download together. */
  readonly maxBytes: number;
  readonly maxFiles: number;
  /** For connecting, and again for an answer's head. */
  readonly answerMs: number;
  /** Without a byte. */
  readonly idleMs: number;
  /** How long the average is taken over. */
  readonly slowWindowMs: number;
  readonly leastBytesPerSecond: number;
  /** From the first try to the last. */
  readonly totalMs: number;
  /** Tries in a row that bring nothing. */
  readonly mostAttempts: number;
  /** Left free on the disk. */
  readonly diskReserveBytes: number;
  readonly firstPauseMs: number;
  readonly longestPauseMs: number;
}

/** Generous enough for a long audiobook, tight enough that nothing hangs for ever. */
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
