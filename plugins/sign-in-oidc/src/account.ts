import type { ExternalAccount, PluginLogger } from '@lectern/plugin-api';
import { createHash } from 'node:crypto';
import { fault } from './fault.js';
import { groupName, groupsOf, type Claims, type Groups } from './groups.js';
import type { OidcSettings } from './settings.js';

export const DEFAULT_GROUP_CLAIM = 'groups';

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

/** Unique among all issuers, even if an integration is switched to another one; at most 278 characters. */
export function subjectOf(issuer: string, sub: string): string {
  return `${createHash('sha256').update(issuer).digest('base64url').slice(0, 22)}:${sub}`;
}

function isIn(groups: readonly string[], wanted: readonly string[] = []): boolean {
  return wanted.some((name) => groups.includes(groupName(name)));
}

/** @throws IntegrationError FORBIDDEN if only members of certain groups may sign in */
function requireGroup(groups: Groups | undefined, { allowedGroups = [], adminGroups }: OidcSettings, log: PluginLogger): void {
  if (allowedGroups.length === 0) return;
  if (groups === undefined) {
    log.warn('a sign-in was refused because the provider told no groups; does the claim have another name, or need a scope?');
    throw fault('INTEGRATION_FORBIDDEN', 'groups_not_told');
  }
  const names = [...groups.names, ...groups.joined];
  if (isIn(names, allowedGroups) || isIn(names, adminGroups)) return;
  throw fault('INTEGRATION_FORBIDDEN', 'not_in_group');
}

/** `undefined` also if the claim is absent or unclear, because silence takes nobody's rights away. */
function roleOf(groups: Groups | undefined, { adminGroups = [] }: OidcSettings, log: PluginLogger): ExternalAccount['role'] {
  if (adminGroups.length === 0) return undefined;
  if (groups === undefined) {
    log.warn('the provider told no groups, so the role stays as it is; does the claim have another name, or need a scope?');
    return undefined;
  }
  if (isIn(groups.names, adminGroups)) return 'admin';
  if (!isIn(groups.joined, adminGroups)) return 'user';
  log.warn(
    'the provider told the groups as one text with commas, which makes nobody an admin, so the role stays as it is; let it tell a list',
  );
  return undefined;
}

/**
 * Identifies a person by the ID token and the additions of the user information endpoint.
 *
 * @throws IntegrationError FORBIDDEN if their groups may not sign in
 */
export function accountOf(idToken: Claims, userinfo: Claims, settings: OidcSettings, log: PluginLogger): ExternalAccount {
  const claim = settings.groupClaim ?? DEFAULT_GROUP_CLAIM;
  const groups = groupsOf(idToken, claim) ?? groupsOf(userinfo, claim);
  requireGroup(groups, settings, log);
  const all: Claims = { ...userinfo, ...idToken };
  // an address and its verification belong together: both come from the same source
  const { email: address, email_verified: verified } = textOf(idToken['email']) ? idToken : userinfo;
  // some providers write all claims as texts
  const email = verified === true || verified === 'true' ? textOf(address) : undefined;
  if (email === undefined && textOf(address) !== undefined)
    log.info('the provider does not call the e-mail address of this person verified, so no account is linked by it', {
      email_verified: verified === undefined ? 'absent' : typeof verified,
    });
  const sub = String(all['sub']);
  const role = roleOf(groups, settings, log);
  return {
    subject: subjectOf(settings.issuer, sub),
    username: (textOf(all['preferred_username']) ?? textOf(all['name']) ?? email ?? sub).slice(0, 200),
    ...(email === undefined ? {} : { email, emailVerified: true }),
    isAdmin: role === 'admin',
    ...(role === undefined ? {} : { role }),
  };
}
