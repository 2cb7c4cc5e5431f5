/**
 * The shapes of the HTTP API. Every page imports its types from here, so this is the only file to change
 * when the generated document (`schema.generated.ts`) takes over.
 */

/** ISO 8601, UTC. */
export type Timestamp = string;
export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };
export type JsonObject = Record<string, JsonValue | undefined>;

export interface Paged<T> {
  items: T[];
  page: number;
  limit: number;
  total: number;
}

export type Role = 'admin' | 'user';
export interface Permissions {
  autoApprove: boolean;
  interactiveSearch: boolean;
  downloadAccess: boolean;
}
export interface Me {
  id: string;
  username: string;
  displayName: string;
  role: Role;
  permissions: Permissions;
  locale?: string;
  createdAt: Timestamp;
}
export interface User {
  id: string;
  username: string;
  displayName: string;
  role: Role;
  permissions: Record<keyof Permissions, boolean | null>;
  createdAt: Timestamp;
  lastSeenAt?: Timestamp;
}
export interface AuthProviders {
  local: boolean;
  registration: boolean;
  external: { id: string; name: string; kind: 'password' | 'redirect' }[];
}

export interface SetupStatus {
  complete: boolean;
  steps: {
    admin: boolean;
    library: boolean;
    integrations: { catalog: number; indexer: number; downloadClient: number; mediaServer: number; notifier: number };
  };
}
export interface SelfTestStep {
  name: string;
  ok: boolean;
  message: string;
}
export interface LibraryTest {
  ok: boolean;
  steps: SelfTestStep[];
  saved: boolean;
}

export type Availability = 'available' | 'requested' | 'none';
export type RequestStatus =
  | 'awaiting_approval'
  | 'denied'
  | 'pending'
  | 'awaiting_release'
  | 'searching'
  | 'awaiting_search'
  | 'downloading'
  | 'processing'
  | 'awaiting_import'
  | 'warn'
  | 'downloaded'
  | 'available'
  | 'failed'
  | 'cancelled';
export type RequestGroup = 'active' | 'waiting' | 'completed' | 'attention' | 'closed';
export type RequestType = 'audiobook' | 'ebook';

export interface Book {
  asin: string;
  region: string;
  title: string;
  subtitle?: string;
  authors: { name: string; id?: string }[];
  narrators: string[];
  series: { name: string; id?: string; part?: string }[];
  durationMinutes?: number;
  releaseDate?: string;
  language?: string;
  publisher?: string;
  description?: string;
  coverUrl: string | null;
  genres: string[];
  rating?: { average: number; count: number };
  abridged?: boolean;
}
export interface BookRequest {
  id: string;
  status: RequestStatus;
  mine: boolean;
  username?: string;
}
export interface AnnotatedBook extends Book {
  availability: Availability;
  request: BookRequest | null;
  ignored: boolean;
  reportedIssue: boolean;
  libraryItem: { id: string; integrationId: string; title: string } | null;
}

export type HomeSectionId = 'popular' | 'new-releases' | 'in-progress' | 'recently-added';
export interface HomeSection {
  id: HomeSectionId;
  title: string;
  items: AnnotatedBook[];
  stale?: boolean;
  fetchedAt?: Timestamp;
}
export interface Home {
  sections: HomeSection[];
}
export interface BookSearchPage extends Paged<AnnotatedBook> {
  stale?: boolean;
}
export interface BookAnswer {
  book: AnnotatedBook;
  editions: AnnotatedBook[];
}

export type Stage = 'asked' | 'approved' | 'found' | 'downloading' | 'importing' | 'in_library';
export type RequestAction =
  'cancel' | 'retry' | 'search' | 'select' | 'approve' | 'deny' | 'retry_download' | 'accept_import' | 'reject_release';
export interface Reason {
  code: string;
  message: string;
  component?: { kind: string; name: string };
  since: Timestamp;
  nextAt?: Timestamp;
  nextStep?: string;
  todo?: string;
}
export interface RequestProgress {
  /** 0 to 1. */
  fraction: number;
  bytesDone?: number;
  bytesTotal?: number;
  etaSeconds?: number;
  downBps?: number;
  clientState?: string;
  phase?: string;
}
export interface RequestSummary {
  id: string;
  type: RequestType;
  status: RequestStatus;
  group: RequestGroup;
  statusSince: Timestamp;
  reason: Reason | null;
  book: Book;
  user: { id: string; username: string; displayName: string };
  mine: boolean;
  progress?: RequestProgress;
  stage: Stage;
  origin: string;
  createdAt: Timestamp;
  updatedAt: Timestamp;
  parentRequestId?: string;
  customSearchTerms?: string;
  downloadAttempts: number;
  subscribed: boolean;
  actions: RequestAction[];
}
export interface TimelineEntry {
  id: string;
  at: Timestamp;
  event: string;
  from?: RequestStatus;
  to?: RequestStatus;
  message: string;
  actor?: { id: string; username: string };
  detail?: JsonObject;
}
export type StageState = 'done' | 'current' | 'todo' | 'failed';
export interface RequestDetail extends RequestSummary {
  timeline: TimelineEntry[];
  stages: { stage: Stage; state: StageState; at?: Timestamp }[];
  release?: { title: string; indexer: string; size?: number; score?: number; protocol: string };
  downloadClient?: { name: string };
  files?: { directory: string; count: number; bytes: number; methods: Record<string, number> };
  subscribers: number;
}
export interface RequestList extends Paged<RequestSummary> {
  counts: Record<RequestGroup, number>;
}

