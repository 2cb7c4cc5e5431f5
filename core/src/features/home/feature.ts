import { defineFeature } from '../../platform/composition/feature.js';
import type { PlatformServices } from '../../platform/composition/platform-services.js';
import type { Annotate, CatalogService, ListAnswerDeps } from '../catalog/index.js';
import * as entities from './entities.js';
import { homeJobs } from './fetch-categories-job.js';
import { createHomeSections, type HomeSections } from './home-sections.js';
import { createHomeService } from './home-service.js';
import { homeRoutes } from './routes.js';
import { sectionKinds, type FollowedBooks, type HeardSeries } from './section-kinds.js';

/** Type of the live event of a home page that changed. */
const HOME_UPDATED = 'home.updated';

interface Needs extends PlatformServices {
  readonly catalog: CatalogService;
  readonly annotate: Annotate;
  readonly followedBooks: FollowedBooks;
  readonly listening: HeardSeries;
  readonly library: Pick<ListAnswerDeps, 'availabilityOf'>;
}

interface Gives {
  readonly homeSections: HomeSections;
}

function tell({ events }: Pick<Needs, 'events'>): (userId: string) => void {
  return (userId) => events.publish({ type: HOME_UPDATED, data: {}, audience: { users: [userId], andAdmins: false } });
}

/** What people listen to puts its row here, and fills it: it is asked for when the row is. */
function kindsOf(c: Needs) {
  const { database, catalog, followedBooks, now } = c;
  return sectionKinds({
    database,
    catalog,
    followedBooks,
    now,
    listening: { nextParts: (userId, count) => c.listening.nextParts(userId, count) },
  });
}

export const home = defineFeature<Needs, Gives>({
  name: 'home',
  entities,
  services: {
    homeSections: (c) =>
      createHomeSections({ database: c.database, catalog: c.catalog, kinds: kindsOf(c), jobs: c.jobs, onChange: tell(c) }),
  },
  routes: (c) =>
    homeRoutes({
      home: createHomeService(c),
      homeSections: c.homeSections,
      catalog: c.catalog,
      annotate: c.annotate,
      availabilityOf: (asins, format) => c.library.availabilityOf(asins, format),
    }),
  jobs: (c) =>
    homeJobs({
      database: c.database,
      catalog: c.catalog,
      shownCategories: () => c.homeSections.shownCategories(),
      onChange: tell(c),
    }),
  events: { [HOME_UPDATED]: 'as published' },
});
