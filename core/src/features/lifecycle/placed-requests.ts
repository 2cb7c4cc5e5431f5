import { placeholders, type Sql } from '../../platform/db/index.js';
import type { PlacementManifest } from '../../files/placing/placement-manifest.js';
import { readManifest } from './import-records.js';
import type { RequestRow } from './request-record.js';
import { hasFiles, REQUEST_STATUSES } from './statuses.js';

/** A request, and the files that its last import placed. */
export interface PlacedRequest extends Pick<RequestRow, 'id' | 'asin' | 'type' | 'title' | 'status'> {
  readonly placed?: { readonly id: string; readonly directory: string; readonly manifest: PlacementManifest };
}

interface Row extends Pick<RequestRow, 'id' | 'asin' | 'type' | 'title' | 'status'> {
  readonly importId: string | null;
  readonly directory: string | null;
  readonly manifest: string | null;
}

const SELECT = `SELECT r.id, r.asin, r.type, r.title, r.status, i.id AS import_id, i.directory, i.manifest
  FROM requests r LEFT JOIN imports i ON i.id = (
    SELECT l.id FROM imports l WHERE l.request_id = r.id ORDER BY l.created_at DESC, l.id DESC LIMIT 1)`;
/** Owners and subscribers (`?` twice) of a request. */
const THEIRS = '(r.user_id = ? OR EXISTS (SELECT 1 FROM request_subscribers s WHERE s.request_id = r.id AND s.user_id = ?))';

function read({ importId, directory, manifest, ...request }: Row): PlacedRequest {
  if (importId === null || directory === null || manifest === null) return request;
  return { ...request, placed: { id: importId, directory, manifest: readManifest(manifest) } };
}

function limit(userId: string | undefined): { readonly where: string; readonly params: readonly string[] } {
  return userId === undefined ? { where: '1 = 1', params: [] } : { where: THEIRS, params: [userId, userId] };
}

/** A request, if a user owns it or subscribed to it; without a user any. */
export async function placedRequest(sql: Pick<Sql, 'get'>, requestId: string, userId?: string): Promise<PlacedRequest | undefined> {
  const { where, params } = limit(userId);
  const row = await sql.get<Row>(`${SELECT} WHERE r.id = ? AND ${where}`, [requestId, ...params]);
  return row && read(row);
}

/** Requests for a book, newest first; with a user those that they own or subscribed to. */
export async function placedRequestsOfBook(
  sql: Pick<Sql, 'all'>,
  asins: readonly string[],
  userId: string | undefined,
  most: number,
): Promise<PlacedRequest[]> {
  const { where, params } = limit(userId);
  const rows = await sql.all<Row>(
    `${SELECT} WHERE r.asin IN (${placeholders(asins.length)}) AND ${where} ORDER BY r.created_at DESC, r.id DESC LIMIT ?`,
    [...asins, ...params, most],
  );
  return rows.map(read);
}

/** Those of these books with a request whose files are in the library; with a user, with one that they own or subscribed to. One statement. */
export async function booksWithFiles(sql: Pick<Sql, 'all'>, asins: readonly string[], userId: string | undefined): Promise<Set<string>> {
  const { where, params } = limit(userId);
  const statuses = REQUEST_STATUSES.filter(hasFiles);
  const rows = await sql.all<{ asin: string }>(
    `SELECT DISTINCT r.asin FROM requests r
     WHERE r.asin IN (${placeholders(asins.length)}) AND r.status IN (${placeholders(statuses.length)}) AND ${where}`,
    [...asins, ...statuses, ...params],
  );
  return new Set(rows.map(({ asin }) => asin));
}
