import { randomBytes } from 'node:crypto';
import type { Database } from '../../../platform/db/index.js';
import { hashToken } from '../../../platform/security/token-hash.js';
import { byActor, type Actor, type AuditService } from '../../audit/index.js';
import { lockAccount } from '../../users/account-rows.js';

/** An address that somebody made. */
export interface CalendarAddress {
  readonly createdAt: string;
}

/** An address as it is shown once. */
export interface MadeCalendarAddress extends CalendarAddress {
  /** 43 letters, digits, `-` or `_`: 256 random bits. */
  readonly token: string;
}

/**
 * Addresses with which calendar programs read what is coming up for a person, without a session. Each person has at most one. It
 * lives until it is revoked, as it would be of no use otherwise.
 */
export interface CalendarAddresses {
  of(userId: string): Promise<CalendarAddress | undefined>;
  /** Makes an address, in the place of the old one. Only this answer contains the token. */
  make(userId: string, actor: Actor): Promise<MadeCalendarAddress>;
  /** Does nothing if there is none. */
  revoke(userId: string, actor: Actor): Promise<void>;
  /** Whose it is; `undefined` for a token that is unknown, or whose owner may not sign in. */
  ownerOf(token: string): Promise<string | undefined>;
  /** @returns how many addresses of deleted people were deleted */
  prune(): Promise<number>;
}

export interface CalendarAddressDeps {
  readonly database: Database;
  readonly audit: Pick<AuditService, 'record'>;
  readonly now: () => Date;
}

export function createCalendarAddresses({ database, audit, now }: CalendarAddressDeps): CalendarAddresses {
  return {
    of: (userId) => database.read.get<CalendarAddress>('SELECT created_at FROM calendar_addresses WHERE user_id = ?', [userId]),

    async make(userId, actor) {
      const token = randomBytes(32).toString('base64url');
      const createdAt = now().toISOString();
      await database.transaction(async (tx) => {
        await lockAccount(tx, userId);
        const renewed = await tx.run('UPDATE calendar_addresses SET token_hash = ?, created_at = ? WHERE user_id = ?', [
          hashToken(token),
          createdAt,
          userId,
        ]);
        if (renewed === 0) await tx.insert('calendar_addresses', { userId, tokenHash: hashToken(token), createdAt });
        const action = renewed === 0 ? 'calendar_address.created' : 'calendar_address.renewed';
        await audit.record(tx, { ...byActor(actor), action, targetType: 'user', targetId: userId });
      });
      return { token, createdAt };
    },

    async revoke(userId, actor) {
      await database.transaction(async (tx) => {
        const revoked = await tx.run('DELETE FROM calendar_addresses WHERE user_id = ?', [userId]);
        if (revoked === 0) return;
        await audit.record(tx, { ...byActor(actor), action: 'calendar_address.revoked', targetType: 'user', targetId: userId });
      });
    },

    async ownerOf(token) {
      const found = await database.read.get<{ userId: string }>(
        `SELECT a.user_id FROM calendar_addresses a JOIN users u ON u.id = a.user_id
         WHERE a.token_hash = ? AND u.state = 'active' AND u.deleted_at IS NULL`,
        [hashToken(token)],
      );
      return found?.userId;
    },

    prune: () =>
      database.transaction((tx) =>
        tx.run('DELETE FROM calendar_addresses WHERE user_id IN (SELECT id FROM users WHERE deleted_at IS NOT NULL)'),
      ),
  };
}
