import type { Scope } from '../../platform/http/route.js';

/** Descriptions of the scopes, for the people who pick them. */
export const SCOPES = {
  read: 'See books, own requests and own settings.',
  'requests:write': 'Request books, cancel requests and subscribe to them, and report problems with books.',
  'library:read': 'See what is in the library.',
  'admin:read': 'See what admins see. Only on tokens of admins.',
  'admin:write': 'Change what admins change. Only on tokens of admins.',
} as const satisfies Record<Scope, string>;

export const SCOPE_NAMES = Object.keys(SCOPES) as readonly Scope[];

/** Scopes that only an admin's token may have. */
export function isAdminScope(scope: Scope): boolean {
  return scope.startsWith('admin:');
}
