/** From this share on a difference is worth looking at. */
const NOTABLE = 0.05;

/** By how many minutes a recording is longer (above zero) or shorter than the catalogue says; undefined where that is little or not known. */
export function lengthDifference(expectedMinutes: number | undefined, recordedMinutes: number | undefined): number | undefined {
  if (!expectedMinutes || recordedMinutes === undefined) return undefined;
  const minutes = recordedMinutes - expectedMinutes;
  return Math.abs(minutes) / expectedMinutes > NOTABLE ? minutes : undefined;
}
