import { defineFeature } from '../../platform/composition/feature.js';
import type { PlatformServices } from '../../platform/composition/platform-services.js';
import type { PluginHost } from '../../plugin-host/index.js';
import type { AuditService } from '../audit/index.js';
import type { Annotate, CatalogService } from '../catalog/index.js';
import type { RequestReader } from '../lifecycle/request-reader.js';
import type { RequestTransitions } from '../lifecycle/transitions.js';
import type { RequestList, RequestService } from '../requests/index.js';
import type { CandidateStore } from '../search/index.js';
import type { SettingsService } from '../settings/index.js';
import * as entities from './entities.js';
import { createFoundReleaseStore, type FoundReleaseStore } from './found-release-store.js';
import { createReleaseRequesting } from './request-release.js';
import { releaseSearchRoutes } from './routes.js';
import { createReleaseSearch, RELEASE_SEARCH_UPDATED } from './search-releases.js';

interface Needs extends PlatformServices {
  readonly host: PluginHost;
  readonly audit: AuditService;
  readonly catalog: CatalogService;
  readonly annotate: Annotate;
  readonly candidates: CandidateStore;
  readonly requests: RequestService;
  readonly requestList: RequestList;
  readonly requestReader: RequestReader;
  readonly settings: SettingsService;
  readonly transitions: RequestTransitions;
}

interface Gives {
  readonly foundReleases: FoundReleaseStore;
}

export const releaseSearch = defineFeature<Needs, Gives>({
  name: 'release-search',
  entities,
  owned: { 'found release': { owner: 'SELECT id FROM found_releases WHERE id = ? AND user_id = ?' } },
  services: { foundReleases: (c) => createFoundReleaseStore(c) },
  routes: (c) => {
    const { host, catalog, candidates, settings, now, foundReleases: store } = c;
    return releaseSearchRoutes({
      search: createReleaseSearch({
        database: c.database,
        host,
        catalog,
        settings,
        store,
        audit: c.audit,
        events: c.events,
        now,
        timeScale: c.timeScale,
      }),
      request: createReleaseRequesting({
        host,
        catalog,
        candidates,
        settings,
        now,
        store,
        database: c.database,
        events: c.events,
        requests: c.requests,
        requestReader: c.requestReader,
        transitions: c.transitions,
      }),
      annotate: c.annotate,
      list: c.requestList,
    });
  },
  events: { [RELEASE_SEARCH_UPDATED]: 'as published' },
  forget: async ({ foundReleases }) => ({ count: await foundReleases.prune() }),
});
