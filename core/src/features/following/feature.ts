import { defineFeature } from '../../platform/composition/feature.js';
import type { PlatformServices } from '../../platform/composition/platform-services.js';
import type { Annotate, CatalogService } from '../catalog/index.js';
import type { LibraryService } from '../library/index.js';
import type { NotificationService } from '../notifications/index.js';
import type { RequestService } from '../requests/index.js';
import type { SettingsService } from '../settings/index.js';
import { activeCaller, type UserService } from '../users/index.js';
import { createComingUp } from './coming-up.js';
import { comingUpRoutes } from './coming-up-routes.js';
import * as entities from './entities.js';
import { followJobs } from './follow-jobs.js';
import type { FollowRecord } from './follow-record.js';
import { createFollowService, type FollowService } from './follow-service.js';
import { followRoutes } from './routes.js';

/** Type of the live event of something followed that changed. */
const FOLLOWING_UPDATED = 'following.updated';

interface Needs extends PlatformServices {
  readonly catalog: CatalogService;
  readonly annotate: Annotate;
  readonly library: LibraryService;
  readonly notifications: NotificationService;
  readonly requests: RequestService;
  readonly settings: SettingsService;
  readonly users: UserService;
}

interface Gives {
  readonly following: FollowService;
}

/** Dependencies that the service and the checks share. */
function sharedBy(c: Needs) {
  return {
    database: c.database,
    catalog: c.catalog,
    availabilityOf: c.library.availabilityOf.bind(c.library),
    onChange: ({ kind, id, userId }: Pick<FollowRecord, 'id' | 'userId' | 'kind'>) =>
      c.events.publish({ type: FOLLOWING_UPDATED, data: { kind, id }, audience: { users: [userId], andAdmins: false } }),
    now: c.now,
  };
}

export const following = defineFeature<Needs, Gives>({
  name: 'following',
  entities,
  owned: {
    'followed series': { owner: 'SELECT id FROM watched_series WHERE id = ? AND user_id = ?' },
    'followed author': { owner: 'SELECT id FROM watched_authors WHERE id = ? AND user_id = ?' },
  },
  services: { following: (c) => createFollowService({ ...sharedBy(c), settings: c.settings, jobs: c.jobs }) },
  routes: ({ following, database, catalog, annotate, now }) => [
    ...followRoutes({ following }),
    ...comingUpRoutes({ comingUp: createComingUp({ database, catalog, now }), annotate }),
  ],
  jobs: (c) =>
    followJobs({
      ...sharedBy(c),
      requests: c.requests,
      notifications: c.notifications,
      jobs: c.jobs,
      callerOf: (userId) => activeCaller(c, userId),
      log: c.log,
      timeScale: c.timeScale,
    }),
  events: { [FOLLOWING_UPDATED]: 'as published' },
});
