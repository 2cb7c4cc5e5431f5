import { IsNull, type EntityManager } from 'typeorm';
import { v7 as uuid } from 'uuid';
import type { Database, Sql, SqlValue, Tx } from '../../platform/db/index.js';
import { ApiError } from '../../platform/http/problem.js';
import { plainLabel } from '../../platform/text/plain-label.js';
import { byActor, type Actor, type AuditService } from '../audit/index.js';
import type { LiveConnections } from '../events/index.js';
import { UserEntity } from './entities.js';
import type { PasswordHasher } from './password-hasher.js';
import { quotaColumns, type PermissionChoices, type Quota } from './permissions.js';
import type { UserRole, UserRow } from './entities.js';
import { checkUsername, normalizeUsername } from './username.js';
import { refuseTooManyWaiting } from './waiting-accounts.js';
import { takeTurn } from '../settings/take-turn.js';
import { accountCount, isUsernameTaken } from './account-rows.js';
import { sentence } from '../../platform/words/index.js';

/** A local account to create. */
export interface NewUser {
  readonly username: string;
  readonly password: string;
  readonly displayName?: string;
  readonly email?: string | null;
  readonly role: UserRole;
}

/** Changes to a user by an admin or themselves; missing members stay unchanged. */
export interface UserPatch {
  readonly displayName?: string;
  /** The language they are addressed in; `null` for that of the browser. */
  readonly locale?: string | null;
  /** `null` removes it. */
  readonly email?: string | null;
  readonly role?: UserRole;
  readonly permissions?: Partial<PermissionChoices>;
  /** `null` for the global setting. */
  readonly quota?: Quota | null;
  readonly password?: string;
  /** Anything but `active` locks them out at once. */
  readonly state?: UserRow['state'];
}

/** Which users to list. */
export interface UserFilter {
  readonly page: number;
  readonly limit: number;
  /** Part of a username or display name. */
  readonly search?: string;
  readonly role?: UserRole;
  readonly state?: UserRow['state'];
}

/** Accounts. Deleted users are invisible to all methods. */
export interface UserService {
  get(id: string): Promise<UserRow | undefined>;
  /** @param username in upper or lower case */
  findByUsername(username: string): Promise<UserRow | undefined>;
  list(filter: UserFilter): Promise<{ items: (UserRow & { lastSeenAt: string | null })[]; total: number }>;
  /** @throws ApiError 409 `username_taken`, 422 `username_invalid`, 422 `password_invalid` */
  create(input: NewUser, actor: Actor, signal?: AbortSignal): Promise<UserRow>;
  /**
   * Creates an account that signs in only externally, in the caller's transaction. @throws ApiError 409
   * `username_taken`, 503 `too_many_waiting`
   */
  insertExternal(
    tx: Tx,
    input: { readonly username: string; readonly displayName: string; readonly state: 'active' | 'pending' },
    actor: Actor,
  ): Promise<UserRow>;
  /**
   * Creates a local account for a person who registers, in the caller's transaction; never an admin's.
   *
   * @throws ApiError 409 `username_taken`, 422 `username_invalid`, 503 `too_many_waiting`
   */
  insertRegistered(
    tx: Tx,
    input: {
      readonly username: string;
      readonly displayName?: string | undefined;
      readonly state: 'active' | 'pending';
      readonly passwordHash: string;
    },
    actor: Actor,
  ): Promise<UserRow>;
  /** Creates an admin only if there is none. @throws ApiError 403 `admin_exists`, and like {@link create} */
  createFirstAdmin(input: Omit<NewUser, 'role'>, address: string, signal?: AbortSignal): Promise<UserRow>;
  /** A new role or password ends the user's sessions. @throws ApiError 404, 409 `last_admin`, 422 `password_invalid` */
  update(id: string, patch: UserPatch, actor: Actor, signal?: AbortSignal): Promise<UserRow>;
  /** Keeps the row; ends the sessions. @throws ApiError 404, 409 `last_admin` */
  remove(id: string, actor: Actor): Promise<void>;
  /** Voids every token issued so far. @throws ApiError 404 */
  endSessions(id: string, actor: Actor): Promise<void>;
  hasAdmin(): Promise<boolean>;
  count(): Promise<number>;
}

export interface UserDeps {
  readonly database: Database;
  readonly audit: AuditService;
  readonly hasher: PasswordHasher;
  /** Live streams, which end with the sessions of their user. */
  readonly connections?: Pick<LiveConnections, 'endUser'>;
  readonly now: () => Date;
}

const LIVE = 'deleted_at IS NULL';

async function findLive(entities: EntityManager, id: string): Promise<UserRow> {
  const user = await entities.findOneBy(UserEntity, { id, deletedAt: IsNull() });
  if (!user) throw new ApiError('not_found', sentence('problem.no_user'));
  return user;
}

