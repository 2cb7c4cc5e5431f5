import { v7 as uuid } from 'uuid';
import { isTrue, placeholders, type Database, type Tx } from '../db/index.js';
import type { JobInfo, JobPayload, JobProgress, JobRequest, JobState } from './job-queue.js';

/** A job that this process has claimed. */
export interface ClaimedJob {
  readonly id: string;
  readonly name: string;
  /** `undefined` when what stands in the database is no JSON object. */
  readonly payload: JobPayload | undefined;
  readonly attempt: number;
  readonly maxAttempts: number;
  readonly subject?: string;
}

interface JobRow {
  id: string;
  name: string;
  payload: string;
  state: JobState;
  attempt: number;
  maxAttempts: number;
  subject: string | null;
  progress: string | null;
  error: string | null;
  createdAt: string;
  runAt: string;
  startedAt: string | null;
  finishedAt: string | null;
}

function parsePayload(text: string): JobPayload | undefined {
  try {
    const payload: unknown = JSON.parse(text);
    return typeof payload === 'object' && payload !== null && !Array.isArray(payload) ? (payload as JobPayload) : undefined;
  } catch {
    return undefined;
  }
}

function toClaimed(row: JobRow): ClaimedJob {
  return {
    id: row.id,
    name: row.name,
    payload: parsePayload(row.payload),
    attempt: row.attempt,
    maxAttempts: row.maxAttempts,
    subject: row.subject ?? undefined,
  };
}

