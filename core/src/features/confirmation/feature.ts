import { defineFeature } from '../../platform/composition/feature.js';
import type { PlatformServices } from '../../platform/composition/platform-services.js';
import type { PluginHost } from '../../plugin-host/index.js';
import type { AuditService } from '../audit/index.js';
import type { AuthService, ConfirmedSessions } from '../auth/index.js';
import type { SettingsService } from '../settings/index.js';
import type { UserService } from '../users/index.js';
import { createConfirmationService } from './confirmation-service.js';
import { confirmationRoutes } from './routes.js';

interface Needs extends PlatformServices {
  readonly audit: AuditService;
  readonly auth: AuthService;
  readonly confirmedSessions: ConfirmedSessions;
  readonly host: PluginHost;
  readonly settings: SettingsService;
  readonly users: UserService;
}

export const confirmation = defineFeature<Needs>({
  name: 'confirmation',
  services: {},
  routes: (c) => {
    const { host, settings, secretBox, rateLimiter, now } = c;
    return confirmationRoutes({ host, settings, secretBox, rateLimiter, now, confirmation: createConfirmationService(c) });
  },
});
