import { defineFeature } from '../../platform/composition/feature.js';
import type { PlatformServices } from '../../platform/composition/platform-services.js';
import type { AuditService } from '../audit/index.js';
import type { CatalogService } from '../catalog/index.js';
import type { LibraryService } from '../library/index.js';
import * as entities from './entities.js';
import { gapJob } from './gap-job.js';
import { gapRoutes } from './gap-routes.js';
import { createSeriesGapService, type SeriesGapService } from './gap-service.js';

interface Needs extends PlatformServices {
  readonly audit: AuditService;
  readonly catalog: CatalogService;
  readonly library: LibraryService;
}

interface Gives {
  readonly seriesGaps: SeriesGapService;
}

export const seriesGaps = defineFeature<Needs, Gives>({
  name: 'series-gaps',
  entities,
  services: { seriesGaps: (c) => createSeriesGapService(c) },
  routes: ({ seriesGaps }) => gapRoutes({ seriesGaps }),
  forget: async ({ seriesGaps }) => ({ count: await seriesGaps.forget() }),
  jobs: (c) => [
    gapJob({
      database: c.database,
      catalog: c.catalog,
      availabilityOf: c.library.availabilityOf.bind(c.library),
      now: c.now,
      timeScale: c.timeScale,
    }),
  ],
});