/** The `jobs` table. Times come from the caller so that tests can set the clock. */
export function createJobStore(database: Database, owner: string, titleOf: (name: string) => string) {
  const lock = database.dialect === 'postgres' ? 'FOR UPDATE SKIP LOCKED' : '';

  function toInfo(row: JobRow): JobInfo {
    return {
      id: row.id,
      name: row.name,
      title: titleOf(row.name),
      state: row.state,
      attempt: row.attempt,
      maxAttempts: row.maxAttempts,
      progress: row.progress === null ? undefined : (JSON.parse(row.progress) as JobProgress),
      error: row.error ?? undefined,
      subject: row.subject ?? undefined,
      createdAt: row.createdAt,
      runAt: row.runAt,
      startedAt: row.startedAt ?? undefined,
      finishedAt: row.finishedAt ?? undefined,
    };
  }

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

    /** Claims the next due job of these kinds. A key that is running keeps its next run waiting. */
    async claim(names: readonly string[], now: Date, leaseUntil: Date): Promise<ClaimedJob | undefined> {
      if (names.length === 0) return undefined;
      const row = await database.transaction((tx) =>
        tx.get<JobRow>(
          `UPDATE jobs SET state = 'running', attempt = attempt + 1, lease_owner = ?, lease_until = ?, started_at = ?, error = NULL, progress = NULL
           WHERE id = (
             SELECT j.id FROM jobs j
             WHERE j.state = 'queued' AND j.run_at <= ? AND j.name IN (${placeholders(names.length)})
               AND (j.singleton_key IS NULL OR NOT EXISTS (
                 SELECT 1 FROM jobs r WHERE r.state = 'running' AND r.singleton_key = j.singleton_key))
             ORDER BY j.priority, j.run_at, j.id LIMIT 1 ${lock})
           RETURNING *`,
          [owner, leaseUntil.toISOString(), now.toISOString(), now.toISOString(), ...names],
        ),
      );
      return row && toClaimed(row);
    },

    /** When the next queued job of these kinds is due. */
    async nextDue(names: readonly string[]): Promise<Date | undefined> {
      if (names.length === 0) return undefined;
      const row = await database.read.get<{ at: string | null }>(
        `SELECT MIN(run_at) AS at FROM jobs WHERE state = 'queued' AND name IN (${placeholders(names.length)})`,
        names,
      );
      return row?.at ? new Date(row.at) : undefined;
    },

    /** Prolongs the leases of running jobs. @returns ids whose cancellation was asked for, and ids that are no longer ours */
    async renew(ids: readonly string[], leaseUntil: Date): Promise<{ cancelled: string[]; lost: string[] }> {
      if (ids.length === 0) return { cancelled: [], lost: [] };
      const rows = await database.transaction((tx) =>
        tx.all<{ id: string; cancelRequested: unknown }>(
          `UPDATE jobs SET lease_until = ? WHERE state = 'running' AND lease_owner = ? AND id IN (${placeholders(ids.length)})
           RETURNING id, cancel_requested`,
          [leaseUntil.toISOString(), owner, ...ids],
        ),
      );
      const ours = new Set(rows.map((row) => row.id));
      return { cancelled: rows.filter((row) => isTrue(row.cancelRequested)).map((row) => row.id), lost: ids.filter((id) => !ours.has(id)) };
    },

    /** Ends a run of ours. @returns false when the lease was lost meanwhile */
    async finish(id: string, state: 'done' | 'failed' | 'cancelled', error: string | undefined, now: Date): Promise<boolean> {
      const changed = await database.transaction((tx) =>
        tx.run(
          `UPDATE jobs SET state = ?, error = ?, finished_at = ?, lease_owner = NULL, lease_until = NULL
           WHERE id = ? AND state = 'running' AND lease_owner = ?`,
          [state, error ?? null, now.toISOString(), id, owner],
        ),
      );
      return changed > 0;
    },

    /**
     * Gives a run of ours back to be run at a time. When another run with its key is queued already, that one takes
     * over (moved forward if need be) and this one is over.
     */
    async requeue(id: string, runAt: Date, options: { error?: string; resetAttempts: boolean }, now: Date): Promise<void> {
      await database.transaction(async (tx) => {
        const row = await tx.get<{ singletonKey: string | null }>(`SELECT singleton_key FROM jobs WHERE id = ? AND lease_owner = ?`, [
          id,
          owner,
        ]);
        if (!row) return;
        const twin = row.singletonKey
          ? await tx.run(
              `UPDATE jobs SET run_at = CASE WHEN run_at > ? THEN ? ELSE run_at END WHERE state = 'queued' AND singleton_key = ?`,
              [runAt.toISOString(), runAt.toISOString(), row.singletonKey],
            )
          : 0;
        if (twin > 0) {
          await tx.run(`UPDATE jobs SET state = 'done', error = ?, finished_at = ?, lease_owner = NULL, lease_until = NULL WHERE id = ?`, [
            options.error ?? null,
            now.toISOString(),
            id,
          ]);
          return;
        }
        await tx.run(
          `UPDATE jobs SET state = CASE WHEN cancel_requested THEN 'cancelled' ELSE 'queued' END, run_at = ?, error = ?,
             attempt = CASE WHEN ? = 1 THEN 0 ELSE attempt END, lease_owner = NULL, lease_until = NULL
           WHERE id = ? AND state = 'running' AND lease_owner = ?`,
          [runAt.toISOString(), options.error ?? null, options.resetAttempts ? 1 : 0, id, owner],
        );
      });
    },

    /** Takes jobs back from workers that died. With `all`, from every worker (one process owns the database). */
    async reclaim(now: Date, all: boolean): Promise<number> {
      return database.transaction(async (tx) => {
        const dead = await tx.all<{
          id: string;
          singletonKey: string | null;
          attempt: number;
          maxAttempts: number;
          cancelRequested: unknown;
        }>(
          `SELECT id, singleton_key, attempt, max_attempts, cancel_requested FROM jobs WHERE state = 'running' AND (lease_until < ? OR ? = 1)`,
          [now.toISOString(), all ? 1 : 0],
        );
        for (const job of dead) {
          const twin = job.singletonKey
            ? await tx.get(`SELECT id FROM jobs WHERE state = 'queued' AND singleton_key = ?`, [job.singletonKey])
            : undefined;
          const over = twin !== undefined || isTrue(job.cancelRequested);
          await tx.run(
            `UPDATE jobs SET state = ?, run_at = ?, error = ?, lease_owner = NULL, lease_until = NULL, finished_at = ? WHERE id = ? AND state = 'running'`,
            [
              over ? 'cancelled' : 'queued',
              now.toISOString(),
              'The server stopped while this was at work; it runs again.',
              over ? now.toISOString() : null,
              job.id,
            ],
          );
        }
        return dead.length;
      });
    },

    async saveProgress(id: string, progress: JobProgress): Promise<void> {
      await database.transaction((tx) =>
        tx.run(`UPDATE jobs SET progress = ? WHERE id = ? AND lease_owner = ?`, [JSON.stringify(progress), id, owner]),
      );
    },

    /** @returns ids of running jobs that must be aborted */
    async cancel(tx: Tx, where: string, params: readonly (string | number)[], now: Date): Promise<string[]> {
      await tx.run(`UPDATE jobs SET state = 'cancelled', finished_at = ? WHERE state = 'queued' AND ${where}`, [
        now.toISOString(),
        ...params,
      ]);
      const running = await tx.all<{ id: string }>(
        `UPDATE jobs SET cancel_requested = ? WHERE state = 'running' AND ${where} RETURNING id`,
        [true, ...params],
      );
      return running.map((row) => row.id);
    },

    async get(id: string): Promise<JobInfo | undefined> {
      const row = await database.read.get<JobRow>('SELECT * FROM jobs WHERE id = ?', [id]);
      return row && toInfo(row);
    },

    async list(options: { name?: string; limit: number }): Promise<JobInfo[]> {
      const rows = await database.read.all<JobRow>(
        `SELECT * FROM jobs WHERE (? = '' OR name = ?)
         ORDER BY CASE state WHEN 'running' THEN 0 WHEN 'queued' THEN 1 ELSE 2 END, COALESCE(finished_at, run_at) DESC, id DESC LIMIT ?`,
        [options.name ?? '', options.name ?? '', options.limit],
      );
      return rows.map(toInfo);
    },

    async lastRuns(): Promise<Map<string, JobInfo>> {
      const rows = await database.read.all<JobRow>(
        `SELECT j.* FROM jobs j JOIN (
           SELECT name, MAX(finished_at) AS at FROM jobs WHERE finished_at IS NOT NULL GROUP BY name
         ) last ON last.name = j.name AND last.at = j.finished_at`,
      );
      return new Map(rows.map((row) => [row.name, toInfo(row)]));
    },

    async prune(before: Date): Promise<number> {
      return database.transaction((tx) =>
        tx.run(`DELETE FROM jobs WHERE state IN ('done', 'failed', 'cancelled') AND finished_at < ?`, [before.toISOString()]),
      );
    },
  };
}

export type JobStore = ReturnType<typeof createJobStore>;
