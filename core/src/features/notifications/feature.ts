import { defineFeature } from '../../platform/composition/feature.js';
import type { PlatformServices } from '../../platform/composition/platform-services.js';
import type { PluginHost } from '../../plugin-host/index.js';
import type { AuditService } from '../audit/index.js';
import type { ListenLinksOf } from '../integration-records/listen-link.js';
import type { RequestRemoval } from '../lifecycle/request-removal.js';
import type { SettingsService } from '../settings/index.js';
import { createAnnouncements, type Announcements } from './announcements.js';
import { createNotificationService } from './create-notification-service.js';
import * as entities from './entities.js';
import { NotificationEntity } from './entities.js';
import { notificationJobs } from './jobs.js';
import { createNotificationCenter } from './notification-center.js';
import type { NotificationService } from './notification-service.js';
import { notificationRoutes } from './routes.js';
import { createSubscriptions } from './subscriptions.js';

interface Needs extends PlatformServices {
  readonly audit: AuditService;
  readonly host: PluginHost;
  readonly library: { readonly listenLinksOf: ListenLinksOf };
  readonly requestRemoval: RequestRemoval;
  readonly settings: SettingsService;
}

interface Gives {
  readonly announcements: Announcements;
  readonly notifications: NotificationService;
}

export const notifications = defineFeature<Needs, Gives>({
  name: 'notifications',
  entities,
  services: { announcements: () => createAnnouncements(), notifications: (c) => createNotificationService(c) },
  routes: (c) =>
    notificationRoutes({
      center: createNotificationCenter({ database: c.database, listenLinksOf: c.library.listenLinksOf, now: c.now }),
      subscriptions: createSubscriptions(c),
    }),
  jobs: ({ database, host, settings, now }) => notificationJobs({ database, host, settings, now }),
  // what people were told stays, without its link
  listen: ({ requestRemoval }) =>
    requestRemoval.onLeave(
      async (tx, { id }) => void (await tx.entities.update(NotificationEntity, { requestId: id }, { requestId: null })),
    ),
  events: { notification: 'as published' },
});
