import { defineFeature } from '../../platform/composition/feature.js';
import type { PlatformServices } from '../../platform/composition/platform-services.js';
import type { AuditService } from '../audit/index.js';
import type { AuthService } from '../auth/index.js';
import type { SettingsService } from '../settings/index.js';
import type { UserService } from '../users/index.js';
import * as entities from './entities.js';
import type { Tx } from '../../platform/db/index.js';
import { createLoginTokenService, voidLinks, type LoginTokenService } from './login-token-service.js';
import { loginTokenRoutes } from './routes.js';

interface Needs extends PlatformServices {
  readonly audit: AuditService;
  readonly auth: AuthService;
  readonly settings: SettingsService;
  readonly users: UserService;
}

interface Gives {
  readonly loginTokens: LoginTokenService;
  readonly voidLinks: (tx: Tx, userId: string) => Promise<void>;
}

export const loginTokens = defineFeature<Needs, Gives>({
  name: 'login-tokens',
  entities,
  services: {
    loginTokens: (c) => createLoginTokenService(c),
    voidLinks:
      ({ now }) =>
      (tx, userId) =>
        voidLinks(tx, userId, now()),
  },
  whenRestored: async (run) => run('DELETE FROM login_tokens'),
  routes: ({ loginTokens, settings }) => loginTokenRoutes({ loginTokens, settings }),
  forget: async ({ loginTokens }) => void (await loginTokens.prune()),
});