const ADMIN = `role = 'admin' AND state = 'active' AND ${LIVE}`;

async function isAdminLeft(sql: Sql, except = ''): Promise<boolean> {
  return (await sql.get(`SELECT id FROM users WHERE ${ADMIN} AND id <> ? LIMIT 1`, [except])) !== undefined;
}

/** Whether an admin remains who gets in without any other service. */
async function isAdminWithPasswordLeft(sql: Sql, except: string): Promise<boolean> {
  return (await sql.get(`SELECT id FROM users WHERE ${ADMIN} AND password_hash IS NOT NULL AND id <> ? LIMIT 1`, [except])) !== undefined;
}

/** Keeps `null` and `undefined`. */
function normalizeEmail(email: string | null | undefined): string | null | undefined {
  return email?.trim().toLowerCase() ?? email;
}

function usernameTaken(username: string): ApiError {
  const message = sentence('problem.username_taken', { username });
  return new ApiError('username_taken', message, { errors: [{ path: '/username', message }] });
}

function isUniqueViolation(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  return code === '23505' || /UNIQUE constraint failed/.test(message ?? '');
}

function filterSql(filter: UserFilter): { where: string; params: SqlValue[] } {
  const parts = [`u.${LIVE}`];
  const params: SqlValue[] = [];
  if (filter.role !== undefined) {
    parts.push('u.role = ?');
    params.push(filter.role);
  }
  if (filter.state !== undefined) {
    parts.push('u.state = ?');
    params.push(filter.state);
  }
  if (filter.search !== undefined && filter.search.trim() !== '') {
    parts.push('(u.username LIKE ? OR LOWER(u.display_name) LIKE ?)');
    const pattern = `%${normalizeUsername(filter.search)}%`;
    params.push(pattern, pattern);
  }
  return { where: parts.join(' AND '), params };
}

function time({ now }: UserDeps): string {
  return now().toISOString();
}

/** Sessions older than a moment become void; this includes one opened within the same millisecond. */
function justAfterNow({ now }: UserDeps): string {
  return new Date(now().getTime() + 1).toISOString();
}

/** Makes transactions that count admins take turns; on PostgreSQL two of them would not see each other. */
async function lockAdmins({ now }: UserDeps, tx: Tx): Promise<void> {
  await takeTurn(tx, 'admins', now());
}

async function insert(
  deps: UserDeps,
  tx: Tx,
  input: Omit<NewUser, 'password' | 'displayName'> & { readonly displayName?: string | undefined; readonly state?: UserRow['state'] },
  passwordHash: string | null,
  actor: Actor,
): Promise<UserRow> {
  const { now, audit } = deps;
  const username = checkUsername(input.username);
  if (input.state === 'pending') await refuseTooManyWaiting(tx, now());
  if (await isUsernameTaken(tx, username)) throw usernameTaken(username);
  const user: UserRow = {
    id: uuid(),
    username,
    displayName: plainLabel(input.displayName ?? '') || input.username.trim(),
    role: input.role,
    state: input.state ?? 'active',
    passwordHash,
    email: normalizeEmail(input.email) ?? null,
    libraryIdentity: `local-${username}`,
    autoApprove: null,
    interactiveSearchAccess: null,
    downloadAccess: null,
    quotaLimit: null,
    quotaDays: null,
    locale: null,
    sessionsInvalidatedAt: null,
    createdAt: time(deps),
    updatedAt: time(deps),
    deletedAt: null,
  };
  await tx.insert(UserEntity, user).catch((error: unknown) => {
    // another transaction took the name between the check and the insert
    throw isUniqueViolation(error) ? usernameTaken(username) : error;
  });
  await audit.record(tx, {
    ...byActor(actor),
    action: 'user.created',
    targetType: 'user',
    targetId: user.id,
    detail: { username, role: user.role },
  });
  return user;
}

async function set(deps: UserDeps, tx: Tx, id: string, change: Partial<UserRow>): Promise<void> {
  await tx.entities.update(UserEntity, { id }, { ...change, updatedAt: time(deps) });
}

async function keepAnAdmin(tx: Tx, user: UserRow): Promise<void> {
  if (user.role !== 'admin') return;
  if (!(await isAdminLeft(tx, user.id))) throw new ApiError('last_admin', sentence('problem.last_admin'));
  if (user.passwordHash === null || (await isAdminWithPasswordLeft(tx, user.id))) return;
  const message = sentence('problem.last_admin_with_password');
  throw new ApiError('last_admin', message);
}

