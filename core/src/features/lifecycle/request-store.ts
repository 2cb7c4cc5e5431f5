import type { Sql, Tx } from '../../platform/db/index.js';
import type { RequestProgress, RequestRow } from './request-record.js';
import type { RequestStatus } from './statuses.js';

/** A request as the statement's side sees it: within a transaction also what that has written. */
export async function findRequest(sql: Pick<Sql, 'get'>, id: string): Promise<RequestRow | undefined> {
  return sql.get<RequestRow>('SELECT * FROM requests WHERE id = ?', [id]);
}

/** The requests of a status, the oldest first. */
export async function requestsIn(sql: Pick<Sql, 'all'>, status: RequestStatus, most = 100_000): Promise<RequestRow[]> {
  return sql.all<RequestRow>('SELECT * FROM requests WHERE status = ? ORDER BY created_at, id LIMIT ?', [status, most]);
}

/** Which progress is written: only while the request is where the progress belongs. */
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
