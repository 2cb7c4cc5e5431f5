import { randomBytes } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import type { Database, Tx } from '../../platform/db/index.js';
import { ApiError } from '../../platform/http/problem.js';
import { hashToken } from '../../platform/security/token-hash.js';
import { byActor, type Actor, type AuditService } from '../audit/index.js';
import type { AuthService, OpenedSession, SessionOrigin } from '../auth/index.js';
import type { UserService } from '../users/index.js';
import { LoginTokenEntity } from './entities.js';
import { sentence } from '../../platform/words/index.js';

/** The lifetime of a link in hours. */
const LOGIN_TOKEN_HOURS = 72;

/** A link as it is shown once. */
export interface MadeLoginToken {
  readonly token: string;
  readonly expiresAt: string;
}

/** Links that sign in once, without a password. */
export interface LoginTokenService {
  /** Voids earlier ones of the user. @throws ApiError 404 `not_found`, 409 `account_inactive` */
  create(userId: string, actor: Actor): Promise<MadeLoginToken>;
  /** Voids the links and ends all sessions of the user. @throws ApiError 404 `not_found` */
  revoke(userId: string, actor: Actor): Promise<void>;
  /** @throws ApiError 401 `login_token_invalid` for one that is unknown, used, revoked, over, or older than the end of
   *   the user's sessions; 403 `account_inactive` */
  trade(token: string, origin: SessionOrigin): Promise<OpenedSession>;
  /** @returns how many old ones were deleted */
  prune(): Promise<number>;
}

export interface LoginTokenDeps {
  readonly database: Database;
  readonly audit: AuditService;
  readonly users: UserService;
  readonly auth: AuthService;
  readonly now: () => Date;
}

const KEPT_DAYS = 30;

/** Voids the unused links of a user. */
export async function voidLinks(tx: Tx, userId: string, at: Date): Promise<void> {
  await tx.run('UPDATE login_tokens SET revoked_at = ? WHERE user_id = ? AND used_at IS NULL AND revoked_at IS NULL', [
    at.toISOString(),
    userId,
  ]);
}

export function createLoginTokenService({ database, audit, users, auth, now }: LoginTokenDeps): LoginTokenService {
  const time = () => now().toISOString();

  const voidAll = (tx: Tx, userId: string) => voidLinks(tx, userId, now());

  return {
    async create(userId, actor) {
      const user = await users.get(userId);
      if (!user) throw new ApiError('not_found', sentence('problem.no_user'));
      if (user.state !== 'active') throw new ApiError(['account_inactive', 409], sentence('problem.account_may_not_sign_in'));
      const token = randomBytes(32).toString('base64url');
      const expiresAt = new Date(now().getTime() + LOGIN_TOKEN_HOURS * 3_600_000).toISOString();
      await database.transaction(async (tx) => {
        await voidAll(tx, userId);
        await tx.insert(LoginTokenEntity, { id: uuid(), userId, tokenHash: hashToken(token), createdAt: time(), expiresAt });
        const detail = { username: user.username };
        await audit.record(tx, { ...byActor(actor), action: 'login_token.created', targetType: 'user', targetId: userId, detail });
      });
      return { token, expiresAt };
    },

    async revoke(userId, actor) {
      await database.transaction((tx) => voidAll(tx, userId));
      await users.endSessions(userId, actor);
    },

    async trade(token, origin) {
      const invalid = new ApiError('login_token_invalid', sentence('problem.login_link_invalid'));
      // taken before the session is opened: if two exchange it at once, only one gets in
      const userId = await database.transaction(async (tx) => {
        const hash = hashToken(token);
        const taken = await tx.run(
          `UPDATE login_tokens SET used_at = ? WHERE token_hash = ? AND used_at IS NULL AND revoked_at IS NULL AND expires_at > ?
              AND NOT EXISTS (SELECT 1 FROM users u WHERE u.id = login_tokens.user_id AND u.sessions_invalidated_at > login_tokens.created_at)`,
          [time(), hash, time()],
        );
        if (taken !== 1) return undefined;
        return (await tx.get<{ userId: string }>('SELECT user_id FROM login_tokens WHERE token_hash = ?', [hash]))?.userId;
      });
      if (userId === undefined || !(await users.get(userId))) throw invalid;
      return auth.openSession(userId, origin);
    },

    prune: () =>
      database.transaction((tx) =>
        tx.run('DELETE FROM login_tokens WHERE expires_at < ?', [new Date(now().getTime() - KEPT_DAYS * 86_400_000).toISOString()]),
      ),
  };
}
