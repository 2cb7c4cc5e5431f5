import type { Tx } from '../db/index.js';

/** Clocks of processes differ by less than this; a tick that lies further ahead was taken before the clock was set back. */
const AHEAD_MS = 60_000;

/** Takes a tick of the schedule of a job, for one process of all that share the database. @returns false when another process took it */
export async function claimTick(tx: Tx, job: string, tick: Date): Promise<boolean> {
  const at = tick.toISOString();
  const claimed = await tx.run(
    `INSERT INTO job_ticks (name, tick) VALUES (?, ?)
     ON CONFLICT (name) DO UPDATE SET tick = excluded.tick WHERE job_ticks.tick < ? OR job_ticks.tick > ?`,
    [job, at, at, new Date(tick.getTime() + AHEAD_MS).toISOString()],
  );
  return claimed > 0;
}
