/**
 * Why a book's folder stays where it is.
 * - `missing`, `changed`: a file is gone or has another size than when it was placed
 * - `link_in_folder`: there is a link in the folder or on the way to it
 * - `target_taken`: something else has the new folder or a new name
 * - `other_file_system`: the new folder is on another file system, to which nothing can be moved at once
 * - `shared_folder`: the names of files change in a folder that also holds another book
 * - `too_many_files`: the folder holds more than one book can have
 * - `not_mounted`: the file system on which it was begun is not there; nobody can say where the book is
 * - `not_flushed`: it was moved or put back, and the disk did not confirm that
 * - `stuck`: it could neither be moved nor be put back; what is missing from it lies in the working folder
 */
export type MoveFaultCode =
  | 'missing'
  | 'changed'
  | 'link_in_folder'
  | 'target_taken'
  | 'other_file_system'
  | 'shared_folder'
  | 'too_many_files'
  | 'not_mounted'
  | 'not_flushed'
  | 'stuck';

/** A book that is not moved, with the path that is the cause. */
export class MoveFault extends Error {
  override readonly name = 'MoveFault';

  constructor(
    readonly code: MoveFaultCode,
    readonly path: string,
    options?: { readonly cause?: unknown },
  ) {
    super(`The book cannot be moved (${code}): “${path}”.`, options);
  }
}
