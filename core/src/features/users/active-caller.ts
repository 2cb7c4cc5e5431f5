import type { Caller } from '../../platform/http/route.js';
import type { SettingsService } from '../settings/index.js';
import { effectivePermissions } from './permissions.js';
import type { UserService } from './user-service.js';

interface ActiveCallerDeps {
  readonly users: Pick<UserService, 'get'>;
  readonly settings: Pick<SettingsService, 'get'>;
}

/** A user in whose name the server asks for books; `undefined` for one who may not sign in. */
export async function activeCaller({ users, settings }: ActiveCallerDeps, userId: string): Promise<Caller | undefined> {
  const user = await users.get(userId);
  if (user?.state !== 'active') return undefined;
  const { username, displayName, role } = user;
  return { userId, username, displayName, role, permissions: effectivePermissions(user, await settings.get()), via: 'bearer' };
}
