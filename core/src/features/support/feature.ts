import { defineFeature } from '../../platform/composition/feature.js';
import type { PlatformServices } from '../../platform/composition/platform-services.js';
import type { PluginHost } from '../../plugin-host/index.js';
import type { AuditService } from '../audit/index.js';
import type { IntegrationService } from '../integrations/index.js';
import type { SettingsService } from '../settings/index.js';
import { supportRoutes } from './routes.js';
import { gatherSupportBundle } from './support-bundle.js';

interface Needs extends PlatformServices {
  readonly audit: AuditService;
  readonly host: PluginHost;
  readonly integrations: IntegrationService;
  readonly settings: SettingsService;
}

export const support = defineFeature<Needs>({
  name: 'support',
  services: {},
  routes: (c) => supportRoutes({ database: c.database, audit: c.audit, gather: () => gatherSupportBundle(c) }),
});
