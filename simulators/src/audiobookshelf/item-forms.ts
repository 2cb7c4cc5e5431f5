import { createHash } from 'node:crypto';
import path from 'node:path';
import type { BookFile, FoundBook } from './book-folder.js';
import type { BookMetadata } from './book-metadata.js';

/** A book in the simulated server's store. */
export interface StoredItem {
  readonly id: string;
  readonly libraryId: string;
  readonly folderId: string;
  book: FoundBook;
  /** Members written by PATCH. They outlive rescans, unless a metadata.json beside a changed book says otherwise. */
  edits: Partial<BookMetadata>;
  readonly addedAt: number;
  updatedAt: number;
  isMissing: boolean;
  isInvalid: boolean;
}

/** Speech at 64 kbit/s; the simulator decodes nothing. */
const BYTES_PER_SECOND = 8000;

/** The same name has the same id, as an author or series entry has. */
export function stableId(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

export function metadataOf(item: StoredItem): BookMetadata {
  return { ...item.book.metadata, ...item.edits };
}

export function durationOf(item: StoredItem): number {
  return metadataOf(item).durationSeconds ?? sizeOf(audioOf(item)) / BYTES_PER_SECOND;
}

/** The form lists hold: names joined, no files. */
export function listForm(item: StoredItem): Record<string, unknown> {
  const metadata = metadataOf(item);
  return {
    ...common(item),
    media: {
      id: stableId(`media:${item.id}`),
      metadata: {
        title: metadata.title,
        titleIgnorePrefix: ignorePrefix(metadata.title),
        subtitle: metadata.subtitle,
        ...joined(metadata),
        ...plain(metadata),
      },
      ...mediaNumbers(item),
    },
    numFiles: item.book.files.length,
    size: sizeOf(item.book.files),
  };
}

/** The form of single items, batches and events. */
export function expandedForm(item: StoredItem): Record<string, unknown> {
  const metadata = metadataOf(item);
  const ebook = item.book.files.find((file) => file.fileType === 'ebook');
  return {
    ...common(item),
    media: {
      id: stableId(`media:${item.id}`),
      metadata: {
        ...fullMetadata(metadata),
        titleIgnorePrefix: ignorePrefix(metadata.title),
        ...joined(metadata),
        descriptionPlain: metadata.description,
      },
      ...mediaNumbers(item),
      libraryItemId: item.id,
      audioFiles: audioOf(item).map((file, index) => ({
        index: index + 1,
        ...fileForm(item, file),
        duration: file.size / BYTES_PER_SECOND,
      })),
      chapters: [],
      ebookFile: ebook ? fileForm(item, ebook) : null,
      tracks: [],
    },
    numFiles: item.book.files.length,
    size: sizeOf(item.book.files),
    lastScan: item.updatedAt,
    scanVersion: '2.36.0',
    libraryFiles: item.book.files.map((file) => ({ ...fileForm(item, file), fileType: file.fileType })),
  };
}

/** The answer of PATCH: no joined names, no sizes. */
export function patchedForm(item: StoredItem): Record<string, unknown> {
  return { id: item.id, updatedAt: item.updatedAt, media: { metadata: fullMetadata(metadataOf(item)) } };
}

function common(item: StoredItem): Record<string, unknown> {
  const { id, libraryId, folderId, book, addedAt, updatedAt, isMissing, isInvalid } = item;
  return {
    id,
    ino: book.ino,
    oldLibraryItemId: null,
    libraryId,
    folderId,
    path: book.path,
    relPath: book.relPath,
    isFile: book.isFile,
    mtimeMs: book.mtimeMs,
    ctimeMs: book.mtimeMs,
    birthtimeMs: book.mtimeMs,
    addedAt,
    updatedAt,
    isMissing,
    isInvalid,
    mediaType: 'book',
  };
}

function fullMetadata(metadata: BookMetadata): Record<string, unknown> {
  return {
    title: metadata.title,
    subtitle: metadata.subtitle,
    authors: metadata.authors.map((name) => ({ id: stableId(`author:${name}`), name })),
    narrators: metadata.narrators,
    series: metadata.series.map(({ name, sequence }) => ({ id: stableId(`series:${name}`), name, sequence })),
    ...plain(metadata),
  };
}

function plain({ genres, publishedYear, publisher, description, isbn, asin, language }: BookMetadata): Record<string, unknown> {
  return {
    genres: genres ?? [],
    publishedYear,
    publishedDate: null,
    publisher,
    description,
    isbn,
    asin,
    language,
    explicit: false,
    abridged: false,
  };
}

function joined({ authors, narrators, series }: BookMetadata): Record<string, unknown> {
  return {
    authorName: authors.join(', '),
    authorNameLF: authors.map((name) => name.replace(/^(.*) (\S+)$/, '$2, $1')).join(', '),
    narratorName: narrators.join(', '),
    seriesName: series.map(({ name, sequence }) => (sequence === null ? name : `${name} #${sequence}`)).join(', '),
  };
}

function mediaNumbers(item: StoredItem): Record<string, unknown> {
  const audio = audioOf(item);
  const ebook = item.book.files.find((file) => file.fileType === 'ebook');
  return {
    coverPath: item.book.coverPath,
    tags: [],
    numTracks: audio.length,
    numAudioFiles: audio.length,
    numChapters: audio.length,
    duration: durationOf(item),
    size: sizeOf(audio),
    ...(ebook ? { ebookFormat: path.extname(ebook.path).slice(1).toLowerCase() } : {}),
  };
}

function fileForm(item: StoredItem, file: BookFile): Record<string, unknown> {
  const { ino, relPath, size, mtimeMs } = file;
  return {
    ino,
    metadata: {
      filename: path.basename(file.path),
      ext: path.extname(file.path),
      path: file.path,
      relPath,
      size,
      mtimeMs,
      ctimeMs: mtimeMs,
      birthtimeMs: mtimeMs,
    },
    isSupplementary: null,
    addedAt: item.addedAt,
    updatedAt: item.updatedAt,
  };
}

function audioOf(item: StoredItem): readonly BookFile[] {
  return item.book.files.filter((file) => file.fileType === 'audio');
}

function sizeOf(files: readonly BookFile[]): number {
  return files.reduce((sum, file) => sum + file.size, 0);
}

function ignorePrefix(title: string): string {
  return title.replace(/^(The|A|An) (.*)$/, '$2, $1');
}
