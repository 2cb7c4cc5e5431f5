import { saidOf, type Said } from '../../platform/words/index.js';
import { isAudioProbeError } from '../../files/checking/audio-probe.js';
import type { AudioProbeErrorCode } from '../../files/checking/audio-probe.js';
import { isFileError, type FileErrorCode } from '../../files/file-error.js';
import { messageOf, waitReason, type NewReason, type Wording } from '../lifecycle/reasons/wait-reasons.js';
import type { WaitReason } from '../lifecycle/request-record.js';

/**
 * The reason why an import stops. passing: retried automatically. suspect: a person decides whether these files are the
 * book. held: a person has to fix something. broken: the release is useless, and the next one is tried.
 */
export type ImportStopKind = 'passing' | 'suspect' | 'held' | 'broken';

/** An import that cannot continue, with the text for people. */
export class ImportStop extends Error {
  override readonly name = 'ImportStop';

  /** The same for readers of every language. */
  readonly said: Said;

  /** @param detail facts for the timeline */
  constructor(
    readonly kind: ImportStopKind,
    readonly reason: NewReason,
    readonly detail: Readonly<Record<string, unknown>> = {},
  ) {
    super(reason.message);
    this.said = messageOf(reason) ?? reason.message;
  }
}

/** Explains file errors to people. The error itself knows whether it is temporary. */
const OF_FILES = {
  disk_full: 'disk_full',
  quota: 'quota',
  permission_denied: 'permission_denied',
  read_only: 'read_only',
  cross_device: 'cross_device',
  io_error: 'io_error',
  not_found: 'path_not_visible.gone',
  name_too_long: 'name_too_long',
  not_a_directory: 'not_a_directory',
  too_many_open_files: 'too_many_open_files',
  stale: 'stale',
  outside_root: 'outside_root',
  unfit_place: 'unfit_place',
  source_changed: 'source_changed',
  verification_failed: 'verification_failed',
  invalid_plan: 'invalid_plan',
  aborted: 'aborted',
  unknown: 'unknown',
} as const satisfies Record<FileErrorCode, Wording>;

const OF_PROBES = {
  timeout: 'probe_timeout',
  tool_failed: 'tool_failed',
  no_access: 'path_not_visible.unreadable',
  unreadable: 'path_not_visible.unreadable',
  aborted: 'probe_timeout',
} as const satisfies Record<AudioProbeErrorCode, Wording>;

/**
 * The stop for a file error; `undefined` for a defect, for which the job queue repeats the job.
 *
 * @param blame says who owns the files
 */
export function toImportStop(error: unknown, blame?: (path: string) => WaitReason['component']): ImportStop | undefined {
  if (error instanceof ImportStop) return error;
  if (!isFileError(error) && !isAudioProbeError(error)) return undefined;
  const component = blame?.(error.path);
  const fault = { fault: saidOf(error) };
  if (isAudioProbeError(error)) return new ImportStop('passing', waitReason(OF_PROBES[error.code], fault, { component }));
  return new ImportStop(error.passing ? 'passing' : 'held', waitReason(OF_FILES[error.code], fault, { component }));
}
