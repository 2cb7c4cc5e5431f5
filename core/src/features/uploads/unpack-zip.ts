import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import { open, type Entry, type ZipFile } from 'yauzl';
import { errorCode } from '../../files/file-error.js';
import { describeBytes } from '../../files/reading/describe-bytes.js';
import { plainLabel } from '../../platform/text/plain-label.js';
import type { TakenPaths } from './taken-paths.js';
import { isPartOfBook, isTooDeep, safePath, UnfitName } from './upload-names.js';
import { sentence } from '../../platform/words/index.js';

/** The archive is not one that can be unpacked; the message completes "“x.zip” …". */
export class UnfitZip extends Error {
  override readonly name = 'UnfitZip';
}

/** Bounds of what an archive may become. */
export interface UnpackLimits {
  /** Names in the directories of all archives of an upload: each is kept in memory. */
  readonly entries: number;
  /** Bytes of one file. */
  readonly fileBytes: number;
}

interface Unpacking {
  /** An absolute path; the files come there. */
  readonly into: string;
  /** Where in `into` the files of the archive come. */
  readonly folder: string;
  readonly limits: UnpackLimits;
  /** Names in the directories of the archives before this one. */
  readonly entriesBefore: number;
  /** The paths below `into` that are in use already. Those of the archive are added. */
  readonly taken: TakenPaths;
  /** Called with the bytes of all files, before any of them is written; throws where there is no room for them. */
  readonly reserve: (bytes: number) => Promise<void>;
  readonly signal: AbortSignal;
}

/** A file of an archive, and where it comes. */
interface Placed {
  readonly entry: Entry;
  readonly path: string;
}

/** A file that shrinks more than this is no recording, book or picture: text shrinks to a twentieth at best. */
const MOST_RATIO = 200;
/** Below so many bytes, how much a file shrinks means nothing. */
const RATIO_FROM = 10_000_000;

/** Bytes of a name with what else stands beside it in the directory; real ones have some hundred. All are in memory at once. */
const LONGEST_ENTRY = 8192;
/** Of a name in a sentence of ours. */
const LONGEST_SHOWN = 200;

const FILE_TYPE = 0o170_000;
const REGULAR: readonly number[] = [0, 0o100_000, 0o040_000];

/**
 * Faults of the archive as such, which have no code of the system.
 * yauzl refuses names that lead elsewhere with these words: https://github.com/thejoshwolfe/yauzl#validatefilenamefilename
 */
function unreadable(error: Error): Error {
  const code = errorCode(error);
  if (error instanceof UnfitZip || (code !== undefined && !code.startsWith('Z_'))) return error;
  if (/^(?:absolute path|invalid relative path|invalid characters in fileName)/.test(error.message)) {
    return new UnfitZip('holds a name that leads out of its folder');
  }
  return new UnfitZip('is damaged, or no .zip file');
}

function openZip(path: string): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    open(path, { lazyEntries: true, autoClose: false, decodeStrings: true, validateEntrySizes: true }, (error, zip) =>
      error ? reject(unreadable(error)) : resolve(zip),
    );
  });
}

/** The next entry; `undefined` after the last one. @throws UnfitZip */
function nextEntry(zip: ZipFile): Promise<Entry | undefined> {
  for (const event of ['entry', 'end', 'error']) zip.removeAllListeners(event);
  return new Promise((resolve, reject) => {
    zip.once('entry', resolve);
    zip.once('end', () => resolve(undefined));
    zip.once('error', (error: Error) => reject(unreadable(error)));
    zip.readEntry();
  });
}

function contentOf(zip: ZipFile, entry: Entry): Promise<Readable> {
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => (error ? reject(unreadable(error)) : resolve(stream)));
  });
}

