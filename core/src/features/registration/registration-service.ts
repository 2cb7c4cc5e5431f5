import type { Database } from '../../platform/db/index.js';
import { ApiError } from '../../platform/http/problem.js';
import type { AuthService, OpenedSession, SessionOrigin } from '../auth/index.js';
import type { NotificationService } from '../notifications/index.js';
import type { SettingsService } from '../settings/index.js';
import { checkUsername, type PasswordHasher, type UserService } from '../users/index.js';
import { sentence } from '../../platform/words/index.js';

export interface RegistrationDeps {
  readonly database: Database;
  readonly users: Pick<UserService, 'insertRegistered'>;
  readonly auth: Pick<AuthService, 'openSession'>;
  readonly hasher: Pick<PasswordHasher, 'hash'>;
  readonly settings: Pick<SettingsService, 'get'>;
  readonly notifications: Pick<NotificationService, 'userEvent'>;
}

/** The data of a registration. */
export interface Registration {
  readonly username: string;
  readonly password: string;
  readonly displayName?: string | undefined;
}

/** Accounts that people create for themselves. */
export interface RegistrationService {
  /**
   * Creates a local account, never an admin's, and signs it in; `undefined` if it waits for an admin, who is notified.
   *
   * @throws ApiError 404 while the settings allow no registration, 409 `username_taken`, 422 `username_invalid`, 422
   * `password_invalid`, 503 `too_many_waiting`
   */
  register(input: Registration, origin: SessionOrigin, signal?: AbortSignal): Promise<OpenedSession | undefined>;
}

export function createRegistrationService(deps: RegistrationDeps): RegistrationService {
  const { database, users, auth, hasher, settings, notifications } = deps;
  return {
    async register({ username, password, displayName }, origin, signal) {
      const { registration } = (await settings.get()).signIn;
      if (registration === 'closed') throw new ApiError('not_found', sentence('problem.registration_closed'));
      const name = checkUsername(username);
      const passwordHash = await hasher.hash(password, signal);
      const state = registration === 'approval' ? 'pending' : 'active';
      const user = await database.transaction(async (tx) => {
        const made = await users.insertRegistered(tx, { username, displayName, state, passwordHash }, { name, address: origin.address });
        if (state === 'pending') await notifications.userEvent(tx, 'user_pending', { id: made.id, name: made.displayName });
        return made;
      });
      return state === 'pending' ? undefined : auth.openSession(user.id, origin);
    },
  };
}
