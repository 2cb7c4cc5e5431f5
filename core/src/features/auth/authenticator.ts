import type { Database } from '../../platform/db/index.js';
import type { HttpServerOptions } from '../../platform/http/http-server-options.js';
import { csrfFailed } from '../../platform/http/problem.js';
import type { Caller, TokenRefusal } from '../../platform/http/route.js';
import type { SettingsService } from '../settings/index.js';
import { effectivePermissions, type UserRow } from '../users/index.js';
import type { AccessTokens } from './access-tokens.js';
import { FAMILY_ENDED } from './refresh-sessions.js';
import { ACCESS_COOKIE } from './session-cookies.js';

export interface AuthenticatorDeps {
  readonly database: Database;
  readonly accessTokens: AccessTokens;
  readonly settings: SettingsService;
  /** Reads an API token (`lect_…`). Without it, no API token is valid. */
  readonly apiToken?: (token: string) => Promise<Caller | TokenRefusal>;
}

export type Authenticate = HttpServerOptions['authenticate'];

const API_TOKEN = /^lect_/;
/** Three parts of base64url: an access token, though perhaps not ours. */
const ACCESS_TOKEN = /^[\w-]+\.[\w-]+\.[\w-]*$/;
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

type SessionUser = Pick<
  UserRow,
  'id' | 'username' | 'displayName' | 'role' | 'autoApprove' | 'interactiveSearchAccess' | 'downloadAccess' | 'sessionsInvalidatedAt'
>;

/**
 * Identifies the sender of a request. An expired session counts as nobody, so that public routes (sign in, refresh)
 * work with stale cookies. A header wins over a cookie, because only the page itself can set one.
 */
export function createAuthenticator({ database, accessTokens, settings, apiToken }: AuthenticatorDeps): Authenticate {
  /** Reads everything but the signature from the store each time, in one statement. */
  async function callerOf(token: string, via: 'cookie' | 'bearer'): Promise<Caller | undefined> {
    const claims = accessTokens.read(token);
    if (!claims) return undefined;
    const user = await database.read.get<SessionUser>(
      `SELECT id, username, display_name, role, auto_approve, interactive_search_access, download_access, sessions_invalidated_at
         FROM users WHERE id = ? AND deleted_at IS NULL AND state = 'active' AND NOT ${FAMILY_ENDED}`,
      [claims.userId, claims.sessionId],
    );
    if (!user) return undefined;
    if (user.sessionsInvalidatedAt !== null && claims.issuedAt < Date.parse(user.sessionsInvalidatedAt)) return undefined;
    return {
      userId: user.id,
      username: user.username,
      displayName: user.displayName,
      role: user.role,
      permissions: effectivePermissions(user, await settings.get()),
      via,
      sessionId: claims.sessionId,
    };
  }

  async function callerWith(bearer: string): Promise<Caller | TokenRefusal> {
    if (API_TOKEN.test(bearer)) return (await apiToken?.(bearer)) ?? { refused: 'unknown' };
    return (await callerOf(bearer, 'bearer')) ?? { refused: ACCESS_TOKEN.test(bearer) ? 'session' : 'malformed' };
  }

  return async ({ authorization, cookie, csrfHeader, method }) => {
    const bearer = /^Bearer\s+(\S+)\s*$/i.exec(authorization ?? '')?.[1];
    if (bearer !== undefined) return callerWith(bearer);
    const token = cookie(ACCESS_COOKIE);
    if (token === undefined || token === '') return authorization === undefined ? undefined : { refused: 'malformed' };
    const caller = await callerOf(token, 'cookie');
    if (!caller) return undefined;
    if (!SAFE_METHODS.has(method) && !accessTokens.isCsrfToken(caller.sessionId ?? '', csrfHeader)) {
      throw csrfFailed();
    }
    return caller;
  };
}
