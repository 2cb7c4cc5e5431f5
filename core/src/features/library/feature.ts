import { defineFeature } from '../../platform/composition/feature.js';
import type { PlatformServices } from '../../platform/composition/platform-services.js';
import type { PluginHost } from '../../plugin-host/index.js';
import type { AuditService } from '../audit/index.js';
import type { CatalogService } from '../catalog/index.js';
import type { RequestTransitions } from '../lifecycle/transitions.js';
import * as entities from './entities.js';
import { createItemAddresses, type ItemAddresses } from './item-addresses.js';
import { libraryJobs } from './library-jobs.js';
import { createLibraryService, type LibraryService } from './library-service.js';
import { likelyMatchJob } from './likely-match-job.js';
import { likelyMatchRoutes } from './likely-match-routes.js';
import { createLikelyMatchService, type LikelyMatchService } from './likely-match-service.js';
import { createRemovedItems, type RemovedItems } from './removed-items.js';
import { libraryRoutes } from './routes.js';
import type { AvailabilitySettler } from './availability.js';
import { createLibraryScanner, type LibraryScanner } from './scan.js';

interface Needs extends PlatformServices {
  readonly audit: AuditService;
  readonly catalog: CatalogService;
  readonly host: PluginHost;
  readonly transitions: RequestTransitions;
}

interface Gives {
  readonly scanner: LibraryScanner;
  readonly itemAddresses: ItemAddresses;
  readonly library: LibraryService;
  readonly settler: AvailabilitySettler;
  readonly likelyMatches: LikelyMatchService;
  readonly removedItems: RemovedItems;
}

export const library = defineFeature<Needs, Gives>({
  name: 'library',
  entities,
  services: {
    scanner: (c) => createLibraryScanner(c),
    itemAddresses: (c) => createItemAddresses(c),
    library: (c) => createLibraryService(c),
    settler: ({ scanner }) => scanner.settler,
    likelyMatches: (c) => createLikelyMatchService(c),
    removedItems: (c) => createRemovedItems(c),
  },
  routes: ({ library, likelyMatches }) => [...likelyMatchRoutes({ likelyMatches }), ...libraryRoutes({ library })],
  jobs: (c) => [
    likelyMatchJob(c),
    ...libraryJobs({
      database: c.database,
      host: c.host,
      transitions: c.transitions,
      jobs: c.jobs,
      events: c.events,
      log: c.log,
      now: c.now,
      timeScale: c.timeScale,
      scanner: c.scanner,
    }),
  ],
  events: { 'library.updated': 'as published' },
});
