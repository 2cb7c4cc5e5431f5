/** The faults of a file, by cause. */
export type FileErrorCode =
  | 'disk_full'
  | 'quota'
  | 'permission_denied'
  | 'read_only'
  | 'cross_device'
  | 'io_error'
  | 'not_found'
  | 'name_too_long'
  | 'not_a_directory'
  | 'too_many_open_files'
  | 'stale'
  | 'outside_root'
  | 'unfit_place'
  | 'source_changed'
  | 'verification_failed'
  | 'invalid_plan'
  | 'aborted'
  | 'unknown';

/** A file operation that failed for a cause a person can act on. */
export class FileError extends Error {
  override readonly name = 'FileError';

  /**
   * @param message cause and what to do, for a person
   * @param passing whether the cause may go away without help, so that a later retry makes sense
   */
  constructor(
    readonly code: FileErrorCode,
    message: string,
    readonly path: string,
    readonly passing: boolean,
    options?: { cause?: unknown },
  ) {
    super(message, options);
  }
}

export function isFileError(error: unknown): error is FileError {
  return error instanceof Error && error.name === 'FileError' && 'passing' in error;
}

/** The `code` of a system error, `undefined` for anything else. */
export function errorCode(error: unknown): string | undefined {
  const code = typeof error === 'object' && error !== null ? (error as { code?: unknown }).code : undefined;
  return typeof code === 'string' ? code : undefined;
}

interface Cause {
  readonly code: FileErrorCode;
  readonly passing: boolean;
  readonly what: string;
  readonly todo: string;
}

/** Causes by errno name: https://man7.org/linux/man-pages/man3/errno.3.html */
const CAUSES: Readonly<Record<string, Cause>> = {
  ENOSPC: { code: 'disk_full', passing: true, what: 'the disk is full', todo: 'Free some space there.' },
  EDQUOT: { code: 'quota', passing: true, what: 'the disk quota is used up', todo: 'Free some space or raise the quota.' },
  EACCES: {
    code: 'permission_denied',
    passing: true,
    what: 'this server has no permission',
    todo: 'Give the user this server runs as access to the folder.',
  },
  EPERM: {
    code: 'permission_denied',
    passing: true,
    what: 'the operation is not permitted',
    todo: 'Check owner, permissions and mount options of the folder.',
  },
  EROFS: { code: 'read_only', passing: true, what: 'the file system is read-only', todo: 'Mount it writable.' },
  EXDEV: {
    code: 'cross_device',
    passing: false,
    what: 'the two places are on different file systems',
    todo: 'Check for a mount inside the library folder.',
  },
  EIO: {
    code: 'io_error',
    passing: true,
    what: 'the disk or network share reported a read or write error',
    todo: 'Check the health of the disk and the connection to the share.',
  },
  ENOENT: {
    code: 'not_found',
    passing: true,
    what: 'the file or folder is not there',
    todo: 'Check that the folder is mounted and the path mapping is right.',
  },
  ENAMETOOLONG: { code: 'name_too_long', passing: false, what: 'the name is too long', todo: 'Use a shorter path template.' },
  ENOTDIR: { code: 'not_a_directory', passing: false, what: 'there is a file where a folder is needed', todo: 'Move that file away.' },
  EMFILE: { code: 'too_many_open_files', passing: true, what: 'too many files are open', todo: 'Raise the limit of open files.' },
  ENFILE: { code: 'too_many_open_files', passing: true, what: 'too many files are open', todo: 'Raise the limit of open files.' },
  ESTALE: { code: 'stale', passing: true, what: 'the network share was replaced in the meantime', todo: 'Mount it again.' },
};

/**
 * Turns whatever a file operation threw into a {@link FileError}.
 *
 * @param action what was being done, as in "copy the file"
 */
export function toFileError(error: unknown, action: string, path: string): FileError {
  if (isFileError(error)) return error;
  if (error instanceof Error && error.name === 'AbortError')
    return new FileError('aborted', 'The work was cancelled.', path, false, { cause: error });
  const cause = CAUSES[errorCode(error) ?? ''];
  if (cause)
    return new FileError(cause.code, `Could not ${action} “${path}”: ${cause.what}. ${cause.todo}`, path, cause.passing, { cause: error });
  const detail = error instanceof Error ? error.message : String(error);
  return new FileError('unknown', `Could not ${action} “${path}”: ${detail}`, path, true, { cause: error });
}
