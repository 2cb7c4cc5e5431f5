import { readJson, type Database, type RowOf } from '../../platform/db/index.js';
import type { RateLimiter } from '../../platform/http/rate-limiter.js';
import type { Caller, TokenRefusal } from '../../platform/http/route.js';
import type { Logger } from '../../platform/logging/logger.js';
import type { SettingsService } from '../settings/index.js';
import { effectivePermissions, type UserRow } from '../users/index.js';
import { isAdminScope } from './scopes.js';
import type { ApiTokenEntity } from './entities.js';
import { hashApiToken } from './token-secret.js';

export interface ApiTokenReaderDeps {
  readonly database: Database;
  readonly settings: SettingsService;
  readonly rateLimiter: RateLimiter;
  readonly log: Logger;
  readonly now: () => Date;
}

/** "Last used" is accurate to the minute; a write at each call would cost more than the calls. */
const USE_NOTED_EVERY_MS = 60_000;

type Found = Pick<UserRow, 'username' | 'displayName' | 'role' | 'autoApprove' | 'interactiveSearchAccess' | 'downloadAccess'> & {
  readonly id: string;
  readonly userId: string;
  readonly scopes: RowOf<typeof ApiTokenEntity>['scopes'];
  readonly lastUsedAt: string | null;
  readonly expiresAt: string | null;
};

/**
 * Identifies the caller of an API token. A token never has more rights than its owner has now: role, state and
 * permissions are read at each call, and admin scopes are dropped if the owner is no longer an admin.
 *
 * @returns why, for a token that is unknown, revoked or expired, or whose owner may not sign in
 * @throws ApiError 429 after 120 calls in a minute
 */
export function createApiTokenReader({ database, settings, rateLimiter, log, now }: ApiTokenReaderDeps) {
  function noteUse(id: string, lastUsedAt: string | null): void {
    const time = now();
    if (lastUsedAt !== null && time.getTime() - Date.parse(lastUsedAt) < USE_NOTED_EVERY_MS) return;
    database
      .transaction((tx) => tx.run('UPDATE api_tokens SET last_used_at = ? WHERE id = ?', [time.toISOString(), id]))
      .catch((error: unknown) => log.debug({ err: error }, 'the use of an API token could not be noted'));
  }

  return async (token: string): Promise<Caller | TokenRefusal> => {
    const hash = hashApiToken(token);
    if (hash === undefined) return { refused: 'malformed' };
    const found = await database.read.get<Found>(
      `SELECT t.id, t.user_id, t.scopes, t.last_used_at, t.expires_at, u.username, u.display_name, u.role, u.auto_approve, u.interactive_search_access, u.download_access
         FROM api_tokens t JOIN users u ON u.id = t.user_id
        WHERE t.token_hash = ? AND t.revoked_at IS NULL AND u.deleted_at IS NULL AND u.state = 'active'`,
      [hash],
    );
    if (!found) return { refused: 'unknown' };
    if (found.expiresAt !== null && found.expiresAt <= now().toISOString()) return { refused: 'expired' };
    const rate = await rateLimiter.take('api-token', found.id);
    noteUse(found.id, found.lastUsedAt);
    const scopes = readJson(found.scopes);
    return {
      userId: found.userId,
      username: found.username,
      displayName: found.displayName,
      role: found.role,
      permissions: effectivePermissions(found, await settings.get()),
      via: 'api-token',
      tokenId: found.id,
      ...(found.expiresAt === null ? {} : { expiresAt: Date.parse(found.expiresAt) }),
      rate,
      scopes: found.role === 'admin' ? scopes : scopes.filter((scope) => !isAdminScope(scope)),
    };
  };
}
