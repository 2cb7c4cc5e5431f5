import { defineFeature } from '../../platform/composition/feature.js';
import type { PlatformServices } from '../../platform/composition/platform-services.js';
import type { PluginHost } from '../../plugin-host/index.js';
import type { AuditService } from '../audit/index.js';
import type { CatalogService } from '../catalog/index.js';
import type { RequestReader } from '../lifecycle/request-reader.js';
import type { SettingsService } from '../settings/index.js';
import { createRenameAnnouncer } from './announce-renames.js';
import * as entities from './entities.js';
import { renameJob } from './rename-job.js';
import { createRenameService, type RenameService } from './rename-service.js';
import { renameRoutes } from './routes.js';

interface Needs extends PlatformServices {
  readonly audit: AuditService;
  readonly catalog: CatalogService;
  readonly host: PluginHost;
  readonly requestReader: RequestReader;
  readonly settings: SettingsService;
}

interface Gives {
  readonly renames: RenameService;
}

export const renaming = defineFeature<Needs, Gives>({
  name: 'renaming',
  entities,
  services: { renames: (c) => createRenameService(c) },
  routes: ({ renames }) => renameRoutes({ renames }),
  jobs: (c) => [
    renameJob({
      database: c.database,
      host: c.host,
      requestReader: c.requestReader,
      catalog: c.catalog,
      settings: c.settings,
      jobs: c.jobs,
      log: c.log,
      now: c.now,
      announce: createRenameAnnouncer(c.events),
    }),
  ],
  events: { 'rename.updated': 'as published' },
  begin: ({ renames }) => renames.resume(),
  forget: async ({ renames }) => ({ count: await renames.forget() }),
});