export interface SearchRun {
  id: string;
  startedAt: Timestamp;
  finishedAt?: Timestamp;
  status: 'running' | 'done';
  queries: string[];
  sources: {
    id: string;
    name: string;
    status: 'ok' | 'empty' | 'failed' | 'throttled';
    found?: number;
    retryAfterMs?: number;
    error?: string;
    integrationName: string;
  }[];
}
export interface Candidate {
  id: string;
  title: string;
  indexer: string;
  protocol: string;
  size?: number;
  seeders?: number;
  leechers?: number;
  grabs?: number;
  publishedAt?: Timestamp;
  infoUrl?: string;
  flags: string[];
  score: number;
  passed: boolean;
  picked: boolean;
  state: 'candidate' | 'grabbed' | 'failed' | 'blocklisted';
  gates: { name: string; passed: boolean; reason: string }[];
  parts: { name: string; points: number; max: number; reason: string }[];
}
export interface CandidateAnswer {
  search: SearchRun | null;
  candidates: Candidate[];
}
export interface ActiveDownload {
  requestId: string;
  title: string;
  client: string;
  state: string;
  progress: number;
  downBps?: number;
  etaSeconds?: number;
}

export type ProviderKind = 'catalog' | 'indexer' | 'downloadClient' | 'mediaServer' | 'notifier' | 'shelfProvider' | 'ebookSource';
export interface PluginInfo {
  id: string;
  packageName: string;
  version: string;
  displayName: string;
  provides: ProviderKind[];
  instances: 'one' | 'many' | 'per-user';
  source: 'bundled' | 'installed';
  state: 'ready' | 'incompatible' | 'failed';
  error?: { code: string; message: string };
  settingsSchema?: JsonObject;
  recommends: string[];
  description?: string;
}
export type IntegrationState =
  'incompatible' | 'disabled' | 'unconfigured' | 'starting' | 'running' | 'degraded' | 'failed' | 'quarantined' | 'stopped';
export interface PathMapping {
  remote: string;
  local: string;
}
export interface Integration {
  id: string;
  pluginId: string;
  pluginName: string;
  provides: ProviderKind[];
  name: string;
  enabled: boolean;
  priority: number;
  settings: JsonObject;
  secretsSet: string[];
  health: {
    state: IntegrationState;
    since: Timestamp;
    lastError?: { code: string; message: string; at: Timestamp; field?: string };
    lastCheck?: { ok: boolean; at: Timestamp; version?: string; details?: string[] };
  };
  pathMappings?: PathMapping[];
  createdAt: Timestamp;
  updatedAt: Timestamp;
}
export interface CheckAnswer {
  ok: boolean;
  version?: string;
  details?: string[];
  error?: { code: string; message: string; field?: string; retryAfterMs?: number };
  tookMs: number;
}
export interface Choice {
  value: string | number;
  title: string;
}
export interface PathMappingTest {
  remote: string;
  local: string;
  rule?: PathMapping;
  existsHere: boolean;
  message: string;
}

export interface Settings {
  library: { path: string; pathTemplate: string; ebookPathTemplate?: string; writeSidecar: boolean; downloadPath?: string };
  requests: { autoApprove: boolean; minSeeders: number; minScore: number; formatPreference: string[]; allowCollections: boolean };
  access: { downloadAccess: boolean; interactiveSearch: boolean };
  server: { publicUrl: string | null; region: string; language: string };
}
export interface TemplatePreview {
  ok: boolean;
  errors: { code: string; message: string; position?: number }[];
  samples: { book: string; path: string }[];
}

export interface NotificationItem {
  id: string;
  event: string;
  title: string;
  lines: string[];
  at: Timestamp;
  read: boolean;
  requestId?: string;
}
export interface NotificationPage {
  items: NotificationItem[];
  unread: number;
  nextCursor?: string;
}
export interface NotificationSubscriptions {
  events: { id: string; title: string }[];
  items: { integrationId: string; events: string[] }[];
}

export type JobState = 'queued' | 'running' | 'done' | 'failed' | 'cancelled';
export interface JobInfo {
  id: string;
  name: string;
  title: string;
  state: JobState;
  attempt: number;
  maxAttempts: number;
  progress?: { done: number; total?: number; message?: string };
  error?: string;
  createdAt: Timestamp;
  startedAt?: Timestamp;
  finishedAt?: Timestamp;
  runAt: Timestamp;
  subject?: string;
}
export interface JobSchedule {
  name: string;
  title: string;
  cron: string;
  lastRun?: { startedAt: Timestamp; finishedAt?: Timestamp; status: string; message?: string };
  nextRun?: Timestamp;
  running: boolean;
}
export interface Jobs {
  schedules: JobSchedule[];
  items: JobInfo[];
}

export interface LibraryItem {
  id: string;
  integrationId: string;
  title: string;
  authors: string[];
  asin?: string;
  matchedBy?: 'hash' | 'asin' | 'manual';
  path?: string;
  addedAt: Timestamp;
}
export interface FolderListing {
  path: string;
  parent: string | null;
  entries: { name: string; path: string; kind: 'dir' | 'file'; size?: number }[];
}
export interface Metrics {
  requests: Partial<Record<RequestStatus, number>>;
  users: number;
  libraryItems: number;
}

/** Events of `GET /api/events`. */
export type LiveEvent =
  | { type: 'request.updated'; data: { request: RequestSummary } }
  | { type: 'search.updated'; data: { requestId: string; searchId: string } }
  | { type: 'job.updated'; data: { job: JobInfo } }
  | { type: 'integration.updated'; data: { integrationId: string; state: IntegrationState } }
  | { type: 'library.updated'; data: { asins: string[] } }
  | { type: 'notification'; data: { id: string; event: string; title: string; at: Timestamp } };
