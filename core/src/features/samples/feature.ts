import { defineFeature } from '../../platform/composition/feature.js';
import type { PlatformServices } from '../../platform/composition/platform-services.js';
import type { PluginHost } from '../../plugin-host/index.js';
import type { CatalogService } from '../catalog/index.js';
import { catalogHosts, type IntegrationSettings } from '../covers/index.js';
import { sampleRoutes } from './routes.js';
import { createSampleService, type SampleService } from './sample-service.js';

interface Needs extends PlatformServices {
  readonly host: PluginHost;
  readonly catalog: CatalogService;
  readonly integrationStore: IntegrationSettings;
}

interface Gives {
  readonly samples: SampleService;
}

export const samples = defineFeature<Needs, Gives>({
  name: 'samples',
  services: {
    samples: (c) =>
      createSampleService({
        catalog: c.catalog,
        userAgent: c.userAgent,
        allowPrivateHosts: c.config.allowPrivateHosts,
        allowedHosts: catalogHosts(c),
        log: c.log,
        now: c.now,
      }),
  },
  routes: ({ samples }) => sampleRoutes({ samples }),
  listen(c) {
    // created now, so that it receives all events about integrations
    void c.samples;
    return () => undefined;
  },
});
