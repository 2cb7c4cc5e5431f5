import Type, { type Static } from 'typebox';
import { settingsSections, type Settings } from '../settings/index.js';
import { effectivePermissions, permissionChoices, quotaChoice } from './permissions.js';
import type { UserRow } from './entities.js';

const role = Type.Union([Type.Literal('admin'), Type.Literal('user')]);
const yesNoDefault = Type.Union([Type.Boolean(), Type.Null()]);
const { quotaLimit, quotaDays } = settingsSections.requests.properties;

/** The quota of one user; `null` follows the global setting. */
export const quotaSchema = Type.Union([Type.Object({ limit: quotaLimit, days: quotaDays }, { additionalProperties: false }), Type.Null()], {
  description:
    'How many requests in how many days. A limit of null means any number. Null for the whole quota means that the global setting applies.',
});

/** The signed-in user. */
export const meSchema = Type.Object(
  {
    id: Type.String(),
    username: Type.String(),
    displayName: Type.String(),
    role,
    hasPassword: Type.Boolean({ description: 'Whether they can sign in without another service.' }),
    permissions: Type.Object({ autoApprove: Type.Boolean(), interactiveSearch: Type.Boolean(), downloadAccess: Type.Boolean() }),
    locale: Type.Optional(Type.String()),
    createdAt: Type.String(),
  },
  { $id: 'Me' },
);
export type Me = Static<typeof meSchema>;

/** A user as admins see them. */
export const userSchema = Type.Object(
  {
    id: Type.String(),
    username: Type.String(),
    displayName: Type.String(),
    email: Type.Optional(Type.String({ description: 'Set by an admin.' })),
    role,
    state: Type.Union([Type.Literal('active'), Type.Literal('pending'), Type.Literal('rejected'), Type.Literal('disabled')]),
    permissions: Type.Object({ autoApprove: yesNoDefault, interactiveSearch: yesNoDefault, downloadAccess: yesNoDefault }),
    quota: quotaSchema,
    createdAt: Type.String(),
    lastSeenAt: Type.Optional(Type.String()),
  },
  { $id: 'User' },
);
export type User = Static<typeof userSchema>;

export function presentMe(user: UserRow, settings: Settings): Me {
  return {
    id: user.id,
    username: user.username,
    displayName: user.displayName,
    role: user.role,
    hasPassword: user.passwordHash !== null,
    permissions: effectivePermissions(user, settings),
    locale: user.locale ?? undefined,
    createdAt: user.createdAt,
  };
}

export function presentUser(user: UserRow & { lastSeenAt?: string | null }): User {
  return {
    id: user.id,
    username: user.username,
    displayName: user.displayName,
    email: user.email ?? undefined,
    role: user.role,
    state: user.state,
    permissions: permissionChoices(user),
    quota: quotaChoice(user),
    createdAt: user.createdAt,
    lastSeenAt: user.lastSeenAt ?? undefined,
  };
}
