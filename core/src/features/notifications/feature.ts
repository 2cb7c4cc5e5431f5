import { defineFeature } from '../../platform/composition/feature.js';
import type { PlatformServices } from '../../platform/composition/platform-services.js';
import type { PluginHost } from '../../plugin-host/index.js';
import type { AuditService } from '../audit/index.js';
import type { ListenLinksOf } from '../integration-records/listen-link.js';
import type { RequestRemoval } from '../lifecycle/request-removal.js';
import type { Mailer } from '../mail/index.js';
import type { SettingsService } from '../settings/index.js';
import type { WebPushService } from '../web-push/index.js';
import { createAnnouncements, type Announcements } from './announcements.js';
import { createNotificationService } from './create-notification-service.js';
import * as entities from './entities.js';
import { NotificationEntity } from './entities.js';
import { notificationJobs } from './jobs.js';
import { createNotificationCenter } from './notification-center.js';
import type { NotificationService } from './notification-service.js';
import type { DecisionLinkMaker } from './personal/decision-links.js';
import type { DigestDeps } from './personal/digest-job.js';
import type { CoverSource } from './personal/mail-cover.js';
import { createPersonalOutbox, type PersonalOutbox } from './personal/personal-outbox.js';
import { preferenceRoutes } from './personal/preference-routes.js';
import { forgetDeletedPeople } from './personal/preference-store.js';
import { createPreferences } from './personal/preferences.js';
import { targetRoutes } from './personal/target-routes.js';
import { createTargetRunner, type TargetRunner } from './personal/target-runner.js';
import { createTargetService } from './personal/target-service.js';
import { createTargetStore, type TargetStore } from './personal/target-store.js';
import { createWayTests } from './personal/way-tests.js';
import { notificationRoutes } from './routes.js';
import { createSubscriptions } from './subscriptions.js';

interface Needs extends PlatformServices {
  readonly audit: AuditService;
  readonly covers: CoverSource;
  readonly decisionLinks: DecisionLinkMaker;
  readonly host: PluginHost;
  readonly library: { readonly listenLinksOf: ListenLinksOf; readonly addedSince: DigestDeps['addedSince'] };
  readonly mail: Mailer;
  readonly requestRemoval: RequestRemoval;
  readonly settings: SettingsService;
  readonly webPush: WebPushService;
}

interface Gives {
  readonly announcements: Announcements;
  readonly notifications: NotificationService;
  readonly personalOutbox: PersonalOutbox;
  readonly personalTargets: TargetStore;
  readonly targetRunner: TargetRunner;
}

function personalRoutes(c: Needs & Gives) {
  const { database, host, settings, mail, webPush, redact, now } = c;
  const tests = createWayTests({ database, host, settings, mail, webPush, targets: c.targetRunner, redact, now });
  const preferences = createPreferences({ database, host, mail, webPush, jobs: c.jobs, now });
  const targets = createTargetService({ database, store: c.personalTargets, host, audit: c.audit, now });
  return [...preferenceRoutes({ preferences, tests }), ...targetRoutes({ targets, tests })];
}

export const notifications = defineFeature<Needs, Gives>({
  name: 'notifications',
  entities,
  owned: { 'notification target': { owner: 'SELECT id FROM personal_targets WHERE id = ? AND user_id = ?' } },
  services: {
    announcements: () => createAnnouncements(),
    notifications: (c) => createNotificationService(c),
    personalOutbox: (c) => createPersonalOutbox(c),
    personalTargets: (c) => createTargetStore(c),
    targetRunner: (c) => createTargetRunner({ store: c.personalTargets, host: c.host }),
  },
  routes: (c) => [
    ...notificationRoutes({
      center: createNotificationCenter({ database: c.database, speakers: c.speakers, listenLinksOf: c.library.listenLinksOf, now: c.now }),
      subscriptions: createSubscriptions(c),
    }),
    ...personalRoutes(c),
  ],
  jobs: (c) => {
    const { database, covers, decisionLinks, host, settings, mail, webPush, targetRunner: targets, jobs, library, speakers, now } = c;
    const { addedSince } = library;
    return notificationJobs({ database, covers, decisionLinks, host, settings, mail, webPush, targets, jobs, addedSince, speakers, now });
  },
  // what was sent after the backup is not sent again
  whenRestored: async (run, { restoredAt }) =>
    run('UPDATE notification_people SET digest_after = ?, digest_since = ?', [restoredAt, restoredAt]),
  forget: ({ database }) => database.transaction(forgetDeletedPeople),
  // what people were told stays, without its link
  listen: ({ requestRemoval }) =>
    requestRemoval.onLeave(
      async (tx, { id }) => void (await tx.entities.update(NotificationEntity, { requestId: id }, { requestId: null })),
    ),
  events: { notification: 'as published' },
});
