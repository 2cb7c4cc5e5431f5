/**
 * The shapes of the HTTP API, under names for the pages. All of them come from core's OpenAPI document through
 * `schema.generated.ts`; only the live events, which no document describes, are written here by hand.
 */
import type { components, operations } from './schema.generated.js';

type Schemas = components['schemas'];
/** The JSON of a successful answer. */
export type Answer<Operation extends keyof operations> = operations[Operation]['responses'] extends infer Responses
  ? Responses extends { 200: { content: { 'application/json': infer Json } } }
    ? Json
    : never
  : never;

/** ISO 8601, UTC. */
export type Timestamp = string;

export type Me = Schemas['Me'];
export type Permissions = Me['permissions'];
export type User = Schemas['User'];
export type ApiToken = Schemas['ApiToken'];
export type AuditRecord = Schemas['AuditRecord'];
export type LogLine = Schemas['LogLine'];
export type LogLevel = LogLine['level'];
export type Metrics = Answer<'get_api_admin_metrics'>;
export type LogPage = Answer<'get_api_admin_logs'>;
export type ExternalProvider = Answer<'get_api_auth_providers'>['external'][number];
export type OwnIdentity = Schemas['OwnIdentity'];
export type OwnSession = Schemas['OwnSession'];
export type PushDevice = Schemas['PushDevice'];

export type Statistics = Schemas['Statistics'];

export type SetupStatus = Schemas['SetupStatus'];

export type AnnotatedBook = Schemas['AnnotatedBook'];
/** The facts of a book that a card shows; every list of books has at least this. */
export type CardBook = Schemas['HomeBook'] & { region?: string | undefined };
export type HomeSection = Schemas['HomeSection'];
export type HomeArrangement = Schemas['HomeArrangement'];
export type Home = Answer<'get_api_home'>;
export type BookSearchPage = Answer<'get_api_audiobooks_search'>;
export type EbookAnswer = Answer<'get_api_audiobooks_asin_ebook'>;
export type BookDownload = Schemas['DownloadStatus']['downloads'][number];
export type BookAnswer = Answer<'get_api_audiobooks_asin'>;

export type RequestSummary = Schemas['RequestSummary'];
export type ImportPreview = Schemas['ImportPreview'];
export type FileCheck = Schemas['FileCheck'];
export type RequestDetail = Schemas['RequestDetail'];
export type RequestList = Answer<'get_api_requests'>;
export type RequestStatus = RequestSummary['status'];
export type RequestGroup = RequestSummary['group'];
export type RequestType = RequestSummary['type'];
/** What became of a request that was approved or denied. */
export type Decided = Answer<'post_api_admin_requests_id_approve'>['decided'][number];
export type RequestAction = RequestSummary['actions'][number];
export type RequestProgress = Schemas['RequestProgress'];
export type TimelineEntry = Schemas['TimelineEntry'];

export type SearchSource = Schemas['SearchSource'];
export type Preview = Answer<'post_api_audiobooks_asin_preview'>;
export type Candidate = Schemas['Candidate'];
export type ReleaseSearch = Answer<'post_api_releases_search'>;
export type FoundRelease = Schemas['FoundRelease'];
/** How far a release search is. */
export interface ReleaseSearchProgress {
  done: number;
  total: number;
  /** Those that have answered. */
  sources: { name: string; status: SearchSource['status']; found: number }[];
}

export type PluginInfo = Schemas['PluginInfo'];
export type ProviderKind = PluginInfo['provides'][number];
export type Integration = Schemas['Integration'];
export type IntegrationState = Integration['health']['state'];
export type PathMapping = NonNullable<Integration['pathMappings']>[number];
export type MailPage = Answer<'get_api_admin_mail'>;
export type MailDraft = NonNullable<MailPage['settings']> & { password?: string | null };
export type MailTrial = Schemas['MailTrial'];
export type CheckAnswer = Schemas['CheckAnswer'];
export type Choice = Answer<'post_api_admin_integrations_choices'>['choices'][number];

export type IgnoredAudiobook = Schemas['IgnoredAudiobook'];
export type FollowedSeries = Schemas['FollowedSeries'];
export type FollowedAuthor = Schemas['FollowedAuthor'];
export type FollowPreview = Schemas['FollowPreview'];
export type ComingBook = Schemas['ComingBook'];
export type FollowMode = FollowedSeries['mode'];
export type FollowStart = FollowedSeries['startRule'];

export type Report = Schemas['Report'];
export type ReportThread = Schemas['ReportThread'];
export type ReportEvidence = Schemas['ReportEvidence'];
export type BlockedRelease = Schemas['BlockedRelease'];
export type Replacement = Schemas['Replacement'];
export type ForeignFiles = Schemas['ForeignFiles'];
export type BinnedBook = Schemas['BinnedBook'];
export type Webhook = Schemas['Webhook'];
export type WebhookEventId = Answer<'get_api_admin_webhooks'>['events'][number]['id'];
export type WebhookDelivery = Schemas['WebhookDelivery'];
export type ForeignUpload = Schemas['ForeignUpload'];
export type ReportKind = Report['kind'];
export type ReportState = Report['state'];

