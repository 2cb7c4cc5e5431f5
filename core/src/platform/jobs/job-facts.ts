import type { Sql, Tx } from '../db/index.js';

/** The subjects of the running jobs of a type. */
export async function subjectsAtWork(sql: Pick<Sql, 'all'>, name: string): Promise<ReadonlySet<string | null>> {
  const rows = await sql.all<{ subject: string | null }>("SELECT subject FROM jobs WHERE name = ? AND state = 'running'", [name]);
  return new Set(rows.map(({ subject }) => subject));
}

/** Cancels the jobs that were queued or running at a time, whoever runs them. The database must not be in use. */
export async function cancelJobsUntil(tx: Tx, before: string, why: string, at: string): Promise<void> {
  await tx.run(
    `UPDATE jobs SET state = 'cancelled', finished_at = ?, error = ?, lease_owner = NULL, lease_until = NULL
     WHERE state IN ('queued', 'running') AND created_at <= ?`,
    [at, why, before],
  );
}
