import { constants } from 'node:fs';
import type * as NodeFs from 'node:fs/promises';
import { dirname } from 'node:path';

import { errorCode, FileError, shownPath, toFileError } from '../file-error.js';
import type { PlacementMethod } from './placement-manifest.js';
import { sampledFileHash } from '../sampled-hash.js';
import { sentence } from '../../platform/words/index.js';

/** The file operations of a placement. Tests may replace some of them. */
export type PlacementFs = Pick<
  typeof NodeFs,
  | 'chmod'
  | 'copyFile'
  | 'link'
  | 'lstat'
  | 'mkdir'
  | 'open'
  | 'readdir'
  | 'realpath'
  | 'rename'
  | 'rm'
  | 'rmdir'
  | 'stat'
  | 'statfs'
  | 'utimes'
>;

export interface TransferOptions {
  readonly fs: PlacementFs;
  readonly signal: AbortSignal | undefined;
  /** The methods still to be tried. One that fails is dropped for the rest of the placement. */
  readonly methods: Set<Exclude<PlacementMethod, 'written' | 'merged'>>;
  readonly mayLink: boolean;
  /** Called with the number of bytes transferred since the last call. */
  readonly onBytes: (bytes: number) => void;
  /** Permission bits of copies; absent for the system's default. */
  readonly fileMode: number | undefined;
  readonly warn: (message: string) => void;
  /** Called once before any bytes are copied. */
  readonly beforeCopy: () => Promise<void>;
}

export interface Transferred {
  readonly size: number;
  readonly hash: string;
  readonly method: Exclude<PlacementMethod, 'written' | 'merged'>;
}

/** The file system cannot do this, or not here. The next method may work. */
const TRY_NEXT = ['EXDEV', 'EPERM', 'EACCES', 'EMLINK', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EINVAL', 'ENOTTY'];
const CHUNK_BYTES = 1024 * 1024;

/** Sources are listed by their real paths. A path that is no longer real has been replaced by a link. */
export async function refuseLink(from: string, fs: PlacementFs): Promise<void> {
  if ((await fs.realpath(from)) === from) return;
  throw new FileError('source_changed', sentence('file.replaced_by_link', { path: from }), from, true);
}

/**
 * Transfers one file to a new path: by hard link, or else by reflink, or else by a copy that is flushed to disk. The
 * result is compared with the source before it counts. The source is only read.
 *
 * @param from its real path; a link is refused
 * @param to must not exist
 * @throws FileError
 */
export async function transferFile(from: string, to: string, options: TransferOptions): Promise<Transferred> {
  const { fs } = options;
  try {
    await refuseLink(from, fs);
    const before = await fs.stat(from);
    if (!before.isFile()) throw new FileError('invalid_plan', sentence('file.no_plain_file', { path: from }), from, false);
    const method = await bring(from, to, options, before.mtime);
    await refuseLink(from, fs);
    const after = await fs.stat(from);
    if (after.size !== before.size || (method !== 'link' && after.mtimeMs !== before.mtimeMs)) {
      throw new FileError('source_changed', sentence('file.changed_while_read', { path: from }), from, true);
    }
    const hash = await compare(from, to, method, before.size, fs);
    return { size: before.size, hash, method };
  } catch (error) {
    throw toFileError(error, 'place', to);
  }
}

async function bring(from: string, to: string, options: TransferOptions, mtime: Date): Promise<Transferred['method']> {
  const { fs, methods } = options;
  if (options.mayLink && methods.has('link') && (await attempt(() => fs.link(from, to), 'link', methods))) {
    options.onBytes((await fs.stat(to)).size);
    return 'link';
  }
  const clone = (): Promise<void> => fs.copyFile(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE_FORCE);
  if (methods.has('reflink') && (await attempt(clone, 'reflink', methods))) {
    options.onBytes((await fs.stat(to)).size);
    // a clone has the permissions of its source, which may forbid even us to write; those of the folder, which is ours, are the system's default
    const fileMode = options.fileMode ?? (await fs.stat(dirname(to))).mode & 0o666;
    await finish(to, { ...options, fileMode }, mtime);
    await flush(to, options);
    return 'reflink';
  }
  await options.beforeCopy();
  await copy(from, to, options);
  await finish(to, options, mtime);
  return 'copy';
}

async function flush(path: string, { fs, warn }: TransferOptions): Promise<void> {
  const file = await fs.open(path, 'r+');
  try {
    await flushOrWarn(file, path, warn);
  } finally {
    await file.close();
  }
}

/** What shares answer that know no flushing. A disk that fails answers otherwise (`EIO`, `ENOSPC`), and that counts. */
const NO_FLUSH = ['EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'];

/** Flushes a file to disk. Where the file system has no such thing, that is a warning: the file is read back and compared all the same. */
export async function flushOrWarn(file: Pick<NodeFs.FileHandle, 'sync'>, path: string, warn: (message: string) => void): Promise<void> {
  try {
    await file.sync();
  } catch (error) {
    const code = errorCode(error) ?? '';
    if (!NO_FLUSH.includes(code)) throw error;
    warn(`“${path}” could not be flushed to the disk (${code}).`);
  }
}

async function attempt(action: () => Promise<void>, method: Transferred['method'], methods: Set<Transferred['method']>): Promise<boolean> {
  try {
    await action();
    return true;
  } catch (error) {
    if (!TRY_NEXT.includes(errorCode(error) ?? '')) throw error;
    // A link limit or a permission concerns only this file; other errors concern both places.
    if (!['EMLINK', 'EPERM', 'EACCES'].includes(errorCode(error) ?? '')) methods.delete(method);
    return false;
  }
}

async function copy(from: string, to: string, { fs, signal, onBytes, warn }: TransferOptions): Promise<void> {
  const source = await fs.open(from, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    const target = await fs.open(to, 'wx');
    try {
      const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
      for (;;) {
        signal?.throwIfAborted();
        const { bytesRead } = await source.read(buffer, 0, CHUNK_BYTES, null);
        if (bytesRead === 0) break;
        let written = 0;
        while (written < bytesRead) written += (await target.write(buffer, written, bytesRead - written, null)).bytesWritten;
        onBytes(bytesRead);
      }
      await flushOrWarn(target, to, warn);
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

/** Sets mode and times of a copy. Shares often refuse that, which does no harm. */
async function finish(to: string, { fs, fileMode, warn }: TransferOptions, mtime: Date): Promise<void> {
  try {
    if (fileMode !== undefined) await fs.chmod(to, fileMode);
  } catch (error) {
    warn(`The permissions of “${to}” could not be set (${errorCode(error) ?? 'unknown'}).`);
  }
  try {
    await fs.utimes(to, mtime, mtime);
  } catch (error) {
    warn(`The time of “${to}” could not be set (${errorCode(error) ?? 'unknown'}).`);
  }
}

async function compare(from: string, to: string, method: Transferred['method'], size: number, fs: PlacementFs): Promise<string> {
  const [source, target] = await Promise.all([fs.stat(from), fs.stat(to)]);
  const hash = await sampledFileHash(to);
  const isSameFile = method === 'link' && source.ino === target.ino && source.dev === target.dev;
  if (target.size !== size || (!isSameFile && hash !== (await sampledFileHash(from)))) {
    throw new FileError('verification_failed', sentence('file.not_the_same', { path: shownPath(to), file: from }), to, true);
  }
  return hash;
}
