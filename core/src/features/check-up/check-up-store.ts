import type { RowOf, Sql, Tx } from '../../platform/db/index.js';
import { CheckUpEntity } from './entities.js';

export type CheckUpRow = RowOf<typeof CheckUpEntity>;

/** The check-up that was begun last. */
export function lastCheckUp(sql: Pick<Sql, 'get'>): Promise<CheckUpRow | undefined> {
  return sql.get<CheckUpRow>('SELECT * FROM check_ups ORDER BY id DESC LIMIT 1');
}

/** Begins a check-up; the ones before are forgotten. */
export async function beginCheckUp(tx: Tx, row: Omit<CheckUpRow, 'endedAt' | 'fault'>): Promise<void> {
  await tx.run('DELETE FROM check_ups');
  await tx.insert(CheckUpEntity, { ...row, endedAt: null, fault: null });
}

export async function changeCheckUp(tx: Tx, id: string, change: Partial<Omit<CheckUpRow, 'id'>>): Promise<void> {
  await tx.entities.update(CheckUpEntity, { id }, change);
}
