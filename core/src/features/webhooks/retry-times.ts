const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** The pauses between attempts, in milliseconds; about 24 hours together. */
const PAUSES_MS = [
  10_000,
  30_000,
  2 * MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  4 * HOUR_MS,
  8 * HOUR_MS,
  8 * HOUR_MS,
] as const;

/** No event waits longer for another attempt; milliseconds. */
export const LONGEST_PAUSE_MS = 8 * HOUR_MS;

/** After so many failures a delivery is given up. */
export const MOST_ATTEMPTS = PAUSES_MS.length + 1;

/**
 * The pause after a number of failures, in milliseconds; `undefined` if that was the last attempt. A receiver that asks for a longer one gets it,
 * up to the longest.
 */
export function pauseAfter(failures: number, askedMs = 0): number | undefined {
  const pause = PAUSES_MS[failures - 1];
  if (pause === undefined) return undefined;
  return Math.max(pause, Math.min(askedMs, LONGEST_PAUSE_MS));
}
