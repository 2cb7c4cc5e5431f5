/**
 * Test suites and helpers for authors of Lectern plugins. They use mocha's globals. `createTestHost`, and a `ctx.http`
 * that reaches a real server, need the optional peer `@lectern/core`; all else works without.
 *
 * @packageDocumentation
 */
export { describePlugin } from './describe-plugin.js';
export type { DescribePluginOptions } from './describe-plugin.js';
export { checkManifest } from './check-manifest.js';
export { checkSchema, checkSettingsSchema } from './check-settings-schema.js';
export { checkImports } from './check-imports.js';
export { checkMessages, formWordsOf, translationOf } from './check-messages.js';
export { checkTarball } from './check-tarball.js';

export { createTestContext } from './test-context.js';
export type { TestContext, TestContextOptions } from './test-context.js';
export { createHttpMock, httpMock } from './http-mock.js';
export type { HttpMock, MockExpectation, MockHandler, MockMatch, MockReply, MockRequest } from './http-mock.js';
export { createRecordingLogger } from './recording-logger.js';
export type { LogEntry, RecordingLogger } from './recording-logger.js';
export { createMemoryStorage } from './memory-storage.js';
export { detailsOf, englishOf } from './details-of.js';
export { callHook } from './call-hook.js';
export { createTestHost } from './test-host.js';
export type { TestHost, TestHostOptions, TestHostPlugin } from './test-host.js';

export { faultRows } from './fault-rows.js';
export type { FaultRowsOptions, FaultSetup } from './fault-rows.js';
export type { Expected, Fault, FaultExceptions, FaultRow, FaultTarget } from './contract/fault.js';
export type { ContractOptions, ContractRow, ContractWorld, MakeWorld } from './contract/row.js';
export { indexerContract } from './contract/indexer-contract.js';
export type { IndexerFixtures } from './contract/indexer-contract.js';
export { downloadClientContract } from './contract/download-client-contract.js';
export type { DownloadClientFixtures } from './contract/download-client-contract.js';
export { mediaServerContract } from './contract/media-server-contract.js';
export type { MediaServerFixtures } from './contract/media-server-contract.js';
export { notifierContract } from './contract/notifier-contract.js';
export type { NotifierFixtures } from './contract/notifier-contract.js';
export { shelfProviderContract } from './contract/shelf-provider-contract.js';
export type { ShelfProviderFixtures } from './contract/shelf-provider-contract.js';
export { ebookSourceContract } from './contract/ebook-source-contract.js';
export type { EbookSourceFixtures } from './contract/ebook-source-contract.js';
export { signInProviderContract } from './contract/sign-in-provider-contract.js';
export type { SignInProviderFixtures } from './contract/sign-in-provider-contract.js';
export { catalogContract } from './contract/catalog-contract.js';
export type { CatalogFixtures } from './contract/catalog-contract.js';
