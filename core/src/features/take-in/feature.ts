import { defineFeature } from '../../platform/composition/feature.js';
import type { PlatformServices } from '../../platform/composition/platform-services.js';
import type { AudioProbe } from '../../files/checking/audio-probe.js';
import { createQuickProbe } from '../../files/checking/quick-probe.js';
import type { PluginHost } from '../../plugin-host/index.js';
import type { AuditService } from '../audit/index.js';
import type { CatalogService } from '../catalog/index.js';
import type { AvailabilitySettler } from '../library/availability.js';
import type { SettingsService } from '../settings/index.js';
import * as entities from './entities.js';
import { takeInRoutes } from './routes.js';
import { lookAgainJob } from './look-again-job.js';
import type { TakeInDeps } from './take-in-dependencies.js';
import { takeInJob } from './take-in-job.js';
import { createTakeInService, type TakeInService } from './take-in-service.js';

interface Needs extends PlatformServices {
  readonly audit: AuditService;
  readonly catalog: CatalogService;
  readonly host: PluginHost;
  readonly probe: AudioProbe;
  readonly settings: SettingsService;
  readonly settler: AvailabilitySettler;
}

interface Gives {
  readonly takeIns: TakeInService;
}

function depsOf(c: Needs): TakeInDeps {
  return {
    database: c.database,
    catalog: c.catalog,
    settings: c.settings,
    host: c.host,
    jobs: c.jobs,
    dataDir: c.config.dataDir,
    probe: createQuickProbe(c.probe),
    settler: c.settler,
    log: c.log,
    now: c.now,
    timeScale: c.timeScale,
    announce: (data) => c.events.publish({ type: 'take-in.updated', data, audience: 'admins' }),
    announceBooks: (asins) => c.events.publish({ type: 'library.updated', data: { asins }, audience: 'everyone' }),
  };
}

export const takeIn = defineFeature<Needs, Gives>({
  name: 'take-in',
  entities,
  services: { takeIns: (c) => createTakeInService(c) },
  routes: ({ takeIns }) => takeInRoutes({ takeIns }),
  jobs: (c) => {
    const deps = depsOf(c);
    return [takeInJob(deps), lookAgainJob(deps)];
  },
  events: { 'take-in.updated': 'as published' },
  begin: ({ takeIns }) => takeIns.resume(),
  forget: async ({ takeIns }) => ({ count: await takeIns.forget() }),
});
