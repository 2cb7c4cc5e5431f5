import { open, readFile, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { readId3Texts } from '@lectern/testbed';
import type { BookMetadata } from './book-metadata.js';
import { readOpf } from './opf-file.js';

/** A file of a book, as the expanded form of an item shows it. */
export interface BookFile {
  readonly path: string;
  readonly relPath: string;
  readonly size: number;
  readonly mtimeMs: number;
  readonly ino: string;
  readonly fileType: 'audio' | 'ebook' | 'image' | 'metadata' | 'text' | 'unknown';
}

/** A book found in a library's directory. */
export interface FoundBook {
  /** Absolute: a directory, or the file itself when `isFile`. */
  readonly path: string;
  readonly relPath: string;
  readonly isFile: boolean;
  readonly ino: string;
  readonly mtimeMs: number;
  readonly files: readonly BookFile[];
  readonly metadata: BookMetadata;
  /** The members of a metadata.json beside the book; it is read again with every change of the book's files. */
  readonly sidecarMembers: readonly string[];
  readonly coverPath: string | null;
}

const DISC_FOLDER = /^(cd|dis[ck])\s*\d{1,3}$/i;
const TAG_WINDOW = 1024 * 1024;
const TYPES: Readonly<Record<string, BookFile['fileType']>> = {
  ...Object.fromEntries(['.m4b', '.m4a', '.mp3', '.mp4', '.aac', '.flac', '.ogg', '.opus', '.wav', '.wma'].map((ext) => [ext, 'audio'])),
  ...Object.fromEntries(['.epub', '.pdf', '.mobi', '.azw3', '.cbr', '.cbz'].map((ext) => [ext, 'ebook'])),
  ...Object.fromEntries(['.jpg', '.jpeg', '.png', '.webp'].map((ext) => [ext, 'image'])),
  '.json': 'metadata',
  '.opf': 'metadata',
  '.txt': 'text',
};

function isBookFile(file: BookFile): boolean {
  return file.fileType === 'audio' || file.fileType === 'ebook';
}

/** Finds the books under `root`: every directory with audio or ebook files, and all that lies below it; disc folders belong to their parent. */
export async function findBooks(root: string): Promise<readonly FoundBook[]> {
  const books: FoundBook[] = [];
  await visit(root, root, books);
  return books;
}

/** Reads one directory as a book; nothing when it holds no audio or ebook file. */
async function readBook(root: string, directory: string): Promise<FoundBook | undefined> {
  const files = await filesOf(directory, directory);
  if (!files.some(isBookFile)) return undefined;
  const info = await stat(directory);
  const cover =
    files.find((file) => file.fileType === 'image' && /^cover\./i.test(file.relPath)) ?? files.find((file) => file.fileType === 'image');
  return {
    path: directory,
    relPath: path.relative(root, directory),
    isFile: false,
    ino: String(info.ino),
    mtimeMs: Math.trunc(info.mtimeMs),
    files,
    ...(await describe(path.relative(root, directory), files)),
    coverPath: cover?.path ?? null,
  };
}

async function visit(root: string, directory: string, books: FoundBook[]): Promise<void> {
  const entries = await entriesOf(directory);
  if (directory === root) {
    for (const entry of entries.filter((candidate) => candidate.isFile())) {
      const file = await fileOf(path.join(root, entry.name), root);
      if (file && isBookFile(file)) books.push(await looseBook(file));
    }
  } else {
    const book = await readBook(root, directory);
    if (book) books.push(book);
    if (await holdsBookFile(directory, entries)) return;
  }
  for (const entry of entries) {
    if (entry.isDirectory() && !DISC_FOLDER.test(entry.name)) await visit(root, path.join(directory, entry.name), books);
  }
}

async function looseBook(file: BookFile): Promise<FoundBook> {
  const { path: filePath, relPath, ino, mtimeMs } = file;
  const described = await describe(path.parse(relPath).name, [file]);
  return { path: filePath, relPath, isFile: true, ino, mtimeMs, files: [file], ...described, coverPath: null };
}

/** Whether an audio or ebook file lies in a directory itself, so that all below it belongs to the same book. */
async function holdsBookFile(directory: string, entries: Awaited<ReturnType<typeof entriesOf>>): Promise<boolean> {
  for (const entry of entries) {
    const file = entry.isFile() ? await fileOf(path.join(directory, entry.name), directory) : undefined;
    if (file && isBookFile(file)) return true;
  }
  return false;
}

async function entriesOf(directory: string) {
  const entries = await readdir(directory, { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => !entry.name.startsWith('.')).sort((a, b) => a.name.localeCompare(b.name));
}

async function filesOf(directory: string, bookFolder: string): Promise<readonly BookFile[]> {
  const files: BookFile[] = [];
  const entries = await entriesOf(directory);
  const isWhole = directory !== bookFolder || (await holdsBookFile(directory, entries));
  for (const entry of entries) {
    const full = path.join(directory, entry.name);
    if (entry.isDirectory() && (isWhole || DISC_FOLDER.test(entry.name))) files.push(...(await filesOf(full, bookFolder)));
    const file = entry.isFile() ? await fileOf(full, bookFolder) : undefined;
    if (file) files.push(file);
  }
  return files;
}

async function fileOf(full: string, bookFolder: string): Promise<BookFile | undefined> {
  const info = await stat(full).catch(() => undefined);
  if (!info) return undefined;
  return {
    path: full,
    relPath: path.relative(bookFolder, full),
    size: info.size,
    mtimeMs: Math.trunc(info.mtimeMs),
    ino: String(info.ino),
    fileType: TYPES[path.extname(full).toLowerCase()] ?? 'unknown',
  };
}

/** Folder names are the weakest source, then the tag in the first audio file, then an OPF file, then metadata.json. */
async function describe(relPath: string, files: readonly BookFile[]): Promise<Pick<FoundBook, 'metadata' | 'sidecarMembers'>> {
  const metadata = parseFolderNames(relPath.split(path.sep));
  const audio = files.find((file) => file.fileType === 'audio');
  const tagged = audio && (await taggedAsin(audio.path, audio.size));
  if (tagged) metadata.asin = tagged;
  const title = audio && (await taggedTitle(audio.path));
  if (title) metadata.title = title;
  const opf = files.find((file) => path.extname(file.relPath).toLowerCase() === '.opf');
  if (opf) Object.assign(metadata, await readOpf(opf.path));
  const sidecar = files.find((file) => file.relPath === 'metadata.json');
  const said = sidecar ? await readSidecar(sidecar.path) : {};
  return { metadata: { ...metadata, ...said }, sidecarMembers: Object.keys(said) };
}

function parseFolderNames(parts: readonly string[]): BookMetadata {
  let title = parts.at(-1) ?? '';
  const take = (pattern: RegExp): string | null => {
    const match = pattern.exec(title);
    if (match) title = title.replace(match[0], ' ').trim();
    return match?.[1] ?? null;
  };
  const asin = take(/\[([A-Z0-9]{10})\]/);
  const narrator = take(/\{([^}]+)\}/);
  const series = parts.length > 2 ? parts.at(-2) : undefined;
  const sequence = series === undefined ? null : take(/^(?:(?:book|vol\.?|volume)\s*)?(\d+(?:\.\d+)?)\s*[-.]\s*/i);
  const publishedYear = take(/^\(?(\d{4})\)?\s+-\s+/);
  return {
    title,
    subtitle: null,
    authors: parts.length > 1 && parts[0] ? [parts[0]] : [],
    narrators: narrator === null ? [] : [narrator],
    series: series === undefined ? [] : [{ name: series, sequence }],
    asin,
    isbn: null,
    publishedYear,
    publisher: null,
    description: null,
    language: null,
  };
}

/** Looks for an ASIN tag (MP4 freeform atom or ID3 text frame) near both ends of a file, without parsing the container. */
async function taggedAsin(file: string, size: number): Promise<string | undefined> {
  const handle = await open(file, 'r').catch(() => undefined);
  if (!handle) return undefined;
  try {
    for (const start of new Set([0, Math.max(0, size - TAG_WINDOW)])) {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(Math.min(TAG_WINDOW, size)), 0, Math.min(TAG_WINDOW, size), start);
      const text = buffer.subarray(0, bytesRead).toString('latin1').replaceAll('\0', '');
      const asin = /ASIN[^A-Z0-9]{0,24}(?:data[^A-Z0-9]{0,24})?([A-Z0-9]{10})/.exec(text)?.[1];
      if (asin) return asin;
    }
    return undefined;
  } finally {
    await handle.close();
  }
}

