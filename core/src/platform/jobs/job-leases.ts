import { v7 as uuid } from 'uuid';
import { isTrue, placeholders, type Database, type Sql, type Tx } from '../db/index.js';
import { sentence, storeSaid } from '../words/index.js';
import type { JobProgress } from './job-queue.js';
import { exponentialBackoff } from './backoff.js';
import { toLive, type ClaimedJob, type JobRow } from './job-rows.js';
import { pullIn, serverClockOf } from './pull-in.js';

/** A job whose worker died this often, without a run that went well in between, is what ends the server: it is given up. */
export const MOST_DEATHS = 5;

/** How a run is given back to the queue. */
export interface Requeue {
  readonly runAt: Date;
  readonly error?: string;
  readonly resetAttempts: boolean;
}

/** A run with its lease. */
type HeldRun = Pick<ClaimedJob, 'id' | 'lease'>;

interface DeadRun {
  readonly id: string;
  readonly leaseOwner: string;
  readonly singletonKey: string | null;
  readonly cancelRequested: unknown;
  readonly deaths: number;
}

/** Moves another queued run with the same key forward to a time, if it is later. @returns whether there is such a run */
async function bringTwinForward(tx: Tx, singletonKey: string | null, runAt: string): Promise<boolean> {
  if (!singletonKey) return false;
  const twins = await tx.run(
    `UPDATE jobs SET run_at = CASE WHEN run_at > ? THEN ? ELSE run_at END WHERE state = 'queued' AND singleton_key = ?`,
    [runAt, runAt, singletonKey],
  );
  return twins > 0;
}

async function requeueRun(tx: Tx, { id, lease }: HeldRun, { runAt, error, resetAttempts }: Requeue, now: Date): Promise<void> {
  const row = await tx.get<{ singletonKey: string | null }>(`SELECT singleton_key FROM jobs WHERE id = ? AND lease_owner = ?`, [id, lease]);
  if (!row) return;
  const at = runAt.toISOString();
  if (await bringTwinForward(tx, row.singletonKey, at)) {
    await tx.run(`UPDATE jobs SET state = 'done', error = ?, finished_at = ?, lease_owner = NULL, lease_until = NULL WHERE id = ?`, [
      error ?? null,
      now.toISOString(),
      id,
    ]);
    return;
  }
  await tx.run(
    `UPDATE jobs SET state = CASE WHEN cancel_requested THEN 'cancelled' ELSE 'queued' END,
       finished_at = CASE WHEN cancel_requested THEN ? ELSE NULL END, run_at = ?,
       error = CASE WHEN cancel_requested THEN error ELSE ? END,
       attempt = CASE WHEN ? = 1 THEN 0 ELSE attempt END, deaths = CASE WHEN ? = 1 THEN 0 ELSE deaths END, lease_owner = NULL, lease_until = NULL
     WHERE id = ? AND state = 'running' AND lease_owner = ?`,
    [now.toISOString(), at, error ?? null, resetAttempts ? 1 : 0, resetAttempts ? 1 : 0, id, lease],
  );
}

/**
 * Once may have been a power cut. After that each job waits for a time of its own, so that the one that ends the server meets the others that
 * ran beside it no more, and a server that comes up lives for long enough to be used.
 */
function restMs(deaths: number): number {
  return deaths < 2 ? 0 : exponentialBackoff(deaths);
}

interface Reclaiming {
  readonly now: Date;
  /** Multiplies the waits. */
  readonly timeScale: number;
}

async function reclaimRun(tx: Tx, run: DeadRun, { now, timeScale }: Reclaiming): Promise<void> {
  const { id, leaseOwner, singletonKey, cancelRequested } = run;
  const deaths = run.deaths + 1;
  const at = now.toISOString();
  const runAt = new Date(now.getTime() + restMs(deaths) * timeScale).toISOString();
  const twin = singletonKey
    ? await tx.get<{ id: string }>(`SELECT id FROM jobs WHERE state = 'queued' AND singleton_key = ?`, [singletonKey])
    : undefined;
  const isOver = twin !== undefined || isTrue(cancelRequested);
  // it is the same work, and may be what ends the server
  if (twin) await tx.run(`UPDATE jobs SET deaths = CASE WHEN deaths < ? THEN ? ELSE deaths END WHERE id = ?`, [deaths, deaths, twin.id]);
  await tx.run(
    `UPDATE jobs SET state = ?, run_at = ?, deaths = ?, error = CASE WHEN cancel_requested THEN error ELSE ? END, lease_owner = NULL,
       lease_until = NULL, finished_at = ? WHERE id = ? AND state = 'running' AND COALESCE(lease_owner, '') = ?`,
    [
      isOver ? 'cancelled' : 'queued',
      runAt,
      deaths,
      storeSaid(sentence('progress.server_stopped')),
      isOver ? at : null,
      id,
      leaseOwner ?? '',
    ],
  );
}

