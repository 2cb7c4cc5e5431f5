const FIRST_MS = 5_000;
const LONGEST_MS = 3_600_000;

/** Waits 5 s, 10 s, 20 s … up to an hour. Each wait is between half and all of that, so that retries do not come in step. */
export function exponentialBackoff(attempt: number, random: () => number = Math.random): number {
  const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.max(0, attempt - 1));
  return Math.round(full / 2 + (full / 2) * random());
}
