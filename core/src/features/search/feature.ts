import { defineFeature } from '../../platform/composition/feature.js';
import type { PlatformServices } from '../../platform/composition/platform-services.js';
import type { PluginHost } from '../../plugin-host/index.js';
import type { AuditService } from '../audit/index.js';
import type { CatalogService } from '../catalog/index.js';
import type { RequestReader } from '../lifecycle/request-reader.js';
import type { RequestRemoval } from '../lifecycle/request-removal.js';
import type { RequestTransitions } from '../lifecycle/transitions.js';
import type { SettingsService } from '../settings/index.js';
import { blocklistRoutes } from './blocklist-routes.js';
import { createCandidateStore, type CandidateStore } from './candidate-store.js';
import * as entities from './entities.js';
import { feedJobs } from './feed-job.js';
import { forgetRequest, forgetSearches } from './forget-searches.js';
import { searchRoutes } from './routes.js';
import { searchJobs, type SearchDependencies } from './search-job.js';

interface Needs extends PlatformServices {
  readonly audit: AuditService;
  readonly host: PluginHost;
  readonly catalog: CatalogService;
  readonly settings: SettingsService;
  readonly requestReader: RequestReader;
  readonly requestRemoval: RequestRemoval;
  readonly transitions: RequestTransitions;
  readonly settler: SearchDependencies['settler'];
}

interface Gives {
  readonly candidates: CandidateStore;
}

export const search = defineFeature<Needs, Gives>({
  name: 'search',
  entities,
  services: { candidates: ({ database, secretBox }) => createCandidateStore(database, secretBox) },
  routes: ({ host, candidates, catalog, settings, events, now, timeScale, database, audit }) => [
    ...searchRoutes({ host, candidates, catalog, settings, events, now, timeScale }),
    ...blocklistRoutes({ database, audit, now }),
  ],
  jobs(c) {
    const { database, host, transitions, candidates, catalog, settings, events, now, timeScale, jobs } = c;
    const common = { database, host, transitions, candidates, catalog, settings, now };
    const { settler } = c;
    return [...searchJobs({ ...common, requests: c.requestReader, events, settler, timeScale }), ...feedJobs({ ...common, jobs })];
  },
  events: { 'search.updated': 'as published', 'preview.updated': 'as published' },
  listen: ({ requestRemoval }) => requestRemoval.onLeave(forgetRequest),
  forget: async (c) => ({ count: await forgetSearches(c) }),
});
