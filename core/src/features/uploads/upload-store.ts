import { padded, placeholders, type Sql, type Tx } from '../../platform/db/index.js';
import { ApiError } from '../../platform/http/problem.js';
import { hasFiles, REQUEST_STATUSES } from '../lifecycle/statuses.js';
import { UploadEntity, UploadFileEntity, type UploadFileRow, type UploadRow } from './entities.js';
import { sentence } from '../../platform/words/index.js';

const WITH_FILES = REQUEST_STATUSES.filter(hasFiles);

/** Makes those who look for room take turns. */
export function lockUploads(tx: Tx): Promise<void> {
  return tx.lock('uploads');
}

export async function findUpload(sql: Pick<Sql, 'get'>, id: string): Promise<UploadRow | undefined> {
  return sql.get<UploadRow>('SELECT * FROM uploads WHERE id = ?', [id]);
}

/** One file of an upload, with what is known of that. */
export async function findUploadFile(
  sql: Pick<Sql, 'get'>,
  id: string,
  position: number,
): Promise<(Pick<UploadRow, 'state' | 'updatedAt'> & Pick<UploadFileRow, 'size'>) | undefined> {
  return sql.get(
    'SELECT u.state, u.updated_at, f.size FROM uploads u JOIN upload_files f ON f.upload_id = u.id WHERE u.id = ? AND f.position = ?',
    [id, position],
  );
}

export async function filesOf(sql: Pick<Sql, 'all'>, id: string): Promise<UploadFileRow[]> {
  return sql.all<UploadFileRow>('SELECT * FROM upload_files WHERE upload_id = ? ORDER BY position', [id]);
}

/** The uploads of a person for a request; the newest first. */
export async function uploadsFor(sql: Pick<Sql, 'all'>, requestId: string, userId: string): Promise<UploadRow[]> {
  return sql.all<UploadRow>('SELECT * FROM uploads WHERE request_id = ? AND user_id = ? ORDER BY id DESC LIMIT 20', [requestId, userId]);
}

/** Whether a request is for the ebook of the book that another one is for as an audiobook, or of another number of it. */
export async function isEbookOf(sql: Pick<Sql, 'get'>, ebookId: string, audiobookId: string): Promise<boolean> {
  const row = await sql.get(
    `SELECT e.id FROM requests e JOIN requests a ON a.id = ? AND a.type = 'audiobook'
     WHERE e.id = ? AND e.type = 'ebook' AND (e.asin = a.asin
       OR e.asin IN (SELECT b.asin FROM work_asins w JOIN work_asins b ON b.work_id = w.work_id WHERE w.asin = a.asin))`,
    [audiobookId, ebookId],
  );
  return row !== undefined;
}

/** A row of a request that still imports the files of this upload, and not those of another one. */
const IS_IMPORTING =
  "EXISTS (SELECT 1 FROM requests r WHERE r.id = uploads.request_id AND r.source_path LIKE '%uploads_' || uploads.id || '_book')";

/** An upload whose files are on the disk, or will be. */
const TAKES_ROOM = `(uploads.state IN ('receiving', 'unpacking') OR (uploads.state = 'handed' AND ${IS_IMPORTING}))`;

/** The room that all uploads take, or will take; bytes. */
export async function takenRoom(sql: Pick<Sql, 'get'>): Promise<number> {
  const row = await sql.get<{ total: number | null }>(`SELECT SUM(bytes) AS total FROM uploads WHERE ${TAKES_ROOM}`, []);
  return Number(row?.total ?? 0);
}

/** Of it, the room that those of one person take. */
export async function roomTakenBy(sql: Pick<Sql, 'get'>, userId: string): Promise<number> {
  const query = `SELECT SUM(bytes) AS total FROM uploads WHERE user_id = ? AND ${TAKES_ROOM}`;
  const row = await sql.get<{ total: number | null }>(query, [userId]);
  return Number(row?.total ?? 0);
}

/** An upload, with the names that say whose it is and of what. */
export interface NamedUpload extends Pick<UploadRow, 'id' | 'requestId' | 'userId' | 'state' | 'fault' | 'bytes' | 'createdAt'> {
  readonly title: string;
  readonly author: string;
  readonly userName: string;
  /** How many. */
  readonly files: number;
}

