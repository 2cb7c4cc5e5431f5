import type { RowOf } from '../../platform/db/index.js';
import type { UserEntity } from './entities.js';

export type UserRole = 'admin' | 'user';

/** Only `active` users may sign in; `pending` ones wait for an admin. */
export type UserState = 'active' | 'pending' | 'rejected' | 'disabled';

/** A row of `users`. */
export type UserRow = RowOf<typeof UserEntity>;
