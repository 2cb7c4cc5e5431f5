import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { crashPoint } from '../../platform/testing/crash-point.js';
import { errorCode } from '../../files/file-error.js';
import { LARGEST_FILE } from './begin-upload.js';
import type { UploadFileRow } from './entities.js';
import { TakenPaths } from './taken-paths.js';
import type { UploadFolders } from './upload-folders.js';
import { isZipName, UnfitName } from './upload-names.js';
import { UnfitZip, unpackZip } from './unpack-zip.js';

/** Names in all archives of an upload, with those that are no part of the book. */
const MOST_ENTRIES = 5000;

/** The files are none that a request can be given; the message is a sentence for the person who uploaded them. */
export class UnfitUpload extends Error {
  override readonly name = 'UnfitUpload';
}

/** What became of an upload. */
export interface GatheredBook {
  readonly files: number;
  readonly bytes: number;
}

interface Gathering {
  /** Called with the bytes that an archive becomes, and those that it has, before it is unpacked; throws where there is no room for them. */
  readonly reserve: (archive: { readonly becomes: number; readonly has: number }) => Promise<void>;
  readonly signal: AbortSignal;
}

async function isThere(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    throw error;
  }
}

/** A run that was killed may have moved the file already, and what is there now under its number is not the file. */
async function moveOnce(from: string, to: string): Promise<void> {
  if (await isThere(to)) return;
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  await rename(from, to);
  crashPoint('uploading', 'moved');
}

/** What a fault means for the person who uploaded a file. */
function explain(error: unknown, name: string): unknown {
  if (error instanceof UnfitZip) return new UnfitUpload(`“${name}” ${error.message}.`);
  if (error instanceof UnfitName) return new UnfitUpload(`“${name}” ${error.message}.`);
  // another server received it, or the database was restored from a backup
  if (errorCode(error) === 'ENOENT') return new UnfitUpload(`“${name}” is not on the server any more. Upload the files again.`);
  return error;
}

/**
 * Makes the folder of a book of the files that were received: archives are unpacked, and others get their names. It may be done again after it
 * was killed: an archive stays until everything is there.
 *
 * @throws UnfitUpload, system errors, what `reserve` throws
 */
export async function gatherBook(
  folders: UploadFolders,
  uploadId: string,
  files: readonly UploadFileRow[],
  { reserve, signal }: Gathering,
): Promise<GatheredBook> {
  const into = folders.bookOf(uploadId);
  const taken = new TakenPaths();
  await mkdir(into, { recursive: true, mode: 0o700 });
  let [bytes, entries] = [0, 0];
  // archives come last, so that the names of the others are known
  for (const { position, name, size } of files.toSorted((a, b) => Number(isZipName(a.name)) - Number(isZipName(b.name)))) {
    signal.throwIfAborted();
    const received = folders.receivedPath({ uploadId, position });
    try {
      if (!isZipName(name)) {
        await moveOnce(received, join(into, taken.take(name)));
        bytes += Number(size);
        continue;
      }
      const unpacked = await unpackZip(received, {
        into,
        folder: files.length === 1 ? '' : name.slice(0, -'.zip'.length),
        limits: { entries: MOST_ENTRIES, fileBytes: LARGEST_FILE },
        entriesBefore: entries,
        taken,
        reserve: (becomes) => reserve({ becomes, has: Number(size) }),
        signal,
      });
      bytes += unpacked.bytes;
      entries += unpacked.entries;
      crashPoint('uploading', 'unpacked');
    } catch (error) {
      throw explain(error, name);
    }
  }
  return { files: taken.size, bytes };
}

/** Deletes what is left of the files as they were received. */
export async function dropReceived(folders: UploadFolders, uploadId: string): Promise<void> {
  await rm(dirname(folders.receivedPath({ uploadId, position: 0 })), { recursive: true, force: true });
}
