import { join } from 'node:path';
import { createCandidateStore } from '../features/search/index.js';
import { createApiTokenReader, createApiTokenService } from '../features/api-tokens/index.js';
import { createAuditService } from '../features/audit/index.js';
import {
  createAccessTokens,
  createAuthenticator,
  createAuthService,
  createConfirmedSessions,
  createRefreshSessions,
  createSessionCheck,
} from '../features/auth/index.js';
import { createDownloadLinks, createPlacedBooks } from '../features/saving/index.js';
import { createAnnotate, createCatalogService } from '../features/catalog/index.js';
import { createCoverService } from '../features/covers/index.js';
import { createLiveConnections, shareEndings } from '../features/events/index.js';
import {
  createDirectClient,
  createDirectStore,
  createSourceHosts,
  TRANSFER_LIMITS,
  withDirectDownloads,
} from '../features/direct-downloads/index.js';
import { createDownloadStore } from '../features/downloads/index.js';
import {
  createIntegrationChecks,
  createTellOfLectern,
  createIntegrationService,
  createIntegrationStore,
  createPluginStorageStore,
} from '../features/integrations/index.js';
import { createLibraryScanner, createLibraryService } from '../features/library/index.js';
import { createIdentityService } from '../features/external-sign-in/index.js';
import { createLoginTokenService } from '../features/login-tokens/index.js';
import { createNotificationService, DEFAULT_SUBSCRIPTIONS } from '../features/notifications/index.js';
import { detectAudioProbe } from '../files/checking/detect-audio-probe.js';
import { createRequestAnnouncer, createRequestDetail, createRequestList, createRequestService } from '../features/requests/index.js';
import { createRequestReader } from '../features/lifecycle/request-reader.js';
import { createRequestTransitions } from '../features/lifecycle/transitions.js';
import { createSettingsService } from '../features/settings/index.js';
import { createSetup } from '../features/setup/index.js';
import { createShelfService, createShelfStorageStore, createShelfStore } from '../features/shelves/index.js';
import { createPasswordHasher, createUserService } from '../features/users/index.js';
import { CORE_DIR } from '../platform/config/core-dir.js';
import { createPluginHost } from '../plugin-host/index.js';
import type { Container, Cradle } from './cradle.js';
import { service } from './service.js';
import { catalogHosts } from './catalog-hosts.js';
import { hostPauses } from './host-pauses.js';
import { backupFilesOf } from './open-server-database.js';
import { pluginDecisions, registerPlugins } from './register-plugins.js';
import { wakeWaitingRequests } from './wake-waiting-requests.js';

/** Where the server's own downloads have their folders. */
export function directDownloadsDir({ dataDir }: Pick<Cradle['config'], 'dataDir'>): string {
  return join(dataDir, 'direct-downloads');
}

export function userAgent(version: string): string {
  return `Lectern/${version}`;
}

