const MINUTE = 60;

/** A share of the expected length, or so many minutes if that is more; of short recordings minutes are no more than another share. */
function bound(expectedSeconds: number, share: number, minutes: number, mostShare: number): number {
  return Math.max(expectedSeconds * share, Math.min(minutes * MINUTE, expectedSeconds * mostShare));
}

/**
 * How far, in seconds, a recording may be from the catalogue's duration: 10 %, or 15 minutes and at most 25 %, whichever is more; 5 %, or 10
 * minutes and at most 15 %, when a narrator was asked for.
 */
export function playingTimeTolerance(expectedSeconds: number, isNarratorRequested: boolean): number {
  return isNarratorRequested ? bound(expectedSeconds, 0.05, 10, 0.15) : bound(expectedSeconds, 0.1, 15, 0.25);
}

/** How far, in seconds, a recording may be off before it is certainly another one: 25 %, or 30 minutes and at most 50 %, whichever is more. */
export function mostPlayingTimeOff(expectedSeconds: number): number {
  return bound(expectedSeconds, 0.25, 30, 0.5);
}

/** Whether files are as long as a recording of the catalogue, as closely as two pressings of one recording are. */
export function isPlayingTimeOf(seconds: number, expectedSeconds: number): boolean {
  return Math.abs(seconds - expectedSeconds) <= playingTimeTolerance(Math.max(seconds, expectedSeconds), true);
}
