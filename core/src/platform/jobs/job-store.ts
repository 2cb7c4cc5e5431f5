import { v7 as uuid } from 'uuid';
import { placeholders, type Database, type Tx } from '../db/index.js';
import { storeSaid, type Said } from '../words/index.js';
import type { JobDefinition, JobInfo, JobRequest, WaitingJobs } from './job-queue.js';
import { toInfo, toLive, type JobRow, type LiveJob } from './job-rows.js';

type Definitions = ReadonlyMap<string, JobDefinition>;

async function countWaiting({ read }: Database, definitions: Definitions): Promise<WaitingJobs[]> {
  const rows = await read.all<{ name: string; count: number; nextAt: string }>(
    "SELECT name, COUNT(*) AS count, MIN(run_at) AS next_at FROM jobs WHERE state = 'queued' GROUP BY name ORDER BY MIN(run_at), name",
  );
  return rows.map(({ name, count, nextAt }) => ({ name, title: definitions.get(name)?.title ?? name, count: Number(count), nextAt }));
}

async function lastRuns({ read }: Database, info: (row: JobRow) => JobInfo): Promise<Map<string, JobInfo>> {
  const rows = await read.all<JobRow>(
    `SELECT j.* FROM jobs j JOIN (
       SELECT name, MAX(finished_at) AS at FROM jobs WHERE finished_at IS NOT NULL GROUP BY name
     ) last ON last.name = j.name AND last.at = j.finished_at`,
  );
  return new Map(rows.map((row) => [row.name, info(row)]));
}

/** What runs, then the next of each kind that waits, then the second of each. */
async function liveJobs({ read }: Database, info: (row: JobRow) => JobInfo, limit: number): Promise<JobInfo[]> {
  const rows = await read.all<JobRow>(
    `SELECT j.* FROM jobs j JOIN (
       SELECT id, ROW_NUMBER() OVER (PARTITION BY name ORDER BY run_at, id) AS place FROM jobs WHERE state IN ('queued', 'running')
     ) lined ON lined.id = j.id
     ORDER BY CASE j.state WHEN 'running' THEN 0 ELSE 1 END, lined.place, j.run_at, j.id LIMIT ?`,
    [limit],
  );
  return rows.map(info);
}

/** Which jobs a list has. `telling`: leaves out those that ended well and that people do not read about. */
interface ListOptions {
  readonly name?: string;
  readonly states?: readonly JobInfo['state'][];
  readonly limit: number;
  readonly telling?: boolean;
}

async function listJobs(database: Database, definitions: Definitions, options: ListOptions): Promise<JobInfo[]> {
  const { name = '', states = [], limit, telling = false } = options;
  const quiet = telling ? [...definitions.values()].filter((definition) => definition.quiet).map((definition) => definition.name) : [];
  const ofStates = states.length === 0 ? '' : ` AND state IN (${placeholders(states.length)})`;
  const ofTold = quiet.length === 0 ? '' : ` AND NOT (state = 'done' AND name IN (${placeholders(quiet.length)}))`;
  const rows = await database.read.all<JobRow>(
    `SELECT * FROM jobs WHERE (? = '' OR name = ?)${ofStates}${ofTold}
     ORDER BY CASE state WHEN 'running' THEN 0 WHEN 'queued' THEN 1 ELSE 2 END, COALESCE(finished_at, run_at) DESC, id DESC LIMIT ?`,
    [name, name, ...states, ...quiet, limit],
  );
  return rows.map((row) => toInfo(row, definitions.get(row.name)));
}

/** Adds, cancels and reads jobs in the table `jobs`. Times come from the caller, so that tests can set the clock. */
export function createJobStore(database: Database, definitions: Definitions) {
  const info = (row: JobRow): JobInfo => toInfo(row, definitions.get(row.name));

  return {
    async insert(tx: Tx, request: JobRequest, maxAttempts: number, now: Date): Promise<void> {
      const runAt = (request.runAt ?? now).toISOString();
      const key = request.singletonKey ?? null;
      await tx.run(
        `INSERT INTO jobs (id, name, payload, state, priority, singleton_key, subject, run_at, attempt, max_attempts, cancel_requested, created_at)
         VALUES (?, ?, ?, 'queued', ?, ?, ?, ?, 0, ?, ?, ?)
         ON CONFLICT (singleton_key) WHERE state = 'queued' AND singleton_key IS NOT NULL
         DO UPDATE SET run_at = CASE WHEN excluded.run_at < jobs.run_at THEN excluded.run_at ELSE jobs.run_at END, payload = excluded.payload`,
        [
          uuid(),
          request.name,
          JSON.stringify(request.payload ?? {}),
          request.priority ?? 0,
          key,
          request.subject ?? null,
          runAt,
          maxAttempts,
          false,
          now.toISOString(),
        ],
      );
    },

    /** Works in a transaction of its own. */
    within: <T>(work: (tx: Tx) => Promise<T>): Promise<T> => database.transaction(work),

    /** When the next queued job of these kinds is due. */
    async nextDue(names: readonly string[]): Promise<Date | undefined> {
      if (names.length === 0) return undefined;
      const row = await database.read.get<{ at: string | null }>(
        `SELECT MIN(run_at) AS at FROM jobs WHERE state = 'queued' AND name IN (${placeholders(names.length)})`,
        names,
      );
      return row?.at ? new Date(row.at) : undefined;
    },

    /**
     * @param why for people, if they should read it
     * @returns how many waiting jobs it ended, and ids of running jobs that must be aborted
     */
    async cancel(
      tx: Tx,
      where: string,
      params: readonly (string | number)[],
      now: Date,
      why: Said | null = null,
    ): Promise<{ readonly ended: number; readonly running: string[] }> {
      const text = why && storeSaid(why);
      const ended = await tx.run(`UPDATE jobs SET state = 'cancelled', finished_at = ?, error = ? WHERE state = 'queued' AND ${where}`, [
        now.toISOString(),
        text,
        ...params,
      ]);
      const running = await tx.all<{ id: string }>(
        `UPDATE jobs SET cancel_requested = ?, error = ? WHERE state = 'running' AND ${where} RETURNING id`,
        [true, text, ...params],
      );
      return { ended, running: running.map((row) => row.id) };
    },

    /** A job that waits or runs. */
    async underWay(tx: Tx, id: string): Promise<LiveJob | undefined> {
      const row = await tx.get<JobRow>("SELECT * FROM jobs WHERE id = ? AND state IN ('queued', 'running')", [id]);
      return row && toLive(row);
    },

    async get(id: string): Promise<JobInfo | undefined> {
      const row = await database.read.get<JobRow>('SELECT * FROM jobs WHERE id = ?', [id]);
      return row && info(row);
    },

    list: (options: ListOptions) => listJobs(database, definitions, options),

    live: (limit: number) => liveJobs(database, info, limit),

    waiting: () => countWaiting(database, definitions),

    lastRuns: () => lastRuns(database, info),

    async prune(before: Date): Promise<number> {
      return database.transaction((tx) =>
        tx.run(`DELETE FROM jobs WHERE state IN ('done', 'failed', 'cancelled') AND finished_at < ?`, [before.toISOString()]),
      );
    },
  };
}

export type JobStore = ReturnType<typeof createJobStore>;
