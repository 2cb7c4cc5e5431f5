import type { AwilixContainer } from 'awilix';
import type { Config } from '../platform/config/config.js';
import type { ChangeFeed } from '../platform/change-feed/index.js';
import type { Database } from '../platform/db/index.js';
import type { EventBus } from '../platform/events/event-bus.js';
import type { RateLimiter } from '../platform/http/rate-limiter.js';
import type { JobQueue } from '../platform/jobs/job-queue.js';
import type { LogRing } from '../platform/logging/log-ring.js';
import type { Logger } from '../platform/logging/logger.js';
import type { Redactor } from '../platform/logging/redactor.js';
import type { Metrics } from '../platform/metrics/metrics.js';
import type { ServerKeys } from '../platform/security/key-file.js';
import type { SecretBox } from '../platform/security/secret-box.js';
import type { DownloadClient } from '@lectern/plugin-api';
import type { PluginHost } from '../plugin-host/index.js';
import type { CandidateStore } from '../features/acquisition/index.js';
import type { ApiTokenService } from '../features/api-tokens/index.js';
import type { AuditService } from '../features/audit/index.js';
import type { AccessTokens, Authenticate, AuthService, ConfirmedSessions, RefreshSessions } from '../features/auth/index.js';
import type { DownloadLinks } from '../features/book-files/index.js';
import type { BackupFiles } from '../features/backups/index.js';
import type { Annotate, CatalogService } from '../features/catalog/index.js';
import type { CoverService } from '../features/covers/index.js';
import type { DirectStore } from '../features/direct-downloads/index.js';
import type { DownloadStore } from '../features/downloads/index.js';
import type { LiveConnections } from '../features/events/index.js';
import type { IntegrationChecks, IntegrationRecords, IntegrationService, TellOfLectern } from '../features/integrations/index.js';
import type { IdentityService } from '../features/external-sign-in/index.js';
import type { LoginTokenService } from '../features/login-tokens/index.js';
import type { LibraryScanner, LibraryService } from '../features/library/index.js';
import type { NotificationService } from '../features/notifications/index.js';
import type { AudioProbe } from '../files/checking/audio-probe.js';
import type {
  RequestAnnouncer,
  RequestDetailReader,
  RequestList,
  RequestReader,
  RequestService,
  RequestTransitions,
} from '../features/requests/index.js';
import type { Setup } from '../features/setup/index.js';
import type { ShelfService, ShelfStore } from '../features/shelves/index.js';
import type { SettingsService } from '../features/settings/index.js';
import type { PasswordHasher, UserService } from '../features/users/index.js';
import type { PluginServices } from './register-plugins.js';

/** Everything the server is made of. Nothing outside of `app/` constructs any of it. */
export interface Cradle extends PluginServices {
  readonly config: Config;
  readonly version: string;
  readonly now: () => Date;
  readonly timeScale: number;
  readonly log: Logger;
  /** The last lines of the log. */
  readonly logRing: LogRing;
  readonly redactor: Redactor;
  readonly keys: ServerKeys;
  readonly secretBox: SecretBox;
  readonly database: Database;
  readonly events: EventBus;
  /** Between processes that share the database. */
  readonly feed: ChangeFeed;
  readonly connections: LiveConnections;
  readonly metrics: Metrics;
  readonly rateLimiter: RateLimiter;
  readonly jobs: JobQueue;
  readonly host: PluginHost;
  readonly audit: AuditService;
  readonly settings: SettingsService;
  readonly hasher: PasswordHasher;
  readonly users: UserService;
  readonly accessTokens: AccessTokens;
  readonly sessions: RefreshSessions;
  readonly confirmedSessions: ConfirmedSessions;
  readonly auth: AuthService;
  readonly authenticate: Authenticate;
  readonly apiTokens: ApiTokenService;
  readonly loginTokens: LoginTokenService;
  readonly identities: IdentityService;
  readonly downloadLinks: DownloadLinks;
  readonly setup: Setup;
  readonly integrationStore: IntegrationRecords;
  readonly integrations: IntegrationService;
  readonly tellOfLectern: TellOfLectern;
  readonly integrationChecks: IntegrationChecks;
  readonly backups: BackupFiles;
  readonly catalog: CatalogService;
  readonly annotate: Annotate;
  readonly covers: CoverService;
  readonly scanner: LibraryScanner;
  readonly library: LibraryService;
  readonly notifications: NotificationService;
  readonly transitions: RequestTransitions;
  readonly requestReader: RequestReader;
  readonly requestList: RequestList;
  readonly requestDetail: RequestDetailReader;
  readonly requests: RequestService;
  readonly announcer: RequestAnnouncer;
  readonly shelfStore: ShelfStore;
  readonly shelves: ShelfService;
  readonly candidates: CandidateStore;
  readonly directStore: DirectStore;
  /** The server's own download client. */
  readonly directClient: DownloadClient;
  readonly downloads: DownloadStore;
  readonly probe: AudioProbe;
}

export type Container = AwilixContainer<Cradle>;
