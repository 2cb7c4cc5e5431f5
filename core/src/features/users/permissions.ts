import { isTrue, type StoredFlag } from '../../platform/db/index.js';
import type { Caller } from '../../platform/http/route.js';
import type { Settings } from '../settings/index.js';
import type { UserRow } from './entities.js';

/** A user's rights besides requesting books. */
export type Permissions = Caller['permissions'];

/** Each is yes, no, or `null` for the global setting. */
export type PermissionChoices = { readonly [P in keyof Permissions]: boolean | null };

/** A number of requests in a number of days; a `null` limit means any number. */
export interface Quota {
  readonly limit: number | null;
  readonly days: number;
}

/** The value of `users.quota_limit` for any number, because `null` means the global setting there. */
const ANY_NUMBER = -1;

type PermissionColumns = Pick<UserRow, 'autoApprove' | 'interactiveSearchAccess' | 'downloadAccess'>;

function choice(flag: StoredFlag | null): boolean | null {
  return flag === null ? null : isTrue(flag);
}

/** The choices for this user. */
export function permissionChoices(user: PermissionColumns): PermissionChoices {
  return {
    autoApprove: choice(user.autoApprove),
    interactiveSearch: choice(user.interactiveSearchAccess),
    downloadAccess: choice(user.downloadAccess),
  };
}

/** The permissions that this user has now. Admins have all. */
export function effectivePermissions(user: PermissionColumns & Pick<UserRow, 'role'>, settings: Settings): Permissions {
  const isAdmin = user.role === 'admin';
  const choices = permissionChoices(user);
  return {
    autoApprove: isAdmin || (choices.autoApprove ?? settings.requests.autoApprove),
    interactiveSearch: isAdmin || (choices.interactiveSearch ?? settings.access.interactiveSearch),
    downloadAccess: isAdmin || (choices.downloadAccess ?? settings.access.downloadAccess),
  };
}

type QuotaColumns = Pick<UserRow, 'quotaLimit' | 'quotaDays'>;

/** The quota chosen for this user; `null` for the global setting. */
export function quotaChoice({ quotaLimit, quotaDays }: QuotaColumns): Quota | null {
  if (quotaLimit === null || quotaDays === null) return null;
  return { limit: quotaLimit === ANY_NUMBER ? null : quotaLimit, days: quotaDays };
}

/** The columns for a choice. */
export function quotaColumns(quota: Quota | null): QuotaColumns {
  return quota === null ? { quotaLimit: null, quotaDays: null } : { quotaLimit: quota.limit ?? ANY_NUMBER, quotaDays: quota.days };
}

/** The quota that applies to this user now. Admins have none. */
export function effectiveQuota(user: QuotaColumns & Pick<UserRow, 'role'>, { requests }: Settings): Quota {
  const general = { limit: requests.quotaLimit, days: requests.quotaDays };
  return user.role === 'admin' ? { ...general, limit: null } : (quotaChoice(user) ?? general);
}
