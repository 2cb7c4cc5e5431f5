import { isAudioProbeError } from '../../files/checking/audio-probe.js';
import type { AudioProbeErrorCode } from '../../files/checking/audio-probe.js';
import { isFileError, type FileErrorCode } from '../../files/file-error.js';

/**
 * Why an import ends before its end. passing: tried again by itself. suspect: a person decides whether these files are
 * the book. held: a person has to put something right. broken: the release is of no use, the next one is tried.
 */
export type ImportStopKind = 'passing' | 'suspect' | 'held' | 'broken';

export interface ImportStopDetails {
  readonly component?: { readonly kind: string; readonly name: string };
  /** What a person can do. */
  readonly todo?: string;
  /** Facts for the timeline. */
  readonly detail?: Readonly<Record<string, unknown>>;
}

/** An import that cannot go on, with the sentence people read. */
export class ImportStop extends Error {
  override readonly name = 'ImportStop';

  /** @param code stable; a reason's code */
  constructor(
    readonly kind: ImportStopKind,
    readonly code: string,
    message: string,
    readonly details: ImportStopDetails = {},
  ) {
    super(message);
  }
}

const FILE_CODES: Partial<Record<FileErrorCode, string>> = { not_found: 'path_not_visible' };

const PROBE_CODES: Partial<Record<AudioProbeErrorCode, string>> = {
  timeout: 'probe_timeout',
  tool_failed: 'tool_failed',
  no_access: 'path_not_visible',
};

/**
 * The stop that an error of the file layer means; `undefined` for a defect, which the job queue repeats.
 *
 * @param blame whose the files are
 */
export function toImportStop(error: unknown, blame?: (path: string) => ImportStopDetails['component']): ImportStop | undefined {
  if (error instanceof ImportStop) return error;
  if (isFileError(error)) {
    const code = FILE_CODES[error.code] ?? error.code;
    const component = blame?.(error.path);
    return error.passing
      ? new ImportStop('passing', code, error.message, { component, todo: 'Put the cause right; the next try then goes through.' })
      : new ImportStop('held', code, error.message, { component, todo: 'Put the cause right, then retry the import.' });
  }
  if (isAudioProbeError(error)) {
    const todo = error.code === 'tool_failed' ? 'Check the installation of ffmpeg.' : 'Check that the files can be read by this server.';
    return new ImportStop('passing', PROBE_CODES[error.code] ?? error.code, error.message, { component: blame?.(error.path), todo });
  }
  return undefined;
}
