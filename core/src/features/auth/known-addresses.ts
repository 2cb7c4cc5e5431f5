import type { Database } from '../../platform/db/index.js';
import { networkOf } from '../../platform/http/client-address.js';

/**
 * Whether an account was signed in from an address (for IPv6, its network) in the last 30 days. Attempts from there do
 * not count towards the limit that all guessers of an account share, so that they cannot lock out its owner.
 */
export function createKnownAddresses({ database, now }: { readonly database: Database; readonly now: () => Date }) {
  return async (username: string, address: string): Promise<boolean> => {
    const rows = await database.read.all<{ address: string | null }>(
      `SELECT DISTINCT s.address FROM refresh_sessions s JOIN users u ON u.id = s.user_id
        WHERE u.username = ? AND u.deleted_at IS NULL AND s.expires_at > ?`,
      [username, now().toISOString()],
    );
    const network = networkOf(address);
    return rows.some((row) => row.address !== null && networkOf(row.address) === network);
  };
}
