import type { Database, Tx } from '../../platform/db/index.js';
import { ApiError, confirmationRequired, csrfFailed } from '../../platform/http/problem.js';
import type { RateLimiter } from '../../platform/http/rate-limiter.js';
import type { Caller } from '../../platform/http/route.js';
import { byActor, type Actor, type AuditService } from '../audit/index.js';
import type { LiveConnections } from '../events/index.js';
import type { SettingsService } from '../settings/index.js';
import { normalizeUsername, presentMe, type Me, type PasswordHasher, type UserRow, type UserService } from '../users/index.js';
import type { AccessTokens } from './access-tokens.js';
import type { ConfirmedSessions } from './confirmed-sessions.js';
import { createKnownAddresses } from './known-addresses.js';
import type { IssuedSession, RefreshSessions, SessionOrigin } from './refresh-sessions.js';
import type { SessionTokens } from './session-cookies.js';
import { lockPassword, setPasswordHash } from '../users/account-rows.js';
import { sentence } from '../../platform/words/index.js';

/** A session that was opened or refreshed. */
export interface OpenedSession extends SessionTokens {
  readonly user: Me;
}

/** Another way to sign in, for the sign-in page. */
export interface ExternalProvider {
  readonly id: string;
  readonly name: string;
  readonly kind: 'password' | 'redirect';
  /** Text of the button. Default: it names the service. */
  readonly buttonText?: string;
}

/** A refresh token, and how it arrived. */
export interface GivenRefreshToken {
  readonly token: string;
  /**
   * Set if the token came in a cookie, which browsers send for any page: this header proves that the request comes from
   * one of our pages.
   */
  readonly csrf?: { readonly header: string | undefined };
}

/** Sessions of people. */
export interface AuthService {
  /**
   * @param signal the client's: passwords are no longer compared once the client has gone
   * @throws ApiError 401 `invalid_credentials`, 403 `account_inactive`, 403 `admin_required`, 429, 503 `too_busy`
   */
  signIn(
    input: { username: string; password: string; adminOnly?: boolean },
    origin: SessionOrigin,
    signal?: AbortSignal,
  ): Promise<OpenedSession>;
  /** Opens a session for a person who was identified in another way. @throws ApiError 403 `account_inactive` */
  openSession(userId: string, origin: SessionOrigin): Promise<OpenedSession>;
  /** @throws ApiError 401 `session_expired` */
  refresh(refreshToken: string | undefined, origin: SessionOrigin): Promise<OpenedSession>;
  /** Ends the session of the caller, of the refresh token, or both. @throws ApiError 403 `csrf_failed` */
  signOut(caller: Caller | undefined, refresh?: GivenRefreshToken): Promise<void>;
  /**
   * Ends all other sessions and voids sign-in links. An account without a password gets one.
   *
   * @throws ApiError 422 `password_invalid`, and as {@link confirmPassword}
   */
  changePassword(
    caller: Caller,
    input: { readonly currentPassword?: string | undefined; readonly newPassword: string },
    actor: Actor,
    signal?: AbortSignal,
  ): Promise<void>;
  /**
   * Guards actions that a stranger at an unlocked browser must not take. For an account without a password on this
   * server, the session must have been signed in or confirmed recently.
   *
   * @throws ApiError 403 `confirmation_required`, 422 `current_password_wrong`, 429, 503 `too_busy`
   */
  confirmPassword(caller: Caller, currentPassword: string | undefined, signal?: AbortSignal): Promise<void>;
  me(userId: string): Promise<Me>;
}

export interface AuthDeps {
  readonly database: Database;
  readonly users: UserService;
  readonly settings: SettingsService;
  readonly audit: AuditService;
  readonly hasher: PasswordHasher;
  readonly accessTokens: AccessTokens;
  readonly sessions: RefreshSessions;
  readonly confirmedSessions: ConfirmedSessions;
  readonly rateLimiter: RateLimiter;
  /** Live streams, which end with their session. */
  readonly connections?: Pick<LiveConnections, 'endSession' | 'endUser'>;
  /** Voids the links for signing in without a password. */
  readonly voidLinks: (tx: Tx, userId: string) => Promise<void>;
  readonly now: () => Date;
}

function invalidCredentials(): ApiError {
  return new ApiError('invalid_credentials', sentence('problem.invalid_credentials'));
}

function checkState(user: UserRow): void {
  if (user.state === 'active') return;
  const message = user.state === 'pending' ? sentence('problem.account_pending') : sentence('problem.account_inactive');
  throw new ApiError('account_inactive', message, { members: { state: user.state } });
}

async function present(deps: AuthDeps, session: IssuedSession, user: UserRow): Promise<OpenedSession> {
  const { settings, accessTokens } = deps;
  return {
    user: presentMe(user, await settings.get()),
    accessToken: accessTokens.sign({ userId: user.id, sessionId: session.familyId }),
    refreshToken: session.refreshToken,
    csrfToken: accessTokens.csrfToken(session.familyId),
  };
}

