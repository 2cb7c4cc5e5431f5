import { apiTokenRoutes } from '../features/api-tokens/index.js';
import { auditRoutes } from '../features/audit/index.js';
import { authRoutes, createSessionCheck, ownSessionRoutes } from '../features/auth/index.js';
import { bookFileRoutes, createDownloadStatus, createPlacedBooks } from '../features/saving/index.js';
import { backupRoutes } from '../features/backups/index.js';
import { catalogRoutes } from '../features/catalog/index.js';
import { confirmationRoutes, createConfirmationService } from '../features/confirmation/index.js';
import { coverRoutes } from '../features/covers/index.js';
import { downloadRoutes } from '../features/downloads/index.js';
import { eventRoutes } from '../features/events/index.js';
import { createHomeService, homeRoutes } from '../features/home/index.js';
import { integrationRoutes } from '../features/integrations/index.js';
import { jobRoutes } from '../features/jobs/index.js';
import { libraryRoutes } from '../features/library/index.js';
import { createOwnIdentities, externalSignInRoutes, linkRoutes, signInProviders } from '../features/external-sign-in/index.js';
import { loginTokenRoutes } from '../features/login-tokens/index.js';
import { createNotificationCenter, createSubscriptions, notificationRoutes } from '../features/notifications/index.js';
import { pluginRoutes } from '../features/plugins/index.js';
import { createRegistrationService, registrationRoutes } from '../features/registration/index.js';
import { adminRequestRoutes, ebookRoutes, quotaRoutes, REQUEST_UPDATED, requestRoutes } from '../features/requests/index.js';
import { settingsRoutes } from '../features/settings/index.js';
import { setupRoutes } from '../features/setup/index.js';
import { shelfRoutes } from '../features/shelves/index.js';
import { gatherSupportBundle, supportRoutes } from '../features/support/index.js';
import { apiDocsRoutes, filesystemRoutes, healthRoutes, metricsRoutes } from '../features/system/index.js';
import { ownProfileRoutes, userRoutes } from '../features/users/index.js';
import type { Route } from '../platform/http/route.js';
import type { Cradle } from './cradle.js';

/** The endpoints of all features. */
export function collectRoutes(c: Cradle, api: { readonly routes: () => readonly Route[] }): Route[] {
  const redact = (text: string) => c.redactor.redact(text);
  return [
    ...setupRoutes({ setup: c.setup }),
    ...authRoutes({
      auth: c.auth,
      externalProviders: () => signInProviders(c),
      registrationOpen: async () => (await c.settings.get()).signIn.registration !== 'closed',
    }),
    ...registrationRoutes({ registration: createRegistrationService(c) }),
    ...externalSignInRoutes(c),
    ...linkRoutes({
      ownIdentities: createOwnIdentities(c),
      auth: c.auth,
      rateLimiter: c.rateLimiter,
      host: c.host,
      settings: c.settings,
      secretBox: c.secretBox,
      now: c.now,
    }),
    ...confirmationRoutes({
      confirmation: createConfirmationService(c),
      rateLimiter: c.rateLimiter,
      host: c.host,
      settings: c.settings,
      secretBox: c.secretBox,
      now: c.now,
    }),
    ...ownProfileRoutes(c),
    ...ownSessionRoutes(c),
    ...loginTokenRoutes({ loginTokens: c.loginTokens, settings: c.settings }),
    ...apiTokenRoutes({ apiTokens: c.apiTokens }),
    ...homeRoutes({ home: createHomeService(c) }),
    ...catalogRoutes({ catalog: c.catalog, annotate: c.annotate }),
    ...coverRoutes({ covers: c.covers }),
    ...requestRoutes({ service: c.requests, list: c.requestList, detail: c.requestDetail, candidates: c.candidates, events: c.events }),
    ...ebookRoutes({
      database: c.database,
      host: c.host,
      catalog: c.catalog,
      settings: c.settings,
      service: c.requests,
      list: c.requestList,
      availabilityOf: (asins, format) => c.library.availabilityOf(asins, format),
    }),
    ...quotaRoutes({ database: c.database, settings: c.settings, now: c.now }),
    ...adminRequestRoutes({ service: c.requests, list: c.requestList }),
    ...downloadRoutes(c),
    ...bookFileRoutes({
      links: c.downloadLinks,
      status: createDownloadStatus({ books: createPlacedBooks(c.database), catalog: c.catalog, settings: c.settings }),
    }),
    ...notificationRoutes({ center: createNotificationCenter(c), subscriptions: createSubscriptions(c) }),
    ...pluginRoutes({
      host: c.host,
      store: c.pluginStore,
      manager: c.pluginManager,
      orders: c.installOrders,
      registry: c.installer.registry,
      updates: c.pluginUpdates,
      crashes: c.crashRecords,
      runs: (record) => c.runningVersions.runs(record),
      redact,
      safeMode: c.config.safeMode,
    }),
    ...integrationRoutes({ integrations: c.integrations, checks: c.integrationChecks, host: c.host, redact }),
    ...settingsRoutes({ settings: c.settings }),
    ...userRoutes({ users: c.users }),
    ...libraryRoutes({ library: c.library }),
    ...shelfRoutes({ database: c.database, shelves: c.shelves, store: c.shelfStore, host: c.host, redact }),
    ...jobRoutes({ database: c.database, jobs: c.jobs, audit: c.audit, redact }),
    ...auditRoutes({ audit: c.audit }),
    ...backupRoutes({ backups: c.backups, database: c.database, jobs: c.jobs, audit: c.audit }),
    ...eventRoutes({
      events: c.events,
      present: (event, caller) => (event.type === REQUEST_UPDATED ? c.announcer.present(event, caller) : event.data),
      recheck: createSessionCheck(c.database, c.now),
      connections: c.connections,
      log: c.log,
    }),
    ...healthRoutes(c),
    ...metricsRoutes(c),
    ...supportRoutes({ database: c.database, audit: c.audit, gather: () => gatherSupportBundle(c) }),
    ...filesystemRoutes({ dataDir: c.config.dataDir }),
    ...apiDocsRoutes({ routes: api.routes, version: c.version }),
  ];
}
