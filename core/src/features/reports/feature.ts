import { defineFeature } from '../../platform/composition/feature.js';
import type { PlatformServices } from '../../platform/composition/platform-services.js';
import type { AudioProbe } from '../../files/checking/audio-probe.js';
import type { AuditService } from '../audit/index.js';
import type { CatalogService } from '../catalog/index.js';
import type { LibraryService } from '../library/index.js';
import type { NotificationService } from '../notifications/index.js';
import type { SettingsService } from '../settings/index.js';
import { adminReportRoutes } from './admin-routes.js';
import * as entities from './entities.js';
import { createReportService, type ReportService } from './report-service.js';
import { reportRoutes } from './routes.js';

/** Type of the live event of a report that changed. */
const REPORT_UPDATED = 'report.updated';

interface Needs extends PlatformServices {
  readonly audit: AuditService;
  readonly catalog: CatalogService;
  readonly library: LibraryService;
  readonly notifications: NotificationService;
  readonly settings: SettingsService;
  readonly probe: AudioProbe;
}

interface Gives {
  readonly reports: ReportService;
}

export const reports = defineFeature<Needs, Gives>({
  name: 'reports',
  entities,
  owned: { report: { owner: 'SELECT id FROM reported_issues WHERE id = ? AND user_id = ?' } },
  services: {
    reports: (c) =>
      createReportService({
        database: c.database,
        catalog: c.catalog,
        availabilityOf: (asins, format) => c.library.availabilityOf(asins, format),
        notifications: c.notifications,
        audit: c.audit,
        onChange: ({ id, asin, userId }) =>
          c.events.publish({ type: REPORT_UPDATED, data: { id, asin }, audience: { users: [userId], andAdmins: true } }),
        now: c.now,
      }),
  },
  routes: (c) => [
    ...reportRoutes({ reports: c.reports }),
    ...adminReportRoutes({
      reports: c.reports,
      database: c.database,
      cached: (asins) => c.catalog.cached(asins),
      itemsOfBook: (asins, most) => c.library.itemsOfBook(asins, most),
      places: c.library.places,
      probe: c.probe,
      root: async () => (await c.settings.get()).library.path,
    }),
  ],
  events: { [REPORT_UPDATED]: 'as published' },
});
