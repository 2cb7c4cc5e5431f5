import { readFileSync } from 'node:fs';

/**
 * Moments at which a crash test may kill the process, chosen where nothing can be observed from outside. `committed`
 * comes with an event of a request, `ran` with the name of a job that has done its work but is not yet marked as done, `merging`, `tagging`,
 * `renaming`, `replacing`, `deleting`, `taking in`, `library bin` and `uploading` with a step of that work.
 */
export const CRASH_POINTS = [
  'committed',
  'ran',
  'search stored',
  'merging',
  'tagging',
  'renaming',
  'replacing',
  'deleting',
  'check-up noted',
  'taking in',
  'library bin',
  'uploading',
  'file gathered',
  'book placed',
  'source file deleted',
  'message ready',
  'message claimed',
  'webhook sent',
] as const;

export type CrashPoint = (typeof CRASH_POINTS)[number];

/** Path of a file that contains the point to die at, e.g. `committed winner_found`. It is read each time, so that a test can change it. */
const armedBy = process.env['LECTERN_CRASH_AT'];

/** Kills the process at once if a test asked for it here. Does nothing unless `LECTERN_CRASH_AT` is set. */
export function crashPoint(point: CrashPoint, of?: string): void {
  if (armedBy === undefined || armedBy === '') return;
  if (readFileSync(armedBy, 'utf8') === (of === undefined ? point : `${point} ${of}`)) process.kill(process.pid, 'SIGKILL');
}