async function updateUser(deps: UserDeps, id: string, patch: UserPatch, actor: Actor, signal?: AbortSignal): Promise<UserRow> {
  const { hasher, database, audit, connections } = deps;
  const passwordHash = patch.password === undefined ? undefined : await hasher.hash(patch.password, signal);
  const updated = await database.transaction(async (tx) => {
    await lockAdmins(deps, tx);
    const user = await findLive(tx.entities, id);
    const roleChanges = patch.role !== undefined && patch.role !== user.role;
    const isShutOut = patch.state !== undefined && patch.state !== 'active' && user.state === 'active';
    if ((roleChanges && patch.role !== 'admin') || isShutOut) await keepAnAdmin(tx, user);
    const { autoApprove, interactiveSearch, downloadAccess } = patch.permissions ?? {};
    await set(deps, tx, id, {
      displayName: plainLabel(patch.displayName ?? '') || undefined,
      locale: patch.locale,
      email: normalizeEmail(patch.email),
      role: patch.role,
      autoApprove,
      interactiveSearchAccess: interactiveSearch,
      downloadAccess,
      ...(patch.quota === undefined ? {} : quotaColumns(patch.quota)),
      state: patch.state,
      passwordHash,
      sessionsInvalidatedAt: roleChanges || isShutOut || passwordHash !== undefined ? justAfterNow(deps) : undefined,
    });
    const { password, ...detail } = patch;
    await audit.record(tx, {
      ...byActor(actor),
      action: 'user.updated',
      targetType: 'user',
      targetId: id,
      detail: { username: user.username, ...detail, ...(password === undefined ? {} : { passwordChanged: true }) },
    });
    return findLive(tx.entities, id);
  });
  // a stream's content depends on role and permissions; a stream that is still allowed reconnects
  connections?.endUser(id);
  return updated;
}

export function createUserService(deps: UserDeps): UserService {
  const { database, audit, hasher, connections } = deps;
  return {
    get: async (id) => (await database.entities.findOneBy(UserEntity, { id, deletedAt: IsNull() })) ?? undefined,
    findByUsername: async (username) =>
      (await database.entities.findOneBy(UserEntity, { username: normalizeUsername(username), deletedAt: IsNull() })) ?? undefined,
    async list(filter) {
      const { where, params } = filterSql(filter);
      const items = await database.read.all<UserRow & { lastSeenAt: string | null }>(
        `SELECT u.*, (SELECT MAX(s.created_at) FROM refresh_sessions s WHERE s.user_id = u.id) AS last_seen_at
           FROM users u WHERE ${where} ORDER BY u.username LIMIT ? OFFSET ?`,
        [...params, filter.limit, (filter.page - 1) * filter.limit],
      );
      const count = await database.read.get<{ total: number }>(`SELECT COUNT(*) AS total FROM users u WHERE ${where}`, params);
      return { items, total: Number(count?.total ?? 0) };
    },
    async create(input, actor, signal) {
      checkUsername(input.username);
      const passwordHash = await hasher.hash(input.password, signal);
      return database.transaction((tx) => insert(deps, tx, input, passwordHash, actor));
    },
    insertExternal: (tx, input, actor) => insert(deps, tx, { ...input, role: 'user' }, null, actor),
    insertRegistered: (tx, { passwordHash, ...input }, actor) => insert(deps, tx, { ...input, role: 'user' }, passwordHash, actor),
    async createFirstAdmin(input, address, signal) {
      const username = checkUsername(input.username);
      const passwordHash = await hasher.hash(input.password, signal);
      return database.transaction(async (tx) => {
        await lockAdmins(deps, tx);
        if (await isAdminLeft(tx)) throw new ApiError('admin_exists', sentence('problem.admin_exists'));
        return insert(deps, tx, { ...input, role: 'admin' }, passwordHash, { name: username, address });
      });
    },
    update: (id, patch, actor, signal) => updateUser(deps, id, patch, actor, signal),
    async remove(id, actor) {
      await database.transaction(async (tx) => {
        await lockAdmins(deps, tx);
        const user = await findLive(tx.entities, id);
        await keepAnAdmin(tx, user);
        await set(deps, tx, id, { deletedAt: time(deps), sessionsInvalidatedAt: justAfterNow(deps) });
        await audit.record(tx, {
          ...byActor(actor),
          action: 'user.deleted',
          targetType: 'user',
          targetId: id,
          detail: { username: user.username },
        });
      });
      connections?.endUser(id);
    },
    async endSessions(id, actor) {
      await database.transaction(async (tx) => {
        const user = await findLive(tx.entities, id);
        await set(deps, tx, id, { sessionsInvalidatedAt: justAfterNow(deps) });
        await audit.record(tx, {
          ...byActor(actor),
          action: 'user.sessions_ended',
          targetType: 'user',
          targetId: id,
          detail: { username: user.username },
        });
      });
      connections?.endUser(id);
    },
    hasAdmin: () => isAdminLeft(database.read),
    count: () => accountCount(database.read),
  };
}
