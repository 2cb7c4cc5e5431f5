import { randomUUID } from 'node:crypto';
import type { SimulatorRequest, SimulatorResponse } from '../simulator.js';
import { stableId } from './item-forms.js';

/** An account of the simulated server. */
export interface SimulatedUser {
  readonly username: string;
  readonly password: string;
  readonly email?: string;
  /** Default `user`. */
  readonly type?: 'root' | 'admin' | 'user' | 'guest';
  readonly isActive?: boolean;
  /** An API key that acts as this account. */
  readonly apiKey?: string;
  readonly permissions?: { readonly update?: boolean; readonly delete?: boolean; readonly accessAllLibraries?: boolean };
  readonly librariesAccessible?: readonly string[];
  /** As the server lists it, in any order. */
  readonly mediaProgress?: readonly object[];
}

/** Accounts, their tokens and the limit on sign-ins. */
export interface Accounts {
  /** Whom the request's bearer token speaks for. */
  identify(request: SimulatorRequest): SimulatedUser | undefined;
  signIn(request: SimulatorRequest): SimulatorResponse;
  /** Answers a sign-in at a provider; `undefined` for an account that may not sign in. */
  openSession(username: string): SimulatorResponse | undefined;
  signOut(request: SimulatorRequest): SimulatorResponse;
  /** Returns an account as `/api/me` and the sign-in show it. */
  formOf(user: SimulatedUser): Record<string, unknown>;
  /** The account with an id. */
  find(id: string): SimulatedUser | undefined;
  /** Sessions that were opened and not closed. */
  openSessions(): number;
}

const UNAUTHORISED: SimulatorResponse = { status: 401, body: 'Unauthorized' };

export function isAdmin({ type }: SimulatedUser): boolean {
  return type === 'root' || type === 'admin';
}

export function mayAccess(user: SimulatedUser, libraryId: string): boolean {
  return isAdmin(user) || user.permissions?.accessAllLibraries !== false || (user.librariesAccessible ?? []).includes(libraryId);
}

export function permissionOf(user: SimulatedUser, name: 'update' | 'delete'): boolean {
  // only the first account may delete unless somebody allows it
  return user.permissions?.[name] ?? (name === 'delete' ? user.type === 'root' : isAdmin(user));
}

/** The id of an account, the same in every simulator. */
export function simulatedUserId(username: string): string {
  return stableId(`user:${username.toLowerCase()}`);
}

function userForm(user: SimulatedUser): Record<string, unknown> {
  return {
    id: simulatedUserId(user.username),
    username: user.username,
    email: user.email ?? null,
    type: user.type ?? 'user',
    isActive: user.isActive !== false,
    isLocked: false,
    mediaProgress: user.mediaProgress ?? [],
    bookmarks: [],
    permissions: {
      download: true,
      update: permissionOf(user, 'update'),
      delete: permissionOf(user, 'delete'),
      upload: isAdmin(user),
      accessAllLibraries: user.permissions?.accessAllLibraries !== false,
      accessAllTags: true,
      accessExplicitContent: true,
      selectedTagsNotAccessible: false,
    },
    librariesAccessible: user.librariesAccessible ?? [],
    hasOpenIDLink: false,
  };
}

/** A token of the kind from before API keys; sign-ins still return it. */
function oldTokenOf({ username }: SimulatedUser): string {
  return `old-${stableId(`token:${username}`)}`;
}

export function createAccounts(users: readonly SimulatedUser[], signInLimit: number): Accounts {
  const access = new Map<string, SimulatedUser>();
  const refresh = new Set<string>();
  const attempts = new Map<string, number>();
  /** Accounts that were last asked for with a token of the old kind, which never ends. API keys leave that as it is. */
  const old = new Set<SimulatedUser>();

  const formOf = (user: SimulatedUser): Record<string, unknown> => ({ ...userForm(user), ...(old.has(user) ? { isOldToken: true } : {}) });

  return {
    formOf,
    find: (id) => users.find((user) => userForm(user)['id'] === id),

    identify(request) {
      const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? request.query.get('token') ?? undefined;
      if (token === undefined) return undefined;
      const inSession = access.get(token);
      const byOldToken = users.find((user) => oldTokenOf(user) === token);
      const user = users.find(({ apiKey }) => apiKey === token) ?? inSession ?? byOldToken;
      if (user?.isActive === false) return undefined;
      if (inSession) old.delete(inSession);
      if (byOldToken) old.add(byOldToken);
      return user;
    },

    signIn(request): SimulatorResponse {
      const forwarded = request.headers['x-forwarded-for'];
      const address = String(forwarded ?? 'direct').split(',')[0] ?? 'direct';
      const count = (attempts.get(address) ?? 0) + 1;
      attempts.set(address, count);
      if (count > signInLimit) {
        return { status: 429, headers: { 'retry-after': '599' }, body: { error: 'Too many authentication requests' } };
      }
      const { username, password } = readCredentials(request);
      const user = users.find((candidate) => candidate.username.toLowerCase() === username?.trim().toLowerCase());
      if (user === undefined || user.password !== password || user.isActive === false) return UNAUTHORISED;
      const tokens = { accessToken: `access-${randomUUID()}`, refreshToken: `refresh-${randomUUID()}` };
      access.set(tokens.accessToken, user);
      refresh.add(tokens.refreshToken);
      const isReturned = request.headers['x-return-tokens'] === 'true';
      return {
        headers: {
          'set-cookie': [
            'connect.sid=session; Path=/; HttpOnly',
            ...(isReturned ? [] : [`refresh_token=${tokens.refreshToken}; Path=/; HttpOnly`]),
          ],
        },
        body: {
          user: {
            ...formOf(user),
            token: oldTokenOf(user),
            accessToken: tokens.accessToken,
            refreshToken: isReturned ? tokens.refreshToken : null,
          },
          userDefaultLibraryId: null,
        },
      };
    },

    openSession(username) {
      const user = users.find((candidate) => candidate.username === username && candidate.isActive !== false);
      if (!user) return undefined;
      const tokens = { accessToken: `access-${randomUUID()}`, refreshToken: `refresh-${randomUUID()}` };
      access.set(tokens.accessToken, user);
      refresh.add(tokens.refreshToken);
      return { body: { user: { ...formOf(user), token: oldTokenOf(user), hasOpenIDLink: true, ...tokens }, userDefaultLibraryId: null } };
    },

    signOut(request) {
      refresh.delete(String(request.headers['x-refresh-token']));
      return { body: { redirect_url: null } };
    },

    openSessions: () => refresh.size,
  };
}

function readCredentials(request: SimulatorRequest): { username?: string; password?: string } {
  try {
    return JSON.parse(request.body.toString()) as { username?: string; password?: string };
  } catch {
    return {};
  }
}
