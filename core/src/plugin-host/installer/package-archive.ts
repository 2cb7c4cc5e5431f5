import { posix } from 'node:path';
import { createGunzip } from 'node:zlib';
import { Parser, type ReadEntry } from 'tar';
import { LONGEST_TEXT, textMember, type PackageTexts } from '../package-texts.js';
import { InstallError } from './install-error.js';
import { sentence, type Sentence } from '../../platform/words/index.js';

/** The largest archive that is accepted. */
export interface ArchiveLimits {
  /** Bytes of the compressed archive. */
  readonly packedBytes: number;
  readonly unpackedBytes: number;
  /** Files and folders together. As many headers are allowed in addition. */
  readonly entries: number;
}

export const ARCHIVE_LIMITS: ArchiveLimits = { packedBytes: 20 * 1024 * 1024, unpackedBytes: 100 * 1024 * 1024, entries: 10_000 };

/** The content of an archive, read without unpacking it. */
export interface PackageArchive {
  /** Parsed package.json. */
  readonly pkg: Readonly<Record<string, unknown>>;
  /** Paths inside the package, `/` between their parts. */
  readonly files: readonly string[];
  readonly unpackedBytes: number;
  readonly texts: PackageTexts;
}

const LONGEST_PACKAGE_JSON = 1024 * 1024;
/** The first bytes of gzip and zstd. */
const COMPRESSED = [Buffer.from([0x1f, 0x8b]), Buffer.from([0x28, 0xb5, 0x2f, 0xfd])];
const MEGABYTE = 1024 * 1024;
/** Room for extra headers, such as those that give an entry a long name. */
const HEADER_BYTES_PER_ENTRY = 512;

function unsafe(said: Sentence): InstallError {
  return new InstallError('INSTALL_ARCHIVE_UNSAFE', said);
}

function tooLarge(said: Sentence): InstallError {
  return new InstallError('INSTALL_TOO_LARGE', said);
}

/** The path below the top folder that contains every entry of a package. @throws InstallError INSTALL_ARCHIVE_UNSAFE */
function pathInside(entry: ReadEntry): string {
  const path = entry.path.replace(/\/$/, '');
  const shown = JSON.stringify(path.slice(0, 100));
  if (/^[a-z]:|^[\\/]/i.test(path) || path.includes('\\') || path.includes('\0') || path.split('/').includes('..')) {
    throw unsafe(sentence('install.leads_out', { name: shown }));
  }
  const kind = String(entry.type);
  if (kind === 'SymbolicLink' || kind === 'Link') throw unsafe(sentence('install.holds_link', { name: shown }));
  if (kind !== 'File' && kind !== 'OldFile' && kind !== 'Directory') throw unsafe(sentence('install.holds_no_file', { name: shown }));
  return posix.normalize(path).split('/').slice(1).join('/');
}

function parsePackage(chunks: readonly Buffer[]): Readonly<Record<string, unknown>> {
  try {
    const pkg: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    if (typeof pkg === 'object' && pkg !== null && !Array.isArray(pkg)) return pkg as Record<string, unknown>;
  } catch {
    // reported below
  }
  throw new InstallError('INSTALL_ARCHIVE_INVALID', sentence('install.package_unreadable'));
}

/** Inflates within the limits, because a header may state one size and the bytes have another. */
async function* inflate(bytes: Uint8Array, limits: ArchiveLimits): AsyncGenerator<Buffer> {
  let inflated = 0;
  const gunzip = createGunzip();
  gunzip.end(bytes);
  for await (const chunk of gunzip as AsyncIterable<Buffer>) {
    // the parser would inflate it again, without bounds
    if (inflated === 0 && COMPRESSED.some((magic) => chunk.subarray(0, magic.length).equals(magic))) throw new Error('compressed twice');
    inflated += chunk.length;
    if (inflated > limits.unpackedBytes + limits.entries * 1024) {
      throw tooLarge(sentence('install.unpacked_larger', { megabytes: limits.unpackedBytes / MEGABYTE }));
    }
    yield chunk;
  }
}

