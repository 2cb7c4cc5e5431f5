/**
 * Parts of the server that benchmarks and end-to-end tests measure or drive by themselves. Programs use the package's main
 * entry; what stands here may change with any version.
 */
export { ERROR_CODES } from './error-codes/error-codes.js';
export { cleanBooks } from './features/catalog/clean-book.js';
export { overlay } from './features/integrations/draft-settings.js';
export { mergeBook, type MergedBook } from './files/merging/merge-book.js';
export { findMergeTools } from './files/merging/merge-tools.js';
export { verifyPlacement, type PlacementManifest } from './files/placing/placement-manifest.js';
export { factsOf, REQUEST_STATUSES, type RequestStatus } from './features/lifecycle/statuses.js';
export type { FolderFacts } from './features/take-in/folder-facts.js';
export { guessFolder } from './features/take-in/guess-folder.js';
export type { Confidence, FolderGuess } from './features/take-in/judge-folder.js';
export { buildQueries } from './features/search/query-builder.js';
export { DEFAULT_RANKING_RULES } from './features/search/ranking/ranking-rules.js';
export { pickAutomatic, rankReleases, type RankedCandidate } from './features/search/ranking/ranking.js';
export type { WantedBook } from './features/search/ranking/wanted-book.js';
export { textKey } from './features/search/text-key.js';
export { parseReleaseTitle } from './features/search/release-title/parse-release-title.js';
export type { ParsedRelease } from './features/search/release-title/parsed-release.js';
export { hidePlaces } from './platform/logging/hide-places.js';
export { createRedactor } from './platform/logging/redactor.js';
export { requestFigures } from './features/lifecycle/request-statistics.js';
export { nextState, type RequestEvent } from './features/lifecycle/machine.js';
export { WAIT_CODES } from './features/lifecycle/reasons/wait-reasons.js';
export { letAccountsWait } from './features/users/test-waiting-accounts.js';
export { openDatabase, type Database, type SqlValue } from './platform/db/index.js';
export { createPostgresDatabase, hasPostgres } from './platform/db/test-databases.js';
export { askPostgres } from './platform/db/test-postgres.js';
export { CRASH_POINTS, type CrashPoint } from './platform/testing/crash-point.js';
export { mountSmallDisk, type SmallDisk } from './platform/testing/test-small-disk.js';
export { guardAgainstCrashes } from './plugin-host/index.js';
export { npmPack, packDirectory, packQuickly } from './plugin-host/installer/__fixtures__/pack-plugin.js';
export { startStubRegistry, type StubRegistry } from './plugin-host/installer/__fixtures__/stub-registry.js';
export { createPluginHost, type PluginHost } from './plugin-host/plugin-host.js';
export { createMemoryStore } from './plugin-host/storage.js';
export { inEnglish } from './platform/words/index.js';
