import { placeholders, type Sql, type Tx } from '../../platform/db/index.js';
import type { RequestProgress, RequestRow } from './request-record.js';
import { CLOSED_STATUSES, statusesThat, type RequestStatus, type RequestType } from './statuses.js';

/** Requests in these statuses look for a release, or are about to. */
const LOOKING_STATUSES = statusesThat(({ movedBy }) => movedBy === 'search');

/** A request as `sql` sees it: within a transaction, also the writes of that. */
export async function findRequest(sql: Pick<Sql, 'get'>, id: string): Promise<RequestRow | undefined> {
  return sql.get<RequestRow>('SELECT * FROM requests WHERE id = ?', [id]);
}

/** The ids of the requests of the same person for the same book that were cancelled in the minutes before this one was made. */
export async function cancelledShortlyBefore(
  sql: Pick<Sql, 'all'>,
  { id, userId, asin, type, createdAt }: RequestRow,
  minutes: number,
): Promise<string[]> {
  const from = new Date(Date.parse(createdAt) - minutes * 60_000).toISOString();
  const rows = await sql.all<{ id: string }>(
    `SELECT id FROM requests WHERE user_id = ? AND asin = ? AND type = ? AND id <> ? AND status = 'cancelled'
       AND status_since >= ? AND status_since <= ? LIMIT 100`,
    [userId, asin, type, id, from, createdAt],
  );
  return rows.map((row) => row.id);
}

/** The requests of a status, the oldest first. */
export async function requestsIn(sql: Pick<Sql, 'all'>, status: RequestStatus, most = 100_000): Promise<RequestRow[]> {
  return sql.all<RequestRow>('SELECT * FROM requests WHERE status = ? ORDER BY created_at, id LIMIT ?', [status, most]);
}

/** The ids of the requests of some statuses. */
export async function idsIn(sql: Pick<Sql, 'all'>, statuses: readonly RequestStatus[]): Promise<ReadonlySet<string>> {
  const rows = await sql.all<{ id: string }>(`SELECT id FROM requests WHERE status IN (${placeholders(statuses.length)})`, statuses);
  return new Set(rows.map(({ id }) => id));
}

/** Another live request of the same person for the same book. The unique index knows only the very same ASIN. */
export async function liveTwin(
  sql: Pick<Sql, 'get'>,
  request: { readonly userId: string; readonly type: RequestType; readonly id?: string },
  asins: readonly string[],
): Promise<{ id: string } | undefined> {
  return sql.get<{ id: string }>(
    `SELECT id FROM requests WHERE user_id = ? AND type = ? AND asin IN (${placeholders(asins.length)})
     AND status NOT IN (${placeholders(CLOSED_STATUSES.length)}) AND id <> ? LIMIT 1`,
    [request.userId, request.type, ...asins, ...CLOSED_STATUSES, request.id ?? ''],
  );
}

/** Selects the requests that wait for a book: by type, by recording, and without one of them or the caller's own. */
export interface WaitingFor {
  readonly type: RequestType;
  readonly asins: readonly string[];
  readonly exceptId: string;
}

/** Requests for a book that wait for an admin, the oldest first. */
export async function awaitingApproval(
  sql: Pick<Sql, 'all'>,
  { type, asins, exceptId }: WaitingFor,
): Promise<Pick<RequestRow, 'id' | 'userId' | 'title'>[]> {
  return sql.all(
    `SELECT id, user_id, title FROM requests WHERE type = ? AND asin IN (${placeholders(asins.length)})
     AND status_group = 'waiting' AND status = 'awaiting_approval' AND id <> ? ORDER BY created_at, id`,
    [type, ...asins, exceptId],
  );
}

/** Makes those who request one book, and those who decide on requests for it, take turns until the transaction ends. */
export async function lockBook(tx: Tx, { type, asins }: Omit<WaitingFor, 'exceptId'>): Promise<void> {
  // all editions of a book have the same first one
  const [first = ''] = asins.toSorted();
  await tx.lock(`${type} ${first}`);
}

/** The oldest request of somebody else for a book that is in one of some statuses. */
export async function requestOfOthers(
  sql: Pick<Sql, 'get'>,
  request: { readonly userId: string; readonly type: RequestType },
  asins: readonly string[],
  statuses: readonly RequestStatus[],
): Promise<Pick<RequestRow, 'id' | 'userId'> | undefined> {
  return sql.get(
    `SELECT id, user_id FROM requests WHERE user_id <> ? AND type = ? AND asin IN (${placeholders(asins.length)})
     AND status IN (${placeholders(statuses.length)}) ORDER BY created_at LIMIT 1`,
    [request.userId, request.type, ...asins, ...statuses],
  );
}

/** Whether the ebook of a book was placed in the library for somebody. */
export async function isEbookPlaced(sql: Pick<Sql, 'get'>, asins: readonly string[]): Promise<boolean> {
  const row = await sql.get(
    `SELECT id FROM requests WHERE type = 'ebook' AND status = 'downloaded' AND asin IN (${placeholders(asins.length)}) LIMIT 1`,
    asins,
  );
  return row !== undefined;
}