async function parse(chunks: AsyncIterable<Buffer>, parser: Parser, isOver: () => boolean): Promise<void> {
  const ended = new Promise<void>((resolve, reject) => {
    parser.on('end', () => resolve());
    parser.on('error', reject);
  });
  ended.catch(() => undefined);
  for await (const chunk of chunks) {
    if (isOver()) return;
    parser.write(chunk);
  }
  parser.end();
  await ended;
}

/**
 * Reads an npm package (`.tgz`) without writing anything: every entry is inspected before any of them touches the disk.
 *
 * @throws InstallError INSTALL_TOO_LARGE, INSTALL_ARCHIVE_INVALID (truncated, not an archive, no package.json) or
 *   INSTALL_ARCHIVE_UNSAFE (paths that lead out, links, devices)
 */
export async function readPackageArchive(bytes: Uint8Array, limits: ArchiveLimits = ARCHIVE_LIMITS): Promise<PackageArchive> {
  if (bytes.length > limits.packedBytes) throw tooLarge(sentence('install.archive_larger', { megabytes: limits.packedBytes / MEGABYTE }));
  let refusal: InstallError | undefined;
  let unpackedBytes = 0;
  let packages = 0;
  let entries = 0;
  let headers = 0;
  let headerBytes = 0;
  const files: string[] = [];
  const chunks: Buffer[] = [];
  const texts = new Map<keyof PackageTexts, Buffer[]>();
  const parser = new Parser({
    strict: true,
    onReadEntry(entry) {
      try {
        const path = pathInside(entry);
        if (path !== '' && entry.type !== 'Directory') files.push(path);
        unpackedBytes += entry.size;
        entries += 1;
        if (entries > limits.entries) throw tooLarge(sentence('install.too_many_entries', { most: limits.entries }));
        if (unpackedBytes > limits.unpackedBytes)
          throw tooLarge(sentence('install.unpacked_larger', { megabytes: limits.unpackedBytes / MEGABYTE }));
        if (path === 'package.json') {
          packages += 1;
          if (packages > 1) throw unsafe(sentence('install.several_packages'));
          if (entry.size > LONGEST_PACKAGE_JSON) throw tooLarge(sentence('install.package_too_large'));
          entry.on('data', (chunk: Buffer) => chunks.push(chunk));
          return;
        }
        const member = entry.type === 'Directory' ? undefined : textMember(path);
        if (member !== undefined && entry.size <= LONGEST_TEXT && !texts.has(member)) {
          const parts: Buffer[] = [];
          texts.set(member, parts);
          entry.on('data', (chunk: Buffer) => parts.push(chunk));
          return;
        }
      } catch (error) {
        refusal ??= error as InstallError;
      }
      entry.resume();
    },
  });
  function countHeader(size: number): void {
    headers += 1;
    headerBytes += size;
    if (headers <= limits.entries && headerBytes <= limits.entries * HEADER_BYTES_PER_ENTRY) return;
    refusal ??= tooLarge(sentence('install.too_many_headers', { most: limits.entries }));
  }
  parser.on('meta', (text: string) => countHeader(text.length));
  // entries that are too large to read, or of an unknown kind
  parser.on('ignoredEntry', (entry: ReadEntry) => countHeader(entry.size));
  try {
    await parse(inflate(bytes, limits), parser, () => refusal !== undefined);
  } catch (error) {
    if (error instanceof InstallError) throw error;
    if (refusal) throw refusal;
    throw new InstallError('INSTALL_ARCHIVE_INVALID', sentence('install.not_complete'), {
      cause: error,
    });
  }
  if (refusal) throw refusal;
  if (packages === 0) throw new InstallError('INSTALL_ARCHIVE_INVALID', sentence('install.no_package'));
  const read = Object.fromEntries([...texts].map(([member, parts]) => [member, Buffer.concat(parts).toString('utf8')]));
  return { pkg: parsePackage(chunks), files, unpackedBytes, texts: read };
}
