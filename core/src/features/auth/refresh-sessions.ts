import { randomBytes } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import type { Database, RowOf, Sql, Tx } from '../../platform/db/index.js';
import { hashToken } from '../../platform/security/token-hash.js';
import { isRecent } from './confirmed-sessions.js';
import { RefreshSessionEntity } from './entities.js';

/** The lifetime of a refresh token in seconds. */
export const REFRESH_TOKEN_SECONDS = 30 * 24 * 60 * 60;

/** A token reused this soon was sent by a second tab, or its answer was lost; later, it is a stolen copy. */
const GRACE_MS = 10_000;

/** The address and the program that use a session. */
export interface SessionOrigin {
  readonly address: string;
  readonly userAgent: string;
}

/** A fresh refresh token and its session. */
export interface IssuedSession {
  readonly refreshToken: string;
  /** Shared by all tokens that come from one sign-in. */
  readonly familyId: string;
  readonly userId: string;
}

/** Refresh tokens: opaque, stored as hashes, each good for one use. */
export interface RefreshSessions {
  open(tx: Tx, userId: string, origin: SessionOrigin): Promise<IssuedSession>;
  /** Exchanges a token for the next. A used one ends its whole family. `undefined`: no longer valid. */
  rotate(refreshToken: string, origin: SessionOrigin): Promise<IssuedSession | undefined>;
  familyOf(refreshToken: string): Promise<string | undefined>;
  endFamily(familyId: string): Promise<void>;
  endOthers(tx: Tx, userId: string, keptFamilyId: string | undefined): Promise<void>;
  /** Deletes families without a valid token. @returns how many tokens */
  prune(): Promise<number>;
}

type SessionRow = Pick<RowOf<typeof RefreshSessionEntity>, 'id' | 'familyId' | 'userId' | 'authenticatedAt' | 'usedAt'>;

/**
 * True for families (`?` is the id) that were ended. One ended token ends them all, because on PostgreSQL a rotation
 * concurrent with a sign-out may add a token that the sign-out did not see.
 */
export const FAMILY_ENDED = 'EXISTS (SELECT 1 FROM refresh_sessions r WHERE r.family_id = ? AND r.revoked_at IS NOT NULL)';

export function createRefreshSessions({ database, now }: { readonly database: Database; readonly now: () => Date }): RefreshSessions {
  const time = () => now().toISOString();

  async function issue(
    tx: Tx,
    { userId, familyId, authenticatedAt }: Pick<SessionRow, 'userId' | 'familyId' | 'authenticatedAt'>,
    origin: SessionOrigin,
  ): Promise<IssuedSession> {
    const refreshToken = randomBytes(32).toString('base64url');
    await tx.insert(RefreshSessionEntity, {
      id: uuid(),
      familyId,
      userId,
      tokenHash: hashToken(refreshToken),
      createdAt: time(),
      authenticatedAt,
      expiresAt: new Date(now().getTime() + REFRESH_TOKEN_SECONDS * 1000).toISOString(),
      userAgent: origin.userAgent.slice(0, 300),
      address: origin.address.slice(0, 64),
    });
    return { refreshToken, familyId, userId };
  }

  async function endRows(tx: Tx, where: string, params: readonly string[]): Promise<void> {
    await tx.run(`UPDATE refresh_sessions SET revoked_at = ? WHERE revoked_at IS NULL AND ${where}`, [time(), ...params]);
  }

  /** The token's row if its user may use it: active, not deleted, sessions not voided since. */
  function findUsable(sql: Sql, refreshToken: string): Promise<SessionRow | undefined> {
    return sql.get<SessionRow>(
      `SELECT s.id, s.family_id, s.user_id, s.authenticated_at, s.used_at
         FROM refresh_sessions s JOIN users u ON u.id = s.user_id
        WHERE s.token_hash = ? AND s.expires_at > ? AND u.deleted_at IS NULL AND u.state = 'active'
          AND (u.sessions_invalidated_at IS NULL OR s.created_at >= u.sessions_invalidated_at)
          AND NOT EXISTS (SELECT 1 FROM refresh_sessions r WHERE r.family_id = s.family_id AND r.revoked_at IS NOT NULL)`,
      [hashToken(refreshToken), time()],
    );
  }

  return {
    open: (tx, userId, origin) => issue(tx, { userId, familyId: uuid(), authenticatedAt: time() }, origin),
    rotate: (refreshToken, origin) =>
      database.transaction(async (tx) => {
        const row = await findUsable(tx, refreshToken);
        if (!row) return undefined;
        const isFirstUse =
          (await tx.run('UPDATE refresh_sessions SET used_at = ? WHERE id = ? AND used_at IS NULL', [time(), row.id])) === 1;
        // a use between the read and the update has only just happened
        const usedMs = isFirstUse || row.usedAt === null ? 0 : now().getTime() - Date.parse(row.usedAt);
        if (usedMs > GRACE_MS) {
          await endRows(tx, 'family_id = ?', [row.familyId]);
          return undefined;
        }
        // renewing proves that the browser is there, not the person; expired confirmations are deleted, because clocks may be set back
        if (row.authenticatedAt === null || isRecent(row.authenticatedAt, now())) return issue(tx, row, origin);
        await tx.run('UPDATE refresh_sessions SET authenticated_at = NULL WHERE family_id = ? AND authenticated_at = ?', [
          row.familyId,
          row.authenticatedAt,
        ]);
        return issue(tx, { ...row, authenticatedAt: null }, origin);
      }),
    async familyOf(refreshToken) {
      return (await database.entities.findOneBy(RefreshSessionEntity, { tokenHash: hashToken(refreshToken) }))?.familyId;
    },
    endFamily: (familyId) => database.transaction((tx) => endRows(tx, 'family_id = ?', [familyId])),
    endOthers: (tx, userId, keptFamilyId) => endRows(tx, 'user_id = ? AND family_id <> ?', [userId, keptFamilyId ?? '']),
    prune: () =>
      database.transaction((tx) =>
        tx.run('DELETE FROM refresh_sessions WHERE family_id NOT IN (SELECT family_id FROM refresh_sessions WHERE expires_at > ?)', [
          time(),
        ]),
      ),
  };
}