/** Registers the services of all features. @param options.passwordCost of bcrypt; tests lower it */
export function registerFeatures(container: Container, { passwordCost }: { readonly passwordCost?: number } = {}): void {
  registerPlugins(container);
  container.register({
    connections: service(container, ({ feed }: Cradle) => shareEndings(createLiveConnections(), feed)),
    scanner: service(container, (c: Cradle) => createLibraryScanner(c)),
    host: service(container, (c: Cradle) =>
      withDirectDownloads(
        createPluginHost({
          integrations: c.integrationStore,
          storage: createShelfStorageStore(c, createPluginStorageStore(c)),
          logger: c.log,
          redactor: c.redactor,
          dataDir: c.config.dataDir,
          // the plugins that come with Lectern are found from here
          pluginRoots: [CORE_DIR],
          userAgent: userAgent(c.version),
          allowPrivateHosts: c.config.allowPrivateHosts,
          standIns: c.config.standIns,
          safeMode: c.config.safeMode,
          ...pluginDecisions(c),
          ...hostPauses(c.config.timeScale),
        }),
        () => c.directClient,
      ),
    ),
    audit: service(container, (c: Cradle) => createAuditService(c)),
    settings: service(container, (c: Cradle) =>
      createSettingsService({
        database: c.database,
        audit: c.audit,
        feed: c.feed,
        now: c.now,
        dataDir: c.config.dataDir,
        onSaved: (section) => void c.host.hooks.told('settings.saved', { section }),
      }),
    ),
    hasher: service(container, () => createPasswordHasher({ cost: passwordCost })),
    users: service(container, (c: Cradle) => createUserService(c)),
    accessTokens: service(container, ({ keys, now }: Cradle) => createAccessTokens({ key: keys.jwtKey, now })),
    sessions: service(container, (c: Cradle) => createRefreshSessions(c)),
    confirmedSessions: service(container, ({ database, now }: Cradle) =>
      createConfirmedSessions({ database, now, elapsedMs: () => performance.now() }),
    ),
    auth: service(container, (c: Cradle) => createAuthService(c)),
    identities: service(container, (c: Cradle) => createIdentityService(c)),
    loginTokens: service(container, (c: Cradle) => createLoginTokenService(c)),
    downloadLinks: service(container, (c: Cradle) =>
      createDownloadLinks({
        database: c.database,
        audit: c.audit,
        settings: c.settings,
        users: c.users,
        books: createPlacedBooks(c.database),
        rateLimiter: c.rateLimiter,
        sessionHolds: createSessionCheck(c.database, c.now),
        now: c.now,
      }),
    ),
    apiTokens: service(container, (c: Cradle) => createApiTokenService(c)),
    authenticate: service(container, (c: Cradle) =>
      createAuthenticator({
        database: c.database,
        accessTokens: c.accessTokens,
        settings: c.settings,
        apiToken: createApiTokenReader(c),
      }),
    ),
    setup: service(container, (c: Cradle) =>
      createSetup({
        settings: c.settings,
        users: c.users,
        auth: c.auth,
        now: c.now,
        integrationCounts: async () => {
          const { catalog = 0, indexer = 0, downloadClient = 0, mediaServer = 0, notifier = 0 } = await c.integrations.countByKind();
          return { catalog, indexer, downloadClient, mediaServer, notifier };
        },
      }),
    ),
    integrationStore: service(container, (c: Cradle) => createIntegrationStore(c)),
    integrations: service(container, (c: Cradle) =>
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
        onConnected: (kind) => wakeWaitingRequests(c, kind),
      }),
    ),
    tellOfLectern: service(container, ({ settings }: Cradle) => createTellOfLectern(settings)),
    integrationChecks: service(container, ({ integrationStore, host, redactor, tellOfLectern }: Cradle) =>
      createIntegrationChecks({ store: integrationStore, host, redact: (text) => redactor.redact(text), tellOfLectern }),
    ),
    backups: service(container, ({ config, now }: Cradle) => backupFilesOf(config, now)),
    catalog: service(container, (c: Cradle) => createCatalogService(c)),
    annotate: service(container, ({ database, library }: Cradle) =>
      createAnnotate({ database, availabilityOf: (asins, format) => library.availabilityOf(asins, format) }),
    ),
    covers: service(container, (c: Cradle) =>
      createCoverService({
        catalog: c.catalog,
        dataDir: c.config.dataDir,
        userAgent: userAgent(c.version),
        allowPrivateHosts: c.config.allowPrivateHosts,
        allowedHosts: catalogHosts(c),
        log: c.log,
        now: c.now,
      }),
    ),
    library: service(container, (c: Cradle) => createLibraryService(c)),
    notifications: service(container, (c: Cradle) => createNotificationService(c)),
    transitions: service(container, (c: Cradle) => createRequestTransitions(c)),
    requestReader: service(container, ({ database }: Cradle) => createRequestReader(database)),
    requestList: service(container, ({ database }: Cradle) => createRequestList(database)),
    requestDetail: service(container, ({ database, requestList }: Cradle) => createRequestDetail(database, requestList)),
    requests: service(container, (c: Cradle) =>
      createRequestService({
        database: c.database,
        host: c.host,
        jobs: c.jobs,
        catalog: c.catalog,
        settings: c.settings,
        requests: c.requestReader,
        transitions: c.transitions,
        candidates: c.candidates,
        downloads: c.downloads,
        availabilityOf: (asins, format) => c.library.availabilityOf(asins, format),
        now: c.now,
      }),
    ),
    shelfStore: service(container, (c: Cradle) => createShelfStore(c)),
    shelves: service(container, (c: Cradle) =>
      createShelfService({
        database: c.database,
        store: c.shelfStore,
        host: c.host,
        jobs: c.jobs,
        audit: c.audit,
        redact: (text) => c.redactor.redact(text),
        now: c.now,
      }),
    ),
    announcer: service(container, (c: Cradle) =>
      createRequestAnnouncer({ database: c.database, list: c.requestList, events: c.events, log: c.log }),
    ),
    candidates: service(container, ({ database, secretBox }: Cradle) => createCandidateStore(database, secretBox)),
    directStore: service(container, ({ database, secretBox, now }: Cradle) => createDirectStore(database, secretBox, now)),
    directClient: service(container, (c: Cradle) =>
      createDirectClient({
        database: c.database,
        jobs: c.jobs,
        store: c.directStore,
        limits: TRANSFER_LIMITS,
        root: directDownloadsDir(c.config),
        privateHostsFor: createSourceHosts(c.database),
      }),
    ),
    downloads: service(container, ({ database, now }: Cradle) => createDownloadStore(database, now)),
    probe: service(container, () => detectAudioProbe()),
  });
}
