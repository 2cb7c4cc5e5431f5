import { defineFeature } from '../../platform/composition/feature.js';
import type { PlatformServices } from '../../platform/composition/platform-services.js';
import type { AuditService } from '../audit/index.js';
import type { SettingsService } from '../settings/index.js';
import { apiDocsRoutes } from './api-docs-routes.js';
import { filesystemRoutes } from './filesystem-routes.js';
import { healthRoutes } from './health-routes.js';
import { metricsRoutes } from './metrics-routes.js';

interface Needs extends PlatformServices {
  readonly audit: AuditService;
  readonly settings: SettingsService;
}

export const system = defineFeature<Needs>({
  name: 'system',
  services: {},
  routes: (c) => [
    ...healthRoutes(c),
    ...metricsRoutes({
      database: c.database,
      settings: c.settings,
      dataDir: c.config.dataDir,
      unknownProxies: c.unknownProxies,
    }),
    ...filesystemRoutes({ dataDir: c.config.dataDir, database: c.database, audit: c.audit }),
    ...apiDocsRoutes({ routes: c.apiRoutes, version: c.version, basePath: c.config.basePath }),
  ],
});
