import { defineFeature } from '../../platform/composition/feature.js';
import type { PlatformServices } from '../../platform/composition/platform-services.js';
import type { PluginHost } from '../../plugin-host/index.js';
import type { CatalogService } from '../catalog/index.js';
import type { HomeSections } from '../home/index.js';
import type { LibraryService } from '../library/index.js';
import type { RequestService } from '../requests/index.js';
import type { SettingsService } from '../settings/index.js';
import { activeCaller, type UserService } from '../users/index.js';
import * as entities from './entities.js';
import { createListeningService, type ListeningService } from './listening-service.js';
import { listeningJob } from './read-listening.js';
import { listeningRoutes } from './routes.js';

/** Type of the live event of somebody's listening that was read or switched. */
const LISTENING_UPDATED = 'listening.updated';

interface Needs extends PlatformServices {
  readonly host: PluginHost;
  readonly catalog: CatalogService;
  readonly homeSections: HomeSections;
  readonly library: LibraryService;
  readonly requests: RequestService;
  readonly settings: SettingsService;
  readonly users: UserService;
}

interface Gives {
  readonly listening: ListeningService;
}

/** Dependencies that the service and the job share. */
function sharedBy({ database, host, catalog, library, events, now }: Needs) {
  return {
    database,
    host,
    catalog,
    library,
    onChange: (userId: string) => events.publish({ type: LISTENING_UPDATED, data: {}, audience: { users: [userId], andAdmins: false } }),
    now,
  };
}

export const listening = defineFeature<Needs, Gives>({
  name: 'listening',
  entities,
  services: { listening: (c) => createListeningService({ ...sharedBy(c), jobs: c.jobs, homeSections: c.homeSections }) },
  routes: ({ listening }) => listeningRoutes({ listening }),
  jobs: (c) => [listeningJob({ ...sharedBy(c), requests: c.requests, callerOf: (userId) => activeCaller(c, userId), log: c.log })],
  events: { [LISTENING_UPDATED]: 'as published' },
});
