import { defineFeature } from '../../platform/composition/feature.js';
import type { PlatformServices } from '../../platform/composition/platform-services.js';
import type { PluginHost } from '../../plugin-host/index.js';
import type { AuditService } from '../audit/index.js';
import type { IntegrationRecords } from '../integration-records/integration-store.js';
import { DEFAULT_SUBSCRIPTIONS, type NotificationService } from '../notifications/index.js';
import type { SettingsService } from '../settings/index.js';
import { createTellOfLectern, type TellOfLectern } from './checking-lectern.js';
import { createConnected, type Connected } from './connected.js';
import { followIntegrations } from './follow-integrations.js';
import { integrationJobs } from './health-job.js';
import { createIntegrationChecks, type IntegrationChecks } from './integration-checks.js';
import { announceIntegrationStates, createIntegrationService, type IntegrationService } from './integration-service.js';
import { integrationRoutes } from './routes.js';

interface Needs extends PlatformServices {
  readonly audit: AuditService;
  readonly host: PluginHost;
  readonly integrationStore: IntegrationRecords;
  readonly notifications: NotificationService;
  readonly settings: SettingsService;
}

interface Gives {
  readonly integrations: IntegrationService;
  readonly tellOfLectern: TellOfLectern;
  readonly integrationChecks: IntegrationChecks;
  readonly connected: Connected;
}

export const integrations = defineFeature<Needs, Gives>({
  name: 'integrations',
  services: {
    integrations: (c) =>
      createIntegrationService({
        database: c.database,
        store: c.integrationStore,
        host: c.host,
        audit: c.audit,
        events: c.events,
        feed: c.feed,
        log: c.log,
        now: c.now,
        defaultSubscriptions: DEFAULT_SUBSCRIPTIONS,
        onConnected: (kind) => c.connected.tell(kind),
      }),
    tellOfLectern: ({ settings }) => createTellOfLectern(settings),
    integrationChecks: ({ integrationStore, host, redact, tellOfLectern }) =>
      createIntegrationChecks({ store: integrationStore, host, redact, tellOfLectern }),
    connected: () => createConnected(),
  },
  routes: ({ integrations, integrationChecks, host, redact }) =>
    integrationRoutes({ integrations, checks: integrationChecks, host, redact }),
  jobs: (c) =>
    integrationJobs({
      database: c.database,
      store: c.integrationStore,
      host: c.host,
      tellOfLectern: c.tellOfLectern,
      notifications: c.notifications,
      onConnected: (kind) => c.connected.tell(kind),
      log: c.log,
      now: c.now,
      timeScale: c.timeScale,
    }),
  events: { 'integration.updated': 'as published' },
  listen(c, { integrationsStarted }) {
    const { feed, integrationStore, host, log } = c;
    const ends = [
      announceIntegrationStates(c),
      followIntegrations({ feed, store: integrationStore, host, log, started: integrationsStarted }),
    ];
    return () => ends.forEach((end) => end());
  },
});
