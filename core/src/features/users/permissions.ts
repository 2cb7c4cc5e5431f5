import { isTrue, type StoredFlag } from '../../platform/db/index.js';
import type { Caller } from '../../platform/http/route.js';
import type { Settings } from '../settings/index.js';
import type { UserRow } from './user-record.js';

/** What a user may do besides asking for books. */
export type Permissions = Caller['permissions'];

/** Each yes, no, or `null`: as the global setting says. */
export type PermissionChoices = { readonly [P in keyof Permissions]: boolean | null };

type PermissionColumns = Pick<UserRow, 'autoApprove' | 'interactiveSearchAccess' | 'downloadAccess'>;

function choice(flag: StoredFlag | null): boolean | null {
  return flag === null ? null : isTrue(flag);
}

/** What is set for this user. */
export function permissionChoices(user: PermissionColumns): PermissionChoices {
  return {
    autoApprove: choice(user.autoApprove),
    interactiveSearch: choice(user.interactiveSearchAccess),
    downloadAccess: choice(user.downloadAccess),
  };
}

/** What holds for this user now. Admins may everything. */
export function effectivePermissions(user: PermissionColumns & Pick<UserRow, 'role'>, settings: Settings): Permissions {
  const isAdmin = user.role === 'admin';
  const choices = permissionChoices(user);
  return {
    autoApprove: isAdmin || (choices.autoApprove ?? settings.requests.autoApprove),
    interactiveSearch: isAdmin || (choices.interactiveSearch ?? settings.access.interactiveSearch),
    downloadAccess: isAdmin || (choices.downloadAccess ?? settings.access.downloadAccess),
  };
}
