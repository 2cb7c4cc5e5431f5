import { defineFeature } from '../../platform/composition/feature.js';
import type { PlatformServices } from '../../platform/composition/platform-services.js';
import type { PluginHost } from '../../plugin-host/index.js';
import type { CatalogService } from '../catalog/index.js';
import { catalogHosts, type IntegrationSettings } from './catalog-hosts.js';
import { createCoverService, type CoverDeps, type CoverService } from './cover-service.js';
import { coverRoutes } from './routes.js';

interface Needs extends PlatformServices {
  readonly host: PluginHost;
  readonly catalog: CatalogService;
  readonly library: CoverDeps['library'];
  readonly integrationStore: IntegrationSettings;
}

interface Gives {
  readonly covers: CoverService;
}

export const covers = defineFeature<Needs, Gives>({
  name: 'covers',
  services: {
    covers: {
      make: (c) =>
        createCoverService({
          catalog: c.catalog,
          library: { itemWithCover: (asin) => c.library.itemWithCover(asin) },
          host: c.host,
          dataDir: c.config.dataDir,
          userAgent: c.userAgent,
          allowPrivateHosts: c.config.allowPrivateHosts,
          allowedHosts: catalogHosts(c),
          log: c.log,
          now: c.now,
        }),
      stop: (covers) => covers.stop(),
    },
  },
  routes: ({ covers }) => coverRoutes({ covers }),
  listen(c) {
    // created now, so that it receives all events about integrations
    void c.covers;
    return () => undefined;
  },
});
