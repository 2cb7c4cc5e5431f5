import { constants } from 'node:fs';
import { mkdir, open, readdir, realpath, rm, stat, statfs, type FileHandle } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { errorCode } from '../../files/file-error.js';
import { lackOfSpace } from '../../files/free-space.js';
import { ApiError } from '../../platform/http/problem.js';
import { crashPoint } from '../../platform/testing/crash-point.js';
import { sentence, type Sentence } from '../../platform/words/index.js';

/** One file of an upload. */
export interface ReceivedFile {
  readonly uploadId: string;
  readonly position: number;
}

/** A piece of a file. */
export interface Piece extends ReceivedFile {
  /** Where the bytes begin. */
  readonly offset: number;
  readonly bytes: Uint8Array;
  /** The whole file. */
  readonly size: number;
}

const gone = () => new ApiError('not_found', sentence('problem.no_upload'));

export function noSpace(said: Sentence): ApiError {
  return new ApiError('upload_space', said);
}

function notThere(received: number): ApiError {
  return new ApiError('upload_offset', sentence('problem.upload_offset', { received }), { members: { received } });
}

const diskFull = () => noSpace(sentence('problem.upload_disk_full'));

/** Uploads leave so much of a disk free, or a twentieth of a small one: the database is on it as a rule, and has to go on. */
const RESERVE = 1_000_000_000;

async function reserveOf(folder: string): Promise<number> {
  const info = await statfs(folder).catch(() => undefined);
  return info ? Math.min(RESERVE, (info.blocks * info.bsize) / 20) : 0;
}

/** Writes all of the bytes, or none. */
async function writeWhole(file: FileHandle, bytes: Uint8Array, offset: number): Promise<void> {
  try {
    for (let done = 0; done < bytes.length;) done += (await file.write(bytes, done, bytes.length - done, offset + done)).bytesWritten;
  } catch (error) {
    await file.truncate(offset).catch(() => undefined);
    throw ['ENOSPC', 'EDQUOT'].includes(errorCode(error) ?? '') ? diskFull() : error;
  }
}

/** What has arrived of an upload. */
export interface Arrived {
  /** Bytes of all files. */
  readonly received: number;
  /** When the last of them came: milliseconds since 1970; 0 before the first. */
  readonly lastAt: number;
}

async function arrivedIn(folder: string): Promise<Arrived> {
  const names = await readdir(folder).catch(() => []);
  const files = await Promise.all(names.map((name) => stat(join(folder, name)).catch(() => undefined)));
  const received = files.reduce((sum, file) => sum + (file?.size ?? 0), 0);
  return { received, lastAt: Math.max(0, ...files.map((file) => file?.mtimeMs ?? 0)) };
}

/** The id of the upload in whose folder for the import a real path lies. */
async function uploadAround(root: string, real: string): Promise<string | undefined> {
  const parent = await realpath(root).catch(() => undefined);
  if (parent === undefined || !real.startsWith(parent + sep)) return undefined;
  const [id, folder] = real.slice(parent.length + 1).split(sep);
  return folder === 'book' ? id : undefined;
}

/**
 * The folders of uploads in the data folder: `uploads/<id>/received/<position>` while files arrive, `uploads/<id>/book/…` for the import.
 * The length of a file tells how much of it has been received.
 */
export function createUploadFolders(dataDir: string) {
  const root = join(dataDir, 'uploads');
  /** Files that somebody writes to now. */
  const busy = new Set<string>();

  const folderOf = (id: string): string => join(root, id);
  const receivedPath = ({ uploadId, position }: ReceivedFile): string => join(folderOf(uploadId), 'received', String(position));
  const bookOf = (id: string): string => join(folderOf(id), 'book');

  async function received(file: ReceivedFile): Promise<number> {
    const info = await stat(receivedPath(file)).catch((error: unknown) => {
      if (errorCode(error) === 'ENOENT') return undefined;
      throw error;
    });
    return info?.size ?? 0;
  }

  async function lack(bytes: number): Promise<Sentence | undefined> {
    await mkdir(root, { recursive: true, mode: 0o700 });
    return lackOfSpace(root, bytes + (await reserveOf(root)));
  }

  async function write(path: string, { offset, bytes, size }: Piece): Promise<number> {
    const flags = constants.O_RDWR | constants.O_CREAT | constants.O_NOFOLLOW;
    const file = await open(path, flags, 0o600).catch((error: unknown) => {
      if (errorCode(error) === 'ENOENT') throw gone();
      throw error;
    });
    try {
      const { size: length } = await file.stat();
      if (length !== offset) throw notThere(length);
      if (offset + bytes.length > size) throw new ApiError('unfit_upload', sentence('problem.upload_longer', { size }));
      if ((await lack(bytes.length)) !== undefined) throw diskFull();
      await writeWhole(file, bytes, offset);
      crashPoint('uploading', 'received');
      return offset + bytes.length;
    } finally {
      await file.close();
    }
  }

  return {
    bookOf,
    receivedPath,
    received,

    arrived: (uploadId: string): Promise<Arrived> => arrivedIn(join(folderOf(uploadId), 'received')),

    /** What the disk lacks to take so many bytes and still leave room for the database. */
    lack,

    async make(id: string): Promise<void> {
      await mkdir(join(folderOf(id), 'received'), { recursive: true, mode: 0o700 });
    },

    /**
     * Appends to a file.
     *
     * @returns how many bytes of it are here now
     * @throws ApiError 409 `upload_offset` where the bytes do not continue the file, `upload_space`; 404; 422 `unfit_upload`
     */
    async append(piece: Piece): Promise<number> {
      const path = receivedPath(piece);
      if (busy.has(path)) throw notThere(await received(piece));
      busy.add(path);
      try {
        return await write(path, piece);
      } finally {
        busy.delete(path);
      }
    },

    /** Whether a real path is the folder that an upload gives to the import. */
    async isBookOf(id: string, real: string): Promise<boolean> {
      const parent = await realpath(root).catch(() => undefined);
      return parent !== undefined && real === join(parent, id, 'book');
    },

    uploadAround: (real: string): Promise<string | undefined> => uploadAround(root, real),

    async remove(id: string): Promise<void> {
      // a piece may come in while it goes
      await rm(folderOf(id), { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
    },

    /** The names of the folders that were made before then. */
    async madeBefore(time: number): Promise<string[]> {
      const names = await readdir(root).catch((error: unknown) => {
        if (errorCode(error) === 'ENOENT') return [];
        throw error;
      });
      const old: string[] = [];
      for (const name of names) if (((await stat(join(root, name)).catch(() => undefined))?.mtimeMs ?? time) < time) old.push(name);
      return old;
    },
  };
}

export type UploadFolders = ReturnType<typeof createUploadFolders>;
