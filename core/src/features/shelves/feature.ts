import { defineFeature } from '../../platform/composition/feature.js';
import type { PlatformServices } from '../../platform/composition/platform-services.js';
import type { PluginHost, StorageStore } from '../../plugin-host/index.js';
import type { AuditService } from '../audit/index.js';
import type { CatalogService } from '../catalog/index.js';
import type { IgnoreService } from '../ignore-list/index.js';
import type { LibraryService } from '../library/index.js';
import type { RequestRemoval } from '../lifecycle/request-removal.js';
import type { RequestService } from '../requests/index.js';
import type { SettingsService } from '../settings/index.js';
import { activeCaller, type UserService } from '../users/index.js';
import { correctionRoutes } from './correction-routes.js';
import { createCorrectionService, type CorrectionService } from './correction-service.js';
import * as entities from './entities.js';
import { ShelfBookEntity } from './entities.js';
import { createMappingStore } from './mapping-store.js';
import { shelfRoutes } from './routes.js';
import { createShelfBooks } from './shelf-books.js';
import { shelfJobs } from './shelf-jobs.js';
import { createShelfService, type ShelfService } from './shelf-service.js';
import { createShelfStorageStore } from './shelf-storage-store.js';
import { createShelfStore, type ShelfStore } from './shelf-store.js';

/** Type of the live event of a shelf that changed. */
const SHELF_UPDATED = 'shelf.updated';

interface Needs extends PlatformServices {
  readonly audit: AuditService;
  readonly host: PluginHost;
  readonly catalog: CatalogService;
  readonly ignoreList: IgnoreService;
  readonly library: LibraryService;
  readonly requestRemoval: RequestRemoval;
  readonly requests: RequestService;
  readonly settings: SettingsService;
  readonly users: UserService;
  readonly pluginStorage: StorageStore;
}

interface Gives {
  readonly shelfStore: ShelfStore;
  readonly shelves: ShelfService;
  readonly corrections: CorrectionService;
}

function tellOwner({ events }: Needs, { id, userId }: { readonly id: string; readonly userId: string }): void {
  events.publish({ type: SHELF_UPDATED, data: { shelfId: id }, audience: { users: [userId], andAdmins: false } });
}

export const shelves = defineFeature<Needs, Gives>({
  name: 'shelves',
  entities,
  owned: { shelf: { owner: 'SELECT id FROM shelves WHERE id = ? AND user_id = ?' } },
  services: {
    shelfStore: (c) => createShelfStore(c),
    shelves: (c) =>
      createShelfService({
        database: c.database,
        store: c.shelfStore,
        host: c.host,
        jobs: c.jobs,
        audit: c.audit,
        redact: c.redact,
        now: c.now,
      }),
    corrections: (c) =>
      createCorrectionService({
        database: c.database,
        catalog: c.catalog,
        jobs: c.jobs,
        audit: c.audit,
        onChange: (shelf) => tellOwner(c, shelf),
        now: c.now,
        timeScale: c.timeScale,
      }),
  },
  wraps: { pluginStorage: (others, c) => createShelfStorageStore(c, others) },
  routes: ({ database, shelves, shelfStore, host, catalog, ignoreList, redact, corrections }) => [
    ...correctionRoutes({ shelves, corrections }),
    ...shelfRoutes({ database, shelves, store: shelfStore, host, catalog, ignoreList, redact }),
  ],
  jobs: (c) =>
    shelfJobs({
      database: c.database,
      store: c.shelfStore,
      books: createShelfBooks(c),
      mappings: createMappingStore(c),
      catalog: c.catalog,
      requests: c.requests,
      availabilityOf: (asins, format) => c.library.availabilityOf(asins, format),
      host: c.host,
      jobs: c.jobs,
      callerOf: (userId) => activeCaller(c, userId),
      onChange: (shelf) => tellOwner(c, shelf),
      redact: c.redact,
      log: c.log,
      now: c.now,
      timeScale: c.timeScale,
    }),
  // the book stays decided: whoever deleted its request does not want it requested again
  listen: ({ requestRemoval }) =>
    requestRemoval.onLeave(async (tx, { id }) => void (await tx.entities.update(ShelfBookEntity, { requestId: id }, { requestId: null }))),
  events: { [SHELF_UPDATED]: 'as published' },
});
