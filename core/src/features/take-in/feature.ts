import { defineFeature } from '../../platform/composition/feature.js';
import type { PlatformServices } from '../../platform/composition/platform-services.js';
import type { AudioProbe } from '../../files/checking/audio-probe.js';
import type { AuditService } from '../audit/index.js';
import type { CatalogService } from '../catalog/index.js';
import type { AvailabilitySettler } from '../library/availability.js';
import type { RequestRemoval } from '../lifecycle/request-removal.js';
import * as entities from './entities.js';
import { TakenBookEntity } from './entities.js';
import { takeInRoutes } from './routes.js';
import { takeInJob } from './take-in-job.js';
import { createTakeInService, type TakeInService } from './take-in-service.js';

interface Needs extends PlatformServices {
  readonly audit: AuditService;
  readonly catalog: CatalogService;
  readonly probe: AudioProbe;
  readonly requestRemoval: RequestRemoval;
  readonly settler: AvailabilitySettler;
}

interface Gives {
  readonly takeIns: TakeInService;
}

export const takeIn = defineFeature<Needs, Gives>({
  name: 'take-in',
  entities,
  services: { takeIns: (c) => createTakeInService(c) },
  routes: ({ takeIns }) => takeInRoutes({ takeIns }),
  jobs: (c) => [
    takeInJob({
      database: c.database,
      catalog: c.catalog,
      probe: c.probe,
      settler: c.settler,
      log: c.log,
      now: c.now,
      timeScale: c.timeScale,
      announce: (data) => c.events.publish({ type: 'take-in.updated', data, audience: 'admins' }),
      announceBooks: (asins) => c.events.publish({ type: 'library.updated', data: { asins }, audience: 'everyone' }),
    }),
  ],
  events: { 'take-in.updated': 'as published' },
  listen: ({ requestRemoval }) =>
    requestRemoval.onLeave(async (tx, { id }) => {
      await tx.entities.update(TakenBookEntity, { requestId: id }, { requestId: null });
    }),
  begin: ({ takeIns }) => takeIns.resume(),
  forget: async ({ takeIns }) => ({ count: await takeIns.forget(), what: 'take-ins' }),
});
