import { defineFeature } from '../../platform/composition/feature.js';
import type { PlatformServices } from '../../platform/composition/platform-services.js';
import type { CatalogService } from '../catalog/index.js';
import * as entities from './entities.js';
import { createIgnoreService, type IgnoreService } from './ignore-service.js';
import { ignoreRoutes } from './routes.js';

/** Type of the live event of an ignore list that changed. */
const IGNORE_LIST_UPDATED = 'ignore-list.updated';

interface Needs extends PlatformServices {
  readonly catalog: CatalogService;
}

interface Gives {
  readonly ignoreList: IgnoreService;
}

export const ignoreList = defineFeature<Needs, Gives>({
  name: 'ignore-list',
  entities,
  owned: { 'ignored book': { owner: 'SELECT id FROM ignored_audiobooks WHERE id = ? AND user_id = ?' } },
  services: {
    ignoreList: (c) =>
      createIgnoreService({
        database: c.database,
        catalog: c.catalog,
        now: c.now,
        onChange: (userId) => c.events.publish({ type: IGNORE_LIST_UPDATED, data: {}, audience: { users: [userId], andAdmins: false } }),
      }),
  },
  routes: ({ ignoreList }) => ignoreRoutes({ ignoreList }),
  events: { [IGNORE_LIST_UPDATED]: 'as published' },
});
