import { defineFeature } from '../../platform/composition/feature.js';
import type { PlatformServices } from '../../platform/composition/platform-services.js';
import type { PluginHost } from '../../plugin-host/index.js';
import { createLogReader } from './log-reader.js';
import { logRoutes } from './routes.js';

interface Needs extends PlatformServices {
  readonly host: PluginHost;
}

export const logs = defineFeature<Needs>({
  name: 'logs',
  services: {},
  routes: (c) => logRoutes(createLogReader(c)),
});
