/**
 * The contract between Lectern and its plugins.
 *
 * A plugin's entry file default-exports the result of {@link definePlugin}. Everything else here is types,
 * the one error class, and guards. This package imports nothing else from Lectern.
 *
 * @packageDocumentation
 */
export { API_VERSION } from './api-version.js';
export { IntegrationError, isIntegrationError, INTEGRATION_ERROR_CODES } from './integration-error.js';
export type {
  IntegrationErrorCode,
  IntegrationErrorOptions,
  PluginQuantity,
  PluginSentence,
  PluginSentenceValue,
} from './integration-error.js';
export { createFault } from './create-fault.js';
export type { Fault, FaultOptions, FaultValue } from './create-fault.js';
export { createDetail } from './create-detail.js';
export type { Detail } from './create-detail.js';
export { remarkOf } from './remark.js';
export type { CheckDetail, Remark } from './remark.js';
export type { GivenValue, GivenValues } from './sentence-values.js';
export { formWords, withFormWords } from './form-words.js';
export type { SayFormWords } from './form-words.js';
export { definePlugin, isPluginDefinition } from './define-plugin.js';
export type {
  CheckCall,
  CheckingLectern,
  CheckResult,
  Choice,
  ChoiceRequest,
  PluginContext,
  PluginDefinition,
  PluginInstance,
  PluginStorage,
  StopReason,
} from './define-plugin.js';
export type { Call, Page, PluginLogger } from './call.js';
export type { HttpRequest, HttpResponse, MultipartPart, PluginHttp } from './http.js';
export { PROVIDER_KINDS } from './providers.js';
export type { ProviderKind, Providers } from './providers.js';
export type { PluginManifest, InstanceMode } from './manifest.js';
export { PLUGIN_PACKAGE_SCHEMA } from './manifest-schema.js';
export { MESSAGE_FILES, messageProblems } from './message-problems.js';
export { manifestProblems } from './manifest-problems.js';
export type { Release, ReleaseQuery, SearchOutcome, SourceOutcome, Indexer } from './kinds/indexer.js';
export type {
  AddOptions,
  AddResult,
  Downloadable,
  HttpFile,
  DownloadClient,
  DownloadFile,
  DownloadState,
  DownloadStatus,
  Protocol,
} from './kinds/download-client.js';
export { DOWNLOAD_STATES } from './kinds/download-client.js';
export type {
  BookFormat,
  CoverImage,
  LibraryFile,
  LibraryItem,
  ListeningProgress,
  MediaLibrary,
  MediaServer,
} from './kinds/media-server.js';
export type { ExternalAccount, PasswordSignIn, RedirectSignIn, SignInProvider } from './kinds/sign-in-provider.js';
export type { Notifier, NotificationMessage, NotificationSeverity } from './kinds/notifier.js';
export type { ShelfBook, ShelfProvider } from './kinds/shelf-provider.js';
export type { EbookCandidate, EbookOutcome, EbookQuery, EbookSource, EbookWait } from './kinds/ebook-source.js';
export type {
  Catalog,
  CatalogAuthor,
  CatalogBook,
  CatalogCategory,
  CatalogChapter,
  CatalogSearch,
  CatalogSeries,
  InRegion,
  Listing,
  PersonRef,
  SeriesRef,
} from './kinds/catalog.js';
export type {
  HookHandler,
  HookName,
  HookPayloads,
  HookResults,
  Hooks,
  Refusal,
  RequestInfo,
  CandidateInfo,
  BookInfo,
  VetoResults,
} from './hooks.js';
export { HOOK_KINDS } from './hooks.js';
export { ANSWER_SHAPES } from './answers/answer-shapes.js';
export type { AnswerShapeName } from './answers/answer-shapes.js';
export { PROVIDER_ANSWERS } from './answers/provider-answers.js';
export type { AnswerRule, AnswerRules } from './answers/provider-answers.js';
export { HOOK_ANSWERS } from './answers/hook-answers.js';
export { ANSWER_LIMITS, copyAnswer } from './answers/copy-answer.js';
export type { AnswerCopy, AnswerLimits } from './answers/copy-answer.js';
export { isJsonObject } from './json.js';
export type { JsonObject, JsonValue } from './json.js';
export { namesOfChosen } from './chosen-libraries.js';
export { parseRetryAfter } from './retry-after.js';
export { torrentInfoHash } from './torrent-info-hash.js';
