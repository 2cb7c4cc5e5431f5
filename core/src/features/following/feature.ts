import { defineFeature } from '../../platform/composition/feature.js';
import type { PlatformServices } from '../../platform/composition/platform-services.js';
import type { AuditService } from '../audit/index.js';
import type { Annotate, CatalogService } from '../catalog/index.js';
import type { LibraryService } from '../library/index.js';
import type { NotificationService } from '../notifications/index.js';
import type { RequestService } from '../requests/index.js';
import type { SettingsService } from '../settings/index.js';
import { activeCaller, type UserService } from '../users/index.js';
import { createCalendarAddresses, type CalendarAddresses } from './calendar/calendar-addresses.js';
import { calendarRoutes } from './calendar/calendar-routes.js';
import { createComingUpCalendar } from './calendar/coming-up-calendar.js';
import { createComingUp, type ComingUp } from './coming-up.js';
import { comingUpRoutes } from './coming-up-routes.js';
import * as entities from './entities.js';
import { followJobs } from './follow-jobs.js';
import type { FollowRecord } from './follow-record.js';
import { createFollowService, type FollowService } from './follow-service.js';
import { createFollowedBooks, type FollowedBooks } from './followed-books.js';
import { followRoutes } from './routes.js';

/** Type of the live event of something followed that changed. */
const FOLLOWING_UPDATED = 'following.updated';

interface Needs extends PlatformServices {
  readonly audit: AuditService;
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
  readonly comingUp: ComingUp;
  readonly followedBooks: FollowedBooks;
  readonly calendarAddresses: CalendarAddresses;
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
  services: {
    following: (c) => createFollowService({ ...sharedBy(c), settings: c.settings, jobs: c.jobs }),
    comingUp: (c) => createComingUp(c),
    followedBooks: (c) => createFollowedBooks(c),
    calendarAddresses: (c) => createCalendarAddresses(c),
  },
  async whenRestored(run, { revokeTokens }) {
    if (revokeTokens) await run('DELETE FROM calendar_addresses');
  },
  forget: async ({ calendarAddresses }) => void (await calendarAddresses.prune()),
  routes: ({ following, comingUp, catalog, annotate, calendarAddresses, users, database, speakers, now }) => [
    ...followRoutes({ following }),
    ...comingUpRoutes({ comingUp, catalog, annotate }),
    ...calendarRoutes({ calendarAddresses, users, calendar: createComingUpCalendar({ comingUp, catalog, database, speakers, now }) }),
  ],
  jobs: (c) =>
    followJobs({
      ...sharedBy(c),
      requests: c.requests,
      notifications: c.notifications,
      jobs: c.jobs,
      keys: c.keys,
      callerOf: (userId) => activeCaller(c, userId),
      log: c.log,
      timeScale: c.timeScale,
    }),
  events: { [FOLLOWING_UPDATED]: 'as published' },
});
