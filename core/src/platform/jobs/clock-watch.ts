/** Smaller steps are those of a clock that is kept right, and delay nothing for long. */
const LEAST_MS = 5_000;

/**
 * Notices when the clock is set back, by a clock that is never set.
 *
 * @param steady milliseconds since some moment
 * @returns a function that says by how many milliseconds the clock was set back since it was last called; 0 when it was not
 */
export function createClockWatch(now: () => Date, steady: () => number): () => number {
  let wall = now().getTime();
  let since = steady();
  return () => {
    const [nextWall, next] = [now().getTime(), steady()];
    const back = wall + (next - since) - nextWall;
    [wall, since] = [nextWall, next];
    return back >= LEAST_MS ? Math.round(back) : 0;
  };
}
