import { defineFeature } from '../../platform/composition/feature.js';
import type { PlatformServices } from '../../platform/composition/platform-services.js';
import type { AuthService } from '../auth/index.js';
import type { NotificationService } from '../notifications/index.js';
import type { SettingsService } from '../settings/index.js';
import type { PasswordHasher, UserService } from '../users/index.js';
import { createRegistrationService } from './registration-service.js';
import { registrationRoutes } from './routes.js';

interface Needs extends PlatformServices {
  readonly auth: AuthService;
  readonly hasher: PasswordHasher;
  readonly notifications: NotificationService;
  readonly settings: SettingsService;
  readonly users: UserService;
}

export const registration = defineFeature<Needs>({
  name: 'registration',
  services: {},
  routes: (c) => registrationRoutes({ registration: createRegistrationService(c) }),
});
