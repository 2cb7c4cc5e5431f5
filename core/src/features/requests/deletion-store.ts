import type { Sql, Tx } from '../../platform/db/index.js';
import { RequestDeletionEntity, type RequestDeletionRow } from './entities.js';

export async function findDeletion(sql: Pick<Sql, 'get'>, requestId: string): Promise<RequestDeletionRow | undefined> {
  return sql.get<RequestDeletionRow>('SELECT * FROM request_deletions WHERE request_id = ?', [requestId]);
}

/** Asking again changes what becomes of the files; who began, and when, stays. */
export async function saveDeletion(tx: Tx, row: RequestDeletionRow): Promise<void> {
  await tx.upsert(RequestDeletionEntity, row, { conflict: ['requestId'], update: ['files'] });
}

export async function deletionsUnderWay(sql: Pick<Sql, 'all'>): Promise<string[]> {
  const rows = await sql.all<{ requestId: string }>('SELECT request_id FROM request_deletions ORDER BY created_at');
  return rows.map(({ requestId }) => requestId);
}
