import { readJson, upsertStatement, type Sql, type SqlValue } from '../../platform/db/index.js';
import { SettingEntity } from './entities.js';

/** Where to write a value: a transaction, or an unfinished restore. */
interface Writer {
  run(sql: string, params?: readonly SqlValue[]): Promise<unknown>;
}

/** Values that other features keep in the settings table, each under its own keys; the settings read only their sections. */
export async function readValue<T>(sql: Pick<Sql, 'get'>, key: string): Promise<T | undefined> {
  const row = await sql.get<{ value: string }>('SELECT value FROM settings WHERE key = ?', [key]);
  return row && readJson<T>(row.value);
}

/** Stores a value, replacing the previous one. */
export async function writeValue(tx: Writer, key: string, value: unknown, at: Date): Promise<void> {
  const row = { key, value: JSON.stringify(value), updatedAt: at.toISOString() };
  // a restore has no transaction of ours, so the statement is run by whoever writes
  const { sql, params } = upsertStatement(SettingEntity, row, { conflict: ['key'], update: ['value', 'updatedAt'] });
  await tx.run(sql, params);
}

/** @returns whether there was one */
export async function forgetValue(tx: Pick<Sql, 'run'>, key: string): Promise<boolean> {
  return (await tx.run('DELETE FROM settings WHERE key = ?', [key])) > 0;
}
