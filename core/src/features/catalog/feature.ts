import { defineFeature } from '../../platform/composition/feature.js';
import type { PlatformServices } from '../../platform/composition/platform-services.js';
import type { PluginHost } from '../../plugin-host/index.js';
import type { AuditService } from '../audit/index.js';
import type { SettingsService } from '../settings/index.js';
import { authorAndSeriesRoutes } from './author-and-series-routes.js';
import { createAnnotate, type Annotate, type AvailabilityOf } from './annotate.js';
import { catalogJobs, watchCatalog } from './catalog-jobs.js';
import { createCatalogService, type CatalogService } from './catalog-service.js';
import * as entities from './entities.js';
import { catalogRoutes } from './routes.js';
import { createWorkEditor, type WorkEditor } from './work-editor.js';
import { workRoutes } from './work-routes.js';

/** Type of the live event of ASINs that belong together otherwise than before. */
const WORKS_UPDATED = 'works.updated';

interface Needs extends PlatformServices {
  readonly audit: AuditService;
  readonly host: PluginHost;
  readonly settings: SettingsService;
  readonly library: { readonly availabilityOf: AvailabilityOf };
  readonly homeSections: { shownCategories(): Promise<readonly string[]> };
}

interface Gives {
  readonly catalog: CatalogService;
  readonly annotate: Annotate;
  readonly workEditor: WorkEditor;
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
    workEditor: (c) =>
      createWorkEditor({
        database: c.database,
        cached: (asins) => c.catalog.cached(asins),
        audit: c.audit,
        onChange: (asins) => c.events.publish({ type: WORKS_UPDATED, data: { asins }, audience: 'everyone' }),
        now: c.now,
      }),
  },
  routes: ({ catalog, annotate, workEditor }) => [
    ...catalogRoutes({ catalog, annotate }),
    ...authorAndSeriesRoutes({ catalog, annotate }),
    ...workRoutes({ workEditor }),
  ],
  events: { [WORKS_UPDATED]: 'as published' },
  jobs: ({ catalog }) => catalogJobs({ catalog }),
  listen: (c) => watchCatalog(c),
});
