import { defineFeature } from '../../platform/composition/feature.js';
import type { PlatformServices } from '../../platform/composition/platform-services.js';
import type { AudioProbe } from '../../files/checking/audio-probe.js';
import type { AuditService } from '../audit/index.js';
import type { CatalogService } from '../catalog/index.js';
import type { LikelyMatchService } from '../library/index.js';
import type { SettingsService } from '../settings/index.js';
import { checkUpJob } from './check-up-job.js';
import { createCheckUpService, type CheckUpService } from './check-up-service.js';
import * as entities from './entities.js';
import { checkUpRoutes } from './routes.js';

interface Needs extends PlatformServices {
  readonly audit: AuditService;
  readonly catalog: CatalogService;
  readonly likelyMatches: LikelyMatchService;
  readonly probe: AudioProbe;
  readonly settings: SettingsService;
}

interface Gives {
  readonly checkUps: CheckUpService;
}

export const checkUp = defineFeature<Needs, Gives>({
  name: 'check-up',
  entities,
  services: { checkUps: (c) => createCheckUpService(c) },
  routes: ({ checkUps }) => checkUpRoutes({ checkUps }),
  jobs: ({ database, catalog, settings, probe, log, now, events }) => [
    checkUpJob({
      database,
      catalog,
      settings,
      probe,
      log,
      now,
      announce: ({ id, state, done, total }) =>
        events.publish({ type: 'check-up.updated', data: { id, state, done, total }, audience: 'admins' }),
    }),
  ],
  events: { 'check-up.updated': 'as published' },
  begin: ({ checkUps }) => checkUps.resume(),
});
