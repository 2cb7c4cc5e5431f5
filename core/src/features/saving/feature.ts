import { defineFeature } from '../../platform/composition/feature.js';
import type { PlatformServices } from '../../platform/composition/platform-services.js';
import type { Caller } from '../../platform/http/route.js';
import type { AuditService } from '../audit/index.js';
import type { CatalogService } from '../catalog/index.js';
import type { SettingsService } from '../settings/index.js';
import type { UserService } from '../users/index.js';
import { createDownloadLinks, type DownloadLinks } from './download-links.js';
import { createDownloadStatus } from './download-status.js';
import * as entities from './entities.js';
import { createPlacedBooks } from './placed-book.js';
import { bookFileRoutes } from './routes.js';

interface Needs extends PlatformServices {
  readonly audit: AuditService;
  readonly catalog: CatalogService;
  readonly settings: SettingsService;
  readonly users: UserService;
  readonly sessionCheck: (caller: Caller) => Promise<boolean>;
}

interface Gives {
  readonly downloadLinks: DownloadLinks;
}

export const saving = defineFeature<Needs, Gives>({
  name: 'saving',
  entities,
  services: {
    downloadLinks: (c) =>
      createDownloadLinks({
        database: c.database,
        audit: c.audit,
        settings: c.settings,
        users: c.users,
        books: createPlacedBooks(c.database),
        rateLimiter: c.rateLimiter,
        sessionHolds: c.sessionCheck,
        now: c.now,
      }),
  },
  routes: (c) =>
    bookFileRoutes({
      links: c.downloadLinks,
      status: createDownloadStatus({ books: createPlacedBooks(c.database), catalog: c.catalog, settings: c.settings }),
    }),
  forget: async ({ downloadLinks }) => void (await downloadLinks.prune()),
});
