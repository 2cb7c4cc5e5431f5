import { defineFeature } from '../../platform/composition/feature.js';
import type { PlatformServices } from '../../platform/composition/platform-services.js';
import type { AuditService } from '../audit/index.js';
import type { LiveConnections } from '../events/index.js';
import type { SettingsService } from '../settings/index.js';
import * as entities from './entities.js';
import { ownProfileRoutes } from './own-profile.js';
import { createPasswordHasher, type PasswordHasher } from './password-hasher.js';
import { userRoutes } from './routes.js';
import { createUserService, type UserService } from './user-service.js';

interface Needs extends PlatformServices {
  readonly audit: AuditService;
  readonly connections: LiveConnections;
  readonly settings: SettingsService;
}

interface Gives {
  readonly hasher: PasswordHasher;
  readonly users: UserService;
}

export const users = defineFeature<Needs, Gives>({
  name: 'users',
  entities,
  services: {
    hasher: { make: ({ passwordCost }) => createPasswordHasher({ cost: passwordCost }), stop: (made) => made.stop() },
    users: (c) => createUserService(c),
  },
  whenRestored: async (run, { restoredAt }) => run('UPDATE users SET sessions_invalidated_at = ?', [restoredAt]),
  routes: (c) => [...ownProfileRoutes(c), ...userRoutes({ users: c.users })],
});
