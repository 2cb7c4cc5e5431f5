import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { v7 as uuid } from 'uuid';
import { readJson, type Sql, type Tx } from '../../platform/db/index.js';
import { contentHashOf } from '../../files/content-hash.js';
import { FileError } from '../../files/file-error.js';
import type { PlacementManifest } from '../../files/placing/placement-manifest.js';
import { ImportEntity } from './entities.js';
import type { RequestRow } from './request-record.js';
import type { RequestType } from './statuses.js';
import { sentence } from '../../platform/words/index.js';

/** The files of a book that an import placed. */
export interface PlacedImport {
  readonly id: string;
  /** Absolute. */
  readonly directory: string;
  readonly contentHash: string;
  readonly manifest: PlacementManifest;
  readonly createdAt: string;
}

/** An import without its files, and the book it placed. */
export interface ImportedBook {
  readonly id: string;
  readonly directory: string;
  readonly contentHash: string;
  readonly asin: string;
  readonly format: RequestType;
}

/** The record of a finished import. */
interface NewImport {
  readonly requestId: string;
  readonly downloadId: string | null;
  readonly directory: string;
  readonly manifest: PlacementManifest;
  readonly seen: SeenFolder;
  readonly createdAt: string;
}

type ImportColumns = Omit<PlacedImport, 'manifest'> & { readonly manifest: string };

const COLUMNS = 'i.id, i.directory, i.content_hash, i.manifest, i.created_at';

/** Reads the column `manifest`. */
export function readManifest(text: string): PlacementManifest {
  const { files = [], ...rest } = readJson<Omit<PlacementManifest, 'files'> & Partial<PlacementManifest>>(text);
  return { ...rest, files };
}

function readImport(row: ImportColumns): PlacedImport {
  return { ...row, manifest: readManifest(row.manifest) };
}

/** Makes those who write down where books are take turns, until their transactions end. */
export async function lockPlacedFolders(tx: Tx): Promise<void> {
  await tx.lock('placed folders');
}

/** What an import saw in the folder of its book: the files of all imports that went there, and whether they were removed since, by id. */
export interface SeenFolder {
  readonly directory: string;
  readonly imports: ReadonlyMap<string, string>;
}

async function importsIn(sql: Pick<Sql, 'all'>, directory: string): Promise<ReadonlyMap<string, string>> {
  const rows = await sql.all<Pick<PlacedImport, 'id' | 'contentHash'> & { readonly removedAt: string | null }>(
    'SELECT id, content_hash, removed_at FROM imports WHERE directory = ?',
    [directory],
  );
  return new Map(rows.map(({ id, contentHash, removedAt }) => [id, `${contentHash} ${removedAt ?? 'in place'}`]));
}

/** Whether files were renamed, moved or given up for another copy; what others import into the folder meanwhile does not matter. */
async function isMoved(sql: Pick<Sql, 'all'>, { directory, imports }: SeenFolder): Promise<boolean> {
  const now = await importsIn(sql, directory);
  return [...imports].some(([id, state]) => now.get(id) !== state);
}

function movedMeanwhile(directory: string): FileError {
  return new FileError('source_changed', sentence('file.moved_meanwhile', { folder: directory }), directory, true);
}

/**
 * Looks at the placed files right before they are recorded, outside of the transaction, because disks may be slow.
 *
 * @throws FileError when one was moved since the import placed or found it
 */
export async function seePlaced(sql: Pick<Sql, 'all'>, directory: string, { files }: PlacementManifest): Promise<SeenFolder> {
  const imports = await importsIn(sql, directory);
  for (const { path, size, method } of files) {
    if (method === 'written') continue;
    const info = await stat(join(directory, path)).catch(() => undefined);
    if (!info?.isFile() || info.size !== size) throw movedMeanwhile(directory);
  }
  return { directory, imports };
}

/**
 * Records the files that an import placed. A rename that moves them later takes the record along, since it takes the same lock.
 *
 * @throws FileError when they were moved since they were seen
 */
export async function recordImport(tx: Tx, { manifest, seen, ...done }: NewImport): Promise<void> {
  await lockPlacedFolders(tx);
  if (seen.directory !== done.directory || (await isMoved(tx, seen))) throw movedMeanwhile(done.directory);
  await tx.insert(ImportEntity, {
    id: uuid(),
    ...done,
    contentHash: contentHashOf(manifest.files) ?? `manifest:${manifest.hash}`,
    manifest: JSON.stringify(manifest),
  });
}

async function newest(sql: Pick<Sql, 'get'>, where: string, value: string): Promise<PlacedImport | undefined> {
  const row = await sql.get<ImportColumns>(
    `SELECT ${COLUMNS} FROM imports i WHERE ${where} = ? ORDER BY i.created_at DESC, i.id DESC LIMIT 1`,
    [value],
  );
  return row && readImport(row);
}

/** Returns the latest import of a request. */
export function lastImport(sql: Pick<Sql, 'get'>, requestId: string): Promise<PlacedImport | undefined> {
  return newest(sql, 'i.request_id', requestId);
}

/** Returns the latest import of a download. */
export function importOfDownload(sql: Pick<Sql, 'get'>, downloadId: string): Promise<PlacedImport | undefined> {
  return newest(sql, 'i.download_id', downloadId);
}

/** An import by its own id. */
export function findImport(sql: Pick<Sql, 'get'>, id: string): Promise<PlacedImport | undefined> {
  return newest(sql, 'i.id', id);
}

/** The last imports of a book whose files were not removed, newest first. */
export async function importsOfBook(sql: Pick<Sql, 'all'>, book: Pick<RequestRow, 'asin' | 'type'>): Promise<PlacedImport[]> {
  const rows = await sql.all<ImportColumns>(
    `SELECT ${COLUMNS} FROM imports i JOIN requests r ON r.id = i.request_id
     WHERE r.asin = ? AND r.type = ? AND i.removed_at IS NULL ORDER BY i.created_at DESC, i.id DESC LIMIT 5`,
    [book.asin, book.type],
  );
  return rows.map(readImport);
}

/** Returns the book whose files were last placed in a folder. */
export async function occupantOf(
  sql: Pick<Sql, 'get'>,
  directory: string,
): Promise<{ readonly asin: string; readonly type: RequestType } | undefined> {
  return sql.get(
    `SELECT r.asin, r.type FROM imports i JOIN requests r ON r.id = i.request_id
     WHERE i.directory = ? AND i.removed_at IS NULL ORDER BY i.created_at DESC, i.id DESC LIMIT 1`,
    [directory],
  );
}

/** All books that were placed and not removed since, oldest first. One statement, and no manifests. */
export function importedBooks(sql: Pick<Sql, 'all'>): Promise<ImportedBook[]> {
  return sql.all<ImportedBook>(
    `SELECT i.id, i.directory, i.content_hash, r.asin, r.type AS format FROM imports i JOIN requests r ON r.id = i.request_id
     WHERE i.removed_at IS NULL ORDER BY i.created_at, i.id`,
  );
}