/** A user's own live request for an ebook, else one that already brought it into the library. */
export async function ebookRequestFor(
  sql: Pick<Sql, 'get'>,
  asins: readonly string[],
  userId: string,
): Promise<Pick<RequestRow, 'id' | 'status' | 'userId' | 'reason'> | undefined> {
  return sql.get(
    `SELECT id, status, user_id, reason FROM requests WHERE type = 'ebook' AND asin IN (${placeholders(asins.length)})
     AND ((user_id = ? AND status NOT IN (${placeholders(CLOSED_STATUSES.length)})) OR status = 'downloaded')
     ORDER BY CASE WHEN user_id = ? THEN 0 ELSE 1 END, created_at DESC, id DESC LIMIT 1`,
    [...asins, userId, ...CLOSED_STATUSES, userId],
  );
}

/** Requests that look for the ebook of a book, and have no download yet. */
export async function ebooksLookedFor(sql: Pick<Sql, 'all'>, asins: readonly string[]): Promise<string[]> {
  const rows = await sql.all<{ id: string }>(
    `SELECT id FROM requests WHERE type = 'ebook' AND asin IN (${placeholders(asins.length)})
     AND status IN (${placeholders(LOOKING_STATUSES.length)}) ORDER BY created_at, id`,
    [...asins, ...LOOKING_STATUSES],
  );
  return rows.map(({ id }) => id);
}

/** The last request for the ebook of a request's book: made for it, or by the same person. */
export async function ebookRequestOf(
  sql: Pick<Sql, 'get'>,
  { id, asin, userId }: Pick<RequestRow, 'id' | 'asin' | 'userId'>,
): Promise<Pick<RequestRow, 'id' | 'status'> | undefined> {
  return sql.get(
    `SELECT id, status FROM requests WHERE type = 'ebook' AND (parent_request_id = ? OR (asin = ? AND user_id = ?))
     ORDER BY created_at DESC, id DESC LIMIT 1`,
    [id, asin, userId],
  );
}

/** A user's newest request for the audiobook of a book that nobody has closed: their ebook of it belongs to that. */
export async function audiobookOf(sql: Pick<Sql, 'get'>, userId: string, asins: readonly string[]): Promise<string | undefined> {
  const row = await sql.get<{ id: string }>(
    `SELECT id FROM requests WHERE user_id = ? AND type = 'audiobook' AND status_group <> 'closed' AND asin IN (${placeholders(asins.length)})
     ORDER BY created_at DESC, id DESC LIMIT 1`,
    [userId, ...asins],
  );
  return row?.id;
}

/** Makes an audiobook request the parent of its owner's ebook requests for the same book that have none, or one that was closed. */
export async function adoptEbooks(tx: Tx, audiobook: Pick<RequestRow, 'id' | 'userId'>, asins: readonly string[]): Promise<void> {
  await tx.run(
    `UPDATE requests SET parent_request_id = ? WHERE user_id = ? AND type = 'ebook' AND status_group <> 'closed'
       AND asin IN (${placeholders(asins.length)}) AND (parent_request_id IS NULL
         OR EXISTS (SELECT 1 FROM requests p WHERE p.id = requests.parent_request_id AND p.status_group = 'closed'))`,
    [audiobook.id, audiobook.userId, ...asins],
  );
}

/**
 * Requests that count against a quota: all that the user made themself within its period, except denied and failed ones. A cancelled one counts
 * only if a download client had something for it.
 */
const COUNTED = `user_id = ? AND created_at > ? AND status <> 'denied' AND status <> 'failed'
  AND NOT EXISTS (SELECT 1 FROM request_events e WHERE e.request_id = requests.id AND e.event = 'created' AND e.actor_id <> requests.user_id)
  AND (status <> 'cancelled' OR EXISTS (SELECT 1 FROM download_history d WHERE d.request_id = requests.id AND d.item_id IS NOT NULL))`;

/** Counts the books that a user has requested since a time. */
export async function askedSince(sql: Pick<Sql, 'get'>, userId: string, since: string): Promise<number> {
  const row = await sql.get<{ n: number }>(`SELECT COUNT(*) AS n FROM requests WHERE ${COUNTED}`, [userId, since]);
  return Number(row?.n ?? 0);
}

/** Counts the requests that one of the automatic ways made for a user since a time, whatever became of them. */
export async function madeSince(
  sql: Pick<Sql, 'get'>,
  { userId, origin }: Pick<RequestRow, 'userId' | 'origin'>,
  since: string,
): Promise<number> {
  const row = await sql.get<{ n: number }>('SELECT COUNT(*) AS n FROM requests WHERE user_id = ? AND origin = ? AND created_at > ?', [
    userId,
    origin,
    since,
  ]);
  return Number(row?.n ?? 0);
}

