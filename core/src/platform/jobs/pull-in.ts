import type { Database, Sql, Tx } from '../db/index.js';

/** The time of the database server, which all processes of a database share. */
export type ServerClock = (sql: Pick<Sql, 'get'>) => Promise<Date>;

/** Absent for SQLite, which has no clock but that of its one process. */
export function serverClockOf({ dialect }: Pick<Database, 'dialect'>): ServerClock | undefined {
  if (dialect !== 'postgres') return undefined;
  return async (sql) => {
    const row = await sql.get<{ ms: unknown }>('SELECT EXTRACT(EPOCH FROM now()) * 1000 AS ms');
    return new Date(Number(row?.ms));
  };
}

interface AheadRow {
  readonly id: string;
  readonly runAt: string;
  readonly createdAt: string;
  readonly startedAt: string | null;
}

/** How far a clock was set back, and how long a lease lasts, in milliseconds. */
interface SetBack {
  readonly backMs: number;
  readonly leaseMs: number;
}

/**
 * Moves what waits for a time that a clock had set while it was ahead: otherwise it would wait until that time comes again. It shows in
 * when a job was made or last begun, which then lies ahead as well; what a right clock had set stays. What a clock set so long ago that
 * this lies ahead no more stays too: such a job waits at most twice as long as it was to. No lease lasts longer than a lease does.
 *
 * @param latest the time now, by the clock of the process or of the server, whichever is later: one that was set back wrongly shows nothing
 */
export async function pullIn(tx: Tx, latest: Date, { backMs, leaseMs }: SetBack): Promise<void> {
  const at = latest.toISOString();
  const longest = new Date(latest.getTime() + leaseMs).toISOString();
  await tx.run(`UPDATE jobs SET lease_until = ? WHERE state = 'running' AND lease_until > ?`, [longest, longest]);
  const ahead = await tx.all<AheadRow>(
    `SELECT id, run_at, created_at, started_at FROM jobs WHERE state = 'queued' AND run_at > ? AND (created_at > ? OR started_at > ?)`,
    [at, at, at],
  );
  const moved = (time: string): string =>
    time > at ? new Date(Math.max(latest.getTime(), Date.parse(time) - backMs)).toISOString() : time;
  for (const { id, runAt, createdAt, startedAt } of ahead) {
    // all of its times, so that it is not moved again for the next process whose clock is set back
    await tx.run(`UPDATE jobs SET run_at = ?, created_at = ?, started_at = ? WHERE id = ? AND state = 'queued' AND run_at = ?`, [
      ...[moved(runAt), moved(createdAt), startedAt && moved(startedAt)],
      ...[id, runAt],
    ]);
  }
}
