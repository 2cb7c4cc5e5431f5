import { defineFeature } from '../../platform/composition/feature.js';
import type { PlatformServices } from '../../platform/composition/platform-services.js';
import type { Caller } from '../../platform/http/route.js';
import { createLiveConnections, type LiveConnections } from './live-connections.js';
import { eventRoutes } from './routes.js';
import { shareEndings } from './share-endings.js';

interface Needs extends PlatformServices {
  /** Whether the caller's session is still valid, with the same rights. */
  readonly sessionCheck: (caller: Caller) => Promise<boolean>;
}

interface Gives {
  readonly connections: LiveConnections;
}

export const events = defineFeature<Needs, Gives>({
  name: 'events',
  services: { connections: ({ feed }) => shareEndings(createLiveConnections(), feed) },
  routes: (c) =>
    eventRoutes({
      events: c.events,
      speakers: c.speakers,
      present: c.presentEvent,
      recheck: c.sessionCheck,
      connections: c.connections,
      log: c.log,
    }),
  listen: (c) => () => c.connections.endAll(),
});
