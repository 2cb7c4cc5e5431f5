import { defineEntity, flag, id, integer, key, nullable, text, time, type RowOf } from '../../platform/db/index.js';

export type UserRole = 'admin' | 'user';

/** Only `active` users may sign in; `pending` ones wait for an admin. */
export type UserState = 'active' | 'pending' | 'rejected' | 'disabled';

export const UserEntity = defineEntity('users', {
  id: key(id()),
  username: text(100),
  displayName: text(200),
  role: text<UserRole>(10),
  state: text<UserState>(10),
  passwordHash: nullable(text(100)),
  /** Lower case. Only an admin sets it, because an external account may be linked by it. */
  email: nullable(text(254)),
  /** For local accounts `local-<username>`. */
  libraryIdentity: text(200),
  // `null` in a permission means the global setting
  autoApprove: nullable(flag()),
  interactiveSearchAccess: nullable(flag()),
  downloadAccess: nullable(flag()),
  quotaLimit: nullable(integer()),
  quotaDays: nullable(integer()),
  locale: nullable(text(20)),
  /** Tokens issued before this are void. */
  sessionsInvalidatedAt: nullable(time()),
  createdAt: time(),
  updatedAt: time(),
  deletedAt: nullable(time()),
});

/** A row of `users`. */
export type UserRow = RowOf<typeof UserEntity>;
