import type { Stats } from 'node:fs';
import { constants, lstat, open, type FileHandle } from 'node:fs/promises';
import { errorCode, FileError } from './file-error.js';
import { resolveInside } from './path-jail.js';

/** A file that is open for reading. */
export interface OpenFile {
  /** The caller closes it. */
  readonly handle: FileHandle;
  readonly info: Stats;
}

function notThere(path: string, cause?: unknown): FileError {
  return new FileError('not_found', `There is no file “${path}”.`, path, false, { cause });
}

/**
 * Opens a file inside `root` for reading. The open file is then compared with the file inside `root`, so that a folder or
 * file that somebody replaced by a link meanwhile is refused.
 *
 * @param path absolute, or relative to `root`
 * @throws FileError `outside_root`; `not_found` also for what is no regular file
 */
export async function openInside(root: string, path: string): Promise<OpenFile> {
  let handle: FileHandle | undefined;
  try {
    const real = await resolveInside(root, path);
    // not waiting for somebody to write to a pipe
    handle = await open(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const info = await handle.stat();
    if (!info.isFile()) throw notThere(path);
    const again = await lstat(await resolveInside(root, path));
    if (again.dev !== info.dev || again.ino !== info.ino) {
      throw new FileError('outside_root', `“${path}” was exchanged while it was opened.`, path, true);
    }
    return { handle, info };
  } catch (error) {
    await handle?.close();
    if (['ENOENT', 'ENOTDIR', 'ELOOP', 'ENXIO'].includes(errorCode(error) ?? '')) throw notThere(path, error);
    throw error;
  }
}