/** The uploads of everybody that take room, and those that failed; the last first. Two statements. */
export async function uploadPage(
  sql: Pick<Sql, 'all' | 'get'>,
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<{ items: NamedUpload[]; total: number }> {
  const isShown = `(uploads.state = 'failed' OR ${TAKES_ROOM})`;
  const rows = await sql.all<NamedUpload>(
    `SELECT uploads.id, uploads.request_id, uploads.user_id, uploads.state, uploads.fault, uploads.bytes, uploads.created_at,
       q.title, q.author, u.display_name AS user_name,
       (SELECT COUNT(*) FROM upload_files f WHERE f.upload_id = uploads.id) AS files
     FROM uploads JOIN requests q ON q.id = uploads.request_id JOIN users u ON u.id = uploads.user_id
     WHERE ${isShown} ORDER BY uploads.id DESC LIMIT ? OFFSET ?`,
    [limit, (page - 1) * limit],
  );
  const all = await sql.get<{ n: number }>(`SELECT COUNT(*) AS n FROM uploads WHERE ${isShown}`, []);
  const items = rows.map((row) => ({ ...row, bytes: Number(row.bytes), files: Number(row.files) }));
  return { items, total: Number(all?.n ?? 0) };
}

/** Nobody has gone on with it since then, it lost its job, or its request needs its files no more. */
const IS_PAST = `updated_at < ? AND (state IN ('receiving', 'unpacking', 'failed') OR (state = 'handed' AND NOT ${IS_IMPORTING}))`;

export async function pastUploads(sql: Pick<Sql, 'all'>, before: string): Promise<string[]> {
  const rows = await sql.all<{ id: string }>(`SELECT id FROM uploads WHERE ${IS_PAST}`, [before]);
  return rows.map(({ id }) => id);
}

/** @returns whether it was still past */
export async function removePastUpload(tx: Tx, id: string, before: string): Promise<boolean> {
  return (await tx.run(`DELETE FROM uploads WHERE id = ? AND ${IS_PAST}`, [id, before])) === 1;
}

/** The request took its files, and does not import them any more: it was cancelled, or took others. What arrived is cleaned by its import. */
const IS_SPENT = `state = 'handed' AND NOT ${IS_IMPORTING}
  AND EXISTS (SELECT 1 FROM requests r WHERE r.id = uploads.request_id AND r.status NOT IN (${WITH_FILES.map((status) => `'${status}'`).join(', ')}))`;

export async function spentUploads(sql: Pick<Sql, 'all'>): Promise<string[]> {
  const rows = await sql.all<{ id: string }>(`SELECT id FROM uploads WHERE ${IS_SPENT}`, []);
  return rows.map(({ id }) => id);
}

/** @returns whether it was still spent */
export async function removeSpentUpload(tx: Tx, id: string): Promise<boolean> {
  return (await tx.run(`DELETE FROM uploads WHERE id = ? AND ${IS_SPENT}`, [id])) === 1;
}

/** The requests that uploads are for, by the ids of the uploads. One statement. */
export async function requestsOfUploads(sql: Pick<Sql, 'all'>, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const wanted = padded(ids);
  const rows = await sql.all<{ id: string; requestId: string }>(
    `SELECT id, request_id FROM uploads WHERE id IN (${placeholders(wanted.length)})`,
    wanted,
  );
  return new Map(rows.map(({ id, requestId }) => [id, requestId]));
}

export async function uploadIds(sql: Pick<Sql, 'all'>): Promise<Set<string>> {
  const rows = await sql.all<{ id: string }>('SELECT id FROM uploads', []);
  return new Set(rows.map(({ id }) => id));
}

export async function addUpload(tx: Tx, row: UploadRow, files: readonly Pick<UploadFileRow, 'name' | 'size'>[]): Promise<void> {
  await tx.insert(UploadEntity, row);
  await tx.upsert(
    UploadFileEntity,
    files.map(({ name, size }, position) => ({ uploadId: row.id, position, name, size })),
    { conflict: ['uploadId', 'position'] },
  );
}

export async function changeUpload(tx: Tx, id: string, set: Partial<Omit<UploadRow, 'id'>>): Promise<void> {
  await tx.entities.update(UploadEntity, { id }, set);
}

/** Ends an upload of which the request did not get the files. @returns whether it still had them */
export async function failUpload(tx: Tx, id: string, { fault, at }: { readonly fault: string; readonly at: string }): Promise<boolean> {
  const set = "state = 'failed', caller = NULL, fault = ?, updated_at = ?";
  return (await tx.run(`UPDATE uploads SET ${set} WHERE id = ? AND state = 'unpacking'`, [fault, at, id])) === 1;
}

/** @throws ApiError 404; 409 `upload_state` once the request has the files */
export async function removeOpenUpload(tx: Tx, id: string): Promise<UploadRow> {
  await lockUploads(tx);
  const row = await findUpload(tx, id);
  if (!row) throw new ApiError('not_found', sentence('problem.no_upload'));
  if (row.state === 'unpacking' || row.state === 'handed') {
    throw new ApiError('upload_state', sentence('problem.upload_importing'));
  }
  await tx.entities.delete(UploadEntity, { id });
  return row;
}
