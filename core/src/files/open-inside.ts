import type { Stats } from 'node:fs';
import { constants, lstat, open, readlink, realpath, type FileHandle } from 'node:fs/promises';
import { errorCode, FileError } from './file-error.js';
import { isWithin, resolveInside } from './path-jail.js';
import { sentence } from '../platform/words/index.js';

/** A file that is open for reading. */
export interface OpenFile {
  /** The caller closes it. */
  readonly handle: FileHandle;
  readonly info: Stats;
}

function notThere(path: string, cause?: unknown): FileError {
  return new FileError('not_found', sentence('file.no_file', { path }), path, false, { cause });
}

/** The path of an open file, according to the kernel; `undefined` on systems that do not tell. */
async function placeOf(handle: FileHandle): Promise<string | undefined> {
  return readlink(`/proc/self/fd/${handle.fd}`).catch(() => undefined);
}

/** Whether the open file is the one inside `root`, whatever was exchanged since its path was resolved. */
async function liesInside(root: string, path: string, handle: FileHandle, info: Stats): Promise<boolean> {
  const place = await placeOf(handle);
  if (place !== undefined) return isWithin(await realpath(root), place);
  // except on Linux only the names can be checked again, and a folder may be exchanged once more in between
  const again = await lstat(await resolveInside(root, path));
  return again.dev === info.dev && again.ino === info.ino;
}

/**
 * Opens a file inside `root` for reading. The system then tells where the open file really is. If somebody has
 * meanwhile replaced a folder or the file with a link, it is refused.
 *
 * @param path absolute, or relative to `root`
 * @throws FileError `outside_root`; `not_found` also for anything but a regular file
 */
export async function openInside(root: string, path: string): Promise<OpenFile> {
  let handle: FileHandle | undefined;
  try {
    const real = await resolveInside(root, path);
    // does not wait for a writer at the other end of a pipe
    handle = await open(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const info = await handle.stat();
    if (!info.isFile()) throw notThere(path);
    if (!(await liesInside(root, path, handle, info))) {
      throw new FileError('outside_root', sentence('file.replaced', { path }), path, true);
    }
    return { handle, info };
  } catch (error) {
    await handle?.close();
    if (['ENOENT', 'ENOTDIR', 'ELOOP', 'ENXIO'].includes(errorCode(error) ?? '')) throw notThere(path, error);
    throw error;
  }
}
