import type { Tx } from '../db/index.js';

/** Clocks of processes differ by less than this; a tick that lies further ahead was taken before the clock was set back. */
const AHEAD_MS = 60_000;

/**
 * Takes a moment for one process, of all that share the database.
 *
 * @param margins how much earlier or later than the moment another one must be, in milliseconds, so that this one is another
 * @returns false when a process has it already
 */
async function claim(tx: Tx, name: string, at: Date, margins: { readonly earlier: number; readonly later: number }): Promise<boolean> {
  const claimed = await tx.run(
    `INSERT INTO job_ticks (name, tick) VALUES (?, ?)
     ON CONFLICT (name) DO UPDATE SET tick = excluded.tick WHERE job_ticks.tick < ? OR job_ticks.tick > ?`,
    [name, at.toISOString(), new Date(at.getTime() - margins.earlier).toISOString(), new Date(at.getTime() + margins.later).toISOString()],
  );
  return claimed > 0;
}

/** Takes a tick of the schedule of a job. @returns false when another process took it */
export function claimTick(tx: Tx, job: string, tick: Date): Promise<boolean> {
  return claim(tx, job, tick, { earlier: 0, later: AHEAD_MS });
}

/** Lets one process do what is to be done after the clock was set back, of those that noticed. */
export function claimClock(tx: Tx, now: Date): Promise<boolean> {
  return claim(tx, 'the clock', now, { earlier: AHEAD_MS, later: AHEAD_MS });
}
