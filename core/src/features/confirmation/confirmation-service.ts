import type { ExternalAccount } from '@lectern/plugin-api';
import type { Database } from '../../platform/db/index.js';
import { ApiError } from '../../platform/http/problem.js';
import type { Caller } from '../../platform/http/route.js';
import { byActor, type Actor, type AuditService } from '../audit/index.js';
import type { AuthService, ConfirmedSessions, ExternalProvider } from '../auth/index.js';
import { providerKey, signInProviders, type ProviderListDeps } from '../external-sign-in/index.js';
import type { UserService } from '../users/index.js';
import { holderOf, providersOf } from '../external-sign-in/identity-rows.js';
import { sentence } from '../../platform/words/index.js';

export interface ConfirmationDeps extends ProviderListDeps {
  readonly database: Database;
  readonly users: Pick<UserService, 'get'>;
  readonly auth: Pick<AuthService, 'confirmPassword'>;
  readonly confirmedSessions: ConfirmedSessions;
  readonly audit: AuditService;
}

/** The ways in which the caller can confirm their identity. */
export interface WaysToConfirm {
  /** Until when the session counts as confirmed; `null` if it does not. */
  readonly confirmedUntil: string | null;
  readonly password: boolean;
  /** The caller's external services, as far as they currently let people in. */
  readonly providers: readonly ExternalProvider[];
}

/** Lets signed-in people confirm their identity. */
export interface ConfirmationService {
  ways(caller: Caller): Promise<WaysToConfirm>;
  /** @returns until when the session is confirmed. @throws ApiError 409 `no_password`, 422 `current_password_wrong`, 429, 503 `too_busy` */
  byPassword(caller: Caller, password: string, actor: Actor, signal: AbortSignal): Promise<Date>;
  /**
   * @param account the account that the service has just signed in. @returns until when the session is confirmed.
   * @throws ApiError 403 `identity_not_yours`
   */
  byIdentity(caller: Caller, providerId: string, account: ExternalAccount, actor: Actor): Promise<Date>;
}

export function createConfirmationService(deps: ConfirmationDeps): ConfirmationService {
  const { database, users, auth, confirmedSessions, audit } = deps;

  async function hasPassword({ userId }: Caller): Promise<boolean> {
    return ((await users.get(userId))?.passwordHash ?? null) !== null;
  }

  function entry(actor: Actor, action: string, { userId }: Caller, by: string) {
    return { ...byActor(actor), action, targetType: 'user', targetId: userId, detail: { by } };
  }

  async function record(caller: Caller, by: string, actor: Actor): Promise<Date> {
    const sessionId = caller.sessionId ?? '';
    await database.transaction(async (tx) => {
      await confirmedSessions.record(tx, sessionId);
      await audit.record(tx, entry(actor, 'session.confirmed', caller, by));
    });
    const until = await confirmedSessions.until(sessionId);
    // the session ended meanwhile
    if (!until) throw new ApiError('session_expired', sentence('problem.session_expired'));
    return until;
  }

  return {
    async ways(caller) {
      const [until, mine, offered] = await Promise.all([
        confirmedSessions.until(caller.sessionId ?? ''),
        providersOf(database.read, caller.userId),
        signInProviders(deps),
      ]);
      return {
        confirmedUntil: until?.toISOString() ?? null,
        password: await hasPassword(caller),
        providers: offered.filter(({ id }) => mine.has(providerKey(id))).map(({ id, name, kind }) => ({ id, name, kind })),
      };
    },
    async byPassword(caller, password, actor, signal) {
      if (!(await hasPassword(caller))) throw new ApiError('no_password', sentence('problem.no_password'));
      await auth.confirmPassword(caller, password, signal);
      return record(caller, 'password', actor);
    },
    async byIdentity(caller, providerId, { subject }, actor) {
      const provider = providerKey(providerId);
      if ((await holderOf(database.read, provider, subject)) === caller.userId) return record(caller, provider, actor);
      await database.transaction((tx) => audit.record(tx, entry(actor, 'session.confirmation_refused', caller, provider)));
      throw new ApiError('identity_not_yours', sentence('problem.identity_not_yours'));
    },
  };
}
