import { defineFeature } from '../../platform/composition/feature.js';
import type { PlatformServices } from '../../platform/composition/platform-services.js';
import type { UserService } from '../users/index.js';
import { statisticsRoutes } from './routes.js';
import { createStatisticsService, type StatisticsService } from './statistics-service.js';

interface Needs extends PlatformServices {
  readonly users: UserService;
}

interface Gives {
  readonly statistics: StatisticsService;
}

export const statistics = defineFeature<Needs, Gives>({
  name: 'statistics',
  services: { statistics: (c) => createStatisticsService(c) },
  routes: ({ statistics }) => statisticsRoutes({ statistics }),
});
