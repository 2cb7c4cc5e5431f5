/**
 * Test helpers for authors of Lectern plugins. They use mocha's globals and, for a real `ctx.http`, the optional
 * peer `@lectern/core`.
 *
 * @packageDocumentation
 */
export { createTestContext } from './test-context.js';
export type { TestContext, TestContextOptions } from './test-context.js';
export { createRecordingLogger } from './recording-logger.js';
export type { LogEntry, RecordingLogger } from './recording-logger.js';
export { createMemoryStorage } from './memory-storage.js';
export { faultRows } from './fault-rows.js';
export type { FaultRow, FaultRowsOptions, FaultSetup, FaultTarget } from './fault-rows.js';
export { checkManifest, checkSettingsSchema } from './check-package.js';
export { describePlugin } from './describe-plugin.js';
export type { DescribePluginOptions } from './describe-plugin.js';
