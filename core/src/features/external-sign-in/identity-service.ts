import type { ExternalAccount } from '@lectern/plugin-api';
import { v7 as uuid } from 'uuid';
import type { Database, Tx } from '../../platform/db/index.js';
import { ApiError } from '../../platform/http/problem.js';
import type { AuditService } from '../audit/index.js';
import type { AuthService, OpenedSession, SessionOrigin } from '../auth/index.js';
import type { NotificationService } from '../notifications/index.js';
import type { SettingsService } from '../settings/index.js';
import { normalizeUsername, type UserService } from '../users/index.js';
import { findByVerifiedEmail } from './email-match.js';
import { applyExternalRole } from './external-role.js';
import { takeTurn } from '../settings/take-turn.js';
import { isUsernameTaken } from '../users/account-rows.js';
import { liveHolderOf, putIdentity } from './identity-rows.js';
import { sentence } from '../../platform/words/index.js';

export interface IdentityDeps {
  readonly database: Database;
  readonly users: UserService;
  readonly auth: AuthService;
  readonly audit: AuditService;
  readonly settings: Pick<SettingsService, 'get'>;
  readonly notifications: Pick<NotificationService, 'userEvent'>;
  readonly now: () => Date;
}

/** Signs in people whom another service vouches for. */
export interface IdentityService {
  /**
   * Signs in the account's user, or creates one if the settings allow it. The key is the service and its own id of the
   * account, never a name: equal names are different people. Only if the settings say so, and only the first time, a
   * local account is found by a verified e-mail address. See {@link applyExternalRole} for roles.
   *
   * @throws ApiError 403 `registration_closed`, 403 `account_inactive` (waiting, rejected, disabled), 503 `too_many_waiting`
   */
  signIn(providerId: string, account: ExternalAccount, origin: SessionOrigin): Promise<OpenedSession>;
}

/** The key of a service in identities. */
export function providerKey(providerId: string): string {
  return `integration:${providerId}`;
}

const MOST_TRIES = 50;

/** A username that is valid here. */
function usernameFrom(account: ExternalAccount): string {
  const name = normalizeUsername(account.username)
    .replace(/[^\p{L}\p{N}._@-]+/gu, '-')
    .slice(0, 60)
    .replace(/^[-.]+|(?<![-.])[-.]+$/g, '');
  return name === '' ? 'reader' : name;
}

export function createIdentityService({ database, users, auth, audit, settings, notifications, now }: IdentityDeps): IdentityService {
  async function freeName(tx: Tx, wanted: string): Promise<string> {
    for (let n = 1; n <= MOST_TRIES; n += 1) {
      const name = n === 1 ? wanted : `${wanted}-${n}`;
      if (!(await isUsernameTaken(tx, name))) return name;
    }
    return `${wanted}-${uuid().slice(-8)}`;
  }

  async function insertIdentity(tx: Tx, userId: string, provider: string, account: ExternalAccount): Promise<void> {
    await putIdentity(tx, { userId, provider, subject: account.subject, accountName: account.username.slice(0, 200) }, now());
  }

  async function linkByEmail(tx: Tx, provider: string, account: ExternalAccount, origin: SessionOrigin): Promise<string | undefined> {
    const userId = await findByVerifiedEmail(tx, account);
    if (userId === undefined) return undefined;
    await insertIdentity(tx, userId, provider, account);
    await audit.record(tx, {
      actorName: account.username.slice(0, 100),
      address: origin.address,
      action: 'identity.linked',
      targetType: 'user',
      targetId: userId,
      detail: { provider, by: 'email' },
    });
    return userId;
  }

  /** @returns the user's id; two browsers of a new user that arrive at the same time get the same one */
  async function welcome(provider: string, account: ExternalAccount, origin: SessionOrigin): Promise<string> {
    const { signIn } = await settings.get();
    const { newAccounts } = signIn;
    return database.transaction(async (tx) => {
      // takes turns with other transactions that create accounts
      await takeTurn(tx, 'identities', now());
      const known = await liveHolderOf(tx, provider, account.subject);
      if (known !== undefined) return known;
      const linked = signIn.linkByEmail ? await linkByEmail(tx, provider, account, origin) : undefined;
      if (linked !== undefined) return linked;
      if (newAccounts === 'closed') {
        throw new ApiError('registration_closed', sentence('problem.no_account_for_you'));
      }
      const username = await freeName(tx, usernameFrom(account));
      const state = newAccounts === 'approval' ? 'pending' : 'active';
      const user = await users.insertExternal(
        tx,
        { username, displayName: account.username.slice(0, 200), state },
        { name: username, address: origin.address },
      );
      await insertIdentity(tx, user.id, provider, account);
      if (state === 'pending') await notifications.userEvent(tx, 'user_pending', { id: user.id, name: user.displayName });
      return user.id;
    });
  }

  return {
    async signIn(providerId, account, origin) {
      const provider = providerKey(providerId);
      if (account.subject === '' || account.subject.length > 300) throw new ApiError('bad_account', sentence('problem.who_you_are'));
      const userId = (await liveHolderOf(database.read, provider, account.subject)) ?? (await welcome(provider, account, origin));
      await applyExternalRole({ users, now }, userId, account, { name: `sign-in with ${providerId}`, address: origin.address });
      const session = await auth.openSession(userId, origin);
      await database.transaction((tx) =>
        audit.record(tx, {
          actorId: userId,
          actorName: session.user.username,
          address: origin.address,
          action: 'session.external',
          targetType: 'integration',
          targetId: providerId,
        }),
      );
      return session;
    },
  };
}
