import { defineFeature } from '../../platform/composition/feature.js';
import type { PlatformServices } from '../../platform/composition/platform-services.js';
import type { LibraryBin } from '../library-bin/index.js';
import type { LibraryService, RemovedItems } from '../library/index.js';
import type { RequestRemoval } from '../lifecycle/request-removal.js';
import type { RequestTransitions } from '../lifecycle/transitions.js';
import type { ReportService } from '../reports/index.js';
import type { CandidateStore } from '../search/index.js';
import type { SettingsService } from '../settings/index.js';
import * as entities from './entities.js';
import { replaceJob } from './replace-job.js';
import { createReplaceService, type ReplaceService } from './replace-service.js';
import { forgetReplacements } from './replacement-store.js';
import { replaceRoutes } from './routes.js';

interface Needs extends PlatformServices {
  readonly candidates: CandidateStore;
  readonly library: LibraryService;
  readonly libraryBin: LibraryBin;
  readonly removedItems: RemovedItems;
  readonly reports: ReportService;
  readonly requestRemoval: RequestRemoval;
  readonly settings: SettingsService;
  readonly transitions: RequestTransitions;
}

interface Gives {
  readonly replacing: ReplaceService;
}

export const replacing = defineFeature<Needs, Gives>({
  name: 'replacing',
  entities,
  services: {
    replacing: (c) =>
      createReplaceService({
        database: c.database,
        jobs: c.jobs,
        reports: c.reports,
        transitions: c.transitions,
        libraryBin: c.libraryBin,
        candidates: c.candidates,
        settings: c.settings,
        places: c.library.places,
        now: c.now,
      }),
  },
  routes: ({ replacing: service }) => replaceRoutes({ replacing: service }),
  jobs: ({ database, jobs, transitions, libraryBin, removedItems, reports, settings, now, timeScale }) => [
    replaceJob({ database, jobs, transitions, libraryBin, removedItems, reports, settings, now, timeScale }),
  ],
  listen: ({ requestRemoval, libraryBin }) =>
    requestRemoval.onLeave(async (tx, request) => {
      await forgetReplacements(tx, request);
      await libraryBin.unlist(tx, request.id);
    }),
  // a job that failed too often is given up; the copy that gives way is not
  begin: ({ replacing: service }) => service.resume(),
});
