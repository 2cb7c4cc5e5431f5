import { defineFeature } from '../../platform/composition/feature.js';
import type { PlatformServices } from '../../platform/composition/platform-services.js';
import type { PluginHost } from '../../plugin-host/index.js';
import type { AuditService } from '../audit/index.js';
import type { AuthService, ExternalProvider, RefreshSessions } from '../auth/index.js';
import type { LiveConnections } from '../events/index.js';
import type { NotificationService } from '../notifications/index.js';
import type { SettingsService } from '../settings/index.js';
import type { UserService } from '../users/index.js';
import * as entities from './entities.js';
import { createIdentityService, type IdentityService } from './identity-service.js';
import { linkRoutes } from './link-routes.js';
import { createOwnIdentities } from './own-identities.js';
import { signInProviders } from './provider-list.js';
import { externalSignInRoutes } from './routes.js';

interface Needs extends PlatformServices {
  readonly audit: AuditService;
  readonly auth: AuthService;
  readonly connections: LiveConnections;
  readonly host: PluginHost;
  readonly notifications: NotificationService;
  readonly sessions: RefreshSessions;
  readonly settings: SettingsService;
  readonly users: UserService;
}

interface Gives {
  readonly identities: IdentityService;
  readonly externalProviders: () => Promise<readonly ExternalProvider[]>;
}

export const externalSignIn = defineFeature<Needs, Gives>({
  name: 'external-sign-in',
  entities,
  owned: { identity: { owner: 'SELECT id FROM user_identities WHERE id = ? AND user_id = ?' } },
  services: {
    identities: (c) => createIdentityService(c),
    externalProviders: (c) => () => signInProviders(c),
  },
  routes: (c) => [
    ...externalSignInRoutes(c),
    ...linkRoutes({
      ownIdentities: createOwnIdentities(c),
      auth: c.auth,
      rateLimiter: c.rateLimiter,
      host: c.host,
      settings: c.settings,
      secretBox: c.secretBox,
      now: c.now,
    }),
  ],
});