/** Where an entry comes; `undefined` for one that is no part of a book. @throws UnfitZip, UnfitName */
function placeOf(entry: Entry, { folder, taken }: Pick<Unpacking, 'folder' | 'taken'>): string | undefined {
  const type = (entry.externalFileAttributes >>> 16) & FILE_TYPE;
  if (!REGULAR.includes(type)) throw new UnfitZip('holds a link, or something else that is no file');
  if (entry.fileName.endsWith('/')) return undefined;
  const path = safePath(entry.fileName);
  // hidden ones lose their dot when their name is made safe
  if (!isPartOfBook(entry.fileName) || !isPartOfBook(path)) return undefined;
  if (entry.isEncrypted()) throw new UnfitZip('has a password');
  const below = folder === '' ? '' : `${folder}/`;
  if (isTooDeep(below + path)) throw new UnfitName(sentence('problem.file_too_deep'));
  return taken.take(below + path, below + entry.fileName);
}

/** Judges a file by the sizes that the archive claims, which {@link counter} holds it to. @throws UnfitZip */
function mustFit({ compressedSize, uncompressedSize }: Entry, { fileBytes }: UnpackLimits): void {
  if (uncompressedSize > fileBytes) throw new UnfitZip(`holds a file of more than ${describeBytes(fileBytes, 'down')}`);
  if (uncompressedSize > RATIO_FROM && uncompressedSize > MOST_RATIO * compressedSize) {
    throw new UnfitZip('shrinks a file more than any recording or book can be shrunk');
  }
}

/** @throws UnfitZip */
function mustBeShort({ fileNameLength, extraFieldLength, fileCommentLength }: Entry): void {
  if (fileNameLength + extraFieldLength + fileCommentLength > LONGEST_ENTRY) {
    throw new UnfitZip('holds a file with a name or a comment that is too long');
  }
}

/** The files of an archive that can be part of a book. Nothing is written yet. @throws UnfitZip */
async function listFiles(zip: ZipFile, unpacking: Unpacking): Promise<Placed[]> {
  const { limits, entriesBefore, signal } = unpacking;
  if (zip.entryCount + entriesBefore > limits.entries) {
    throw new UnfitZip(`${entriesBefore === 0 ? 'holds' : 'and the archives before it hold'} more than ${limits.entries} files`);
  }
  const files: Placed[] = [];
  for (let entry = await nextEntry(zip); entry; entry = await nextEntry(zip)) {
    signal.throwIfAborted();
    mustBeShort(entry);
    try {
      const path = placeOf(entry, unpacking);
      if (path === undefined) continue;
      mustFit(entry, limits);
      files.push({ entry, path });
    } catch (error) {
      if (error instanceof UnfitName) throw new UnfitZip(`holds “${plainLabel(entry.fileName, LONGEST_SHOWN)}”, which ${error.message}`);
      throw error;
    }
  }
  return files;
}

/** Lets no more bytes pass than the archive claims, and only those that it was made of. */
function counter({ uncompressedSize, crc32: expected }: Entry): Transform {
  const damaged = () => new UnfitZip('is damaged, or no .zip file');
  let bytes = 0;
  let sum = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      sum = crc32(chunk, sum);
      if (bytes > uncompressedSize) done(damaged());
      else done(null, chunk);
    },
    flush: (done) => done(sum === expected ? null : damaged()),
  });
}

/**
 * Unpacks the files of an archive that can be part of a book; others are passed over. It may be done again after it was stopped.
 *
 * @returns the bytes of what was unpacked, and how many names the directory has
 * @throws UnfitZip for one that is damaged, has a password, holds links or names that lead elsewhere, or becomes too much; the reason of the
 *   signal; what `reserve` throws; system errors
 */
export async function unpackZip(path: string, unpacking: Unpacking): Promise<{ readonly bytes: number; readonly entries: number }> {
  const { into, reserve, signal } = unpacking;
  const zip = await openZip(path);
  try {
    const files = await listFiles(zip, unpacking);
    const bytes = files.reduce((sum, { entry }) => sum + entry.uncompressedSize, 0);
    await reserve(bytes);
    for (const file of files) {
      const target = join(into, file.path);
      await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      const content = await contentOf(zip, file.entry);
      await pipeline(content, counter(file.entry), createWriteStream(target, { mode: 0o600 }), { signal }).catch((error: unknown) => {
        throw error instanceof Error ? unreadable(error) : error;
      });
    }
    return { bytes, entries: zip.entryCount };
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    zip.close();
  }
}
