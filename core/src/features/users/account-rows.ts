import { chooseLanguage, type LanguageTag } from '@lectern/messages';
import { placeholders, type Sql, type Tx } from '../../platform/db/index.js';
import type { UserRow } from './entities.js';

const LIVE = 'deleted_at IS NULL';

/** The facts about an account, even a deleted one, that other features show or count. */
export type AccountFacts = Pick<UserRow, 'username' | 'displayName' | 'quotaLimit' | 'quotaDays'>;

export async function accountFacts(sql: Pick<Sql, 'get'>, id: string): Promise<AccountFacts | undefined> {
  return sql.get<AccountFacts>('SELECT username, display_name, quota_limit, quota_days FROM users WHERE id = ?', [id]);
}

/** Locks an account's row until the transaction ends, so that two transactions that count its things take turns. */
export async function lockAccount(tx: Tx, id: string): Promise<void> {
  await tx.run('UPDATE users SET updated_at = updated_at WHERE id = ?', [id]);
}

/** An account that may sign in. */
export async function activeAccount(sql: Pick<Sql, 'get'>, id: string): Promise<Pick<UserRow, 'role' | 'username'> | undefined> {
  return sql.get(`SELECT role, username FROM users WHERE id = ? AND ${LIVE} AND state = 'active'`, [id]);
}

/** The number of accounts that are not deleted, including waiting ones. */
export async function accountCount(sql: Pick<Sql, 'get'>): Promise<number> {
  const row = await sql.get<{ total: number }>(`SELECT COUNT(*) AS total FROM users WHERE ${LIVE}`);
  return Number(row?.total ?? 0);
}

export async function isLive(sql: Pick<Sql, 'get'>, id: string): Promise<boolean> {
  return (await sql.get(`SELECT id FROM users WHERE id = ? AND ${LIVE}`, [id])) !== undefined;
}

export async function isUsernameTaken(sql: Pick<Sql, 'get'>, username: string): Promise<boolean> {
  return (await sql.get(`SELECT id FROM users WHERE username = ? AND ${LIVE}`, [username])) !== undefined;
}

export async function hasPassword(sql: Pick<Sql, 'get'>, id: string): Promise<boolean> {
  return (await sql.get('SELECT id FROM users WHERE id = ? AND password_hash IS NOT NULL', [id])) !== undefined;
}

/** The live accounts with a lower-case e-mail address. */
export async function accountsOfEmail(sql: Pick<Sql, 'all'>, email: string): Promise<Pick<UserRow, 'id' | 'role' | 'state'>[]> {
  return sql.all(`SELECT id, role, state FROM users WHERE email = ? AND ${LIVE}`, [email]);
}

/** Locks an active account's row. @returns false if its password has changed since it was read */
export async function lockPassword(tx: Tx, user: Pick<UserRow, 'id' | 'passwordHash'>): Promise<boolean> {
  const sql = `UPDATE users SET updated_at = updated_at WHERE id = ? AND ${LIVE} AND state = 'active' AND`;
  return user.passwordHash === null
    ? (await tx.run(`${sql} password_hash IS NULL`, [user.id])) === 1
    : (await tx.run(`${sql} password_hash = ?`, [user.id, user.passwordHash])) === 1;
}

export async function setPasswordHash(tx: Tx, id: string, passwordHash: string, at: Date): Promise<void> {
  await tx.run('UPDATE users SET password_hash = ?, updated_at = ? WHERE id = ?', [passwordHash, at.toISOString(), id]);
}

/** Active accounts: all admins, an owner, or certain others. One statement. */
export async function activeIds(
  sql: Pick<Sql, 'all'>,
  { admins, ids }: { readonly admins: boolean; readonly ids: readonly string[] },
): Promise<string[]> {
  const anyOf = [...(admins ? ["role = 'admin'"] : []), ...(ids.length > 0 ? [`id IN (${placeholders(ids.length)})`] : [])];
  if (anyOf.length === 0) return [];
  const rows = await sql.all<{ id: string }>(
    `SELECT id FROM users WHERE ${LIVE} AND state = 'active' AND (${anyOf.join(' OR ')}) ORDER BY id`,
    ids,
  );
  return rows.map((row) => row.id);
}

/** How an active account is reached. */
export type Contact = Pick<UserRow, 'id' | 'role' | 'username' | 'displayName' | 'email'>;

/** The active ones among some accounts. One statement. */
export async function contactsOf(sql: Pick<Sql, 'all'>, ids: readonly string[]): Promise<Contact[]> {
  if (ids.length === 0) return [];
  return sql.all(
    `SELECT id, role, username, display_name, email FROM users WHERE ${LIVE} AND state = 'active' AND id IN (${placeholders(ids.length)})
      ORDER BY id`,
    ids,
  );
}

/** Ids of the accounts that were deleted, as a part of another statement. */
export const DELETED_ACCOUNTS = 'SELECT id FROM users WHERE deleted_at IS NOT NULL';

/** The languages of accounts that chose one which is offered. */
export async function languagesOf(sql: Pick<Sql, 'all'>, ids: readonly string[]): Promise<Map<string, LanguageTag>> {
  if (ids.length === 0) return new Map();
  const rows = await sql.all<{ id: string; locale: string }>(
    `SELECT id, locale FROM users WHERE locale IS NOT NULL AND id IN (${placeholders(ids.length)})`,
    ids,
  );
  return new Map(rows.map(({ id, locale }) => [id, chooseLanguage([locale])]));
}