/** The title of a book is the album of its first file, and that file's own title where it has no album. */
async function taggedTitle(file: string): Promise<string | undefined> {
  const handle = await open(file, 'r').catch(() => undefined);
  if (!handle) return undefined;
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(TAG_WINDOW), 0, TAG_WINDOW, 0);
    const texts = readId3Texts(buffer.subarray(0, bytesRead));
    return texts.TALB ?? texts.TIT2;
  } finally {
    await handle.close();
  }
}

async function readSidecar(file: string): Promise<Partial<BookMetadata>> {
  let raw: Record<string, unknown>;
  try {
    raw = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
  } catch {
    return {};
  }
  const result: Partial<BookMetadata> = {};
  for (const key of ['title', 'subtitle', 'asin', 'isbn', 'publishedYear', 'publisher', 'description', 'language'] as const) {
    const value = raw[key];
    if (typeof value === 'string' && value !== '') result[key] = value;
  }
  if (Array.isArray(raw.genres)) result.genres = raw.genres.map(String);
  if (Array.isArray(raw.authors)) result.authors = raw.authors.map(nameOf);
  if (Array.isArray(raw.narrators)) result.narrators = raw.narrators.map(nameOf);
  if (Array.isArray(raw.series)) result.series = raw.series.map((entry) => seriesOf(entry));
  if (typeof raw.duration === 'number') result.durationSeconds = raw.duration;
  return result;
}

function nameOf(value: unknown): string {
  return typeof value === 'object' && value !== null ? String((value as { name?: unknown }).name) : String(value);
}

function seriesOf(value: unknown): { name: string; sequence: string | null } {
  if (typeof value === 'object' && value !== null) {
    const { name, sequence } = value as { name?: unknown; sequence?: unknown };
    return { name: String(name), sequence: typeof sequence === 'string' || typeof sequence === 'number' ? String(sequence) : null };
  }
  const match = /^(.+) #([^#]+)$/.exec(String(value));
  return { name: match?.[1] ?? String(value), sequence: match?.[2] ?? null };
}
