import { join } from 'node:path';
import { v7 as uuid } from 'uuid';
import { placeholders, type Sql, type Tx } from '../../platform/db/index.js';
import type { DownloadRow } from './download-store.js';
import { ImportEntity } from './entities.js';
import { findImport, lastImport, lockPlacedFolders, readManifest, type PlacedImport } from './import-records.js';
import type { RequestRow } from './request-record.js';
import { findRequest } from './request-store.js';
import { hasFiles, statusesThat } from './statuses.js';

const DROPPED = statusesThat(({ life }) => life === 'dropped');

/** The files of a request that another request may replace. */
export interface ReplaceablePlace {
  readonly request: RequestRow;
  readonly placed: PlacedImport;
  /** The release that they came from; absent for files that no download brought. */
  readonly download: Pick<DownloadRow, 'release' | 'releaseKey'> | undefined;
}

/** The last import of a request, if its files are in the library. Three statements. */
export async function replaceablePlace(sql: Pick<Sql, 'get'>, requestId: string): Promise<ReplaceablePlace | undefined> {
  const request = await findRequest(sql, requestId);
  const placed = request && hasFiles(request.status) ? await lastImport(sql, requestId) : undefined;
  if (!request || !placed || (await isRemoved(sql, placed.id))) return undefined;
  const download = await sql.get<Pick<DownloadRow, 'release' | 'releaseKey'>>(
    `SELECT d.release, d.release_key FROM imports i JOIN download_history d ON d.id = i.download_id WHERE i.id = ?`,
    [placed.id],
  );
  return { request, placed, download };
}

/** Whether the files of an import were removed, replaced, or are on their way out. */
async function isRemoved(sql: Pick<Sql, 'get'>, importId: string): Promise<boolean> {
  return (await sql.get('SELECT id FROM imports WHERE id = ? AND removed_at IS NOT NULL', [importId])) !== undefined;
}

/** A request that is to replace the files of a folder, and has not ended without them. */
export async function replacingRequest(sql: Pick<Sql, 'get'>, directory: string): Promise<Pick<RequestRow, 'id'> | undefined> {
  return sql.get<Pick<RequestRow, 'id'>>(
    `SELECT r.id FROM requests r JOIN imports i ON i.id = r.replaces_import_id
     WHERE i.directory = ? AND i.removed_at IS NULL AND r.status NOT IN (${placeholders(DROPPED.length)}) ORDER BY r.created_at DESC LIMIT 1`,
    [directory, ...DROPPED],
  );
}

/** The files that imports have in a folder, as far as they were not removed: the hash of each by its name. One statement. */
export async function filesInPlace(sql: Pick<Sql, 'all'>, directory: string): Promise<ReadonlyMap<string, string>> {
  const rows = await sql.all<{ manifest: string }>('SELECT DISTINCT manifest FROM imports WHERE directory = ? AND removed_at IS NULL', [
    directory,
  ]);
  return new Map(rows.flatMap(({ manifest }) => readManifest(manifest).files.map(({ path, hash }) => [path, hash])));
}

/** Those of these folders in which imports have files. One statement. */
export async function occupiedFolders(sql: Pick<Sql, 'all'>, folders: readonly string[]): Promise<ReadonlySet<string>> {
  if (folders.length === 0) return new Set();
  const rows = await sql.all<{ directory: string }>(
    `SELECT DISTINCT directory FROM imports WHERE directory IN (${placeholders(folders.length)}) AND removed_at IS NULL`,
    folders,
  );
  return new Set(rows.map(({ directory }) => directory));
}

const FOLDERS_A_STATEMENT = 100;

/** Absolute paths of all files that imports have in any of these folders, as far as they were not removed. A statement for each hundred folders. */
export async function placedFilesIn(sql: Pick<Sql, 'all'>, folders: readonly string[]): Promise<ReadonlySet<string>> {
  const paths = new Set<string>();
  for (let at = 0; at < folders.length; at += FOLDERS_A_STATEMENT) {
    const group = folders.slice(at, at + FOLDERS_A_STATEMENT);
    const rows = await sql.all<{ directory: string; manifest: string }>(
      `SELECT DISTINCT directory, manifest FROM imports WHERE directory IN (${placeholders(group.length)}) AND removed_at IS NULL`,
      group,
    );
    for (const { directory, manifest } of rows) for (const { path } of readManifest(manifest).files) paths.add(join(directory, path));
  }
  return paths;
}

/** Whether the files that a request brought are in the library; nobody moves them until the transaction ends. */
export async function hasPlace(tx: Tx, requestId: string): Promise<boolean> {
  await lockPlacedFolders(tx);
  const request = await findRequest(tx, requestId);
  const fresh = await lastImport(tx, requestId);
  return request !== undefined && hasFiles(request.status) && fresh !== undefined && !(await isRemoved(tx, fresh.id));
}

/**
 * From now on the files of an import are those that a request brought, for everybody whose book they were: one placement may serve several
 * requests. Nothing is deleted yet.
 *
 * @returns the import that gives way; `undefined` when the request has no files, or not any more
 */
export async function handOverPlace(
  tx: Tx,
  request: Pick<RequestRow, 'id' | 'replacesImportId'>,
  at: string,
): Promise<PlacedImport | undefined> {
  await lockPlacedFolders(tx);
  const now = await findRequest(tx, request.id);
  const fresh = await lastImport(tx, request.id);
  const old = request.replacesImportId === null ? undefined : await findImport(tx, request.replacesImportId);
  if (!now || !hasFiles(now.status) || !fresh || !old) return undefined;
  if (await isRemoved(tx, fresh.id)) return undefined;
  // somebody had deleted the files by hand, and they came again
  if (fresh.directory === old.directory && fresh.contentHash === old.contentHash) return old;
  const from = await tx.get<{ downloadId: string | null }>('SELECT download_id FROM imports WHERE id = ?', [fresh.id]);
  const others = await tx.all<{ requestId: string }>(
    `SELECT i.request_id FROM imports i WHERE i.directory = ? AND i.content_hash = ? AND i.request_id <> ?
     AND i.id = (SELECT l.id FROM imports l WHERE l.request_id = i.request_id ORDER BY l.created_at DESC, l.id DESC LIMIT 1)`,
    [old.directory, old.contentHash, request.id],
  );
  for (const { requestId } of others) {
    await tx.insert(ImportEntity, {
      id: uuid(),
      requestId,
      downloadId: from?.downloadId ?? null,
      directory: fresh.directory,
      contentHash: fresh.contentHash,
      manifest: JSON.stringify(fresh.manifest),
      createdAt: at,
    });
  }
  await tx.run('UPDATE imports SET removed_at = ? WHERE directory = ? AND content_hash = ?', [at, old.directory, old.contentHash]);
  return old;
}
