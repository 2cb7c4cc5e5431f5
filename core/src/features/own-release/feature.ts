import { defineFeature } from '../../platform/composition/feature.js';
import type { PlatformServices } from '../../platform/composition/platform-services.js';
import type { PluginHost } from '../../plugin-host/index.js';
import type { CatalogService } from '../catalog/index.js';
import type { RequestReader } from '../lifecycle/request-reader.js';
import type { RequestTransitions } from '../lifecycle/transitions.js';
import type { CandidateStore } from '../search/index.js';
import type { SettingsService } from '../settings/index.js';
import { createReleaseBringing } from './bring-release.js';
import * as entities from './entities.js';
import { createOwnReleaseStore, type OwnReleaseStore } from './own-release-store.js';
import { ownReleaseRoutes } from './routes.js';
import { withOwnReleases } from './with-own-releases.js';

interface Needs extends PlatformServices {
  readonly host: PluginHost;
  readonly catalog: CatalogService;
  readonly candidates: CandidateStore;
  readonly requestReader: RequestReader;
  readonly settings: SettingsService;
  readonly transitions: RequestTransitions;
}

interface Gives {
  readonly ownReleases: OwnReleaseStore;
}

export const ownRelease = defineFeature<Needs, Gives>({
  name: 'own-release',
  entities,
  services: { ownReleases: ({ database, secretBox }) => createOwnReleaseStore(database, secretBox) },
  wraps: { host: (host, c) => withOwnReleases(host, () => c.ownReleases) },
  routes({ database, events, host, catalog, candidates, settings, now, transitions, requestReader: requests, ownReleases: store }) {
    const deps = { database, events, host, catalog, candidates, settings, now, transitions, requests, store };
    return ownReleaseRoutes(createReleaseBringing(deps));
  },
});
