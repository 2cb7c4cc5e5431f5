import { defineFeature } from '../../platform/composition/feature.js';
import type { PlatformServices } from '../../platform/composition/platform-services.js';
import type { Annotate, CatalogService } from '../catalog/index.js';
import { createHomeService } from './home-service.js';
import { homeRoutes } from './routes.js';

interface Needs extends PlatformServices {
  readonly catalog: CatalogService;
  readonly annotate: Annotate;
}

export const home = defineFeature<Needs>({
  name: 'home',
  services: {},
  routes: (c) => homeRoutes({ home: createHomeService(c) }),
});
