import { v7 as uuid } from 'uuid';
import type { Database, RowOf, Tx } from '../../platform/db/index.js';
import { ApiError } from '../../platform/http/problem.js';
import type { Scope } from '../../platform/http/route.js';
import { byActor, type Actor, type AuditService } from '../audit/index.js';
import type { LiveConnections } from '../events/index.js';
import { ApiTokenEntity } from './entities.js';
import { isAdminScope } from './scopes.js';
import { createTokenSecret } from './token-secret.js';
import { activeAccount, lockAccount } from '../users/account-rows.js';
import { sentence } from '../../platform/words/index.js';

/** The most active tokens of one user, that is, neither revoked nor expired. */
export const MOST_ACTIVE_TOKENS = 25;

/** A row of `api_tokens`. */
export type ApiTokenRow = RowOf<typeof ApiTokenEntity>;

/** A token in a list. */
export type ListedToken = Omit<ApiTokenRow, 'tokenHash'> & { readonly username: string };

/** The rights and the lifetime of a new token. */
export interface NewApiToken {
  readonly userId: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** ISO 8601. Absent: until it is revoked. */
  readonly expiresAt?: string;
}

/** Tokens with which programs call the API in a user's name. */
export interface ApiTokenService {
  /**
   * Only this answer contains the plain token.
   *
   * @throws ApiError 404 `not_found`, 409 `too_many_tokens`, 422 `scope_not_allowed`, 422 `expiry_past`
   */
  create(input: NewApiToken, actor: Actor): Promise<{ token: string; row: ListedToken }>;
  /** Newest first, revoked and expired ones included. */
  list(filter: {
    readonly userId?: string;
    /** Set to list only active tokens, or only others. */
    readonly active?: boolean;
    readonly page: number;
    readonly limit: number;
  }): Promise<{ items: ListedToken[]; total: number }>;
  /** @param userId if given, tokens of others do not exist. @throws ApiError 404 `not_found` */
  revoke(id: string, actor: Actor, userId?: string): Promise<void>;
}

export interface ApiTokenDeps {
  readonly database: Database;
  readonly audit: AuditService;
  /** Live streams, which end with the token that opened them. */
  readonly connections?: Pick<LiveConnections, 'endToken'>;
  readonly now: () => Date;
}

const COLUMNS = `t.id, t.user_id, t.name, t.token_prefix, t.scopes, t.expires_at, t.last_used_at, t.revoked_at, t.created_at, u.username`;

function gone(): ApiError {
  return new ApiError('not_found', sentence('problem.no_api_token'));
}

export function createApiTokenService({ database, audit, connections, now }: ApiTokenDeps): ApiTokenService {
  /** Locks the owner's row, so that two tokens created at once cannot both be the last one allowed. */
  async function lockOwner(tx: Tx, userId: string): Promise<{ role: string; username: string }> {
    await lockAccount(tx, userId);
    const owner = await activeAccount(tx, userId);
    if (!owner) throw new ApiError('not_found', sentence('problem.no_user'));
    return owner;
  }

  async function checkCount(tx: Tx, userId: string): Promise<void> {
    const active = await tx.get<{ count: number }>(
      'SELECT COUNT(*) AS count FROM api_tokens WHERE user_id = ? AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ?)',
      [userId, now().toISOString()],
    );
    if (Number(active?.count ?? 0) < MOST_ACTIVE_TOKENS) return;
    throw new ApiError('too_many_tokens', sentence('problem.too_many_tokens', { most: MOST_ACTIVE_TOKENS }));
  }

  return {
    async create({ userId, name, scopes, expiresAt }, actor) {
      if (expiresAt !== undefined && Date.parse(expiresAt) <= now().getTime()) {
        const message = sentence('problem.expiry_past');
        throw new ApiError('expiry_past', message, { errors: [{ path: '/expiresAt', message }] });
      }
      const secret = createTokenSecret();
      const row: ApiTokenRow = {
        id: uuid(),
        userId,
        name: name.trim(),
        tokenHash: secret.hash,
        tokenPrefix: secret.prefix,
        scopes: JSON.stringify([...new Set(scopes)]),
        expiresAt: expiresAt === undefined ? null : new Date(expiresAt).toISOString(),
        lastUsedAt: null,
        revokedAt: null,
        createdAt: now().toISOString(),
      };
      const username = await database.transaction(async (tx) => {
        const owner = await lockOwner(tx, userId);
        if (owner.role !== 'admin' && scopes.some(isAdminScope)) {
          const message = sentence('problem.admin_scopes');
          throw new ApiError('scope_not_allowed', message, { errors: [{ path: '/scopes', message }] });
        }
        await checkCount(tx, userId);
        await tx.insert(ApiTokenEntity, row);
        const detail = { name: row.name, prefix: row.tokenPrefix, scopes, ownerId: userId };
        await audit.record(tx, { ...byActor(actor), action: 'api_token.created', targetType: 'api_token', targetId: row.id, detail });
        return owner.username;
      });
      return { token: secret.plain, row: { ...row, username } };
    },

    async list({ userId, active, page, limit }) {
      const isGood = `${active === false ? 'NOT ' : ''}(t.revoked_at IS NULL AND (t.expires_at IS NULL OR t.expires_at > ?))`;
      const parts = [...(userId === undefined ? [] : ['t.user_id = ?']), ...(active === undefined ? [] : [isGood])];
      const where = parts.length === 0 ? '' : `WHERE ${parts.join(' AND ')}`;
      const params = [...(userId === undefined ? [] : [userId]), ...(active === undefined ? [] : [now().toISOString()])];
      const [items, count] = await Promise.all([
        database.read.all<ListedToken>(
          `SELECT ${COLUMNS} FROM api_tokens t JOIN users u ON u.id = t.user_id ${where} ORDER BY t.created_at DESC, t.id DESC LIMIT ? OFFSET ?`,
          [...params, limit, (page - 1) * limit],
        ),
        database.read.get<{ total: number }>(`SELECT COUNT(*) AS total FROM api_tokens t ${where}`, params),
      ]);
      return { items, total: Number(count?.total ?? 0) };
    },

    async revoke(id, actor, userId) {
      await database.transaction(async (tx) => {
        const mine = userId === undefined ? '' : ' AND user_id = ?';
        const params = [id, ...(userId === undefined ? [] : [userId])];
        const row = await tx.get<{ name: string; tokenPrefix: string; userId: string; revokedAt: string | null }>(
          `SELECT name, token_prefix, user_id, revoked_at FROM api_tokens WHERE id = ?${mine}`,
          params,
        );
        if (!row) throw gone();
        if (row.revokedAt !== null) return;
        await tx.run('UPDATE api_tokens SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL', [now().toISOString(), id]);
        const detail = { name: row.name, prefix: row.tokenPrefix, ownerId: row.userId };
        await audit.record(tx, { ...byActor(actor), action: 'api_token.revoked', targetType: 'api_token', targetId: id, detail });
      });
      connections?.endToken(id);
    },
  };
}
