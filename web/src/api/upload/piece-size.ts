const MEGABYTE = 1024 * 1024;

/** A piece that arrives within this time may be larger the next time. */
const QUICK_MS = 2_000;
/** One that takes longer has to be smaller: the server waits a minute for a piece, and a broken connection costs all of it. */
const SLOW_MS = 10_000;
const SMALLEST = MEGABYTE / 8;
/** The most that the server takes at once. */
const LARGEST = 8 * MEGABYTE;

/** The bytes of the first piece. */
export const FIRST_PIECE_BYTES = MEGABYTE;

/**
 * The bytes of the next piece.
 *
 * @param milliseconds how long the last one took; infinite if it did not arrive
 */
export function nextPieceBytes(last: number, milliseconds: number): number {
  if (milliseconds < QUICK_MS) return Math.min(LARGEST, last * 2);
  return milliseconds > SLOW_MS ? Math.max(SMALLEST, last / 2) : last;
}
