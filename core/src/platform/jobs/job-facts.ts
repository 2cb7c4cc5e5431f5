import { placeholders, readJsonOr, type Sql, type Tx } from '../db/index.js';
import { inEnglish, storedSaid, storeSaid, type Said } from '../words/index.js';
import type { JobProgress } from './job-queue.js';

/** The subjects of the running jobs of a type. */
export async function subjectsAtWork(sql: Pick<Sql, 'all'>, name: string): Promise<ReadonlySet<string | null>> {
  const rows = await sql.all<{ subject: string | null }>("SELECT subject FROM jobs WHERE name = ? AND state = 'running'", [name]);
  return new Set(rows.map(({ subject }) => subject));
}

/** Whether a job of a subject is running, even if it was told to end. */
export async function isAtWork(sql: Pick<Sql, 'get'>, subject: string): Promise<boolean> {
  return (await sql.get("SELECT id FROM jobs WHERE subject = ? AND state = 'running' LIMIT 1", [subject])) !== undefined;
}

/** A job that waits or runs. */
export interface JobUnderWay {
  readonly state: 'queued' | 'running';
  /** Waits until then. */
  readonly runAt: string;
  readonly progress?: JobProgress;
}

/** Jobs of a type that wait or run, by their subject, in one statement; the running one where another waits behind it. */
export async function jobsUnderWay(sql: Pick<Sql, 'all'>, name: string, subjects: readonly string[]): Promise<Map<string, JobUnderWay>> {
  const rows = await sql.all<{ subject: string; state: 'queued' | 'running'; runAt: string; progress: string | null }>(
    `SELECT subject, state, run_at, progress FROM jobs
     WHERE subject IN (${placeholders(subjects.length)}) AND name = ? AND state IN ('queued', 'running') ORDER BY state`,
    [...subjects, name],
  );
  return new Map(
    rows.map(({ subject, state, runAt, progress: stored }) => {
      const progress = readJsonOr<JobProgress, undefined>(stored, undefined);
      return [subject, { state, runAt, ...(progress === undefined ? {} : { progress }) }];
    }),
  );
}

/** The times of the queued jobs of a type, by their subject, in one statement. */
export async function queuedTimes(sql: Pick<Sql, 'all'>, name: string, subjects: readonly string[]): Promise<Map<string, string>> {
  if (subjects.length === 0) return new Map();
  const rows = await sql.all<{ subject: string; runAt: string }>(
    `SELECT subject, run_at FROM jobs WHERE subject IN (${placeholders(subjects.length)}) AND name = ? AND state = 'queued'`,
    [...subjects, name],
  );
  return new Map(rows.map(({ subject, runAt }) => [subject, runAt]));
}

/** How many jobs wait and how many run. */
export async function jobCounts(sql: Pick<Sql, 'all'>): Promise<Record<string, number>> {
  const rows = await sql.all<{ state: string; n: number }>(
    "SELECT state, COUNT(*) AS n FROM jobs WHERE state IN ('queued', 'running') GROUP BY state",
  );
  return Object.fromEntries(rows.map((row) => [row.state, Number(row.n)]));
}

/** How long the lease of a run may be over before somebody should be told: what looks for such runs does so every second. */
const OVERDUE_MS = 60_000;

/** How many runs nobody is at work on, although their leases have long been over and another should have taken them. */
export async function countOverdueRuns(sql: Pick<Sql, 'get'>, now: Date): Promise<number> {
  const row = await sql.get<{ n: number }>("SELECT COUNT(*) AS n FROM jobs WHERE state = 'running' AND lease_until < ?", [
    new Date(now.getTime() - OVERDUE_MS).toISOString(),
  ]);
  return Number(row?.n ?? 0);
}

/** The jobs that failed last, without payloads, in English. */
export async function failedJobs(sql: Pick<Sql, 'all'>, most: number): Promise<object[]> {
  const rows = await sql.all<{ readonly error: string | null }>(
    `SELECT name, attempt, max_attempts, error, created_at, finished_at FROM jobs WHERE state = 'failed'
      ORDER BY finished_at DESC, id DESC LIMIT ?`,
    [most],
  );
  return rows.map(({ error, ...row }) => ({ ...row, error: error && inEnglish(storedSaid(error)) }));
}

/** Cancels the jobs that were queued or running at a time, whoever runs them. The database must not be in use. */
export async function cancelJobsUntil(tx: Tx, before: string, why: Said, at: string): Promise<void> {
  await tx.run(
    `UPDATE jobs SET state = 'cancelled', finished_at = ?, error = ?, lease_owner = NULL, lease_until = NULL
     WHERE state IN ('queued', 'running') AND created_at <= ?`,
    [at, storeSaid(why), before],
  );
}
