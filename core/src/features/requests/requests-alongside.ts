import { placeholders, type Sql } from '../../platform/db/index.js';
import type { RequestRow } from '../lifecycle/request-record.js';
import type { Alongside, RequestSummary } from './request-schemas.js';

/** An older request `o` for the same recording that waits for approval as `r` does. */
const SAME_BOOK = `o.status_group = 'waiting' AND o.status = 'awaiting_approval' AND o.type = r.type AND (o.asin = r.asin
  OR o.asin IN (SELECT b.asin FROM work_asins a JOIN work_asins b ON b.work_id = a.work_id WHERE a.asin = r.asin))`;

/** Whether `r` waits for approval behind an older request for the same book. */
export const IS_BEHIND = `r.status_group = 'waiting' AND r.status = 'awaiting_approval' AND EXISTS (SELECT 1 FROM requests o
  WHERE ${SAME_BOOK} AND (o.created_at < r.created_at OR (o.created_at = r.created_at AND o.id < r.id)))`;

interface Beside extends Pick<RequestRow, 'id' | 'userId' | 'createdAt' | 'note'> {
  readonly besideId: string;
  readonly username: string;
  readonly displayName: string;
}

function toAlongside({ id, userId, createdAt, note, username, displayName }: Beside): Alongside {
  return { id, createdAt, note: note ?? undefined, user: { id: userId, displayName, username } };
}

/** Names in each request the others that wait for approval of the same book, oldest first. One statement. */
export async function withAlongside(sql: Pick<Sql, 'all'>, items: readonly RequestSummary[]): Promise<RequestSummary[]> {
  const ids = items.filter(({ status }) => status === 'awaiting_approval').map(({ id }) => id);
  if (ids.length === 0) return [...items];
  const rows = await sql.all<Beside>(
    `SELECT r.id AS beside_id, o.id, o.user_id, o.created_at, o.note, u.username, u.display_name
     FROM requests r JOIN requests o ON o.id <> r.id AND ${SAME_BOOK} JOIN users u ON u.id = o.user_id
     WHERE r.id IN (${placeholders(ids.length)}) ORDER BY o.created_at, o.id`,
    ids,
  );
  const found = new Map<string, Alongside[]>();
  for (const row of rows) found.set(row.besideId, [...(found.get(row.besideId) ?? []), toAlongside(row)]);
  return items.map((item) => {
    const alongside = found.get(item.id);
    return alongside ? { ...item, alongside } : item;
  });
}