async function renewLeases(database: Database, held: readonly string[], until: Date): Promise<{ cancelled: string[]; lost: string[] }> {
  if (held.length === 0) return { cancelled: [], lost: [] };
  const rows = await database.transaction((tx) =>
    tx.all<{ leaseOwner: string; cancelRequested: unknown }>(
      `UPDATE jobs SET lease_until = ? WHERE state = 'running' AND lease_owner IN (${placeholders(held.length)})
       RETURNING lease_owner, cancel_requested`,
      [until.toISOString(), ...held],
    ),
  );
  const ours = new Set(rows.map((row) => row.leaseOwner));
  return {
    cancelled: rows.filter((row) => isTrue(row.cancelRequested)).map((row) => row.leaseOwner),
    lost: held.filter((lease) => !ours.has(lease)),
  };
}

const RUNNING = `SELECT id, lease_owner, singleton_key, cancel_requested, deaths FROM jobs WHERE state = 'running'`;

/**
 * The leases of runs in the table `jobs`. Each lasts for a time, which the worker prolongs. Every run has a lease of its own, because the
 * worker that takes a run over may be the one that had lost it.
 *
 * @param timeScale multiplies the waits of jobs whose worker died
 * @param serverNow the clock that all processes share, where there is one
 */
export function createJobLeases(database: Database, timeScale: number, serverNow = serverClockOf(database)) {
  const lock = database.dialect === 'postgres' ? 'FOR UPDATE SKIP LOCKED' : '';

  return {
    /** Claims the next due job of these kinds. A job waits while another one with its key runs. */
    async claim(names: readonly string[], now: Date, leaseUntil: Date): Promise<ClaimedJob | undefined> {
      if (names.length === 0) return undefined;
      const lease = uuid();
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
          [lease, leaseUntil.toISOString(), now.toISOString(), now.toISOString(), ...names],
        ),
      );
      return row && { ...toLive(row), deaths: row.deaths, lease };
    },

    /** Prolongs leases. @returns those of runs whose cancellation was asked for, and those that were lost */
    renew: (held: readonly string[], leaseUntil: Date) => renewLeases(database, held, leaseUntil),

    /** Prolongs the lease of a run, and keeps others from taking it over until the transaction ends. @returns false when it was lost */
    async hold(tx: Tx, { id, lease }: HeldRun, leaseUntil: Date): Promise<boolean> {
      const held = await tx.run(`UPDATE jobs SET lease_until = ? WHERE id = ? AND state = 'running' AND lease_owner = ?`, [
        leaseUntil.toISOString(),
        id,
        lease,
      ]);
      return held > 0;
    },

    /** Ends a run of ours. @returns false when the lease was lost meanwhile */
    async finish({ id, lease }: HeldRun, state: 'done' | 'failed' | 'cancelled', error: string | undefined, now: Date): Promise<boolean> {
      const changed = await database.transaction((tx) =>
        tx.run(
          `UPDATE jobs SET state = ?, error = COALESCE(?, CASE WHEN cancel_requested THEN error END), finished_at = ?,
             lease_owner = NULL, lease_until = NULL
           WHERE id = ? AND state = 'running' AND lease_owner = ?`,
          [state, error ?? null, now.toISOString(), id, lease],
        ),
      );
      return changed > 0;
    },

    /**
     * Gives a run of ours back to the queue. When another run with its key is already queued, that one takes over, moved
     * forward if need be, and this one is done.
     */
    async requeue(run: HeldRun, requeue: Requeue, now: Date): Promise<void> {
      await database.transaction((tx) => requeueRun(tx, run, requeue, now));
    },

    /**
     * Takes back the runs whose lease is over.
     *
     * @param ours leases of runs that are at work in this process, which it leaves alone
     */
    async reclaim(now: Date, ours: ReadonlySet<string>): Promise<void> {
      const at = now.toISOString();
      const over = async (sql: Pick<Sql, 'all'>, more = ''): Promise<DeadRun[]> =>
        (await sql.all<DeadRun>(`${RUNNING} AND lease_until < ? ${more}`, [at])).filter(({ leaseOwner }) => !ours.has(leaseOwner));
      // there is seldom one, and a transaction keeps other writers waiting
      if ((await over(database.read)).length === 0) return;
      await database.transaction(async (tx) => {
        for (const run of await over(tx, lock)) await reclaimRun(tx, run, { now, timeScale });
      });
    },

    /** Takes back every run, for a process that owns the database and has begun none. */
    async reclaimAll(now: Date): Promise<void> {
      await database.transaction(async (tx) => {
        for (const run of await tx.all<DeadRun>(RUNNING)) await reclaimRun(tx, run, { now, timeScale });
      });
    },

    /**
     * Moves what waits for a time that the clock of this process had set before it was set back.
     *
     * @param backMs how far the clock was set back
     */
    async pullIn(now: Date, backMs: number, leaseMs: number): Promise<void> {
      await database.transaction(async (tx) => {
        const shared = (await serverNow?.(tx)) ?? now;
        await pullIn(tx, shared > now ? shared : now, { backMs, leaseMs });
      });
    },

    async saveProgress({ id, lease }: HeldRun, progress: JobProgress): Promise<void> {
      await database.transaction((tx) =>
        tx.run(`UPDATE jobs SET progress = ? WHERE id = ? AND lease_owner = ?`, [JSON.stringify(progress), id, lease]),
      );
    },
  };
}

export type JobLeases = ReturnType<typeof createJobLeases>;
