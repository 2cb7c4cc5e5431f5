export type UserRole = 'admin' | 'user';

/** Only `active` users may sign in; `pending` ones wait for an admin. */
export type UserState = 'active' | 'pending' | 'rejected' | 'disabled';

/** A boolean column: SQLite answers 0 and 1; `null` means as the global setting. */
export type StoredFlag = boolean | 0 | 1 | null;

/** A row of `users`. */
export interface UserRow {
  id: string;
  username: string;
  displayName: string;
  role: UserRole;
  state: UserState;
  passwordHash: string | null;
  /** For local accounts `local-<username>`. */
  libraryIdentity: string;
  autoApprove: StoredFlag;
  interactiveSearchAccess: StoredFlag;
  downloadAccess: StoredFlag;
  quotaLimit: number | null;
  quotaDays: number | null;
  locale: string | null;
  /** Tokens issued before it are void. */
  sessionsInvalidatedAt: string | null;
  createdAt: string;
  updatedAt: string;
  deletedAt: string | null;
}
