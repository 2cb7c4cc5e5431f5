import { defineFeature } from '../../platform/composition/feature.js';
import type { PlatformServices } from '../../platform/composition/platform-services.js';
import type { Tx } from '../../platform/db/index.js';
import type { Caller, TokenRefusal } from '../../platform/http/route.js';
import type { AuditService } from '../audit/index.js';
import type { LiveConnections } from '../events/index.js';
import type { SettingsService } from '../settings/index.js';
import type { PasswordHasher, UserService } from '../users/index.js';
import { createAccessTokens, type AccessTokens } from './access-tokens.js';
import { createAuthService, type AuthService, type ExternalProvider } from './auth-service.js';
import { createAuthenticator, type Authenticate } from './authenticator.js';
import { createConfirmedSessions, type ConfirmedSessions } from './confirmed-sessions.js';
import * as entities from './entities.js';
import { authJobs } from './jobs.js';
import { ownSessionRoutes } from './own-sessions.js';
import { createRefreshSessions, type RefreshSessions } from './refresh-sessions.js';
import { authRoutes } from './routes.js';
import { createEndedSessions, createSessionCheck } from './session-check.js';

interface Needs extends PlatformServices {
  readonly audit: AuditService;
  readonly connections: LiveConnections;
  readonly settings: SettingsService;
  readonly hasher: PasswordHasher;
  readonly users: UserService;
  readonly voidLinks: (tx: Tx, userId: string) => Promise<void>;
  readonly apiTokenReader: (token: string) => Promise<Caller | TokenRefusal>;
  /** The currently configured ways to sign in besides the local one. */
  readonly externalProviders: () => Promise<readonly ExternalProvider[]>;
}

interface Gives {
  readonly accessTokens: AccessTokens;
  readonly sessions: RefreshSessions;
  readonly sessionCheck: (caller: Caller) => Promise<boolean>;
  readonly endedSessions: (ids: readonly string[]) => Promise<ReadonlySet<string>>;
  readonly confirmedSessions: ConfirmedSessions;
  readonly auth: AuthService;
  readonly authenticate: Authenticate;
}

export const auth = defineFeature<Needs, Gives>({
  name: 'auth',
  entities,
  owned: { session: { owner: 'SELECT id FROM refresh_sessions WHERE family_id = ? AND user_id = ? LIMIT 1' } },
  services: {
    accessTokens: ({ keys, now }) => createAccessTokens({ key: keys.jwtKey, now }),
    sessions: (c) => createRefreshSessions(c),
    sessionCheck: ({ database, now }) => createSessionCheck(database, now),
    endedSessions: ({ database }) => createEndedSessions(database),
    confirmedSessions: ({ database, now }) => createConfirmedSessions({ database, now, elapsedMs: () => performance.now() }),
    auth: (c) => createAuthService(c),
    authenticate: ({ database, accessTokens, settings, apiTokenReader }) =>
      createAuthenticator({ database, accessTokens, settings, apiToken: apiTokenReader }),
  },
  routes: (c) => [
    ...authRoutes({
      auth: c.auth,
      externalProviders: c.externalProviders,
      registrationOpen: async () => (await c.settings.get()).signIn.registration !== 'closed',
    }),
    ...ownSessionRoutes(c),
  ],
  jobs: ({ sessions }) => authJobs({ sessions }),
  // Lectern's own backups contain none
  whenRestored: async (run) => run('DELETE FROM refresh_sessions'),
});
