import type { ExternalAccount } from '@lectern/plugin-api';
import type { Tx } from '../../platform/db/index.js';

/** Letters outside of ASCII may become others when their case is changed, and two addresses one. */
const PLAIN_ADDRESS = /^[\x21-\x7e]{3,254}$/;

/**
 * The account here that belongs to a verified e-mail address: the only one with that address, which an admin has set;
 * active, of a user, and not linked with any service yet. Admins are never found this way.
 */
export async function findByVerifiedEmail(tx: Tx, account: ExternalAccount): Promise<string | undefined> {
  const { email, emailVerified } = account;
  if (emailVerified !== true || email === undefined || !PLAIN_ADDRESS.test(email)) return undefined;
  const found = await tx.all<{ id: string; role: string; state: string; identities: number }>(
    `SELECT u.id, u.role, u.state, (SELECT COUNT(*) FROM user_identities i WHERE i.user_id = u.id) AS identities
       FROM users u WHERE u.email = ? AND u.deleted_at IS NULL`,
    [email.toLowerCase()],
  );
  const [only] = found;
  if (found.length !== 1 || !only) return undefined;
  return only.role === 'user' && only.state === 'active' && Number(only.identities) === 0 ? only.id : undefined;
}
