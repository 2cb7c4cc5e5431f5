import { placeholders, type Sql, type Tx } from '../../platform/db/index.js';
import { ReplacementEntity, type ReplacementRow } from './entities.js';

export async function findReplacement(sql: Pick<Sql, 'get'>, requestId: string): Promise<ReplacementRow | undefined> {
  return sql.get<ReplacementRow>('SELECT * FROM replacements WHERE request_id = ?', [requestId]);
}

/** The last time that another copy was asked for because of a report. */
export async function replacementFor(sql: Pick<Sql, 'get'>, reportId: string): Promise<ReplacementRow | undefined> {
  return sql.get<ReplacementRow>('SELECT * FROM replacements WHERE report_id = ? ORDER BY created_at DESC, request_id DESC LIMIT 1', [
    reportId,
  ]);
}

/** Requests of replacements that are not done. */
export async function openReplacements(sql: Pick<Sql, 'all'>): Promise<string[]> {
  const rows = await sql.all<{ requestId: string }>("SELECT request_id FROM replacements WHERE state <> 'done'");
  return rows.map(({ requestId }) => requestId);
}

export async function addReplacement(
  tx: Tx,
  row: Pick<ReplacementRow, 'requestId' | 'reportId' | 'importId' | 'userId' | 'createdAt'>,
): Promise<void> {
  await tx.insert(ReplacementEntity, { ...row, state: 'waiting', removed: 0, kept: 0, endedAt: null });
}

export async function changeReplacement(
  tx: Tx,
  requestId: string,
  change: Partial<Pick<ReplacementRow, 'state' | 'removed' | 'kept' | 'endedAt'>>,
): Promise<void> {
  await tx.entities.update(ReplacementEntity, { requestId }, change);
}

/** Forgets what a request replaced, and by what it was replaced, because it is about to be gone. */
export async function forgetReplacements(
  tx: Tx,
  { id, importIds }: { readonly id: string; readonly importIds: readonly string[] },
): Promise<void> {
  await tx.run(`DELETE FROM replacements WHERE request_id = ? OR import_id IN (${placeholders(importIds.length)})`, [id, ...importIds]);
}
