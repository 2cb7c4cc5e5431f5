import { v7 as uuid } from 'uuid';
import type { Sql, Tx } from '../../platform/db/index.js';
import { isLive } from '../users/account-rows.js';
import { UserIdentityEntity } from './entities.js';

/** The user of an external account, even if deleted. */
export async function holderOf(sql: Pick<Sql, 'get'>, provider: string, subject: string): Promise<string | undefined> {
  const row = await sql.get<{ userId: string }>('SELECT user_id FROM user_identities WHERE provider = ? AND subject = ?', [
    provider,
    subject,
  ]);
  return row?.userId;
}

/** Like {@link holderOf}, but without deleted users. */
export async function liveHolderOf(sql: Pick<Sql, 'get'>, provider: string, subject: string): Promise<string | undefined> {
  const userId = await holderOf(sql, provider, subject);
  return userId !== undefined && (await isLive(sql, userId)) ? userId : undefined;
}

/** The services that a user's account is linked with. */
export async function providersOf(sql: Pick<Sql, 'all'>, userId: string): Promise<ReadonlySet<string>> {
  const rows = await sql.all<{ provider: string }>('SELECT DISTINCT provider FROM user_identities WHERE user_id = ?', [userId]);
  return new Set(rows.map(({ provider }) => provider));
}

/** The accounts at integrations that a user's is linked with, the first linked first. One statement. */
export async function linkedAccounts(
  sql: Pick<Sql, 'all'>,
  userId: string,
): Promise<{ readonly integrationId: string; readonly subject: string }[]> {
  const rows = await sql.all<{ provider: string; subject: string }>(
    'SELECT provider, subject FROM user_identities WHERE user_id = ? ORDER BY created_at, id',
    [userId],
  );
  return rows.map(({ provider, subject }) => ({ integrationId: provider.slice(provider.indexOf(':') + 1), subject }));
}

/** Links an external account with a user, replacing a deleted one. */
export async function putIdentity(
  tx: Tx,
  identity: { readonly userId: string; readonly provider: string; readonly subject: string; readonly accountName: string },
  at: Date,
): Promise<void> {
  await tx.run('DELETE FROM user_identities WHERE provider = ? AND subject = ?', [identity.provider, identity.subject]);
  await tx.insert(UserIdentityEntity, { id: uuid(), ...identity, createdAt: at.toISOString() });
}
