import { defineFeature } from '../../platform/composition/feature.js';
import type { PlatformServices } from '../../platform/composition/platform-services.js';
import type { AuditService } from '../audit/index.js';
import type { RemovedItems } from '../library/index.js';
import type { SettingsService } from '../settings/index.js';
import { createLibraryBin, type LibraryBin } from './bin-service.js';
import * as entities from './entities.js';
import { binRoutes } from './routes.js';

interface Needs extends PlatformServices {
  readonly audit: AuditService;
  readonly removedItems: RemovedItems;
  readonly settings: SettingsService;
}

interface Gives {
  readonly libraryBin: LibraryBin;
}

export const libraryBin = defineFeature<Needs, Gives>({
  name: 'library-bin',
  entities,
  services: {
    libraryBin: (c) =>
      createLibraryBin({
        database: c.database,
        jobs: c.jobs,
        audit: c.audit,
        settings: c.settings,
        removedItems: c.removedItems,
        log: c.log,
        now: c.now,
        timeScale: c.timeScale,
        onChange: () => c.events.publish({ type: 'library-bin.updated', data: {}, audience: 'admins' }),
      }),
  },
  routes: ({ libraryBin: bin }) => binRoutes({ libraryBin: bin }),
  events: { 'library-bin.updated': 'as published' },
  begin: ({ libraryBin: bin }) => bin.resume(),
  forget: async ({ libraryBin: bin }) => ({ count: await bin.forget() }),
});
