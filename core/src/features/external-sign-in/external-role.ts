import type { ExternalAccount } from '@lectern/plugin-api';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '../../platform/http/problem.js';
import type { Actor } from '../audit/index.js';
import type { UserService } from '../users/index.js';

export interface ExternalRoleDeps {
  readonly users: Pick<UserService, 'get' | 'update'>;
  readonly now: () => Date;
}

/**
 * Gives a person the role that the service states, and ends their other sessions if it changed. Accounts with a
 * password belong to this server: no service changes their role, so that one admin always gets in. The last admin is
 * not demoted either.
 */
export async function applyExternalRole(
  { users, now }: ExternalRoleDeps,
  userId: string,
  account: ExternalAccount,
  actor: Actor,
): Promise<void> {
  const { role } = account;
  const user = await users.get(userId);
  if (role === undefined || user?.state !== 'active' || user.passwordHash !== null || user.role === role) return;
  try {
    const { sessionsInvalidatedAt } = await users.update(userId, { role }, actor);
    // the session about to be opened must be younger than the end of the others
    const wait = Date.parse(sessionsInvalidatedAt ?? '') - now().getTime();
    if (wait > 0) await sleep(wait);
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'last_admin')) throw error;
  }
}