/** A username that belongs to no account is not recorded: it may be a password typed into the wrong field. */
async function noteRefusal(deps: AuthDeps, user: UserRow | undefined, origin: SessionOrigin, reason: string): Promise<void> {
  const { database, audit } = deps;
  const actor = user ? { actorId: user.id, actorName: user.username } : { actorName: 'nobody known' };
  await database.transaction((tx) =>
    audit.record(tx, {
      ...actor,
      address: origin.address,
      action: 'session.refused',
      targetType: 'user',
      targetId: user?.id,
      detail: { reason },
    }),
  );
}

async function open(deps: AuthDeps, user: UserRow, origin: SessionOrigin): Promise<OpenedSession> {
  const { database, audit, sessions } = deps;
  checkState(user);
  const session = await database.transaction(async (tx) => {
    if (!(await lockPassword(tx, user))) throw invalidCredentials();
    await audit.record(tx, {
      actorId: user.id,
      actorName: user.username,
      address: origin.address,
      action: 'session.opened',
      targetType: 'user',
      targetId: user.id,
    });
    return sessions.open(tx, user.id, origin);
  });
  return present(deps, session, user);
}

/** @returns the caller's row, whose password has been verified */
async function confirmed(
  deps: AuthDeps,
  caller: Caller,
  currentPassword: string | undefined,
  signal: AbortSignal | undefined,
): Promise<UserRow> {
  const { users, confirmedSessions, rateLimiter, hasher } = deps;
  const user = await users.get(caller.userId);
  if (!user) throw new ApiError('session_expired', sentence('problem.session_expired'));
  if (user.passwordHash === null) {
    if (!(await confirmedSessions.isConfirmed(caller))) throw confirmationRequired();
    return user;
  }
  await rateLimiter.take('password-check', caller.userId);
  if (!(await hasher.verify(currentPassword ?? '', user.passwordHash, signal))) {
    const message = sentence('problem.current_password_wrong');
    throw new ApiError('current_password_wrong', message, { errors: [{ path: '/currentPassword', message }] });
  }
  await rateLimiter.reset('password-check', caller.userId);
  return user;
}

export function createAuthService(deps: AuthDeps): AuthService {
  const { database, users, settings, audit, hasher, accessTokens, sessions, rateLimiter, connections, now } = deps;
  const isKnownAddress = createKnownAddresses(deps);

  return {
    async signIn({ username, password, adminOnly }, origin, signal) {
      const name = normalizeUsername(username);
      const isStrange = !(await isKnownAddress(name, origin.address));
      if (isStrange) await rateLimiter.take('sign-in-account', name);
      const user = await users.findByUsername(name);
      // compared even if there is no such user, so that the time reveals nothing
      const isRight = await hasher.verify(password, user?.passwordHash, signal);
      if (!user || !isRight) {
        await noteRefusal(deps, user, origin, 'credentials');
        throw invalidCredentials();
      }
      if (adminOnly && user.role !== 'admin') {
        await noteRefusal(deps, user, origin, 'not_an_admin');
        throw new ApiError('admin_required', sentence('problem.not_an_admin'));
      }
      if (user.state !== 'active') await noteRefusal(deps, user, origin, user.state);
      const opened = await open(deps, user, origin);
      if (isStrange) await rateLimiter.giveBack('sign-in-account', name);
      return opened;
    },
    async openSession(userId, origin) {
      const user = await users.get(userId);
      if (!user) throw invalidCredentials();
      return open(deps, user, origin);
    },
    async refresh(refreshToken, origin) {
      const session = refreshToken ? await sessions.rotate(refreshToken, origin) : undefined;
      const user = session && (await users.get(session.userId));
      if (!session || !user) throw new ApiError('session_expired', sentence('problem.session_expired'));
      return present(deps, session, user);
    },
    async signOut(caller, refresh) {
      const family = refresh && (await sessions.familyOf(refresh.token));
      if (family !== undefined && refresh?.csrf && !accessTokens.isCsrfToken(family, refresh.csrf.header)) throw csrfFailed();
      const families = new Set([caller?.sessionId, family]);
      for (const family of families) {
        if (family === undefined) continue;
        await sessions.endFamily(family);
        connections?.endSession(family);
      }
    },
    async changePassword(caller, { currentPassword, newPassword }, actor, signal) {
      const user = await confirmed(deps, caller, currentPassword, signal);
      const passwordHash = await hasher.hash(newPassword, signal);
      await database.transaction(async (tx) => {
        if (!(await lockPassword(tx, user))) throw new ApiError('changed_meanwhile', sentence('problem.account_changed_meanwhile'));
        await setPasswordHash(tx, user.id, passwordHash, now());
        await sessions.endOthers(tx, user.id, caller.sessionId);
        await deps.voidLinks(tx, user.id);
        await audit.record(tx, { ...byActor(actor), action: 'user.password_changed', targetType: 'user', targetId: user.id });
      });
      // the caller's own stream reconnects
      connections?.endUser(user.id);
    },
    async confirmPassword(caller, currentPassword, signal) {
      await confirmed(deps, caller, currentPassword, signal);
    },
    async me(userId) {
      const user = await users.get(userId);
      if (!user) throw new ApiError('session_expired', sentence('problem.session_expired'));
      return presentMe(user, await settings.get());
    },
  };
}
