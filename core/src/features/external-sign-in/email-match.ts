import type { ExternalAccount } from '@lectern/plugin-api';
import type { Tx } from '../../platform/db/index.js';
import { accountsOfEmail } from '../users/account-rows.js';
import { providersOf } from './identity-rows.js';

/** Changing the case of letters outside ASCII may merge two addresses into one. */
const PLAIN_ADDRESS = /^[\x21-\x7e]{3,254}$/;

/**
 * The local account with a verified e-mail address: the only one with that address, which an admin has set; active, a
 * member's, and not linked with any service yet. Admins are never found this way.
 */
export async function findByVerifiedEmail(tx: Tx, account: ExternalAccount): Promise<string | undefined> {
  const { email, emailVerified } = account;
  if (emailVerified !== true || email === undefined || !PLAIN_ADDRESS.test(email)) return undefined;
  const found = await accountsOfEmail(tx, email.toLowerCase());
  const [only] = found;
  if (found.length !== 1 || only?.role !== 'user' || only.state !== 'active') return undefined;
  return (await providersOf(tx, only.id)).size === 0 ? only.id : undefined;
}
