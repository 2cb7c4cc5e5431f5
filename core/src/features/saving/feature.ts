import { defineFeature } from '../../platform/composition/feature.js';
import type { PlatformServices } from '../../platform/composition/platform-services.js';
import type { Caller } from '../../platform/http/route.js';
import type { AuditService } from '../audit/index.js';
import type { CatalogService } from '../catalog/index.js';
import type { LibraryService } from '../library/index.js';
import type { SettingsService } from '../settings/index.js';
import type { UserService } from '../users/index.js';
import { createDownloadLinks, type DownloadLinks } from './download-links.js';
import { createDownloadStatus } from './download-status.js';
import * as entities from './entities.js';
import { bookFileRoutes } from './routes.js';
import { createSavableBooks, type SavableBooks } from './savable-books.js';

interface Needs extends PlatformServices {
  readonly audit: AuditService;
  readonly catalog: CatalogService;
  readonly library: LibraryService;
  readonly settings: SettingsService;
  readonly users: UserService;
  readonly sessionCheck: (caller: Caller) => Promise<boolean>;
}

interface Gives {
  readonly savableBooks: SavableBooks;
  readonly downloadLinks: DownloadLinks;
}

export const saving = defineFeature<Needs, Gives>({
  name: 'saving',
  entities,
  services: {
    savableBooks: (c) => createSavableBooks({ database: c.database, settings: c.settings, catalog: c.catalog, places: c.library.places }),
    downloadLinks: (c) =>
      createDownloadLinks({
        database: c.database,
        audit: c.audit,
        settings: c.settings,
        users: c.users,
        books: c.savableBooks,
        rateLimiter: c.rateLimiter,
        sessionHolds: c.sessionCheck,
        now: c.now,
      }),
  },
  routes: ({ downloadLinks, savableBooks }) =>
    bookFileRoutes({ links: downloadLinks, status: createDownloadStatus({ books: savableBooks }) }),
  forget: async ({ downloadLinks }) => void (await downloadLinks.prune()),
});
