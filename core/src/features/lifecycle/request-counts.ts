import type { Sql, Tx } from '../../platform/db/index.js';
import type { RequestStatus } from './statuses.js';

/** Keeps `request_counts` in step with one move. Rows are touched in the order of their names, so that two moves never deadlock. */
export async function countMove(tx: Tx, userId: string, from: RequestStatus | undefined, to: RequestStatus): Promise<void> {
  const changes: [RequestStatus, number][] = [[to, 1]];
  if (from !== undefined) changes.push([from, -1]);
  for (const [status, change] of changes.sort(([a], [b]) => (a < b ? -1 : 1))) {
    await tx.run(
      `INSERT INTO request_counts (user_id, status, count) VALUES (?, ?, ?)
       ON CONFLICT (user_id, status) DO UPDATE SET count = request_counts.count + excluded.count`,
      [userId, status, change],
    );
  }
}

/** Keeps `request_counts` in step with a request that is deleted. */
export async function countRemoval(tx: Tx, userId: string, status: RequestStatus): Promise<void> {
  await tx.run('UPDATE request_counts SET count = count - 1 WHERE user_id = ? AND status = ?', [userId, status]);
}

/** A statement that counts requests by status, as `status` and `n`: all of them, or those of one user. */
export function countsStatement(userId?: string): { readonly sql: string; readonly params: readonly string[] } {
  const whose = userId === undefined ? '' : 'WHERE user_id = ?';
  return {
    sql: `SELECT status, SUM(count) AS n FROM request_counts ${whose} GROUP BY status`,
    params: userId === undefined ? [] : [userId],
  };
}

/** Counts all requests by status. */
export async function requestCounts(sql: Pick<Sql, 'all'>): Promise<{ readonly status: RequestStatus; readonly n: number }[]> {
  const rows = await sql.all<{ status: RequestStatus; n: number }>(countsStatement().sql);
  return rows.map(({ status, n }) => ({ status, n: Number(n) }));
}
