import { inEnglish, saidOf, sentence, type ForeignWords, type Sentence } from '../platform/words/index.js';

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
   * @param said cause and what to do, for a person
   * @param passing whether the cause may go away without help, so that a later retry makes sense
   */
  constructor(
    readonly code: FileErrorCode,
    readonly said: Sentence | ForeignWords,
    readonly path: string,
    readonly passing: boolean,
    options?: { cause?: unknown },
  ) {
    super(inEnglish(said), options);
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
  /** What is the matter, and what to do. */
  readonly said: Sentence;
}

/** Causes by errno name: https://man7.org/linux/man-pages/man3/errno.3.html */
const CAUSES: Readonly<Record<string, Cause>> = {
  ENOSPC: { code: 'disk_full', passing: true, said: sentence('file.cause_disk_full') },
  EDQUOT: { code: 'quota', passing: true, said: sentence('file.cause_quota') },
  EACCES: { code: 'permission_denied', passing: true, said: sentence('file.cause_no_permission') },
  EPERM: { code: 'permission_denied', passing: true, said: sentence('file.cause_not_permitted') },
  EROFS: { code: 'read_only', passing: true, said: sentence('file.cause_read_only') },
  EXDEV: { code: 'cross_device', passing: false, said: sentence('file.cause_cross_device') },
  EIO: { code: 'io_error', passing: true, said: sentence('file.cause_io_error') },
  ENOENT: { code: 'not_found', passing: true, said: sentence('file.cause_not_found') },
  ENAMETOOLONG: { code: 'name_too_long', passing: false, said: sentence('file.cause_name_too_long') },
  ENOTDIR: { code: 'not_a_directory', passing: false, said: sentence('file.cause_not_a_directory') },
  EMFILE: { code: 'too_many_open_files', passing: true, said: sentence('file.cause_too_many_open_files') },
  ENFILE: { code: 'too_many_open_files', passing: true, said: sentence('file.cause_too_many_open_files') },
  ESTALE: { code: 'stale', passing: true, said: sentence('file.cause_stale') },
};

/** What was tried with a file or a folder. */
export type FileAction =
  | 'open'
  | 'write_to'
  | 'read_from'
  | 'rename_in'
  | 'link_into'
  | 'read_space'
  | 'remove_test'
  | 'write_test'
  | 'move_book_to'
  | 'move_book_in'
  | 'file_book'
  | 'bin'
  | 'unbin'
  | 'delete_from'
  | 'remove_from'
  | 'look_at'
  | 'look_at_files_of'
  | 'unpack'
  | 'merge_in'
  | 'note_merge'
  | 'read'
  | 'read_download'
  | 'write_tags'
  | 'place_in'
  | 'place'
  | 'place_cover';

/** A path for people: a working folder, which is gone when they look, is called by the folder around it. */
export function shownPath(path: string): string {
  const parts = path.split('/');
  const working = parts.findIndex((part, index) => index > 0 && part.startsWith('.lectern-') && part.endsWith('.partial'));
  return working === -1 ? path : parts.slice(0, working).join('/') || '/';
}

/**
 * Turns whatever a file operation threw into a {@link FileError}.
 *
 * @param action what was being done
 */
export function toFileError(error: unknown, action: FileAction, path: string): FileError {
  if (isFileError(error)) return error;
  if (error instanceof Error && error.name === 'AbortError')
    return new FileError('aborted', sentence('file.cancelled'), path, false, { cause: error });
  const { code, passing, said }: Omit<Cause, 'said'> & { readonly said: Sentence | ForeignWords } = CAUSES[errorCode(error) ?? ''] ?? {
    code: 'unknown',
    passing: true,
    said: saidOf(error),
  };
  return new FileError(code, sentence(`file.cannot_${action}`, { path: shownPath(path), cause: said }), path, passing, { cause: error });
}