export type Shelf = Schemas['Shelf'];
export type ShelfProvider = Schemas['ShelfProvider'];
export type ShelfBook = Schemas['ShelfBook'];
export type ShelfBookMapping = Schemas['ShelfBookMapping'];
export type ShelfOutcome = keyof Shelf['counts'];

export type Settings = Schemas['Settings'];

export type NotificationItem = Schemas['Notification'];
export type NotificationPreferences = Schemas['NotificationPreferences'];
export type NotificationWay = NotificationPreferences['ways'][number];
export type QuietHours = NonNullable<NotificationPreferences['quietHours']>;
export type Digest = NonNullable<NotificationPreferences['digest']>;
export type PreferencesPatch = NonNullable<operations['patch_api_notifications_preferences']['requestBody']>['content']['application/json'];
export type NotificationTarget = Schemas['NotificationTarget'];
export type TargetPlugin = Answer<'get_api_notifications_targets'>['plugins'][number];

/** What a link of a message decides, and whether it still can. */
export type DecisionLink = Schemas['DecisionLink'];
export type NotificationPage = Answer<'get_api_notifications'>;
export type NotificationEvent = Schemas['NotificationSubscription']['events'][number];

export type Backup = Schemas['Backup'];
export type JobInfo = Schemas['JobInfo'];
export type JobState = JobInfo['state'];
export type JobSchedule = Schemas['JobSchedule'];
export type WaitingJobs = Schemas['WaitingJobs'];
export type Jobs = Answer<'get_api_admin_jobs'>;

export type Work = Schemas['Work'];

/** Where people listen to a book. */
export type ListenLink = Schemas['ListenLink'];
export type LibraryItem = Schemas['LibraryEntry'];
export type LibraryBook = Schemas['LibraryBook'];
export type LibraryLoss = Schemas['LibraryLoss'];
export type LikelyMatch = Schemas['LikelyMatch'];
export type SeriesGap = Schemas['SeriesGap'];

export type CheckUp = Schemas['CheckUp'];
export type CheckUpRun = NonNullable<CheckUp['checkUp']>;
export type CheckUpFinding = Schemas['CheckUpFinding'];
export type FindingKind = CheckUpFinding['evidence']['kind'];
export type CheckUpProgress = Pick<CheckUpRun, 'id' | 'state' | 'done' | 'total'>;

export type DeletionPreview = Schemas['DeletionPreview'];

export type TakeIn = Schemas['TakeIn'];
export type TakenBook = Schemas['TakenBook'];
export type TakenBookFiling = Schemas['TakenBookFiling'];
export type Confidence = NonNullable<TakenBook['confidence']>;
export type TakeInProgress = Pick<TakeIn, 'id' | 'state' | 'done' | 'total'>;
export type TakeInPage = Answer<'get_api_admin_take_ins'>;

export type Rename = Schemas['Rename'];
export type RenameState = Rename['state'];
export type RenameMove = Schemas['RenameMove'];
export type RenameMoveState = RenameMove['state'];
export type RenamePage = Answer<'get_api_admin_renames'>;
export type RenameProgress = Pick<Rename, 'id' | 'state' | 'done' | 'total'> & {
  /** Of the book that it was last done with. */
  title?: string;
};

/** Events of `GET /api/events`. */
export type LiveEvent =
  | { type: 'request.updated'; data: { request: RequestSummary } }
  | { type: 'request.deleted'; data: { requestId: string; removed: number; kept: number } }
  | { type: 'search.updated'; data: { requestId: string; searchId: string } }
  | { type: 'preview.updated'; data: { previewId: string; done: number; total: number } }
  | { type: 'release-search.updated'; data: ReleaseSearchProgress & { searchId: string } }
  | { type: 'job.updated'; data: { job: JobInfo } }
  | { type: 'integration.updated'; data: { integrationId: string; state: IntegrationState } }
  | { type: 'library.updated'; data: { asins: string[] } }
  | { type: 'rename.updated'; data: RenameProgress }
  | { type: 'check-up.updated'; data: CheckUpProgress }
  | { type: 'take-in.updated'; data: TakeInProgress }
  | { type: 'library-bin.updated'; data: Record<string, never> }
  | { type: 'webhook.updated'; data: { id: string } }
  | { type: 'shelf.updated'; data: { shelfId: string } }
  | { type: 'works.updated'; data: { asins: string[] } }
  | { type: 'ignore-list.updated'; data: Record<string, never> }
  | { type: 'report.updated'; data: { id: string; asin: string } }
  | { type: 'home.updated'; data: Record<string, never> }
  | { type: 'listening.updated'; data: Record<string, never> }
  | { type: 'following.updated'; data: { kind: 'series' | 'author'; id: string } }
  | { type: 'notification'; data: { id: string; event: string; title: string; at: Timestamp } };
