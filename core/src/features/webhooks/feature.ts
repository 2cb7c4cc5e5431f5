import { defineFeature } from '../../platform/composition/feature.js';
import type { PlatformServices } from '../../platform/composition/platform-services.js';
import type { AuditService } from '../audit/index.js';
import type { Announcements, NotificationService } from '../notifications/index.js';
import type { SettingsService } from '../settings/index.js';
import { deliverWebhookJob } from './deliver-job.js';
import { createDeliveryLog } from './delivery-log.js';
import { createDeliveryStore } from './delivery-store.js';
import * as entities from './entities.js';
import { webhookRoutes } from './routes.js';
import { createWebhookSender, type WebhookSender } from './send-webhook.js';
import { createWebhookOutbox, type WebhookOutbox } from './webhook-outbox.js';
import { createWebhookService, type WebhookService } from './webhook-service.js';
import { createWebhookStore } from './webhook-store.js';

/** Type of the live event of a webhook that changed or sent something. */
const WEBHOOK_UPDATED = 'webhook.updated';

interface Needs extends PlatformServices {
  readonly announcements: Announcements;
  readonly audit: AuditService;
  readonly notifications: NotificationService;
  readonly settings: SettingsService;
}

interface Gives {
  readonly webhooks: WebhookService;
  readonly webhookOutbox: WebhookOutbox;
}

function partsOf(c: Needs) {
  const send: WebhookSender = createWebhookSender({
    userAgent: c.userAgent,
    allowPrivateHosts: c.config.allowPrivateHosts,
    redact: c.redact,
    now: c.now,
  });
  return {
    database: c.database,
    webhooks: createWebhookStore(c),
    deliveries: createDeliveryStore(c.database, c.now),
    log: createDeliveryLog(c.database, c.now),
    send,
    settings: c.settings,
    onChange: (id: string) => c.events.publish({ type: WEBHOOK_UPDATED, data: { id }, audience: 'admins' }),
    now: c.now,
  };
}

export const webhooks = defineFeature<Needs, Gives>({
  name: 'webhooks',
  entities,
  services: {
    webhooks: (c) => createWebhookService({ ...partsOf(c), audit: c.audit }),
    webhookOutbox: (c) => createWebhookOutbox({ ...partsOf(c), audit: c.audit, jobs: c.jobs }),
  },
  routes: (c) => webhookRoutes({ webhooks: c.webhooks, outbox: c.webhookOutbox }),
  jobs: (c) => [deliverWebhookJob({ ...partsOf(c), notifications: c.notifications, timeScale: c.timeScale })],
  listen: (c) => c.announcements.onAnnounce((tx, announced) => c.webhookOutbox.announce(tx, announced)),
  begin: (c) => c.webhookOutbox.resume(),
  async forget(c) {
    await c.webhookOutbox.resume();
    return { count: await createDeliveryLog(c.database, c.now).prune() };
  },
  events: { [WEBHOOK_UPDATED]: 'as published' },
});
