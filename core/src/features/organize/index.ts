export { isAudioProbeError } from './audio-probe.js';
export type { AudioInfo, AudioProbe, AudioProbeErrorCode } from './audio-probe.js';
export { commandExists, findCommand } from './command-exists.js';
export { coverFile, placeCover, sniffCover } from './cover.js';
export type { CoverFile, CoverFormat, CoverResult } from './cover.js';
export { detectAudioProbe } from './detect-audio-probe.js';
export { FileError, isFileError, toFileError } from './file-error.js';
export type { FileErrorCode } from './file-error.js';
export { isHiddenName, isUnfinishedName, kindOfFile } from './file-kind.js';
export type { FileKind } from './file-kind.js';
export type { ImportCatalog, ImportDependencies, ImportOrder } from './import-dependencies.js';
export { MOST_IMPORT_ATTEMPTS } from './import-failure.js';
export { importJobs } from './import-job.js';
export { sweepAbandonedImports } from './import-sweep.js';
export { testLibraryFolder } from './library-self-test.js';
export type { SelfTestReport, SelfTestStep } from './library-self-test.js';
export { createManifest, verifyManifest } from './manifest.js';
export type { Manifest, ManifestFile, ManifestProblem, PlacementMethod } from './manifest.js';
export { renderSidecar, sidecarFile } from './metadata-sidecar.js';
export type { SidecarBook } from './metadata-sidecar.js';
export { compareNaturally } from './natural-order.js';
export { openInside } from './open-inside.js';
export type { OpenFile } from './open-inside.js';
export { isWithin, resolveInside } from './path-jail.js';
export { createPathMapping, explainMapping, validatePathPairs } from './path-mapping.js';
export type { MappedPath, MappingExplanation, PathMapping, PathMappingError, PathPair } from './path-mapping.js';
export { sanitizeFileName, sanitizeSegment } from './path-segment.js';
export {
  compilePathTemplate,
  DEFAULT_EBOOK_PATH_TEMPLATE,
  DEFAULT_PATH_TEMPLATE,
  PATH_VARIABLES,
  previewPathTemplate,
  SAMPLE_BOOKS,
} from './path-template.js';
export type {
  CompiledPathTemplate,
  PathPreview,
  PathTemplate,
  PathTemplateError,
  PathTemplateErrorCode,
  PathValues,
  PathVariable,
} from './path-template.js';
export { planPlacement } from './placement-plan.js';
export type { PlacementPlan, PlanInput, PlannedFile, WrittenFile } from './placement-plan.js';
export { placeFiles, sweepWorkingFolders } from './placement.js';
export type { PlacementOptions, PlacementProgress, PlacementResult } from './placement.js';
export { removePlaced } from './remove-placed.js';
export type { Removal } from './remove-placed.js';
export { runCommand } from './run-command.js';
export type { CommandOptions, CommandResult } from './run-command.js';
export { sampledFileHash } from './sampled-hash.js';
export { listSourceFiles } from './source-files.js';
export type { SkippedFile, SourceFile, SourceListing, SourceListOptions } from './source-files.js';
export { observeStability, takeSnapshot, waitUntilStable } from './stability.js';
export type { StabilityAnswer, StabilityOptions, StabilitySnapshot, StabilityState, WaitingCode } from './stability.js';
export { durationTolerance, verifyAudio } from './verify.js';
export type { ExpectedAudio, ProbedFile, Verification, VerifyReason } from './verify.js';
