import { defineFeature } from '../../platform/composition/feature.js';
import type { PlatformServices } from '../../platform/composition/platform-services.js';
import type { PluginHost } from '../../plugin-host/index.js';
import type { SettingsService } from '../settings/index.js';
import { authorAndSeriesRoutes } from './author-and-series-routes.js';
import { createAnnotate, type Annotate, type AvailabilityOf } from './annotate.js';
import { catalogJobs, watchCatalog } from './catalog-jobs.js';
import { createCatalogService, type CatalogService } from './catalog-service.js';
import * as entities from './entities.js';
import { catalogRoutes } from './routes.js';

interface Needs extends PlatformServices {
  readonly host: PluginHost;
  readonly settings: SettingsService;
  readonly library: { readonly availabilityOf: AvailabilityOf };
  readonly homeSections: { shownCategories(): Promise<readonly string[]> };
}

interface Gives {
  readonly catalog: CatalogService;
  readonly annotate: Annotate;
}

export const catalog = defineFeature<Needs, Gives>({
  name: 'catalog',
  entities,
  services: {
    catalog: {
      make: (c) =>
        createCatalogService({
          database: c.database,
          host: c.host,
          settings: c.settings,
          shownCategories: () => c.homeSections.shownCategories(),
          log: c.log,
          now: c.now,
        }),
      stop: (made) => made.idle(),
    },
    annotate: (c) => createAnnotate({ database: c.database, availabilityOf: (asins, format) => c.library.availabilityOf(asins, format) }),
  },
  routes: ({ catalog, annotate }) => [...catalogRoutes({ catalog, annotate }), ...authorAndSeriesRoutes({ catalog, annotate })],
  jobs: ({ catalog }) => catalogJobs({ catalog }),
  listen: (c) => watchCatalog(c),
});