/** Returns the time of the user's last request, skipping the `newer` latest ones. */
export async function timeOfAsking(sql: Pick<Sql, 'get'>, userId: string, since: string, newer: number): Promise<string | undefined> {
  const row = await sql.get<{ createdAt: string }>(
    `SELECT created_at FROM requests WHERE ${COUNTED} ORDER BY created_at DESC LIMIT 1 OFFSET ?`,
    [userId, since, newer],
  );
  return row?.createdAt;
}

/** Requests that a job should move and none will, the oldest first. */
export async function requestsWithoutJob(sql: Pick<Sql, 'all'>, statuses: readonly RequestStatus[]): Promise<RequestRow[]> {
  return sql.all<RequestRow>(
    `SELECT r.* FROM requests r WHERE r.status_group IN ('active', 'waiting') AND r.status IN (${placeholders(statuses.length)})
     AND NOT EXISTS (SELECT 1 FROM jobs j WHERE j.subject = 'request:' || r.id AND j.state IN ('queued', 'running'))
     AND NOT (r.status = 'downloading' AND EXISTS (
       SELECT 1 FROM download_history d WHERE d.id = r.current_download_id AND d.state = 'added'))
     ORDER BY r.created_at LIMIT 1000`,
    statuses,
  );
}

/** A user's requests for audiobooks, ended ones included, the oldest first. One statement. */
export async function audiobookRequestsOf(
  sql: Pick<Sql, 'all'>,
  userId: string,
  asins: readonly string[],
): Promise<Pick<RequestRow, 'id' | 'asin' | 'status' | 'origin'>[]> {
  return sql.all(
    `SELECT id, asin, status, origin FROM requests WHERE user_id = ? AND type = 'audiobook' AND asin IN (${placeholders(asins.length)})
     ORDER BY created_at`,
    [userId, ...asins],
  );
}

/** An audiobook with an open request that a user made or subscribes to. */
export interface OpenAudiobook {
  readonly asin: string;
  /** The request is the user's; otherwise they subscribe to somebody else's. */
  readonly isOwn: boolean;
}

/** Audiobooks of the open requests that a user made or subscribes to, the oldest request first. One statement. */
export async function openAudiobooksOf(sql: Pick<Sql, 'all'>, userId: string, most: number): Promise<OpenAudiobook[]> {
  const open = `r.type = 'audiobook' AND r.status NOT IN (${placeholders(CLOSED_STATUSES.length)})`;
  const rows = await sql.all<{ asin: string; ownerId: string }>(
    `SELECT r.asin, r.user_id AS owner_id, r.created_at, r.id FROM requests r WHERE r.user_id = ? AND ${open}
     UNION SELECT r.asin, r.user_id, r.created_at, r.id FROM request_subscribers s JOIN requests r ON r.id = s.request_id
       WHERE s.user_id = ? AND ${open}
     ORDER BY 3, 4 LIMIT ?`,
    [userId, ...CLOSED_STATUSES, userId, ...CLOSED_STATUSES, most],
  );
  return rows.map(({ asin, ownerId }) => ({ asin, isOwn: ownerId === userId }));
}

/** Requests that were there at a time and are now in one of some statuses. */
export async function requestsUntil(sql: Pick<Sql, 'all'>, at: string, statuses: readonly RequestStatus[]): Promise<RequestRow[]> {
  return sql.all<RequestRow>(`SELECT * FROM requests WHERE created_at <= ? AND status IN (${placeholders(statuses.length)}) ORDER BY id`, [
    at,
    ...statuses,
  ]);
}

/** Identifies the progress to write. It is written only while the request is in the matching status. */
interface ProgressOf {
  readonly requestId: string;
  readonly status: RequestStatus;
  /** The download that it must still wait for. */
  readonly downloadId?: string;
}

/** Shows how far a request is; it is no move, and its version stays. */
export async function writeProgress(
  tx: Tx,
  { requestId, status, downloadId }: ProgressOf,
  progress: RequestProgress | null,
): Promise<void> {
  const text = progress && JSON.stringify(progress);
  const sql = 'UPDATE requests SET progress = ? WHERE id = ? AND status = ?';
  if (downloadId === undefined) await tx.run(sql, [text, requestId, status]);
  else await tx.run(`${sql} AND current_download_id = ?`, [text, requestId, status, downloadId]);
}

/** Makes a download the one that a request waits for. Compare and set. @returns false when the request was changed meanwhile */
export async function takeUpDownload(tx: Tx, request: Pick<RequestRow, 'id' | 'version'>, downloadId: string): Promise<boolean> {
  const taken = await tx.run(
    `UPDATE requests SET current_download_id = ?, download_attempts = download_attempts + 1, version = version + 1
     WHERE id = ? AND status = 'downloading' AND version = ?`,
    [downloadId, request.id, request.version],
  );
  return taken > 0;
}
